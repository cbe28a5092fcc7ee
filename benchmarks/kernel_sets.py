"""CMSIS-NN's calls (kernels="cmsis-nn") against extension kernels (kernels="fast").

    python benchmarks/kernel_sets.py [--compiler gcc|clang] [--target cortex-m55]

Both give the same bits, and both run on this repository's kernels.
"""

from __future__ import annotations

import argparse
import sys

import torch
from programs import PIPED_WIDTH, PROGRAMS, measure
from rich.console import Console
from rich.table import Table

from cmlir.dialects.cortex_m import KERNEL_SETS, TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    parser.add_argument("--target", choices=TARGETS, default="cortex-m55")
    options = parser.parse_args()
    torch.set_num_threads(1)
    title = f"{options.target}, {options.compiler}: one inference"
    table = Table(title=title, title_justify="left")
    for column in ("program", "kernels"):
        table.add_column(column)
    for column in ("instructions", "est. cycles", "code, B", "RAM with I/O, B"):
        table.add_column(column, justify="right")
    for program in PROGRAMS:
        for name, kernels in zip((program.name, ""), KERNEL_SETS, strict=True):
            found = measure(program, kernels, options.compiler, options.target)
            numbers = (found.instructions, found.cycles, found.code_bytes, found.ram_bytes)
            table.add_row(name, kernels, *(f"{number:,}" for number in numbers))
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(table)


if __name__ == "__main__":
    main()
