"""``--fold-qdq``: quantize and dequantize disappear into the types of operations."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import quantize
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.choosing import QuantizedNumber, QuantizeRisesThroughWhere
from cmlir.lowering.codes import chain_of
from cmlir.lowering.gathering import (
    DequantizeSinksThroughEmbedding,
    DequantizeSinksThroughIndexCopy,
    QuantizeRisesThroughIndexCopy,
)
from cmlir.lowering.joining import DequantizeSinksThroughCat, QuantizeRisesThroughCat
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.movement import DequantizeSinks, QuantizeRises, per_tensor, relabel
from cmlir.lowering.padding import (
    ConvolutionPads,
    DequantizeSinksThroughPad,
    QuantizeRisesThroughPad,
)
from cmlir.lowering.reducing import (
    DequantizeSinksThroughArgsort,
    DequantizeSinksThroughExtreme,
    DequantizeSinksThroughSelection,
    QuantizeRisesThroughExtreme,
    QuantizeRisesThroughSelection,
)

COMPUTE = (
    aten.AdaptiveAvgPoolOp,
    aten.AvgPoolOp,
    aten.BatchNormOp,
    aten.BinaryOp,
    aten.BmmOp,
    aten.ConvOp,
    aten.ConvTransposeOp,
    aten.LinearOp,
    aten.LogSoftmaxOp,
    aten.MaskedSoftmaxOp,
    aten.MatmulOp,
    aten.MeanOp,
    aten.MmOp,
    aten.NormOp,
    aten.PointwiseOp,
    aten.ResampleOp,
    aten.RecurrentOp,
    aten.SoftmaxOp,
    aten.SumOp,
)
"""Operations that take and give quantized tensors."""


class SameCodes(RewritePattern):
    """quantize(dequantize(x)) == relabel(x), where every code of x stays itself"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        cast = op.input.owner
        if not isinstance(cast, quant.DequantizeCastOp):
            return
        if cast.input.type == op.result.type:
            rewriter.replace(op, [], [cast.input])
            return
        chain = chain_of(op)
        if chain is not None and chain.is_identity():
            rewriter.replace(op, relabel(chain.source, op.result.type))


class ClampIsRange(RewritePattern):
    """quantize(clamp(x, a, b)) == relabel(quantize(x)) with codes from quantize(a) to quantize(b)

    Quantizing is monotonic.  relu(x) is clamp(x, 0, inf).
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        clamp, target = op.input.owner, per_tensor(op.result)
        if not isinstance(clamp, aten.ReluOp | aten.ClampOp) or target is None:
            return
        if isinstance(clamp.input.owner, quant.DequantizeCastOp):
            return
        bounds = clamp.bounds if isinstance(clamp, aten.ClampOp) else (0.0, math.inf)
        least, greatest = quantize(np.array(bounds), target).tolist()
        if least == greatest:
            return
        narrowed = quant.UniformQuantizedType(
            target.storage,
            target.expressed_type,
            target.scale,
            target.zero_point,
            least,
            greatest,
        )
        cast = quant.QuantizeCastOp(clamp.input, TensorType(narrowed, shape_of(op.result)))
        rewriter.replace(op, [cast, *relabel(cast.result, op.result.type)])


class ComputeOnCodes(RewritePattern):
    """quantize(f(dequantize(x), …)) == f(x, …) on quantized types, once for each result type"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, COMPUTE):
            return
        operands = _quantized_operands(op)
        if operands is None:
            return
        quantizes = [
            use.operation
            for use in op.results[0].uses
            if isinstance(use.operation, quant.QuantizeCastOp)
        ]
        results: dict[Attribute, SSAValue] = {}
        for cast in quantizes:
            result_type = cast.result.type
            if result_type not in results:
                folded = _on_codes(op, operands, result_type)
                rewriter.insert(folded)
                results[result_type] = folded.results[0]
            rewriter.replace(cast, [], [results[result_type]])


def _quantized_operands(op: Operation) -> list[SSAValue] | None:
    """The operands before dequantization; None unless all can be read as codes.

    The bias of a linear or a convolution may stay in float, and so may a norm's parameters, and a
    tensor of one repeated number beside a quantized one.  A mask stays what it is.
    """
    operands = [_before_dequantize(operand) for operand in op.operands]
    if isinstance(op, aten.LinearOp | aten.ConvOp | aten.ConvTransposeOp) and op.bias is not None:
        operands[2] = operands[2] or op.bias
    if isinstance(op, aten.RecurrentOp):
        operands = [
            o or (v if v in op.biases else _uniform(v))
            for o, v in zip(operands, op.operands, strict=True)
        ]
    if isinstance(op, aten.BatchNormOp | aten.MaskedSoftmaxOp | aten.NormOp):
        operands[1:] = [o or v for o, v in zip(operands[1:], op.operands[1:], strict=True)]
    if isinstance(op, aten.BinaryOp) and any(operands):
        operands = [o or _uniform(v) for o, v in zip(operands, op.operands, strict=True)]
    found = [operand for operand in operands if operand is not None]
    return found if found and len(found) == len(op.operands) else None


def _before_dequantize(value: SSAValue) -> SSAValue | None:
    return value.owner.input if isinstance(value.owner, quant.DequantizeCastOp) else None


def _uniform(value: SSAValue) -> SSAValue | None:
    return value if isinstance(value.owner, aten.FullOp) else None


def _on_codes(op: Operation, operands: Sequence[SSAValue], result_type: Attribute) -> Operation:
    return type(op).create(
        operands=operands, properties=dict(op.properties), result_types=[result_type]
    )


class FoldQdq(ModulePass):
    """Absorb quantize and dequantize, so that results are quantized by type."""

    name = "fold-qdq"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(
            op,
            DequantizeSinks(),
            DequantizeSinksThroughArgsort(),
            DequantizeSinksThroughCat(),
            DequantizeSinksThroughEmbedding(),
            DequantizeSinksThroughExtreme(),
            DequantizeSinksThroughIndexCopy(),
            DequantizeSinksThroughSelection(),
            DequantizeSinksThroughPad(),
            QuantizeRisesThroughPad(),
            ConvolutionPads(),
            QuantizeRises(),
            QuantizeRisesThroughCat(),
            QuantizeRisesThroughExtreme(),
            QuantizeRisesThroughIndexCopy(),
            QuantizeRisesThroughSelection(),
            QuantizeRisesThroughWhere(),
            QuantizedNumber(),
            SameCodes(),
            ClampIsRange(),
            ComputeOnCodes(),
        )
