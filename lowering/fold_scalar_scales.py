"""``--fold-scalar-scales``: multiplying by a positive number costs nothing.

``y = x * c`` disappears where the map from x's codes to y's codes is the identity under the
graph's own parameters - the value then simply carries y's parameters - and where x is a product,
whose rescale takes it in.  No constant is made.  c <= 0 stays an operation.

Scales meet casts and products by moving past rearrangements.  A first round computes on as few
elements as there are: before an expand, after a slice.  A second one moves past what is left.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, TensorType, f64
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.codes import chain_of
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.movement import (
    MOVEMENT,
    SELECTION,
    DequantizeSinks,
    PointwiseRises,
    QuantizeRises,
    per_tensor,
    relabel,
)

_LEAST, _GREATEST = 2.0**-126, (2 - 2.0**-23) * 2.0**127  # of the normal single-precision numbers
_NOT_SELECTION = tuple(kind for kind in MOVEMENT if kind not in SELECTION)
_NOT_EXPAND = tuple(kind for kind in MOVEMENT if kind is not aten.ExpandOp)


def positive_factor(op: Operation) -> float | None:
    """c where ``op`` multiplies by c > 0 or divides by 1 / c, else None."""
    match op:
        case aten.MulScalarOp() if _is_normal(op.number):
            return op.number
        case aten.DivScalarOp() if op.number > 0 and _is_normal(1 / op.number):
            return 1 / op.number
        case _:
            return None


def _is_normal(factor: float) -> bool:
    """Whether f32 holds a positive number with all its digits."""
    return _LEAST <= factor <= _GREATEST


def scaled_type(
    quantized: quant.UniformQuantizedType, factor: float
) -> quant.UniformQuantizedType | None:
    """The parameters under which the same codes stand for values ``factor`` times as large.

    None where no f32 holds their scale.
    """
    scale = quantized.scale * factor
    if not _is_normal(scale):
        return None
    return quant.UniformQuantizedType(
        quantized.storage,
        quantized.expressed_type,
        scale,
        quantized.zero_point,
        quantized.storage_min,
        quantized.storage_max,
    )


class IdentityOfCodes(RewritePattern):
    """quantize(dequantize(x) * c) == relabel(x), where every code of x stays itself and c > 0"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        chain = chain_of(op)
        if chain is None or not chain.steps:
            return
        if any(positive_factor(step) is None for step in chain.steps):
            return
        if chain.is_identity():
            casts = relabel(chain.source, op.result.type)
            rewriter.replace(op, casts)


class ScaleOfProduct(RewritePattern):
    """quantize((a @ b) * c) == quantize(a @ b {scale = c}), where nothing else reads a @ b"""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: aten.MulScalarOp | aten.DivScalarOp, rewriter: PatternRewriter
    ) -> None:
        factor, product = positive_factor(op), op.input.owner
        if factor is None or not isinstance(product, aten.ProductOp):
            return
        if not product.result.has_one_use() or not _all_users_quantize(op.result):
            return
        if not _is_normal(product.factor * factor):
            return
        scaled = product.clone()
        scaled.scale = FloatAttr(product.factor * factor, f64)
        scaled.location = product.location
        rewriter.replace(op, scaled)


class ScaleOfOperand(RewritePattern):
    """dequantize(x) * c == dequantize(relabel(x)) with scale s_x * c, where no user quantizes it"""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: aten.MulScalarOp | aten.DivScalarOp, rewriter: PatternRewriter
    ) -> None:
        factor, cast = positive_factor(op), op.input.owner
        if factor is None or not isinstance(cast, quant.DequantizeCastOp):
            return
        source = per_tensor(cast.input)
        if source is None or _leads_to_quantize(op.result):
            return
        scaled = scaled_type(source, factor)
        if scaled is None:
            return
        casts = relabel(cast.input, TensorType(scaled, shape_of(cast.input)))
        result = quant.DequantizeCastOp(casts[-1].results[0], op.result.type)
        rewriter.replace(op, [*casts, result])


def _all_users_quantize(value: SSAValue) -> bool:
    """Whether all users of the value quantize it, at once or after further factors."""
    users = [use.operation for use in value.uses]
    return bool(users) and all(
        isinstance(user, quant.QuantizeCastOp)
        or (positive_factor(user) is not None and _all_users_quantize(user.results[0]))
        for user in users
    )


def _leads_to_quantize(value: SSAValue) -> bool:
    """Whether a user of the value, or of what it is rearranged or scaled into, quantizes it."""
    for use in value.uses:
        user = use.operation
        if isinstance(user, quant.QuantizeCastOp):
            return True
        passes_on = isinstance(user, (*MOVEMENT, aten.CatOp, aten.PointwiseOp))
        if passes_on and _leads_to_quantize(user.results[0]):
            return True
    return False


class FoldScalarScales(ModulePass):
    """Fold positive scalar factors into quantization parameters, through rearrangements."""

    name = "fold-scalar-scales"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        folds = (QuantizeRises(), IdentityOfCodes(), ScaleOfProduct(), ScaleOfOperand())
        apply_patterns(op, PointwiseRises(_NOT_SELECTION), DequantizeSinks(_NOT_EXPAND), *folds)
        apply_patterns(op, PointwiseRises(), DequantizeSinks(), *folds)
