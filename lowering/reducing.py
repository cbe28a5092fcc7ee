"""Moving casts past extremes: the largest code stands for the largest number."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
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


class DequantizeSinksThroughMaxPool(RewritePattern):
    """max_pool(dequantize(x)) == dequantize(max_pool(x))"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.MaxPoolOp, rewriter: PatternRewriter) -> None:
        cast = op.input.owner
        if not isinstance(cast, quant.DequantizeCastOp):
            return
        quantized = per_tensor(cast.input)
        if quantized is None:
            return
        codes = TensorType(quantized, shape_of(op.result))
        pooled = aten.MaxPoolOp(cast.input, op.kernel_shape, op.window, codes)
        rewriter.replace(op, [pooled, quant.DequantizeCastOp(pooled.result, op.result.type)])


class QuantizeRisesThroughMaxPool(RewritePattern):
    """quantize(max_pool(x)) == max_pool(quantize(x))"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        pool, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(pool, aten.MaxPoolOp) or quantized is None:
            return
        cast = quant.QuantizeCastOp(pool.input, TensorType(quantized, shape_of(pool.input)))
        codes = aten.MaxPoolOp(cast.result, pool.kernel_shape, pool.window, op.result.type)
        codes.location = pool.location
        rewriter.replace(op, [cast, codes])
