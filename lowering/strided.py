"""Rearranged tensors as strides over a flat source, before anything is moved.

view, permute, expand, slice and select only change the map from an index to the place of an
element. Composing the maps first means that a chain of them costs at most one copy, and none where
the result is a run of the source's elements in order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias

Step: TypeAlias = tuple[int, int]
"""(size, stride): so many elements, each so far behind the one before."""

Steps: TypeAlias = tuple[Step, ...]


def dense_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides in elements."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


def merged(steps: Sequence[Step]) -> Steps:
    """The fewest steps: those of size 1 dropped, neighbours joined that one stride describes."""
    joined: list[Step] = []
    for size, stride in steps:
        if size == 1:
            continue
        if joined and joined[-1][1] == size * stride:
            joined[-1] = (joined[-1][0] * size, stride)
        else:
            joined.append((size, stride))
    return tuple(joined)


@dataclass(frozen=True)
class Layout:
    """Where each element of a tensor lies in its flat source.

    An index along an axis is a number whose digits count through the axis's steps, the last one
    fastest; the element lies at offset + the sum of digit * stride over the steps of all axes.  An
    axis of size 1 may have no steps.  Axes of several steps are what views make of axes that one
    stride does not describe.
    """

    offset: int
    axes: tuple[Steps, ...]

    @classmethod
    def dense(cls, shape: Sequence[int]) -> Self:
        strides = dense_strides(shape)
        return cls(0, tuple(((size, s),) for size, s in zip(shape, strides, strict=True)))

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(math.prod(size for size, _ in axis) for axis in self.axes)

    @property
    def steps(self) -> Steps:
        """The fewest steps that describe all elements in order."""
        return merged([step for axis in self.axes for step in axis])

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def permuted(self, dims: Sequence[int]) -> Self:
        """Axis k of the result is axis dims[k]."""
        return replace(self, axes=tuple(self.axes[d] for d in dims))

    def swapped_last(self) -> Self:
        """The last two axes exchanged."""
        rank = len(self.axes)
        return self.permuted([*range(rank - 2), rank - 1, rank - 2])

    def padded(self, rank: int) -> Self:
        """Axes of size 1 in front, as many as ``rank`` needs."""
        return replace(self, axes=((),) * (rank - len(self.axes)) + self.axes)

    def once(self) -> Self:
        """Size 1 for every axis along which all elements are the same one."""
        return replace(self, axes=tuple(() if repeats(axis) else axis for axis in self.axes))

    def expanded(self, shape: Sequence[int]) -> Self:
        """Axes of size 1 repeated, new axes in front; repeated axes have stride 0."""
        whole = self.padded(len(shape))
        sizes = zip(whole.axes, whole.shape, shape, strict=True)
        return replace(
            self, axes=tuple(a if size == target else ((target, 0),) for a, size, target in sizes)
        )

    def sliced(self, dim: int, start: int, step: int, count: int) -> Self | None:
        """``count`` elements of an axis from ``start`` by ``step``; None if it has more steps."""
        steps = merged(self.axes[dim])
        if len(steps) > 1:
            return None
        stride = steps[0][1] if steps else 0
        return replace(
            self,
            offset=self.offset + start * stride,
            axes=(*self.axes[:dim], ((count, step * stride),), *self.axes[dim + 1 :]),
        )

    def selected(self, dim: int, index: int) -> Self:
        """Element ``index`` of axis ``dim``, which disappears."""
        offset = self.offset
        for size, stride in reversed(self.axes[dim]):
            index, digit = divmod(index, size)
            offset += digit * stride
        return replace(self, offset=offset, axes=(*self.axes[:dim], *self.axes[dim + 1 :]))

    def viewed(self, shape: Sequence[int]) -> Self | None:
        """The same elements in order under another shape; None if steps would have to be cut."""
        left, axes = list(self.steps), list[Steps]()
        if 0 in shape:
            return None
        for size in reversed(shape):
            axis = _taken(left, size)
            if axis is None:
                return None
            axes.insert(0, axis)
        return replace(self, axes=tuple(axes))

    def is_run(self) -> bool:
        """Whether the elements are neighbours in the source, in order."""
        steps = self.steps
        return not steps or steps == ((self.size, 1),)

    def places(self) -> list[int]:
        """Where each element lies, in order."""
        found = [self.offset]
        for size, stride in (step for axis in self.axes for step in axis):
            found = [place + digit * stride for place in found for digit in range(size)]
        return found

    def transposition(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """(shape, permutation) where the elements are a permuted run of the source, else None.

        The run, seen in ``shape``, permuted by ``permutation`` gives the elements in order.
        """
        steps = self.steps
        order = sorted(range(len(steps)), key=lambda k: -steps[k][1])
        shape = tuple(steps[k][0] for k in order)
        if tuple(steps[k][1] for k in order) != dense_strides(shape):
            return None
        return shape, tuple(order.index(k) for k in range(len(steps)))


def repeats(steps: Steps) -> bool:
    """Whether all elements along an axis are the same one."""
    return all(size == 1 or stride == 0 for size, stride in steps)


def _taken(left: list[Step], size: int) -> Steps | None:
    """The last steps of ``left`` that make up ``size`` elements, removed from there."""
    taken: Steps = ()
    while size > 1:
        count, stride = left.pop() if left else (1, 0)
        common = math.gcd(count, size)
        if common not in (count, size) or common == 1:
            return None
        if common < count:
            left.append((count // common, stride * common))
        taken = ((common, stride), *taken)
        size //= common
    return taken


def common_steps(*axes: Steps) -> list[tuple[int, tuple[int, ...]]] | None:
    """(size, stride of each), for axes of one size and no step of size 1; None if the cuts differ.

    An axis of one element has no steps.
    """
    left = [list(steps) for steps in axes]
    found: list[tuple[int, tuple[int, ...]]] = []
    while all(left):
        common = math.gcd(*(steps[-1][0] for steps in left))
        cuts = [_taken(steps, common) for steps in left]
        strides = tuple(cut[0][1] for cut in cuts if cut)
        if len(strides) < len(axes):
            return None
        found.insert(0, (common, strides))
    return found


def axis_last(rank: int, dim: int) -> tuple[list[int], list[int]]:
    """The order of axes that puts ``dim`` behind all others, and the order that undoes it."""
    order = [*(k for k in range(rank) if k != dim), dim]
    return order, [order.index(k) for k in range(rank)]
