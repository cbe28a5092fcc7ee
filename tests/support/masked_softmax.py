"""Calls of cmlir_masked_softmax_s8."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cmlir.dialects.cortex_m.exponentials import exponentials
from support.kernel_library import Array, KernelLibrary, Memory, PerTensor

if TYPE_CHECKING:
    from support.random_calls import Draw


def exponentials_of(mult: int, shift: int, diff_min: int) -> Array:
    """The exponentials that kernels take, of the differences -255 to 0."""
    return exponentials(mult, shift, diff_min)[::-1].astype(np.int32)


@dataclass(frozen=True)
class MaskedSoftmaxCall:
    """x of any rank from 1; a mask that broadcasts to its shape, or none; the diagonal."""

    x: Array
    mask: Array | None
    diagonal: int

    def keep(self) -> Array:
        """Which elements are left, in the shape of x."""
        rows = self.x.shape[-2] if self.x.ndim > 1 else 1
        steps = np.arange(self.x.shape[-1]) - np.arange(rows)[:, None]
        visible = steps <= self.diagonal if self.x.ndim > 1 else steps[0] <= self.diagonal
        mask = np.array(True) if self.mask is None else self.mask != 0
        return np.broadcast_to(np.logical_and(visible, mask), self.x.shape)

    def strides(self) -> list[int]:
        """Of the mask in bytes, 0 where it repeats."""
        if self.mask is None:
            return []
        return [0 if n == 1 else s for n, s in zip(self.mask.shape, self.mask.strides, strict=True)]

    def run(
        self,
        library: KernelLibrary,
        memory: Memory,
        parameters: tuple[int, int, int],
        output: tuple[int, int, int] | None = None,
        in_place: bool = False,
    ) -> Array:
        """The result of the kernel; `output`: its multiplier, shift and offset."""
        data = memory.inout(self.x) if in_place else memory.input(self.x)
        out = data if in_place else memory.output(self.x.shape, np.int8)
        scale = None if output is None else PerTensor(*output[:2])
        status = library.call(
            "cmlir_masked_softmax_s8",
            data,
            None if self.mask is None else memory.input(self.mask),
            self.x.ndim,
            memory.input(np.array(self.x.shape, np.int32)),
            None if self.mask is None else memory.input(np.array(self.strides(), np.int32)),
            self.diagonal,
            memory.input(exponentials_of(*parameters)),
            scale,
            0 if output is None else output[2],
            out,
        )
        assert status == 0
        return out.value()


def random_shape(draw: Draw) -> tuple[int, ...]:
    """Batch, rows and their size; sometimes one row that is long."""
    shape = (draw.between(1, 3), draw.size(9), draw.size(70))
    return (1, 1, draw.between(4000, 9000)) if draw.between(0, 30) == 0 else shape


def random_mask(draw: Draw, shape: Sequence[int]) -> Array:
    """One that repeats along some axes, of any density; what it keeps is not 0."""
    kept = tuple(size if draw.between(0, 2) else 1 for size in shape)
    density = draw.rng.random()
    return (draw.rng.random(kept) < density).astype(np.uint8) * draw.between(1, 255)
