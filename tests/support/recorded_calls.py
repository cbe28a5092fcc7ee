"""Sets of recorded calls: the golden vectors, and products at the extremes of their parameters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product

import numpy as np

from support.device_calls import RecordedCall, Recorder
from support.golden_cases import GOLDEN_DIR, load_cases, run_case
from support.kernel_library import (
    Array,
    BmmParams,
    Context,
    Dims,
    FcParams,
    Memory,
    PerTensor,
    Quant,
    Scratch,
)

ON_THE_HOST_ONLY = {"arm_nn_requantize"}
"""Each of its golden cases is hundreds of calls of plain C."""

LARGEST = 70
"""Of the depths and widths that are tried one by one."""

INPUT_OFFSETS, OUTPUT_OFFSETS = (-127, 128), (-128, 127)
FILTER_OFFSETS = (0, -127, 128)
SHIFTS = (-9, 0, 1, -24)
"""To the right, none, to the left, and so far to the right that little is left."""

ALL_SIZES = range(1, LARGEST + 1)

Extreme = tuple[int, int, int, int]
"""Input, filter and output offset, shift"""


def golden_calls(recorder: Recorder, kernel_sums: bool = True) -> list[RecordedCall]:
    """All golden vectors. MVE builds need kernel sums; others take the bias in their place, too."""
    calls: list[RecordedCall] = []
    for path in sorted(GOLDEN_DIR.glob("*.npz")):
        for case in load_cases(path):
            if case.function not in ON_THE_HOST_ONLY:
                run_case(recorder, case, kernel_sums)
                calls += recorder.take(str(case))
    return calls


def extreme_calls(recorder: Recorder, seed: int) -> list[RecordedCall]:
    """Each depth and each width from 1 to LARGEST, at every extreme of zero points and shifts."""
    rng = np.random.default_rng(seed)
    extremes = list(product(INPUT_OFFSETS, FILTER_OFFSETS, OUTPUT_OFFSETS, SHIFTS))
    calls: list[RecordedCall] = []
    for extreme, depth, width in _sizes(extremes):
        rows = int(rng.integers(1, 13))
        with recorder.memory() as memory:
            _matmul(recorder, memory, extreme, rng, (rows, depth, width))
            if extreme[1] == 0:
                _linear(recorder, memory, extreme, rng, (rows, depth, width))
        calls += recorder.take(f"{rows}x{depth} -> {width}, {extreme}")
    return calls


def _sizes(extremes: list[Extreme]) -> Iterator[tuple[Extreme, int, int]]:
    """With each extreme all depths and all widths, each beside another one of the other."""
    others = cycle(ALL_SIZES)
    for extreme in extremes:
        next(others)
        for size in ALL_SIZES:
            yield extreme, size, next(others)


def _codes(rng: np.random.Generator, *shape: int) -> Array:
    return rng.integers(-128, 128, shape).astype(np.int8)


def _matmul(
    recorder: Recorder,
    memory: Memory,
    extreme: Extreme,
    rng: np.random.Generator,
    sizes: tuple[int, int, int],
) -> None:
    rows, depth, width = sizes
    input_offset, filter_offset, output_offset, shift = extreme
    scratch = memory.output((width,), np.int32)
    recorder.call(
        "arm_batch_matmul_s8",
        Scratch(scratch.address, scratch.nbytes),
        BmmParams(False, False, FcParams(input_offset, filter_offset, output_offset, -128, 127)),
        PerTensor(int(rng.integers(2**30, 2**31)), shift),
        Dims(1, 1, rows, depth),
        memory.input(_codes(rng, rows, depth)),
        Dims(1, 1, width, depth),
        memory.input(_codes(rng, width, depth)),
        Dims(1, 1, rows, width),
        memory.output((rows, width), np.int8),
    )


def _linear(
    recorder: Recorder,
    memory: Memory,
    extreme: Extreme,
    rng: np.random.Generator,
    sizes: tuple[int, int, int],
) -> None:
    """Per channel, with other shifts for some channels, and clamped as by a ReLU."""
    rows, depth, width = sizes
    input_offset, filter_offset, output_offset, shift = extreme
    weights = _codes(rng, width, depth)
    sums = input_offset * weights.sum(1, dtype=np.int32) + rng.integers(-5000, 5000, width)
    shifts = np.where(rng.random(width) < 0.9, shift, -3).astype(np.int32)
    recorder.call(
        "arm_fully_connected_wrapper_s8",
        Context(memory.input(sums.astype(np.int32)).address, 4 * width),
        FcParams(input_offset, filter_offset, output_offset, output_offset, 127),
        Quant(
            memory.input(rng.integers(2**30, 2**31, width).astype(np.int32)).address,
            memory.input(shifts).address,
            1,
        ),
        Dims(rows, 1, 1, depth),
        memory.input(_codes(rng, rows, depth)),
        Dims(depth, 1, 1, width),
        memory.input(weights),
        Dims(1, 1, 1, width),
        None,
        Dims(rows, 1, 1, width),
        memory.output((rows, width), np.int8),
    )
