"""The memory of a fixed list of programs, and what is proved of it.

    python benchmarks/memory.py [WORD ...]

Each is planned with inputs and outputs as codes and inputs that may be overwritten; only those
whose names have one of the words, if there are any. Times are of the processor, for the plan.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import torch
from programs import PIPED_WIDTH
from rich.console import Console
from rich.table import Table
from zoo import Entry, entries

from cmlir.codegen import make_report
from cmlir.context import make_context
from cmlir.lowering import pipelines
from cmlir.passes import run_passes

MOST_BUFFERS, MOST_SECONDS, LEAST_PROVED = 100, 10.0, 0.95
"""Of the programs with so few buffers, so large a part must be proved optimal in such a time."""


@dataclass(frozen=True)
class Plan:
    """``optimal`` for the chosen order of operations, ``over_orders`` for every one."""

    name: str
    buffers: int
    arena_bytes: int
    lower_bound: int
    io_bytes: int
    optimal: bool
    over_orders: bool
    seconds: float

    @property
    def is_proved_in_time(self) -> bool:
        return self.optimal and self.seconds <= MOST_SECONDS


def plan(entry: Entry) -> Plan:
    """Plan one program of the list."""
    module = entry.lowered()
    begin = time.process_time()
    run_passes(make_context(), module, pipelines.expand("plan-memory"))
    seconds = time.process_time() - begin
    report = make_report(module)
    return Plan(
        entry.name,
        len(report.buffers),
        report.arena_bytes,
        report.arena_lower_bound,
        report.io_bytes,
        report.arena_optimal,
        report.order_optimal,
        seconds,
    )


def proved_part(plans: list[Plan]) -> float:
    """Of the programs with few buffers."""
    small = [plan for plan in plans if plan.buffers <= MOST_BUFFERS]
    return sum(plan.is_proved_in_time for plan in small) / max(1, len(small))


def table(plans: list[Plan]) -> Table:
    title = f"{proved_part(plans):.0%} of those with up to {MOST_BUFFERS} buffers proved in time"
    shown = Table(title=title, title_justify="left")
    shown.add_column("program")
    for column in ("buffers", "arena", "lower bound", "inputs, outputs", "seconds"):
        shown.add_column(column, justify="right")
    for column in ("optimal", "over orders"):
        shown.add_column(column)
    for p in plans:
        sizes = (f"{size:,}" for size in (p.buffers, p.arena_bytes, p.lower_bound, p.io_bytes))
        flags = ("yes" if flag else "no" for flag in (p.optimal, p.over_orders))
        shown.add_row(p.name, *sizes, f"{p.seconds:.1f}", *flags)
    return shown


def main() -> None:
    torch.set_num_threads(1)
    words = sys.argv[1:]
    chosen = [e for e in entries() if not words or any(word in e.name for word in words)]
    plans = [plan(entry) for entry in chosen]
    console = Console()
    Console(width=None if console.is_terminal else PIPED_WIDTH).print(table(plans))


if __name__ == "__main__":
    main()
