"""``--remove-softmax-guards``: safe softmax is plain softmax where no row can be all -inf."""

from __future__ import annotations

import math

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.magnitude import is_finite


class SafeSoftmaxOfFinite(RewritePattern):
    """safe_softmax(x) == softmax(x), for finite x"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.SafeSoftmaxOp, rewriter: PatternRewriter) -> None:
        if is_finite(op.input):
            rewriter.replace(op, aten.SoftmaxOp(op.input, op.dim.value.data, op.result.type))


class GuardOfFinite(RewritePattern):
    """where(not any(not (x == -inf)), 0, softmax(x)) == softmax(x), for finite x"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.WhereOp, rewriter: PatternRewriter) -> None:
        guarded = _guarded(op.condition)
        if guarded is None or not is_finite(guarded):
            return
        if op.rhs.type == op.result.type:
            rewriter.replace(op, [], [op.rhs])


def _guarded(condition: SSAValue) -> SSAValue | None:
    """x of the condition not any(not (x == -inf)), which is false everywhere for finite x."""
    outer = condition.owner
    found = outer.input.owner if isinstance(outer, aten.LogicalNotOp) else None
    inner = found.input.owner if isinstance(found, aten.AnyOp) else None
    equal = inner.input.owner if isinstance(inner, aten.LogicalNotOp) else None
    if isinstance(equal, aten.EqScalarOp) and equal.value.value.data == -math.inf:
        return equal.input
    return None


class RemoveSoftmaxGuards(ModulePass):
    """Remove the test for rows of -inf around softmax, where types and constants exclude them."""

    name = "remove-softmax-guards"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, SafeSoftmaxOfFinite(), GuardOfFinite())
