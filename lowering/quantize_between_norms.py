"""``--quantize-between-norms``: what lies between two norms without a quantize is 16-bit codes.

    norm(norm(x))    ->    norm(dequantize(quantize(norm(x))))

A quantizer that sees two norms as one float region, as at the end of an encoder, leaves the value
between them in float.  Its range needs no calibration: a row of n numbers minus their mean, over
their deviation, has no number beyond sqrt(n - 1), one over its root mean square none beyond
sqrt(n).  Sixteen bits of that range are finer than what any 8-bit code behind it can show.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32, i16
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import real_constant
from cmlir.lowering.located import apply_patterns

LARGEST_CODE = 32767


class QuantizedBetween(RewritePattern):
    """norm(dequantize(x)), read by norms alone == dequantize(quantize(norm(dequantize(x))))"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.NormOp) or element_of(op.result) != f32:
            return
        if not isinstance(op.input.owner, quant.DequantizeCastOp) or not _is_between(op.result):
            return
        largest = _largest(op)
        if largest is None:
            return
        codes = quant.UniformQuantizedType(i16, f32, largest / LARGEST_CODE, 0)
        norm = op.clone()
        quantized = quant.QuantizeCastOp(norm.result, TensorType(codes, shape_of(op.result)))
        back = quant.DequantizeCastOp(quantized.result, op.result.type)
        rewriter.replace(op, [norm, quantized, back])


def _is_between(value: SSAValue) -> bool:
    """Whether norms read a value, and nothing else does."""
    readers = [use.operation for use in value.uses]
    return bool(readers) and all(isinstance(r, aten.NormOp) and r.input is value for r in readers)


def _largest(op: aten.NormOp) -> float | None:
    """The largest number that the norm can give; None where that is not known, or none."""
    size = math.prod(op.row_shape)
    reach = math.sqrt(size - 1 if isinstance(op, aten.LayerNormOp) else size)
    weight, bias = np.ones(()), np.zeros(())
    if op.weight is not None:
        found = real_constant(op.weight)
        if found is None:
            return None
        weight = found[1]
    if op.bias is not None:
        found = real_constant(op.bias)
        if found is None:
            return None
        bias = found[1]
    largest = float((np.abs(weight.astype(np.float64)) * reach + np.abs(bias)).max())
    return largest if 0 < largest < math.inf else None


@dataclass(frozen=True)
class QuantizeBetweenNorms(ModulePass):
    """Norms that norms alone read give 16-bit codes."""

    name = "quantize-between-norms"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, QuantizedBetween())
