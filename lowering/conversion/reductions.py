"""Reductions: over any axes, in the order in which the elements lie in memory where possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import TensorType, i1, i8, i64
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.reductions import sum_fits
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.conversion.context import (
    Conversion,
    Converter,
    Int8Form,
    Rearranged,
    Unsupported,
    integer,
)
from cmlir.lowering.conversion.images import image_of, numbers, two_axes
from cmlir.lowering.conversion.integers import is_integer
from cmlir.lowering.conversion.rescale import sum_rescale
from cmlir.lowering.conversion.wide import is_wide_input, wide_forms, wide_sums
from cmlir.lowering.strided import Layout


def in_order(layout: Layout, axes: Sequence[int]) -> tuple[Layout, tuple[int, int, int]]:
    """The elements with the reduced axes next to each other, and the sizes before, of and behind
    them: as they lie in memory if such an order is one of the kept axes' too, else behind all
    others.
    """
    kept = [k for k in range(len(layout.shape)) if k not in axes]
    orders = [layout.permuted([*kept[:p], *axes, *kept[p:]]) for p in range(len(kept) + 1)]
    place = next((p for p, order in enumerate(orders) if order.is_run()), len(kept))
    parts = kept[:place], axes, kept[place:]
    before, reduced, behind = (math.prod(layout.shape[k] for k in part) for part in parts)
    return orders[place], (before, reduced, behind)


def convert_sum(conversion: Conversion, op: Operation) -> None:
    """One rescale of an exact sum; a mean has the number of elements in its factor."""
    assert isinstance(op, aten.MeanOp | aten.SumOp)
    if isinstance(op, aten.SumOp) and is_integer(op.input):
        _reduce(conversion, op, cortex_m.SumIntegersOp, element_of(op.input))
        return
    if is_wide_input(op):
        _convert_wide_sum(conversion, op)
        return
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    count = math.prod(shape_of(op.input)[axis] for axis in op.axes)
    number = count if isinstance(op, aten.MeanOp) else 1
    rescale = sum_rescale([before.scale / after.scale / number])
    if not sum_fits(count, rescale):
        raise Unsupported(f"of {count} elements overflows 32 bits")
    _reduce(
        conversion,
        op,
        cortex_m.SumOp,
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=rescale,
        clamp=after.clamp,
    )


def _convert_wide_sum(conversion: Conversion, op: aten.MeanOp | aten.SumOp) -> None:
    """Of whole images of 16-bit codes: one window each."""
    shape, forms = shape_of(op.input), wide_forms(op)
    if not 3 <= len(shape) <= 4 or tuple(sorted(op.axes)) != tuple(range(2, len(shape))):
        raise Unsupported("of 16-bit codes is over all axes behind batch and channels")
    size = two_axes(shape[2:], 1)
    divisor = math.prod(size) if isinstance(op, aten.MeanOp) else 1
    places = {"strides": numbers((1, 1)), "padding": numbers((0, 0))}
    image, result = image_of(conversion, op.input), (*shape[:2], *(1 for _ in shape[2:]))
    sums = wide_sums(conversion, image, (size, divisor), forms, result, places)
    conversion.define(op.result, conversion.viewed(sums, shape_of(op.result)))


def convert_extreme(conversion: Conversion, op: Operation) -> None:
    """Codes are compared instead of numbers."""
    assert isinstance(op, aten.ExtremeOp | aten.ArgExtremeOp)
    Int8Form.of(op.input)
    _reduce(conversion, op, *_KERNELS[type(op)])


_KERNELS: dict[type[aten.ReductionOp], tuple[type[cortex_m.KernelOp], Attribute]] = {
    aten.AmaxOp: (cortex_m.MaxOp, i8),
    aten.AminOp: (cortex_m.MinOp, i8),
    aten.ArgmaxOp: (cortex_m.ArgmaxOp, i64),
    aten.ArgminOp: (cortex_m.ArgminOp, i64),
}


def convert_any(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.AnyOp)
    if element_of(op.input) != i1:
        raise Unsupported("of numbers: compare them first")
    _reduce(conversion, op, cortex_m.AnyOp, i1)


def _blocks(conversion: Conversion, op: aten.ReductionOp | aten.AnyOp) -> SSAValue:
    """The input as [before, reduced, behind]."""
    value = conversion.values[op.input]
    axes = (op.dim.value.data,) if isinstance(op, aten.AnyOp) else op.axes
    layout, blocks = in_order(value.layout, axes)
    return conversion.materialize(replace(value, layout=layout), blocks)


def _reduce(
    conversion: Conversion,
    op: aten.ReductionOp | aten.AnyOp,
    kind: type[cortex_m.KernelOp],
    element: Attribute = i8,
    **properties: Attribute,
) -> None:
    data = _blocks(conversion, op)
    before, _, behind = shape_of(data)
    result = conversion.kernel(kind, [data], TensorType(element, (before, behind)), **properties)
    layout = Layout.dense((before, behind)).viewed(shape_of(op.result))
    assert layout is not None
    conversion.values[op.result] = Rearranged(result, layout, op.location)


CONVERTERS: dict[type[Operation], Converter] = {
    aten.AmaxOp: convert_extreme,
    aten.AminOp: convert_extreme,
    aten.AnyOp: convert_any,
    aten.ArgmaxOp: convert_extreme,
    aten.ArgminOp: convert_extreme,
    aten.MeanOp: convert_sum,
    aten.SumOp: convert_sum,
}
