"""Moving casts past extremes: the largest code stands for the largest number."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.movement import per_tensor


class DequantizeSinksThroughExtreme(RewritePattern):
    """amax(dequantize(x)) == dequantize(amax(x)), argmax(dequantize(x)) == argmax(x); min likewise

    Both casts are monotonic, and a dequantize keeps different codes apart.
    """

    def match_and_rewrite(self, op: object, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.ExtremeOp | aten.ArgExtremeOp):
            return
        cast = op.input.owner
        if not isinstance(cast, quant.DequantizeCastOp):
            return
        quantized = per_tensor(cast.input)
        if quantized is None:
            return
        keepdim = bool(op.keepdim)
        if isinstance(op, aten.ArgExtremeOp):
            rewriter.replace(op, type(op)(cast.input, op.axes, keepdim, op.result.type))
            return
        codes = TensorType(quantized, shape_of(op.result))
        extreme = type(op)(cast.input, op.axes, keepdim, codes)
        rewriter.replace(op, [extreme, quant.DequantizeCastOp(extreme.result, op.result.type)])


class DequantizeSinksThroughArgsort(RewritePattern):
    """argsort(dequantize(x)) == argsort(x)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.ArgsortOp, rewriter: PatternRewriter) -> None:
        cast = op.input.owner
        if not isinstance(cast, quant.DequantizeCastOp) or per_tensor(cast.input) is None:
            return
        codes = aten.ArgsortOp(cast.input, op.count.value.data, bool(op.descending))
        rewriter.replace(op, codes)


class QuantizeRisesThroughExtreme(RewritePattern):
    """quantize(amax(x)) == amax(quantize(x)), amin likewise"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        extreme, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(extreme, aten.ExtremeOp) or quantized is None:
            return
        cast = quant.QuantizeCastOp(extreme.input, TensorType(quantized, shape_of(extreme.input)))
        keepdim = bool(extreme.keepdim)
        codes = type(extreme)(cast.result, extreme.axes, keepdim, op.result.type)
        codes.location = extreme.location
        rewriter.replace(op, [cast, codes])


SELECTIONS = (aten.AdaptiveMaxPoolOp, aten.MaxPoolOp, aten.PickOp)
"""Operations each of whose results is one of the input's elements: the largest, or a fixed one."""


def _on_codes(op: Operation, codes: SSAValue, result_type: Attribute) -> Operation:
    return type(op).create(
        operands=[codes], properties=dict(op.properties), result_types=[result_type]
    )


class DequantizeSinksThroughSelection(RewritePattern):
    """max_pool(dequantize(x)) == dequantize(max_pool(x)), pick likewise"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, SELECTIONS):
            return
        cast = op.input.owner
        if not isinstance(cast, quant.DequantizeCastOp):
            return
        quantized = per_tensor(cast.input)
        if quantized is None:
            return
        codes = TensorType(quantized, shape_of(op.result))
        selected = _on_codes(op, cast.input, codes)
        real = quant.DequantizeCastOp(selected.results[0], op.result.type)
        rewriter.replace(op, [selected, real])


class QuantizeRisesThroughSelection(RewritePattern):
    """quantize(max_pool(x)) == max_pool(quantize(x)), pick likewise"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        selection, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(selection, SELECTIONS) or quantized is None:
            return
        source = TensorType(quantized, shape_of(selection.input))
        cast = quant.QuantizeCastOp(selection.input, source)
        codes = _on_codes(selection, cast.result, op.result.type)
        codes.location = selection.location
        rewriter.replace(op, [cast, codes])
