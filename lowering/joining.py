"""Moving casts past concatenations: codes are joined instead of floats.

A concatenation works element by element, so casts commute with it.  Tensors whose parameters are
not the result's are requantized before, and what is joined always has the parameters of the result.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import dequantize, quantize
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.movement import per_tensor


class DequantizeSinksThroughCat(RewritePattern):
    """cat(dequantize(x), …) == dequantize(cat(x, …)), where all have the same parameters

    A tensor of one number that is the value of a code is joined with them.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.CatOp, rewriter: PatternRewriter) -> None:
        casts = [t.owner for t in op.tensors if isinstance(t.owner, quant.DequantizeCastOp)]
        types = {per_tensor(cast.input) for cast in casts}
        quantized = types.pop() if types else None
        if types or quantized is None:
            return
        others = [t for t in op.tensors if not isinstance(t.owner, quant.DequantizeCastOp)]
        if not all(_is_number_of(other, quantized) for other in others):
            return
        tensors = [_codes(tensor, quantized, rewriter) for tensor in op.tensors]
        joined = _joined(op, tensors, quantized)
        rewriter.replace(op, [joined, quant.DequantizeCastOp(joined.result, op.result.type)])


def _is_number_of(value: SSAValue, quantized: quant.UniformQuantizedType) -> bool:
    """Whether a tensor is one number, and quantizing changes nothing of it."""
    if not isinstance(value.owner, aten.FullOp):
        return False
    number = np.array(value.owner.value.value.data, np.float32)
    return bool(dequantize(quantize(number, quantized), quantized) == number)


def _codes(
    value: SSAValue, quantized: quant.UniformQuantizedType, rewriter: PatternRewriter
) -> SSAValue:
    if isinstance(value.owner, quant.DequantizeCastOp):
        return value.owner.input
    cast = quant.QuantizeCastOp(value, TensorType(quantized, shape_of(value)))
    return rewriter.insert(cast).result


class QuantizeRisesThroughCat(RewritePattern):
    """quantize(cat(x, …)) == cat(quantize(x), …), once for each type of result"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.CatOp, rewriter: PatternRewriter) -> None:
        users = [use.operation for use in op.result.uses]
        results: dict[Attribute, SSAValue] = {}
        for cast in users:
            if not isinstance(cast, quant.QuantizeCastOp):
                continue
            quantized = per_tensor(cast.result)
            if quantized is None:
                continue
            if quantized not in results:
                parts = [
                    quant.QuantizeCastOp(tensor, TensorType(quantized, shape_of(tensor)))
                    for tensor in op.tensors
                ]
                joined = _joined(op, [part.result for part in parts], quantized)
                rewriter.insert([*parts, joined])
                results[quantized] = joined.result
            rewriter.replace(cast, [], [results[quantized]])


def _joined(op: aten.CatOp, tensors: Sequence[SSAValue], element_type: Attribute) -> aten.CatOp:
    result_type = TensorType(element_type, shape_of(op.result))
    return aten.CatOp(tensors, op.dim.value.data, result_type)
