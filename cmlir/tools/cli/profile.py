"""`cmlir profile`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cmlir.runtime.profile import FunctionCost, profile_project
from cmlir.runtime.result import RunResult
from cmlir.runtime.targets import find_target
from cmlir.tools.cli.building import Calibration, compile_options
from cmlir.tools.cli.commands import SETTINGS, Command, examples
from cmlir.tools.cli.options import calibrating, compiling, output, running
from cmlir.tools.cli.programs import Inputs, Program, Sample, execute, program
from cmlir.tools.cli.ui import emit, progress_shown

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class OpCost:
    """A kernel call of report.json with its executed instructions; `share` of all of them.

    `estimated_cycles` are their weighed sum (cmlir/runtime/cycles.py).
    """

    index: int
    op: str
    kernel: str
    source: str
    macs: int
    instructions: int
    macs_per_instruction: float
    estimated_cycles: int
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
@click.option("--functions", "by_function", is_flag=True, help="Also count by C function.")
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
    by_function: bool,
    calibration: Path | None,
    sample_limit: int | None,
    per_tensor: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Count the executed instructions of each operation, on QEMU.

    These are exact counts of executed instructions, never cycles, of the sample that takes most.
    Beside them stand estimated cycles: the same instructions, weighed by a table of costs, to
    compare kernels with each other.
    """
    calibrated = Calibration(calibration, sample_limit, per_tensor)
    compiling_options = compile_options(**options)
    with progress_shown(quiet), program(name, calibrated, compiling_options) as to_run:
        samples = Inputs(inputs, input_files, seed).samples(to_run)
        result = execute(to_run, samples, "qemu", compiler=compiler, timeout=timeout, per_op=True)
        costs = op_costs(to_run, result)
        functions = function_costs(to_run, samples, compiler) if by_function else ()
    shown = sorted(costs, key=lambda cost: -cost.instructions) if is_sorted else costs
    fields = {
        "ok": True,
        "target": to_run.target,
        "simulator": result.simulator,
        "compiler": result.compiler,
        "instructions": result.instructions,
        "estimated_cycles": result.estimated_cycles,
        "macs_bound": find_target(to_run.target).macs_bound,
        "ops": [asdict(cost) for cost in shown],
        "functions": [asdict(cost) for cost in functions],
    }
    tables = [costs_table(shown, result, to_run.target)]
    tables += [functions_table(functions)] if by_function else []
    emit(as_json, quiet, fields, *tables)


def op_costs(to_run: Program, result: RunResult) -> list[OpCost]:
    """Of each kernel call, in the order of the program."""
    assert result.per_op is not None
    assert result.per_op_estimated_cycles is not None
    total = sum(result.per_op)
    counted = zip(to_run.report.ops, result.per_op, result.per_op_estimated_cycles, strict=True)
    return [
        OpCost(
            index=op.index,
            op=op.op,
            kernel=op.kernel,
            source=op.source,
            macs=op.macs,
            instructions=count,
            macs_per_instruction=op.macs / count if count else 0.0,
            estimated_cycles=cycles,
            share=count / total if total else 0.0,
        )
        for op, count, cycles in counted
    ]


def function_costs(
    to_run: Program, samples: Sequence[Sample], compiler: str
) -> tuple[FunctionCost, ...]:
    """Of each C function, the first sample alone; what a function calls is not its own."""
    sample, *_ = samples
    profile = profile_project(
        to_run.project, sample, target=to_run.target, compiler=compiler, place=to_run.place
    )
    return profile.functions


def costs_table(costs: Sequence[OpCost], result: RunResult, target: str) -> Table:
    """One row a kernel call, and their sum."""
    title = (
        f"{target}: {result.instructions:,} executed instructions (not cycles), "
        f"{result.estimated_cycles:,} estimated cycles"
    )
    bound = find_target(target).macs_bound
    says = f"at most {bound} MAC an instruction; {result.simulator}; {result.compiler}"
    return costs_rows(costs, title, says)


def costs_rows(costs: Sequence[OpCost], title: str, caption: str) -> Table:
    """The table under a title."""
    macs, total = sum(cost.macs for cost in costs), sum(cost.instructions for cost in costs)
    cycles = sum(cost.estimated_cycles for cost in costs)
    table = _table(
        title,
        caption,
        {
            "#": "",
            "op": "all operations",
            "kernel": "",
            "source": "",
            "MACs": f"{macs:,}",
            "instructions": f"{total:,}",
            "MAC/instr.": f"{macs / total:.2f}" if total else "",
            "est. cycles": f"{cycles:,}",
            "share": "",
        },
    )
    for cost in costs:
        table.add_row(
            str(cost.index),
            cost.op.removeprefix("cortex_m."),
            cost.kernel,
            cost.source,
            f"{cost.macs:,}" if cost.macs else "",
            f"{cost.instructions:,}",
            f"{cost.macs_per_instruction:.2f}" if cost.macs else "",
            f"{cost.estimated_cycles:,}",
            f"{cost.share:.1%}",
        )
    return table


def functions_table(costs: Sequence[FunctionCost]) -> Table:
    """One row a C function, the most expensive first, and their sum."""
    table = _table(
        "C functions, without what they call",
        "",
        {
            "function": "all functions",
            "instructions": f"{sum(cost.instructions for cost in costs):,}",
            "est. cycles": f"{sum(cost.cycles for cost in costs):,}",
        },
    )
    for cost in costs:
        table.add_row(cost.name, f"{cost.instructions:,}", f"{cost.cycles:,}")
    return table


_TEXTS = ("op", "kernel", "source", "function")


def _table(title: str, caption: str, columns: Mapping[str, str]) -> Table:
    """With a footer below each column's name."""
    from rich.table import Table

    table = Table(
        title=title,
        caption=caption,
        title_justify="left",
        caption_justify="left",
        show_footer=True,
    )
    for name, footer in columns.items():
        table.add_column(name, footer, justify="left" if name in _TEXTS else "right")
    return table
