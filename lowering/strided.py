"""Rearranged tensors as strides over a flat source, before anything is moved.

view, permute, expand, slice and select only change the map from an index to the place of an
element. Composing the maps first means that a chain of them costs at most one copy, and none where
the result is a run of the source's elements in order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self


def dense_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides in elements."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


@dataclass(frozen=True)
class Layout:
    """Element [i0, i1, …] lies at offset + sum_k i_k * strides[k] of the flat source."""

    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @classmethod
    def dense(cls, shape: Sequence[int]) -> Self:
        return cls(0, tuple(shape), dense_strides(shape))

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def permuted(self, dims: Sequence[int]) -> Self:
        """Axis k of the result is axis dims[k]."""
        return replace(
            self,
            shape=tuple(self.shape[d] for d in dims),
            strides=tuple(self.strides[d] for d in dims),
        )

    def swapped_last(self) -> Self:
        """The last two axes exchanged."""
        rank = len(self.shape)
        return self.permuted([*range(rank - 2), rank - 1, rank - 2])

    def expanded(self, shape: Sequence[int]) -> Self:
        """Axes of size 1 repeated, new axes in front; repeated axes have stride 0."""
        missing = len(shape) - len(self.shape)
        sizes = (1,) * missing + self.shape
        strides = (0,) * missing + self.strides
        kept = tuple(
            s if size == target else 0
            for s, size, target in zip(strides, sizes, shape, strict=True)
        )
        return replace(self, shape=tuple(shape), strides=kept)

    def sliced(self, dim: int, start: int, step: int, count: int) -> Self:
        """``count`` elements of axis ``dim`` from ``start`` by ``step``."""
        return replace(
            self,
            offset=self.offset + start * self.strides[dim],
            shape=(*self.shape[:dim], count, *self.shape[dim + 1 :]),
            strides=(*self.strides[:dim], step * self.strides[dim], *self.strides[dim + 1 :]),
        )

    def selected(self, dim: int, index: int) -> Self:
        """Element ``index`` of axis ``dim``, which disappears."""
        return replace(
            self,
            offset=self.offset + index * self.strides[dim],
            shape=(*self.shape[:dim], *self.shape[dim + 1 :]),
            strides=(*self.strides[:dim], *self.strides[dim + 1 :]),
        )

    def viewed(self, shape: Sequence[int]) -> Self | None:
        """The same elements in order under another shape; None if no strides describe it."""
        merged = self.merged()
        axes = list(zip(merged.shape, merged.strides, strict=True))
        strides: list[int] = []
        for size in reversed(tuple(shape)):
            if size == 1:
                strides.append(0)
                continue
            if not axes or axes[-1][0] % size:
                return None
            rest, stride = axes.pop()
            strides.append(stride)
            if rest != size:
                axes.append((rest // size, stride * size))
        return replace(self, shape=tuple(shape), strides=tuple(reversed(strides)))

    def merged(self) -> Self:
        """The fewest axes: those of size 1 dropped, neighbours joined that one stride describes."""
        axes: list[tuple[int, int]] = []
        for size, stride in zip(self.shape, self.strides, strict=True):
            if size == 1:
                continue
            if axes and axes[-1][1] == size * stride:
                axes[-1] = (axes[-1][0] * size, stride)
            else:
                axes.append((size, stride))
        return replace(
            self, shape=tuple(size for size, _ in axes), strides=tuple(s for _, s in axes)
        )

    def is_run(self) -> bool:
        """Whether the elements are neighbours in the source, in order."""
        merged = self.merged()
        return merged.strides == dense_strides(merged.shape)

    def transposition(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """(shape, permutation) where the elements are a permuted run of the source, else None.

        The run, seen in ``shape``, permuted by ``permutation`` gives the merged layout.
        """
        merged = self.merged()
        rank = len(merged.shape)
        order = sorted(range(rank), key=lambda k: -merged.strides[k])
        shape = tuple(merged.shape[k] for k in order)
        if tuple(merged.strides[k] for k in order) != dense_strides(shape):
            return None
        return shape, tuple(order.index(k) for k in range(rank))
