"""cmlir beside recorded peers, on a simulated Cortex-M55.

    python benchmarks/peers.py [--compiler gcc|clang]

The peers' figures were measured once on the same QEMU machine (mps3-an547), only the inference
counted; each names the compiler that built it.
"""

from __future__ import annotations

import argparse
import sys

import torch
from programs import PIPED_WIDTH, PROGRAMS, Measurement, Program, measure
from rich.console import Console
from rich.table import Table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    options = parser.parse_args()
    torch.set_num_threads(1)
    table = Table(title="Cortex-M55: executed instructions of one inference", title_justify="left")
    for column in ("program", "system"):
        table.add_column(column)
    for column in ("instructions", "times cmlir's", "est. cycles", "MAC/instr.", "code, B"):
        table.add_column(column, justify="right")
    for program in PROGRAMS:
        ours = measure(program, "fast", options.compiler, "cortex-m55")
        add_rows(table, program, ours, options.compiler)
    table.caption = "code: flash without weights; 16 MAC a vector instruction are the bound of MVE"
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(table)


def add_rows(table: Table, program: Program, ours: Measurement, compiler: str) -> None:
    rate = f"{ours.macs / ours.instructions:.2f}" if ours.macs else ""
    numbers = (f"{ours.instructions:,}", "1.0", f"{ours.cycles:,}", rate, f"{ours.code_bytes:,}")
    table.add_row(program.name, f"cmlir, {compiler}", *numbers, style="bold")
    for peer in program.peers:
        rate = f"{ours.macs / peer.instructions:.2f}" if ours.macs else ""
        times = f"{peer.instructions / ours.instructions:.1f}"
        code = f"{peer.code_bytes:,}" if peer.code_bytes else ""
        table.add_row("", peer.name, f"{peer.instructions:,}", times, "", rate, code)


if __name__ == "__main__":
    main()
