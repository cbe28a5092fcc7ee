"""Moving quantizes past selections: codes are chosen instead of floats."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import Codes, quantize
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.codes import chain_of
from cmlir.lowering.constants import add_global, has_bytes
from cmlir.lowering.movement import per_tensor


class QuantizeRisesThroughWhere(RewritePattern):
    """quantize(where(c, x, y)) == where(c, quantize(x), quantize(y)), once for each result type"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.WhereOp, rewriter: PatternRewriter) -> None:
        users = [use.operation for use in op.result.uses]
        results: dict[Attribute, SSAValue] = {}
        for cast in users:
            if not isinstance(cast, quant.QuantizeCastOp):
                continue
            quantized = per_tensor(cast.result)
            if quantized is None:
                continue
            if quantized not in results:
                sides = [
                    quant.QuantizeCastOp(side, TensorType(quantized, shape_of(side)))
                    for side in (op.lhs, op.rhs)
                ]
                chosen = aten.WhereOp(
                    operands=[op.condition, *(side.result for side in sides)],
                    result_types=[TensorType(quantized, shape_of(op.result))],
                )
                rewriter.insert([*sides, chosen])
                results[quantized] = chosen.result
            rewriter.replace(cast, [], [results[quantized]])


class QuantizedNumber(RewritePattern):
    """quantize(full(v)) == expand(code), and so for every function with one code as its result"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        quantized = per_tensor(op.result)
        if quantized is None or not has_bytes(quantized):
            return
        code = _only_code(op, quantized)
        if code is None:
            return
        stored = TensorType(quantized, [])
        constant = aten.ConstantOp(add_global(op, "number_code", code), stored)
        if not shape_of(op.result):
            rewriter.replace(op, constant)
            return
        rewriter.replace(op, [constant, aten.ExpandOp(constant.result, op.result.type)])


def _only_code(op: quant.QuantizeCastOp, quantized: quant.UniformQuantizedType) -> Codes | None:
    """The code that every element of a quantized tensor is, as an array of rank 0."""
    full = op.input.owner
    if isinstance(full, aten.FullOp):
        return np.asarray(quantize(np.array(full.value.value.data, np.float32), quantized))
    chain = chain_of(op)
    if chain is None or not chain.steps:
        return None
    codes = np.unique(chain.map())
    return np.asarray(codes[0]) if len(codes) == 1 else None
