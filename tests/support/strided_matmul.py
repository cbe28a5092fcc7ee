"""Calls of cmlir_strided_matmul_s8 (_s8_s16) on matrices that lie anywhere, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from support.fixed_point import rescale, wrap
from support.kernel_library import (
    Array,
    Block,
    Context,
    FcParams,
    KernelLibrary,
    Memory,
    PerTensor,
    StridedMatmulParams,
)


@dataclass(frozen=True)
class Place:
    """Where a 4-axis operand lies: elements apart along each axis, bytes from its first element."""

    strides: tuple[int, ...]
    elements: int

    @classmethod
    def of(cls, shape: tuple[int, ...], order: tuple[int, ...], gap: int, repeated: int) -> Place:
        """Axes outermost first in ``order``; ``gap`` more elements behind each run of the last.

        Along the first ``repeated`` axes all elements are the same.
        """
        strides, step = [0] * 4, 1
        for position, axis in enumerate(reversed(order)):
            if axis >= repeated:
                strides[axis] = step
                step = step * shape[axis] + (gap if position == 0 else 0)
        last = sum(s * (n - 1) for s, n in zip(strides, shape, strict=True))
        return cls(tuple(strides), last + 1 if 0 not in shape else 0)


@dataclass(frozen=True)
class StridedMatmulCall:
    """sizes = [n, h, rows, columns, depth]; offsets of lhs, rhs and out, and the clamp."""

    sizes: tuple[int, int, int, int, int]
    lhs: Place
    rhs: Place
    out: Place
    offsets: tuple[int, int, int]
    clamp: tuple[int, int]
    factor: tuple[int, int]
    wide: bool = False
    """Whether the result has 16 bits."""

    @property
    def dtype(self) -> Any:
        return np.int16 if self.wide else np.int8

    def run(
        self, library: KernelLibrary, memory: Memory, lhs: Array, rhs: Array
    ) -> tuple[int, Block]:
        """The status, and the result's memory: what is not written to stays 0x5A."""
        *_, columns, depth = self.sizes
        buffer = memory.output((columns * depth,), np.int8)
        params = StridedMatmulParams(
            tuple(self.sizes),
            tuple(self.lhs.strides[:3]),
            tuple(self.rhs.strides),
            tuple(self.out.strides[:3]),
            FcParams(*self.offsets, *self.clamp),
            PerTensor(*self.factor),
        )
        out = memory.output((self.out.elements,), self.dtype)
        status = library.call(
            "cmlir_strided_matmul_s8_s16" if self.wide else "cmlir_strided_matmul_s8",
            Context(buffer.address if self.rhs.strides[3] != 1 else None, columns * depth),
            params,
            memory.input(lhs),
            memory.input(rhs),
            out,
        )
        return status, out

    def expected(self, lhs: Array, rhs: Array) -> Array:
        """The whole memory of the result."""
        n, h, rows, columns, depth = self.sizes
        a = as_strided(lhs, (n, h, rows, depth), self.lhs.strides).astype(np.int64)
        b = as_strided(rhs, (n, h, columns, depth), self.rhs.strides).astype(np.int64)
        exact = (a + self.offsets[0]) @ np.swapaxes(b + self.offsets[1], 2, 3)
        codes = [
            rescale(wrap(total), *self.factor, self.offsets[2], *self.clamp)
            for total in exact.ravel().tolist()
        ]
        out = np.full(self.out.elements, 0x5A5A if self.wide else 0x5A, self.dtype)
        steps = [out.itemsize * stride for stride in self.out.strides]
        as_strided(out, exact.shape, steps)[...] = np.reshape(codes, exact.shape)
        return out
