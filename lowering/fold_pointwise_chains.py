"""``--fold-pointwise-chains``: any function of one 8-bit code is a table."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, ModuleOp, TensorType, i8
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.lowering.codes import chain_of
from cmlir.lowering.located import apply_patterns


class ChainIsTable(RewritePattern):
    """quantize(f_n(… f_1(dequantize(x)))) == table[x], for n >= 2 and 8-bit codes"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        chain = chain_of(op)
        if chain is None or len(chain.steps) < 2:
            return
        widths = {t.storage_type.width.data for t in (chain.source_type, chain.target)}
        if widths != {8}:
            return
        codes = chain.map()
        table = DenseIntOrFPElementsAttr(TensorType(i8, codes.shape), BytesAttr(codes.tobytes()))
        lookup = aten.TableOp(
            operands=[chain.source], properties={"table": table}, result_types=[op.result.type]
        )
        lookup.location = chain.steps[-1].location
        rewriter.replace(op, lookup)


class FoldPointwiseChains(ModulePass):
    """Replace two or more pointwise operations between dequantize and quantize by one table."""

    name = "fold-pointwise-chains"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, ChainIsTable())
