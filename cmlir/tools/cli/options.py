"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path

import click

from cmlir.runtime.targets import TARGETS
from cmlir.tools.cli.commands import Name, Place, Size, stacked

FILE = click.Path(path_type=Path)

COMPILERS = ("gcc", "clang")
KERNELS = ("fast", "cmsis-nn")
IO_MODES = ("float", "quantized")
PLACES = ("qemu", "host", "fvp", "interpreter")

output = stacked(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout."),
    click.option("-q", "--quiet", is_flag=True, help="No progress and no summary."),
)

compiling = stacked(
    click.option(
        "--target",
        type=Name("target", TARGETS),
        default="cortex-m55",
        show_default=True,
        help="The processor: " + ", ".join(TARGETS) + ".",
    ),
    click.option(
        "--kernels",
        type=Name("set of kernels", KERNELS),
        default="fast",
        show_default=True,
        help="cmsis-nn: CMSIS-NN's functions wherever it has one. The results are the same.",
    ),
    click.option(
        "--io",
        type=Name("way of inputs and outputs", IO_MODES),
        default="float",
        show_default=True,
        help="quantized: they cross as int8 codes.",
    ),
    click.option("--no-float", is_flag=True, help="Refuse operations that are left in float."),
    click.option(
        "--absorb",
        is_flag=True,
        help="Prefer nearness to the float model where a scalar scale did not fold.",
    ),
    click.option("--overwrite-inputs", is_flag=True, help="Inputs may be used as working memory."),
    click.option(
        "--place",
        type=Place(),
        multiple=True,
        help="Memory for weights, arena or state, such as weights=ddr. Repeatable.",
    ),
    click.option("--max-arena", type=Size(), help="Fail if the arena needs more, such as 64K."),
    click.option("--max-flash", type=Size(), help="Fail if code and constants need more."),
)

calibrating = stacked(
    click.option(
        "--calibration",
        type=FILE,
        help="Samples: .npz or .npy with arrays, or .pt. Instead of the factory's.",
    ),
    click.option(
        "--samples", "sample_limit", type=click.IntRange(1), help="Use the first N samples alone."
    ),
    click.option("--per-tensor", is_flag=True, help="One scale a weight, not one a channel."),
)

running = stacked(
    click.option("--inputs", type=FILE, help="An .npz with every input, one or more samples."),
    click.option(
        "--input", "input_files", type=FILE, multiple=True, help="An .npy for each input, in order."
    ),
    click.option(
        "--random", "seed", type=int, metavar="SEED", help="One sample of random inputs instead."
    ),
    click.option(
        "--compiler",
        type=Name("compiler", COMPILERS),
        default="gcc",
        show_default=True,
        help="Of the C project.",
    ),
    click.option("--timeout", type=click.FloatRange(0, min_open=True), help="Seconds."),
)
