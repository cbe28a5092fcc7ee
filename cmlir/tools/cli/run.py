"""`cmlir run`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from cmlir.runtime.comparison import Difference
from cmlir.runtime.files import save_arrays
from cmlir.runtime.result import Array, RunResult
from cmlir.tools.cli.building import Calibration, compile_options
from cmlir.tools.cli.commands import SETTINGS, Command, Name, examples
from cmlir.tools.cli.options import FILE, PLACES, calibrating, compiling, output, running
from cmlir.tools.cli.outcome import Exit
from cmlir.tools.cli.programs import Inputs, Program, Sample, execute, program
from cmlir.tools.cli.ui import emit, facts, progress_shown
from cmlir.tools.verdict import differences, in_words, reference_arrays, stacked, within


@click.command(
    "run",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir run out --random 0",
        "cmlir run out --inputs in.npz --outputs out.npz",
        "cmlir run out --inputs in.npz --reference model.pt2 --qtol 1",
        "cmlir run model.py:make --on interpreter --json",
    ),
)
@click.argument("name", metavar="PROJECT|MODEL")
@click.option(
    "--on",
    "place_to_run",
    type=Name("place to run", PLACES),
    default="qemu",
    show_default=True,
    help="Where.",
)
@running
@click.option("--outputs", "outputs_file", type=FILE, help="Write the outputs to an .npz.")
@click.option(
    "--reference",
    type=FILE,
    help="Expected outputs: an .npz, or a .pt2 that PyTorch runs on the same inputs.",
)
@click.option(
    "--qtol", type=float, default=0, show_default=True, help="Quantization steps allowed."
)
@click.option("--atol", type=float, default=0, show_default=True, help="For floats without steps.")
@compiling
@calibrating
@output
def run_command(
    name: str,
    place_to_run: str,
    inputs: Path | None,
    input_files: tuple[Path, ...],
    seed: int | None,
    compiler: str,
    timeout: float | None,
    outputs_file: Path | None,
    reference: Path | None,
    qtol: float,
    atol: float,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Run a PROJECT, or a MODEL that is compiled on the way, and compare its outputs.

    Files of inputs hold one sample, or more along a first axis. A model that comes with samples is
    run on the first of them. Options of compiling do nothing for a project, but --place.
    """
    calibrated = Calibration(calibration, sample_limit, per_tensor)
    compiling_options = compile_options(**options)
    with progress_shown(quiet), program(name, calibrated, compiling_options) as to_run:
        samples = Inputs(inputs, input_files, seed).samples(to_run)
        result = execute(to_run, samples, place_to_run, compiler=compiler, timeout=timeout)
        found = _compared(to_run, samples, result, reference)
        if outputs_file is not None:
            save_arrays(outputs_file, stacked(result, to_run.project.outputs))
    passed = result.status == 0 and all(within(d, qtol, atol) for d in found)
    fields = {
        "ok": passed,
        "passed": passed,
        "result": result.to_json(),
        "differences": [asdict(difference) for difference in found],
    }
    emit(as_json, quiet, fields, facts(_title(passed, reference), _rows(result, found)))
    if not passed:
        raise click.exceptions.Exit(Exit.FAILED)


def _compared(
    to_run: Program, samples: list[Sample], result: RunResult, reference: Path | None
) -> list[Difference]:
    if reference is None:
        return []
    ports = to_run.project.outputs
    expected = (
        _pytorch_outputs(reference, to_run, samples)
        if reference.suffix == ".pt2"
        else reference_arrays(reference, ports)
    )
    as_codes = [
        port.quantize(array) if port.holds_codes and array.dtype.kind == "f" else array
        for array, port in zip(expected, ports, strict=True)
    ]
    return differences(result, as_codes, ports)


def _pytorch_outputs(path: Path, to_run: Program, samples: list[Sample]) -> list[Array]:
    """What PyTorch gives for the same inputs, where these are codes for the numbers they mean."""
    from cmlir.frontend.pt2 import load_pt2
    from cmlir.frontend.reference import run_program

    ports = to_run.project.inputs
    reals = [[p.reals(a) for a, p in zip(sample, ports, strict=True)] for sample in samples]
    return run_program(load_pt2(path), reals)


def _title(passed: bool, reference: Path | None) -> str:
    if not passed:
        return "[bold red]FAIL[/]"
    return "[bold green]PASS[/]" if reference else "Ran"


def _rows(result: RunResult, found: list[Difference]) -> list[tuple[str, str]]:
    sizes = {
        "flash": result.flash_bytes,
        "of it code": result.code_bytes,
        "RAM": result.ram_bytes,
        "inputs and outputs": result.io_bytes,
        "stack": result.stack_bytes,
    }
    rows = [("on", result.simulator), ("compiler", result.compiler)]
    rows += [("samples", f"{len(result.outputs)}")]
    rows += [("status", ", ".join(map(str, result.statuses)))] if result.status else []
    if result.instructions is not None:
        rows.append(("executed instructions", f"{result.instructions:,} (not cycles)"))
    if result.ticks:
        rows.append((f"ticks of {result.counter}", ", ".join(map(str, result.ticks))))
    rows += [(name, f"{size:,} B") for name, size in sizes.items() if size is not None]
    return rows + [("compared", in_words(difference)) for difference in found]
