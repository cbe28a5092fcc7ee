"""Calls of the convolutions with random shapes and parameters."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from support.golden_images import integers
from support.kernel_library import Array, Block, Dims, KernelLibrary, Memory, PerChannel, Scratch


class Draws(Protocol):
    """What `random_calls.Draw` offers."""

    @property
    def memory(self) -> Memory: ...
    def between(self, low: int, high: int) -> int: ...
    def often(self, usual: int, other: int) -> int: ...
    def size(self, high: int) -> int: ...
    def multiplier(self) -> int: ...
    def shift(self, low: int, high: int) -> int: ...
    def clamp(self) -> tuple[int, int]: ...
    def int8(self, size: int) -> Array: ...
    def int32(self, size: int, low: int, high: int) -> Array: ...
    def bytes_block(self, size: int) -> Block: ...


def random_convolution(library: KernelLibrary, draw: Draws) -> str:
    """Of one of several groups, strides, dilations and paddings."""
    groups = draw.often(1, draw.between(2, 3))
    per_group, outputs = draw.between(1, draw.often(20, 3)), groups * draw.between(1, 11)
    kernel = draw.often(draw.between(1, 3), draw.between(4, 10)), draw.between(1, 3)
    return _call(library, draw, "cmlir_convolve_s8", kernel, groups * per_group, outputs, per_group)


def random_depthwise(library: KernelLibrary, draw: Draws) -> str:
    """Mostly 3x3, which has loops of its own."""
    kernel = (3, 3) if draw.between(0, 3) else (draw.between(1, 4), draw.between(1, 4))
    channels, more = max(1, draw.size(40)), draw.often(1, draw.between(1, 2))
    return _call(library, draw, "cmlir_depthwise_conv_s8", kernel, channels, channels * more, None)


def _call(
    library: KernelLibrary,
    draw: Draws,
    function: str,
    kernel: tuple[int, int],
    channels: int,
    outputs: int,
    per_group: int | None,
) -> str:
    stride = draw.between(1, 2)
    strides = (stride, draw.often(stride, draw.between(1, 3)))
    dilations = (draw.often(1, 2), draw.often(1, 2))
    padding = (draw.between(0, kernel[0] - 1), draw.between(0, kernel[1] - 1))
    batch, counts = draw.often(1, 2), (draw.between(1, 9), draw.between(1, 11))
    fitting = [
        (counts[k] - 1) * strides[k] + dilations[k] * (kernel[k] - 1) + 1 - padding[k]
        for k in (0, 1)
    ]
    size = tuple(max(1, number - draw.between(0, 1)) for number in fitting)
    depth = channels if per_group is None else per_group
    weights = kernel[0] * kernel[1] * (outputs if per_group is None else outputs * depth)
    offset, multiplier = draw.between(-127, 128), (() if per_group else (outputs // channels,))
    tiles = (*strides[::-1], *padding[::-1], *dilations[::-1])
    params = integers(offset, draw.between(-128, 127), *multiplier, *tiles, *draw.clamp())
    low, high = ((-14, -1), (-14, -1), (0, 0), (-3, 2))[draw.between(0, 3)]
    shifts = np.array([draw.shift(low, high) for _ in range(outputs)], np.int32)
    if draw.between(0, 2):
        shifts = np.clip(shifts, low, high).astype(np.int32)
    multipliers = np.array([draw.multiplier() for _ in range(outputs)], np.int32)
    scales = PerChannel(draw.memory.input(multipliers).address, draw.memory.input(shifts).address)
    in_dims, out_dims = Dims(batch, *size, channels), Dims(batch, *counts, outputs)
    filter_dims = Dims(1, *kernel, outputs) if per_group is None else Dims(outputs, *kernel, depth)
    needed = library.call(f"{function}_get_buffer_size", params, in_dims, filter_dims, out_dims)
    scratch = draw.memory.output((needed,), np.int8)
    library.call(
        function,
        Scratch(scratch.address if needed else None, needed),
        params,
        scales,
        in_dims,
        draw.bytes_block(batch * size[0] * size[1] * channels),
        filter_dims,
        draw.bytes_block(weights),
        draw.memory.input(draw.int32(outputs, -(2**14), 2**14)),
        out_dims,
        draw.memory.output((batch, *counts, outputs), np.int8),
    )
    return f"{size}x{channels} {kernel} -> {counts}x{outputs}, {strides}, {padding}, {dilations}"
