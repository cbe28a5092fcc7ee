"""Choices and replacements by index: casts move past them, so that codes move; constants fold."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.constants import add_global, constant_array, is_constant
from cmlir.lowering.movement import per_tensor


class DequantizeSinksThroughEmbedding(RewritePattern):
    """embedding(dequantize(w), i) == dequantize(embedding(w, i))"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.EmbeddingOp, rewriter: PatternRewriter) -> None:
        cast = op.weight.owner
        if not isinstance(cast, quant.DequantizeCastOp):
            return
        quantized = per_tensor(cast.input)
        if quantized is None:
            return
        chosen = TensorType(quantized, shape_of(op.result))
        rows = aten.EmbeddingOp(cast.input, op.indices, chosen)
        rewriter.replace(op, [rows, quant.DequantizeCastOp(rows.result, op.result.type)])


class QuantizeRisesThroughEmbedding(RewritePattern):
    """quantize(embedding(w, i)) == embedding(quantize(w), i), where w is a constant"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        choice, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(choice, aten.EmbeddingOp) or quantized is None:
            return
        if not is_constant(choice.weight):
            return
        table = TensorType(quantized, shape_of(choice.weight))
        cast = quant.QuantizeCastOp(choice.weight, table)
        rows = aten.EmbeddingOp(cast.result, choice.indices, op.result.type)
        rows.location = choice.location
        rewriter.replace(op, [cast, rows])


class DequantizeSinksThroughIndexCopy(RewritePattern):
    """index_copy(dequantize(x), i, dequantize(y)) == dequantize(index_copy(x, i, y)), where both
    have the same parameters"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.IndexCopyOp, rewriter: PatternRewriter) -> None:
        whole, part = op.input.owner, op.source.owner
        if not isinstance(whole, quant.DequantizeCastOp):
            return
        if not isinstance(part, quant.DequantizeCastOp):
            return
        quantized = per_tensor(whole.input)
        if quantized is None or per_tensor(part.input) != quantized:
            return
        copy = aten.IndexCopyOp(
            whole.input, op.indices, part.input, op.dim.value.data, whole.input.type
        )
        rewriter.replace(op, [copy, quant.DequantizeCastOp(copy.result, op.result.type)])


class QuantizeRisesThroughIndexCopy(RewritePattern):
    """quantize(index_copy(x, i, y)) == index_copy(quantize(x), i, quantize(y))"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        copy, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(copy, aten.IndexCopyOp) or quantized is None:
            return
        whole, part = (
            quant.QuantizeCastOp(value, TensorType(quantized, shape_of(value)))
            for value in (copy.input, copy.source)
        )
        codes = aten.IndexCopyOp(
            whole.result, copy.indices, part.result, copy.dim.value.data, op.result.type
        )
        codes.location = copy.location
        rewriter.replace(op, [whole, part, codes])


class GatheredConstant(RewritePattern):
    """embedding(constant, constant) == constant"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.EmbeddingOp, rewriter: PatternRewriter) -> None:
        weight, chosen = op.weight.owner, op.indices.owner
        if not (isinstance(weight, aten.ConstantOp) and isinstance(chosen, aten.ConstantOp)):
            return
        table, indices = constant_array(weight), constant_array(chosen)
        if np.any((indices < 0) | (indices >= len(table))):
            return
        symbol = add_global(op, f"{weight.symbol.string_value()}_rows", table[indices])
        rewriter.replace(op, aten.ConstantOp(symbol, op.result.type))
