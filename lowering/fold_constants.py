"""``--fold-constants``: what can be computed of constants alone is computed now."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.quant.codes import quantize
from cmlir.lowering.constants import (
    add_global,
    constant_array,
    has_bytes,
    is_constant,
    moved_array,
    real_constant,
)
from cmlir.lowering.gathering import (
    DequantizeSinksThroughEmbedding,
    GatheredConstant,
    QuantizeRisesThroughEmbedding,
)
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.movement import MOVEMENT, sink_dequantize


class QuantizedConstant(RewritePattern):
    """quantize(constant) == constant of codes, also where the constant was dequantized"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        quantized, constant = quant.quantized_element_type(op.result), real_constant(op.input)
        if constant is None or quantized is None or not has_bytes(quantized):
            return
        symbol, numbers = constant
        codes = add_global(op, f"{symbol}_codes", quantize(numbers, quantized))
        rewriter.replace(op, aten.ConstantOp(codes, op.result.type))


class DequantizedConstantMoves(RewritePattern):
    """move(dequantize(constant)) == dequantize(move(constant))"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if isinstance(op, MOVEMENT) and is_constant(op.input):
            sink_dequantize(op, rewriter)


class MovedConstant(RewritePattern):
    """permute, view, select and slice of a constant == constant"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.UnaryOp) or isinstance(op, aten.ExpandOp):
            return
        constant = op.input.owner
        if not isinstance(constant, aten.ConstantOp):
            return
        moved = moved_array(op, constant_array(constant))
        if moved is None:
            return
        name = f"{constant.symbol.string_value()}_{op.name.removeprefix('aten.')}"
        rewriter.replace(op, aten.ConstantOp(add_global(op, name, moved), op.result.type))


class FoldConstants(ModulePass):
    """Quantize, permute, view, select, slice and gather constants at compile time."""

    name = "fold-constants"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(
            op,
            DequantizedConstantMoves(),
            QuantizedConstant(),
            MovedConstant(),
            DequantizeSinksThroughEmbedding(),
            QuantizeRisesThroughEmbedding(),
            GatheredConstant(),
        )
