"""Calls of cmlir_softmax_s16_s8, and what they must give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from support.fixed_point import high_multiply, probability_codes
from support.kernel_library import Array, KernelLibrary, Memory
from support.masked_softmax import MaskedSoftmaxCall, random_mask, random_shape

if TYPE_CHECKING:
    from support.random_calls import Draw

EVERYTHING = 2**31 - 1
"""A diagonal that leaves out nothing."""


def exponentials(scale: float) -> Array:
    """exp(-scale * 256 k) and exp(-scale * k) for k = 0..255 in Q0.31."""
    steps = np.concatenate([256 * np.arange(256), np.arange(256)])
    return np.minimum(np.rint(2.0**31 * np.exp(-scale * steps)), 2.0**31 - 1).astype(np.int32)


@dataclass(frozen=True)
class WideSoftmaxCall:
    """Scores of 16 bits with what masks leave of them, and the two tables."""

    masked: MaskedSoftmaxCall
    tables: Array

    def run(self, library: KernelLibrary, memory: Memory) -> Array:
        x, mask = self.masked.x, self.masked.mask
        out = memory.output(x.shape, np.int8)
        status = library.call(
            "cmlir_softmax_s16_s8",
            memory.input(x),
            None if mask is None else memory.input(mask),
            x.ndim,
            memory.input(np.array(x.shape, np.int32)),
            None if mask is None else memory.input(np.array(self.masked.strides(), np.int32)),
            self.masked.diagonal,
            memory.input(self.tables),
            out,
        )
        assert status == 0
        return out.value()

    def expected(self) -> Array:
        codes = np.zeros(self.masked.x.shape, np.int64)
        keep = self.masked.keep()
        for place in np.ndindex(codes.shape[:-1]):
            row, kept = self.masked.x[place].astype(int), keep[place]
            if kept.any():
                codes[place][kept] = probability_codes(self._exponentials(row[kept]), 8)
        return codes - 128

    def _exponentials(self, row: Array) -> list[int]:
        below = row.max() - row
        pairs = zip(self.tables[below // 256], self.tables[256 + below % 256], strict=True)
        return [high_multiply(int(high), int(low)) for high, low in pairs]


def random_wide_softmax(draw: Draw) -> WideSoftmaxCall:
    """Rows of any width of scores; a mask that repeats along some axes, or none."""
    shape = random_shape(draw)
    mask = random_mask(draw, shape) if draw.between(0, 2) else None
    x = draw.rng.integers(-(2**15), 2**15, math.prod(shape)) >> draw.between(0, 12)
    diagonal = draw.often(draw.between(-4, 70), EVERYTHING)
    masked = MaskedSoftmaxCall(x.astype(np.int16).reshape(shape), mask, diagonal)
    return WideSoftmaxCall(masked, exponentials(10.0 ** draw.rng.uniform(-5, 0)))


def random_wide_softmax_call(library: KernelLibrary, draw: Draw) -> str:
    call = random_wide_softmax(draw)
    call.run(library, draw.memory)
    mask = call.masked.mask
    masked = "no mask" if mask is None else f"mask {mask.shape}"
    return f"{call.masked.x.shape}, {masked}, diagonal {call.masked.diagonal}, {call.tables[:2]}"
