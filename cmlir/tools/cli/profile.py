"""`cmlir profile`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cmlir.runtime.result import RunResult
from cmlir.tools.cli.building import Calibration, compile_options
from cmlir.tools.cli.commands import SETTINGS, Command, examples
from cmlir.tools.cli.options import calibrating, compiling, output, running
from cmlir.tools.cli.programs import Inputs, Program, execute, program
from cmlir.tools.cli.ui import emit, progress_shown

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class OpCost:
    """A kernel call of report.json with its executed instructions; `share` of all of them."""

    index: int
    op: str
    kernel: str
    source: str
    macs: int
    instructions: int
    macs_per_instruction: float
    share: float


@click.command(
    "profile",
    cls=Command,
    context_settings=SETTINGS,
    epilog=examples(
        "cmlir profile out --random 0",
        "cmlir profile model.py:make --target cortex-m4 --sort",
        "cmlir profile out --inputs in.npz --json",
    ),
)
@click.argument("name", metavar="PROJECT|MODEL")
@running
@click.option("--sort", "is_sorted", is_flag=True, help="The most expensive operation first.")
@compiling
@calibrating
@output
def profile_command(
    name: str,
    inputs: Path | None,
    input_files: tuple[Path, ...],
    seed: int | None,
    compiler: str,
    timeout: float | None,
    is_sorted: bool,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Count the executed instructions of each operation, on QEMU.

    These are exact counts of executed instructions, never cycles, of the sample that takes most.
    """
    calibrated = Calibration(calibration, sample_limit, per_tensor)
    compiling_options = compile_options(**options)
    with progress_shown(quiet), program(name, calibrated, compiling_options) as to_run:
        samples = Inputs(inputs, input_files, seed).samples(to_run)
        result = execute(to_run, samples, "qemu", compiler=compiler, timeout=timeout, per_op=True)
        costs = op_costs(to_run, result)
    shown = sorted(costs, key=lambda cost: -cost.instructions) if is_sorted else costs
    fields = {
        "ok": True,
        "target": to_run.target,
        "simulator": result.simulator,
        "compiler": result.compiler,
        "instructions": result.instructions,
        "ops": [asdict(cost) for cost in shown],
    }
    emit(as_json, quiet, fields, costs_table(shown, result, to_run.target))


def op_costs(to_run: Program, result: RunResult) -> list[OpCost]:
    """Of each kernel call, in the order of the program."""
    assert result.per_op is not None
    total = sum(result.per_op)
    return [
        OpCost(
            index=op.index,
            op=op.op,
            kernel=op.kernel,
            source=op.source,
            macs=op.macs,
            instructions=count,
            macs_per_instruction=op.macs / count if count else 0.0,
            share=count / total if total else 0.0,
        )
        for op, count in zip(to_run.report.ops, result.per_op, strict=True)
    ]


def costs_table(costs: Sequence[OpCost], result: RunResult, target: str) -> Table:
    """One row a kernel call, and their sum."""
    return costs_rows(
        costs,
        f"{target}: {result.instructions:,} executed instructions (not cycles)",
        f"{result.simulator}; {result.compiler}",
    )


def costs_rows(costs: Sequence[OpCost], title: str, caption: str) -> Table:
    """The table under a title."""
    from rich.table import Table

    table = Table(
        title=title,
        caption=caption,
        title_justify="left",
        caption_justify="left",
        show_footer=True,
    )
    macs, total = sum(cost.macs for cost in costs), sum(cost.instructions for cost in costs)
    rate = f"{macs / total:.2f}" if total else ""
    footers = ("", "all operations", "", "", f"{macs:,}", f"{total:,}", rate, "")
    names = ("#", "op", "kernel", "source", "MACs", "instructions", "MAC/instr.", "share")
    for column, (name, footer) in enumerate(zip(names, footers, strict=True)):
        is_number = column in (0, 4, 5, 6, 7)
        table.add_column(name, footer, justify="right" if is_number else "left")
    for cost in costs:
        table.add_row(
            str(cost.index),
            cost.op.removeprefix("cortex_m."),
            cost.kernel,
            cost.source,
            f"{cost.macs:,}" if cost.macs else "",
            f"{cost.instructions:,}",
            f"{cost.macs_per_instruction:.2f}" if cost.macs else "",
            f"{cost.share:.1%}",
        )
    return table
