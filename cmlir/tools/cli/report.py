"""`cmlir report`."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from cmlir.atomic import write_tree, write_whole
from cmlir.errors import ToolchainError
from cmlir.runtime.result import RunResult
from cmlir.tools.cli.building import Calibration, compile_options
from cmlir.tools.cli.commands import SETTINGS, Command, examples
from cmlir.tools.cli.findings import Findings, find
from cmlir.tools.cli.options import FILE, calibrating, compiling, output, running
from cmlir.tools.cli.profile import op_costs
from cmlir.tools.cli.programs import Inputs, Program, execute, program
from cmlir.tools.cli.report_tables import tables
from cmlir.tools.cli.ui import emit, progress_shown


@click.command(
    "report",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir report model.py:make --html report.html",
        "cmlir report model.pt2 --calibration data.npz --float model.py:make",
        "cmlir report model.pt2 --graphs graphs --no-run",
        "cmlir report out",
    ),
)
@click.argument("name", metavar="PROJECT|MODEL")
@click.option("--html", type=FILE, help="Write one page that holds everything.")
@click.option("--graphs", type=FILE, help="Write a .dot and an .svg of each stage to a directory.")
@click.option("--float", "float_model", help="The float model: a .pt2, or model.py:function.")
@click.option("--no-run", is_flag=True, help="Do not count instructions on QEMU.")
@running
@compiling
@calibrating
@output
def report_command(
    name: str,
    html: Path | None,
    graphs: Path | None,
    float_model: str | None,
    no_run: bool,
    inputs: Path | None,
    input_files: tuple[Path, ...],
    seed: int | None,
    compiler: str,
    timeout: float | None,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """What a program costs and how exact it is: tables, and one self-contained page.

    Of a MODEL also the quantization error of each layer, measured with its samples; of a PROJECT
    what its report.json says. Instructions are counted on QEMU, on random inputs if there are none.
    """
    calibrated = Calibration(calibration, sample_limit, per_tensor)
    compiling_options = compile_options(**options)
    with progress_shown(quiet), program(name, calibrated, compiling_options) as to_run:
        found = find(Path(name).name, to_run, float_model)
        if not no_run:
            given = Inputs(inputs, input_files, seed)
            found = _measured(found, to_run, given, compiler, timeout)
        if html is not None:
            write_whole(html, found.page(), "the page")
        if graphs is not None:
            write_tree(graphs, found.graph_files(), "the graphs")
    fields = {"ok": True, "html": str(html) if html else None, **_fields(found)}
    emit(as_json, quiet, fields, *tables(found))
    if html is not None and not as_json and not quiet:
        click.echo(f"written: {html}")


def _measured(
    found: Findings, to_run: Program, inputs: Inputs, compiler: str, timeout: float | None
) -> Findings:
    """With instructions; without, and a note that says why, where the tools are missing."""
    has_own = to_run.built is not None and to_run.built.samples
    if not (inputs.archive or inputs.files or has_own):
        inputs = replace(inputs, seed=inputs.seed or 0)
    samples = inputs.samples(to_run)
    try:
        result = execute(to_run, samples, "qemu", compiler=compiler, timeout=timeout, per_op=True)
    except ToolchainError as error:
        return replace(found, note=f"instructions were not counted: {error.what}")
    return replace(found, costs=tuple(op_costs(to_run, result)), measured=_measures(result))


def _measures(result: RunResult) -> dict[str, Any]:
    names = (
        *("instructions", "estimated_cycles"),
        *("flash_bytes", "code_bytes", "ram_bytes", "stack_bytes"),
    )
    measured = {name: getattr(result, name) for name in names}
    return {**measured, "simulator": result.simulator, "compiler": result.compiler}


def _fields(found: Findings) -> dict[str, Any]:
    return {
        "report": asdict(found.report),
        "measured": found.measured,
        "note": found.note,
        "ops": [asdict(cost) for cost in found.costs],
        "errors": [asdict(error) for error in found.errors],
        "errors_note": found.errors_note,
        "weights": [{**asdict(w), "bytes": w.bytes} for w in found.weights or ()],
    }
