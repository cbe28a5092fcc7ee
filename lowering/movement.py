"""Moving casts past operations that only rearrange elements.

Rearranging commutes with anything that works element by element, so a dequantize can sink below it
and a quantize rise above it: the values are the same, and codes are moved instead of floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of

if TYPE_CHECKING:
    import numpy.typing as npt

MOVEMENT: tuple[type[aten.UnaryOp], ...] = (
    aten.CloneOp,
    aten.ExpandOp,
    aten.PermuteOp,
    aten.SelectOp,
    aten.SliceOp,
    aten.ViewOp,
)
"""The aten operations that only rearrange elements."""

SELECTION = (aten.SelectOp, aten.SliceOp)
"""Those after which there are fewer elements; what is computed before them is computed for more."""


def rebuilt(op: aten.UnaryOp, input: SSAValue, element_type: Attribute) -> aten.UnaryOp:
    """The same operation on another input and element type; shape and parameters kept."""
    result_type = TensorType(element_type, shape_of(op.result))
    return type(op).create(
        operands=[input], properties=dict(op.properties), result_types=[result_type]
    )


def per_tensor(value: SSAValue) -> quant.UniformQuantizedType | None:
    """The parameters of a value that is quantized with one scale, else None."""
    quantized = quant.quantized_element_type(value)
    return quantized if isinstance(quantized, quant.UniformQuantizedType) else None


def _moved_type(op: aten.UnaryOp, value: SSAValue) -> quant.StoredType | None:
    """The quantized type of ``value`` after ``op``; None where its axis does not survive."""
    quantized = quant.quantized_element_type(value)
    if not isinstance(quantized, quant.UniformQuantizedPerAxisType):
        return quantized
    match op:
        case aten.PermuteOp():
            return _with_axis(quantized, list(op.dims.get_values()).index(quantized.axis))
        case aten.SliceOp() if op.dim.value.data != quantized.axis:
            return quantized
        case aten.SliceOp():
            start, step = op.start.value.data, op.step.value.data
            count = shape_of(op.result)[quantized.axis]
            return _with_axis(quantized, quantized.axis, start + step * np.arange(count))
        case aten.SelectOp() if op.dim.value.data != quantized.axis:
            return _with_axis(quantized, quantized.axis - (op.dim.value.data < quantized.axis))
        case _:
            return None


def _with_axis(
    quantized: quant.UniformQuantizedPerAxisType,
    axis: int,
    channels: npt.NDArray[np.int64] | slice = slice(None),
) -> quant.UniformQuantizedPerAxisType:
    """The same scales, or those of some channels, along another axis."""
    return quant.UniformQuantizedPerAxisType(
        quantized.storage,
        quantized.expressed_type,
        axis,
        quantized.scales[channels],
        quantized.zero_points[channels],
        quantized.storage_min,
        quantized.storage_max,
    )


@dataclass
class DequantizeSinks(RewritePattern):
    """move(dequantize(x)) == dequantize(move(x))"""

    through: tuple[type[aten.UnaryOp], ...] = MOVEMENT

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if isinstance(op, self.through):
            sink_dequantize(op, rewriter)


def sink_dequantize(op: aten.UnaryOp, rewriter: PatternRewriter) -> None:
    """Rearrange codes in place of ``op``, if it rearranges what was dequantized."""
    cast = op.input.owner
    if not isinstance(cast, quant.DequantizeCastOp):
        return
    quantized = _moved_type(op, cast.input)
    if quantized is None:
        return
    moved = rebuilt(op, cast.input, quantized)
    result = quant.DequantizeCastOp(moved.result, op.result.type)
    rewriter.replace(op, [moved, result])


class QuantizeRises(RewritePattern):
    """quantize(move(x)) == move(quantize(x))"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        move, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(move, MOVEMENT) or quantized is None:
            return
        source = TensorType(quantized, shape_of(move.input))
        cast = quant.QuantizeCastOp(move.input, source)
        moved = rebuilt(move, cast.result, quantized)
        moved.location = move.location
        rewriter.replace(op, [cast, moved])


@dataclass
class PointwiseRises(RewritePattern):
    """f(move(x)) == move(f(x)), for every pointwise f whose result has the type of its input"""

    through: tuple[type[aten.UnaryOp], ...] = MOVEMENT

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.PointwiseOp):
            return
        move = op.input.owner
        if not isinstance(move, self.through) or op.input.type != op.result.type:
            return
        computed = type(op).create(
            operands=[move.input], properties=dict(op.properties), result_types=[move.input.type]
        )
        moved = rebuilt(move, computed.results[0], element_of(op.result))
        moved.location = move.location
        rewriter.replace(op, [computed, moved])


def relabel(value: SSAValue, result_type: Attribute) -> Sequence[Operation]:
    """Operations that read the codes of ``value`` with the parameters of ``result_type``.

    Two storage casts; a constant is read anew, so that it stays one.
    """
    if isinstance(value.owner, aten.ConstantOp):
        return (aten.ConstantOp(value.owner.symbol.string_value(), result_type),)
    quantized = quant.quantized_element_type(value)
    assert quantized is not None
    stored = TensorType(quantized.storage_type, shape_of(value))
    codes = quant.StorageCastOp(value, stored)
    return codes, quant.StorageCastOp(codes.result, result_type)
