"""Fitting the leading axes of a batched product into the two that the kernel has."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from cmlir.lowering.strided import Layout

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
    sizes: tuple[int, ...]
    """The leading axes of what is computed; 1 where the result only repeats too."""


@dataclass(frozen=True)
class _Axis:
    """A leading axis of the product, and which operands only repeat along it."""

    size: int
    lhs_repeats: bool
    rhs_repeats: bool


def common_batches(lhs: Layout, rhs: Layout) -> Batches:
    """At most two leading axes: neighbours that repeat alike are one; else nothing may repeat."""
    rank = max(len(lhs.shape), len(rhs.shape))
    lhs, rhs = _with_rank(lhs, rank), _with_rank(rhs, rank)
    axes = [_axis(lhs, rhs, k) for k in range(rank - 2)]
    lhs = _narrowed(lhs, [axis.lhs_repeats for axis in axes])
    rhs = _narrowed(rhs, [axis.rhs_repeats for axis in axes])
    sizes = tuple(axis.size for axis in axes)
    merged = _merged([axis for axis in axes if axis.size > 1])
    if len(merged) > KERNEL_BATCH_AXES:
        lhs = lhs.expanded((*sizes, *lhs.shape[-2:]))
        rhs = rhs.expanded((*sizes, *rhs.shape[-2:]))
        merged = [_Axis(math.prod(sizes), False, False)]
    return Batches(
        lhs,
        rhs,
        (*(1 if axis.lhs_repeats else axis.size for axis in merged), *lhs.shape[-2:]),
        (*(1 if axis.rhs_repeats else axis.size for axis in merged), *rhs.shape[-2:]),
        (*(axis.size for axis in merged), lhs.shape[-2], rhs.shape[-2]),
        sizes,
    )


def _with_rank(layout: Layout, rank: int) -> Layout:
    missing = rank - len(layout.shape)
    return replace(
        layout, shape=(1,) * missing + layout.shape, strides=(0,) * missing + layout.strides
    )


def _axis(lhs: Layout, rhs: Layout, k: int) -> _Axis:
    """Axis k; where both operands repeat, the product is computed once."""
    lhs_repeats, rhs_repeats = (x.shape[k] == 1 or x.strides[k] == 0 for x in (lhs, rhs))
    size = 1 if lhs_repeats and rhs_repeats else max(lhs.shape[k], rhs.shape[k])
    return _Axis(size, lhs_repeats, rhs_repeats)


def _merged(axes: list[_Axis]) -> list[_Axis]:
    merged: list[_Axis] = []
    for axis in axes:
        last = merged[-1] if merged else None
        if last is not None and replace(last, size=axis.size) == axis:
            merged[-1] = replace(last, size=last.size * axis.size)
        else:
            merged.append(axis)
    return merged


def _narrowed(layout: Layout, repeats: list[bool]) -> Layout:
    """Axes along which the layout repeats, reduced to their first element."""
    sizes = [1 if r else s for s, r in zip(layout.shape, [*repeats, False, False], strict=True)]
    return replace(layout, shape=tuple(sizes))
