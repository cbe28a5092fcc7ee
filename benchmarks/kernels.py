"""Single kernels beside CMSIS-NN's own, on simulated processors.

    python benchmarks/kernels.py [--compiler gcc|clang] [--target cortex-m55]

CMSIS-NN's figures were measured once on the same QEMU machines, built by GCC 12.2; on the
Cortex-M55 they were recorded as multiply-accumulates or elements per instruction. Those of the
Cortex-M4 and M33 are the M7's, which they equal within 4 per cent.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

import torch
from programs import PIPED_WIDTH, Image, Program, Scores, measure
from rich.console import Console
from rich.table import Table
from torch import nn


@dataclass(frozen=True)
class Kernel:
    """`instructions` of CMSIS-NN by target."""

    name: str
    make: Callable[[], nn.Module]
    shape: tuple[int, ...]
    instructions: dict[str, int]

    @property
    def program(self) -> Program:
        return Program(self.name, self.make, self.shape, ())


def recorded(m55: float, m7: int, m3: int) -> dict[str, int]:
    with_dsp = dict.fromkeys(("cortex-m7", "cortex-m4", "cortex-m33"), m7)
    return {"cortex-m55": round(m55), **with_dsp, "cortex-m3": m3}


LINEAR_64, LINEAR_256 = 64 * 64 * 64, 64 * 64 * 256
SCORES_32, SCORES_64 = 4 * 32 * 32 * 16, 4 * 64 * 64 * 64
CONV_3X3, CONV_1X1 = 16 * 16 * 32 * 16 * 9, 25 * 5 * 64 * 64
DEPTHWISE = 25 * 5 * 64 * 9

KERNELS = (
    Kernel(
        "linear 64x64 -> 64",
        lambda: nn.Linear(64, 64),
        (64, 64),
        recorded(LINEAR_64 / 1.44, 701_118, 1_043_881),
    ),
    Kernel(
        "linear 64x64 -> 256",
        lambda: nn.Linear(64, 256),
        (64, 64),
        recorded(LINEAR_256 / 1.49, 2_783_934, 4_115_867),
    ),
    Kernel(
        "linear 64x256 -> 64",
        lambda: nn.Linear(256, 64),
        (64, 256),
        recorded(LINEAR_256 / 1.90, 2_175_678, 3_698_141),
    ),
    Kernel(
        "matmul of 4 heads, 32x16 -> 32",
        Scores,
        (4, 32, 16),
        recorded(SCORES_32 / 0.55, 350_279, 465_552),
    ),
    Kernel(
        "matmul of 4 heads, 64x64 -> 64",
        Scores,
        (4, 64, 64),
        recorded(SCORES_64 / 1.22, 2_895_641, 5_225_656),
    ),
    Kernel(
        "softmax 128x32",
        lambda: nn.Softmax(-1),
        (128, 32),
        recorded(2_284_841, 2_179_418, 2_124_748),
    ),
    Kernel(
        "convolution 3x3 16 -> 32, 16x16",
        lambda: Image(nn.Conv2d(16, 32, 3, padding=1)),
        (1, 16, 16, 16),
        recorded(CONV_3X3 / 3.0, 2_524_555, 3_611_243),
    ),
    Kernel(
        "convolution 1x1 64 -> 64, 25x5",
        lambda: Image(nn.Conv2d(64, 64, 1)),
        (1, 25, 5, 64),
        recorded(CONV_1X1 / 2.5, 1_051_004, 1_591_861),
    ),
    Kernel(
        "depthwise 3x3, 64 channels, 25x5",
        lambda: Image(nn.Conv2d(64, 64, 3, padding=1, groups=64)),
        (1, 25, 5, 64),
        recorded(DEPTHWISE / 0.43, 594_177, 674_334),
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    parser.add_argument("--target", choices=KERNELS[0].instructions, default="cortex-m55")
    options = parser.parse_args()
    torch.set_num_threads(1)
    title = f"{options.target}, {options.compiler}: executed instructions of one call"
    table = Table(title=title, title_justify="left")
    table.add_column("kernel")
    for column in ("instructions", "est. cycles", "MAC/instr.", "CMSIS-NN, GCC 12.2", "times"):
        table.add_column(column, justify="right")
    for kernel in KERNELS:
        ours = measure(kernel.program, "fast", options.compiler, options.target)
        theirs = kernel.instructions[options.target]
        rate = f"{ours.macs / ours.instructions:.2f}" if ours.macs else ""
        numbers = (f"{ours.instructions:,}", f"{ours.cycles:,}", rate, f"{theirs:,}")
        table.add_row(kernel.name, *numbers, f"{theirs / ours.instructions:.1f}")
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(table)


if __name__ == "__main__":
    main()
