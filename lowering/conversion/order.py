"""Operations that take elements in any order: computed as they lie in memory.

A convolution leaves its channels behind, so what follows element by element finds them there, and
so does the next convolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.ir import SSAValue

from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import Conversion, Rearranged
from cmlir.lowering.strided import Layout, merged

Order = tuple[int, ...]
"""Axes of a tensor, the one with the farthest neighbours first."""


def plain_order(value: SSAValue) -> Order:
    """The order of the axes themselves."""
    return tuple(range(len(shape_of(value))))


def order_in_memory(layout: Layout) -> Order | None:
    """The order of the axes in which all elements are a run of the source, if there is one."""
    strides: list[int] = []
    for axis in layout.axes:
        steps = merged(axis)
        if len(steps) > 1:
            return None
        strides.append(steps[0][1] if steps else 0)
    axes = range(len(strides))
    long = iter(sorted((k for k in axes if strides[k]), key=lambda k: -strides[k]))
    order = tuple(next(long) if strides[k] else k for k in axes)
    return order if layout.permuted(order).is_run() else None


def rows_in_memory(layout: Layout, row_axes: int) -> Order | None:
    """The same for rows of so many axes, which have to lie as they are; None if they do not."""
    order = order_in_memory(layout)
    plain = tuple(range(len(layout.axes)))
    first = len(plain) - row_axes
    return order if order is not None and order[first:] == plain[first:] else None


def as_it_lies(conversion: Conversion, old: SSAValue) -> tuple[SSAValue, Order]:
    """The converted value with its axes in the order of memory, where that needs no move."""
    layout = conversion.values[old].layout
    order = order_in_memory(layout) or tuple(range(len(layout.axes)))
    return in_order(conversion, old, order), order


def in_order(conversion: Conversion, old: SSAValue, order: Order) -> SSAValue:
    """The converted value with its axes in the given order."""
    value, shape = conversion.values[old], shape_of(old)
    ordered = replace(value, layout=value.layout.permuted(order))
    return conversion.materialize(ordered, [shape[axis] for axis in order])


def common_order(
    conversion: Conversion, operands: Sequence[SSAValue], shape: Sequence[int]
) -> Order:
    """An order in which operands of ``shape`` lie, if it is not the same as that of their axes."""
    plain = tuple(range(len(shape)))
    for operand in operands:
        if shape_of(operand) != tuple(shape):
            continue
        order = order_in_memory(conversion.values[operand].layout)
        if order is not None and order != plain:
            return order
    return plain


def define_in_order(conversion: Conversion, old: SSAValue, new: SSAValue, order: Order) -> None:
    """``new`` is the converted ``old`` with its axes in the given order; those of size 1 in ``new``
    are repeated.
    """
    expanded = Layout.dense(shape_of(new)).expanded([shape_of(old)[axis] for axis in order])
    layout = expanded.permuted([order.index(axis) for axis in range(len(order))])
    conversion.values[old] = Rearranged(new, layout, conversion.current.location)
