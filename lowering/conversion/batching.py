"""Fitting the leading axes of a batched product into the two that the kernel has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from cmlir.lowering.strided import Layout, Steps, common_steps, merged, repeats

KERNEL_BATCH_AXES = 2


@dataclass(frozen=True)
class Batches:
    """[.., M, K] and [.., P, K], not yet moved, and the shapes under which the kernel reads them.

    Axes along which an operand only repeats have size 1 in it: an expand moves no byte.
    """

    lhs: Layout
    rhs: Layout
    lhs_shape: tuple[int, ...]
    rhs_shape: tuple[int, ...]
    result_shape: tuple[int, ...]
    axes: tuple[_Axis, ...]

    def result_layout(self, shape: Sequence[int]) -> Layout:
        """The product, of ``shape``, over what the kernel computes."""
        matrix = self.result_shape[-2:]
        computed = Layout.dense(self.result_shape).viewed((*_computed(self.axes), *matrix))
        assert computed is not None
        whole = computed.expanded((*(axis.size for axis in self.axes), *matrix)).viewed(shape)
        assert whole is not None
        return whole


@dataclass(frozen=True)
class _Axis:
    """A leading axis of the product, and the steps of the operands along it."""

    size: int
    lhs: Steps
    rhs: Steps

    @property
    def repeating(self) -> tuple[bool, bool]:
        """Whether the left and the right operand only repeat along the axis."""
        return repeats(self.lhs), repeats(self.rhs)


def common_batches(lhs: Layout, rhs: Layout) -> Batches:
    """At most two leading axes: neighbours that repeat alike are one; else nothing may repeat."""
    rank = max(len(lhs.axes), len(rhs.axes))
    lhs, rhs = lhs.padded(rank), rhs.padded(rank)
    axes = tuple(axis for k in range(rank - 2) for axis in _cut(lhs.axes[k], rhs.axes[k]))
    left = _once(lhs, [axis.lhs for axis in axes])
    right = _once(rhs, [axis.rhs for axis in axes])
    groups = _groups(axes)
    if len(groups) > KERNEL_BATCH_AXES:
        sizes = _computed(axes)
        left = left.expanded((*sizes, *left.shape[-2:]))
        right = right.expanded((*sizes, *right.shape[-2:]))
        groups = [(math.prod(sizes), (False, False))]
    return Batches(
        left,
        right,
        (*(1 if once[0] else size for size, once in groups), *left.shape[-2:]),
        (*(1 if once[1] else size for size, once in groups), *right.shape[-2:]),
        (*(size for size, _ in groups), left.shape[-2], right.shape[-2]),
        axes,
    )


def _cut(lhs: Steps, rhs: Steps) -> list[_Axis]:
    """One leading axis of both operands, as many axes as there are steps along it."""
    lhs, rhs = merged(lhs), merged(rhs)
    if not lhs or not rhs:
        single = [(step,) for step in lhs or rhs]
        return [_Axis(s[0][0], s if lhs else (), s if rhs else ()) for s in single]
    steps = common_steps(lhs, rhs)
    if steps is None:
        return [_Axis(math.prod(size for size, _ in lhs), lhs, rhs)]
    return [_Axis(size, ((size, a),), ((size, b),)) for size, (a, b) in steps]


def _once(layout: Layout, batches: Sequence[Steps]) -> Layout:
    """The layout with these leading axes, reduced to size 1 where it only repeats along them."""
    leading = tuple(() if repeats(steps) else steps for steps in batches)
    return Layout(layout.offset, (*leading, *layout.axes[-2:]))


def _computed(axes: Sequence[_Axis]) -> tuple[int, ...]:
    """The sizes of what is computed: once where both operands repeat."""
    return tuple(1 if all(axis.repeating) else axis.size for axis in axes)


def _groups(axes: Sequence[_Axis]) -> list[tuple[int, tuple[bool, bool]]]:
    """(size, which operand repeats) of neighbouring axes that are alike."""
    kept = [axis for axis in axes if not all(axis.repeating)]
    return [
        (math.prod(axis.size for axis in group), repeating)
        for repeating, group in groupby(kept, key=lambda axis: axis.repeating)
    ]
