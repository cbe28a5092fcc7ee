"""Operands that repeat along axes: computed with what they hold once, where a kernel can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.shapes import broadcast_shapes, element_of, shape_of
from cmlir.lowering.conversion.context import Conversion, Rearranged
from cmlir.lowering.strided import Layout


def common_operands(
    conversion: Conversion, operands: Sequence[SSAValue], shape: Sequence[int]
) -> list[SSAValue]:
    """The converted operands of a pointwise operation with a result of ``shape``.

    Axes along which an operand repeats have size 1 in it, so that an expand moves no byte; CMSIS-NN
    needs all operands in one shape, and axes then are repeated along which another one does not.
    """
    values = [conversion.values[operand] for operand in operands]
    once = [replace(value, layout=_once(value.layout, len(shape))) for value in values]
    shapes = [value.layout.shape for value in once]
    if not conversion.fast:
        common = _common(shapes)
        once = [replace(value, layout=value.layout.expanded(common)) for value in once]
        shapes = [common] * len(once)
    return [conversion.materialize(v, s) for v, s in zip(once, shapes, strict=True)]


def _once(layout: Layout, rank: int) -> Layout:
    """With ``rank`` axes, and of size 1 where all elements along an axis are the same one."""
    missing = rank - len(layout.shape)
    sizes = [1 if step == 0 else n for n, step in zip(layout.shape, layout.strides, strict=True)]
    return replace(
        layout, shape=(1,) * missing + tuple(sizes), strides=(0,) * missing + layout.strides
    )


def _common(shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    common: tuple[int, ...] = ()
    for shape in shapes:
        common = broadcast_shapes(common, shape)
    return common


def broadcast_type(lhs: SSAValue, rhs: SSAValue) -> TensorType[Attribute]:
    """The type of a result of two operands."""
    return TensorType(element_of(lhs), broadcast_shapes(shape_of(lhs), shape_of(rhs)))


def define_expanded(conversion: Conversion, old: SSAValue, new: SSAValue) -> None:
    """``new`` is the converted ``old``, which repeats it along axes of size 1."""
    layout = Layout.dense(shape_of(new)).expanded(shape_of(old))
    conversion.values[old] = Rearranged(new, layout, conversion.current.location)
