"""``--absorb-scalar-scales``: consumers read the factor as part of their operand's scale.

For graphs whose quantizer gave ``y = x * c`` other parameters than (s_x * c, z_x): instead of
rescaling to y's codes, consumers that take any scale read x's codes with s_x * c.  Nearer to the
float model, no longer faithful to the Q/DQ one; never where y's quantize saturates.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import all_codes, dequantize
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.fold_scalar_scales import positive_factor, scaled_type
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.movement import MOVEMENT, per_tensor, rebuilt, relabel

ANY_SCALE = (
    aten.AddOp,
    aten.MulOp,
    aten.PointwiseOp,
    aten.ProductOp,
    aten.SoftmaxOp,
    aten.SubOp,
)
"""Operations on quantized tensors whose kernels take whatever scale an operand has."""


class AbsorbFactor(RewritePattern):
    """consume(x * c) == consume(relabel(x)) with the scale s_x * c, up to one rounding"""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: aten.MulScalarOp | aten.DivScalarOp, rewriter: PatternRewriter
    ) -> None:
        factor, source, target = positive_factor(op), per_tensor(op.input), per_tensor(op.result)
        if factor is None or source is None or target is None:
            return
        if _saturates(source, factor, target) or not _takes_any_scale(op.result):
            return
        scaled = scaled_type(source, factor)
        if scaled is None:
            return
        casts = relabel(op.input, TensorType(scaled, shape_of(op.input)))
        rewriter.insert(casts)
        _replace(op.result, casts[-1].results[0], rewriter)
        rewriter.erase(op)


def _saturates(
    source: quant.UniformQuantizedType, factor: float, target: quant.UniformQuantizedType
) -> bool:
    values = dequantize(all_codes(source), source).astype(np.float64) * factor
    codes = np.rint(values / target.scale) + target.zero_point
    return bool(codes.min() < target.storage_min or codes.max() > target.storage_max)


def _takes_any_scale(value: SSAValue) -> bool:
    """Whether every user, also of what the value is rearranged into, takes any scale."""
    users = [use.operation for use in value.uses]
    return bool(users) and all(
        isinstance(user, ANY_SCALE)
        or (isinstance(user, MOVEMENT) and _takes_any_scale(user.result))
        for user in users
    )


def _replace(old: SSAValue, new: SSAValue, rewriter: PatternRewriter) -> None:
    """Give ``new`` to all users of ``old``; rearrangements are rebuilt with its type."""
    quantized = per_tensor(new)
    assert quantized is not None
    for use in list(old.uses):
        user = use.operation
        if not isinstance(user, MOVEMENT):
            continue
        moved = rebuilt(user, new, quantized)
        moved.location = user.location
        rewriter.insert(moved, InsertPoint.before(user))
        _replace(user.result, moved.result, rewriter)
        rewriter.erase(user)
    rewriter.replace_all_uses_with(old, new)


class AbsorbScalarScales(ModulePass):
    """Let consumers take in scalar factors that did not fold for nothing (``absorb=True``)."""

    name = "absorb-scalar-scales"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, AbsorbFactor())
