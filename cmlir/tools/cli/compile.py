"""`cmlir compile`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cmlir.tools.cli.building import Calibration, built, compile_options
from cmlir.tools.cli.commands import SETTINGS, Command, Name, examples
from cmlir.tools.cli.options import FILE, calibrating, compiling, output
from cmlir.tools.cli.ui import emit, facts, progress_shown

if TYPE_CHECKING:
    from rich.table import Table

    from cmlir.codegen.report import Report


@click.command(
    "compile",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir compile model.pt2 --output out",
        "cmlir compile model.py:make --target cortex-m4 --io quantized --output out",
        "cmlir compile model.pt2 --max-arena 64K --max-flash 256K --output out",
        "cmlir compile model.pt2 --layout arduino --output MyModel",
        "cmlir compile model.pt2 --layout zephyr --output modules/model",
    ),
)
@click.argument("model")
@click.option("-o", "--output", "path", type=FILE, required=True, help="The directory to write.")
@click.option(
    "--layout",
    type=Name("layout", ("cmake", "arduino", "zephyr")),
    default="cmake",
    show_default=True,
    help="arduino: a library for the Arduino IDE; zephyr: a module for ZEPHYR_EXTRA_MODULES.",
)
@compiling
@calibrating
@output
def compile_command(
    model: str,
    path: Path,
    layout: str,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Compile MODEL to a C project that builds alone.

    A float model is quantized first if it comes with samples; a float .pt2 without any stays float.
    """
    with progress_shown(quiet):
        calibrated = Calibration(calibration, sample_limit, per_tensor)
        compiled = built(model, calibrated, compile_options(**options)).compiled
        writers = {"arduino": compiled.save_arduino, "zephyr": compiled.save_zephyr}
        writers.get(layout, compiled.save)(path)
    fields = {"ok": True, "output": str(path), "report": asdict(compiled.report)}
    emit(as_json, quiet, fields, summary(compiled.report, path))


def summary(report: Report, path: Path) -> Table:
    """What was written, and what it needs."""
    return facts(
        "Compiled",
        (
            ("written", str(path)),
            ("target", report.target),
            ("kernel calls", f"{len(report.ops):,}, {report.movement_ops} of them only move data"),
            ("MACs", f"{report.macs:,}"),
            ("arena", f"{report.arena_bytes:,} B"),
            ("inputs and outputs", f"{report.io_bytes:,} B"),
            ("constants", f"{report.weight_bytes:,} B"),
            ("in float", in_float(report)),
        ),
    )


def in_float(report: Report) -> str:
    """How many operations run in float, and which."""
    names = sorted({op.op.removeprefix("cortex_m.") for op in report.float_ops})
    return f"{len(report.float_ops)} operations: {', '.join(names)}" if names else "nothing"
