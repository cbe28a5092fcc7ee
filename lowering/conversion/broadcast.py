"""Operands that repeat along axes: computed with what they hold once, where a kernel can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.shapes import broadcast_shapes, element_of, shape_of
from cmlir.lowering.conversion.context import Conversion
from cmlir.lowering.conversion.order import Order


def common_operands(
    conversion: Conversion, operands: Sequence[SSAValue], order: Order
) -> list[SSAValue]:
    """The converted operands of a pointwise operation whose result has its axes in ``order``.

    Axes along which an operand repeats have size 1 in it, so that an expand moves no byte; CMSIS-NN
    needs all operands in one shape, and axes then are repeated along which another one does not.
    """
    values = [conversion.values[operand] for operand in operands]
    once = [replace(v, layout=v.layout.padded(len(order)).permuted(order).once()) for v in values]
    shapes = [value.layout.shape for value in once]
    if not conversion.fast:
        common = _common(shapes)
        once = [replace(value, layout=value.layout.expanded(common)) for value in once]
        shapes = [common] * len(once)
    return [conversion.materialize(v, s) for v, s in zip(once, shapes, strict=True)]


def _common(shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    common: tuple[int, ...] = ()
    for shape in shapes:
        common = broadcast_shapes(common, shape)
    return common


def broadcast_type(lhs: SSAValue, rhs: SSAValue) -> TensorType[Attribute]:
    """The type of a result of two operands."""
    return TensorType(element_of(lhs), broadcast_shapes(shape_of(lhs), shape_of(rhs)))
