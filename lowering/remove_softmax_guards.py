"""``--remove-softmax-guards``: safe softmax is plain softmax where no row can be all -inf.

A test for such rows around softmax is what safe softmax does.
"""

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
from cmlir.lowering.masking import repeated_number


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


class GuardIsSafeSoftmax(RewritePattern):
    """where(not any(not (x == -inf)), 0, softmax(x)) == safe_softmax(x)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.WhereOp, rewriter: PatternRewriter) -> None:
        softmax, found = op.rhs.owner, _search(op.condition)
        if not isinstance(softmax, aten.SoftmaxOp) or found is None or not found.keepdim:
            return
        dim = softmax.dim.value.data
        if found.dim.value.data != dim or _guarded(op.condition) is not softmax.input:
            return
        if repeated_number(op.lhs) == 0 and op.result.type == softmax.result.type:
            rewriter.replace(op, aten.SafeSoftmaxOp(softmax.input, dim, op.result.type))


def _search(condition: SSAValue) -> aten.AnyOp | None:
    """The any of the condition not any(…)."""
    outer = condition.owner
    found = outer.input.owner if isinstance(outer, aten.LogicalNotOp) else None
    return found if isinstance(found, aten.AnyOp) else None


def _guarded(condition: SSAValue) -> SSAValue | None:
    """x of the condition not any(not (x == -inf)), which is false everywhere for finite x."""
    found = _search(condition)
    inner = found.input.owner if found is not None else None
    equal = inner.input.owner if isinstance(inner, aten.LogicalNotOp) else None
    if isinstance(equal, aten.EqScalarOp) and equal.value.value.data == -math.inf:
        return equal.input
    return None


class RemoveSoftmaxGuards(ModulePass):
    """Rows of -inf are softmax's own matter, or excluded by types and constants."""

    name = "remove-softmax-guards"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, SafeSoftmaxOfFinite(), GuardOfFinite(), GuardIsSafeSoftmax())
