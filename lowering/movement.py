"""Moving casts past operations that only rearrange elements.

Rearranging commutes with anything that works element by element, so a dequantize can sink below it
and a quantize rise above it: the values are the same, and codes are moved instead of floats.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.shapes import element_of, shape_of

MOVEMENT: tuple[type[aten.UnaryOp], ...] = (
    aten.CloneOp,
    aten.ExpandOp,
    aten.PermuteOp,
    aten.SelectOp,
    aten.SliceOp,
    aten.ViewOp,
)
"""The aten operations that only rearrange elements."""


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
    if isinstance(quantized, quant.UniformQuantizedType):
        return quantized
    if isinstance(op, aten.PermuteOp) and isinstance(quantized, quant.UniformQuantizedPerAxisType):
        axis = list(op.dims.get_values()).index(quantized.axis)
        return with_axis(quantized, axis)
    return None


def with_axis(
    quantized: quant.UniformQuantizedPerAxisType, axis: int
) -> quant.UniformQuantizedPerAxisType:
    """The same scales along another axis."""
    return quant.UniformQuantizedPerAxisType(
        quantized.storage_type,
        quantized.expressed_type,
        axis,
        quantized.scales,
        quantized.zero_points,
        quantized.storage_min,
        quantized.storage_max,
    )


class DequantizeSinks(RewritePattern):
    """move(dequantize(x)) == dequantize(move(x))"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, MOVEMENT):
            return
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


class ScalarRises(RewritePattern):
    """move(x) * c == move(x * c), for every operation on one tensor and a number"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.ScalarOp):
            return
        move = op.input.owner
        if not isinstance(move, MOVEMENT):
            return
        scaled = type(op)(move.input, op.number, move.input.type)
        moved = rebuilt(move, scaled.result, element_of(op.result))
        moved.location = move.location
        rewriter.replace(op, [scaled, moved])


def relabel(value: SSAValue, result_type: Attribute) -> Sequence[Operation]:
    """Two storage casts that read the codes of ``value`` with the parameters of ``result_type``."""
    quantized = quant.quantized_element_type(value)
    assert quantized is not None
    stored = TensorType(quantized.storage_type, shape_of(value))
    codes = quant.StorageCastOp(value, stored)
    return codes, quant.StorageCastOp(codes.result, result_type)
