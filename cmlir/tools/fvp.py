"""cmlir-fvp: runs a C project or its image on a Corstone FVP."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from cmlir.errors import InvalidInputError
from cmlir.runtime.comparison import Difference
from cmlir.runtime.elf import load_elf
from cmlir.runtime.elf_check import problems
from cmlir.runtime.files import assigned, image_ports, load_arrays, save_arrays, split_samples
from cmlir.runtime.fvp import TARGET, TIMEOUT, Fvp, find_fvp, fvp_result, fvp_target
from cmlir.runtime.image import Image, build_image
from cmlir.runtime.project import Port, load_project
from cmlir.runtime.result import Array, RunResult
from cmlir.runtime.samples import packed
from cmlir.runtime.simulation import execute
from cmlir.tools.cli.commands import SETTINGS, Command, examples
from cmlir.tools.cli.outcome import Exit
from cmlir.tools.verdict import differences, in_words, reference_arrays, stacked, within

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class Program:
    """What is to be run; `image` is None if only an ELF was given."""

    elf: Path
    image: Image | None
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]


@click.command(
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir-fvp out --inputs in.npz --reference out.npz --qtol 1",
        "cmlir-fvp app.elf --inputs in.npz --fvp /opt/arm/FVP_Corstone_SSE-320 --json",
    ),
)
@click.argument("program", type=click.Path(exists=True, path_type=Path))
@click.option("--input", "input_files", type=FILE, multiple=True, help="One .npy for each input.")
@click.option("--inputs", "inputs_file", type=FILE, help="An .npz with every input.")
@click.option("--reference", type=FILE, help="An .npz with the expected outputs.")
@click.option("--qtol", type=float, default=0, show_default=True, help="Steps allowed.")
@click.option("--atol", type=float, default=0, show_default=True, help="For floats without steps.")
@click.option("--outputs", "outputs_file", type=click.Path(path_type=Path), help="Write an .npz.")
@click.option("--timeout", type=float, default=TIMEOUT, show_default=True, help="Seconds.")
@click.option("--fvp", help="The FVP's program; else $CMLIR_FVP, else from PATH.")
@click.option("--compiler", type=click.Choice(["gcc", "clang"]), default="gcc", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(
    program: Path,
    input_files: tuple[Path, ...],
    inputs_file: Path | None,
    reference: Path | None,
    qtol: float,
    atol: float,
    outputs_file: Path | None,
    timeout: float,
    fvp: str | None,
    compiler: str,
    as_json: bool,
) -> None:
    """Run PROGRAM (a C project's directory, or an ELF built from one) on an FVP of Arm's
    Corstone-300 or Corstone-320.

    An input file holds one sample, or more along a leading dimension. The run passes if the image
    reports PASS in time and every output is within the tolerance of the reference.
    """
    simulator = Fvp(find_fvp(fvp), timeout)
    loaded = _load(program, compiler, simulator)
    result = _run(simulator, loaded, _arrays(input_files, inputs_file, loaded.inputs))
    if outputs_file:
        save_arrays(outputs_file, stacked(result, loaded.outputs))
    found = _compared(result, reference, loaded.outputs)
    passed = result.status == 0 and all(within(d, qtol, atol) for d in found)
    if as_json:
        differing = [asdict(difference) for difference in found]
        fields = {"result": result.to_json(), "differences": differing}
        click.echo(json.dumps({"ok": passed, "passed": passed, **fields}))
    else:
        _echo_text(result, found, passed)
    if not passed:
        raise click.exceptions.Exit(Exit.FAILED)


def _load(program: Path, compiler: str, simulator: Fvp) -> Program:
    if program.is_dir():
        project = load_project(program)
        image = build_image(project, fvp_target(TARGET, simulator), compiler)
        return Program(image.elf, image, project.inputs, project.outputs)
    elf = load_elf(program)
    if found := problems(elf, simulator.platform.board):
        raise InvalidInputError(
            f"the image cannot run on the {simulator.platform.name}: " + "; ".join(found),
            where=str(program),
        )
    return Program(program, None, *image_ports(elf))


def _arrays(files: tuple[Path, ...], archive: Path | None, ports: tuple[Port, ...]) -> list[Array]:
    if files and archive:
        raise InvalidInputError("--input and --inputs exclude each other")
    if archive:
        return assigned(load_arrays(archive), ports, "inputs")
    if len(files) != len(ports):
        raise InvalidInputError(
            f"{len(files)} inputs given, the model has {len(ports)}",
            advice="give --input for each of "
            + (", ".join(port.name for port in ports) or "none")
            + ", or --inputs with all of them",
        )
    return [next(iter(load_arrays(path).values())) for path in files]


def _run(simulator: Fvp, program: Program, arrays: list[Array]) -> RunResult:
    samples = split_samples(arrays, program.inputs)
    inputs = packed(samples, [port.bytes for port in program.inputs])
    execution = execute(simulator, program.elf, inputs)
    return fvp_result(simulator, execution, program.image).typed(program.outputs)


def _compared(
    result: RunResult, reference: Path | None, ports: tuple[Port, ...]
) -> list[Difference]:
    if reference is None:
        return []
    return differences(result, reference_arrays(reference, ports), ports)


def _echo_text(result: RunResult, compared: list[Difference], passed: bool) -> None:
    click.echo(f"{'PASS' if passed else 'FAIL'}  {result.simulator}")
    for index, status in enumerate(result.statuses):
        ticks = result.ticks[index] if result.ticks else None
        count = "overflowed" if ticks is None else f"{ticks}"
        click.echo(f"  sample {index}: status {status}, {result.counter} ticks {count}")
    click.echo(f"  stack {result.stack_bytes} B, inputs and outputs {result.io_bytes} B")
    if result.flash_bytes is not None:
        click.echo(f"  flash {result.flash_bytes} B, RAM {result.ram_bytes} B")
    for found in compared:
        click.echo(f"  {in_words(found)}")
