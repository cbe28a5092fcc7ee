"""``--fold-masks``: attention masks, however they are written, become one masked softmax.

Of a mask that constants are part of, these are taken in: a causal mask is a number (``diagonal``),
a mask that keeps everything is nothing.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32, i1
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.masking import (
    MASKED,
    SOFT_MASK,
    Bool,
    combined,
    conjunction,
    conjuncts,
    constant_mask,
    diagonal_of,
    expanded,
    fills_whole_row,
    known_array,
    masks_beside,
    real_array,
    repeated_number,
    result_shape,
    without_expand,
    without_repetition,
)
from cmlir.lowering.normalize_aten import Nothing, ViewOfView
from cmlir.lowering.truth import TRUTH_PATTERNS


class WhereOfNot(RewritePattern):
    """where(logical_not(c), a, b) == where(c, b, a)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.WhereOp, rewriter: PatternRewriter) -> None:
        inner = op.condition.owner
        if isinstance(inner, aten.LogicalNotOp) and element_of(inner.input) == i1:
            rewriter.replace(op, _where(inner.input, op.rhs, op.lhs, op))


class WhereOfNumber(RewritePattern):
    """where(c, x, full(v)) with one v, where the result has its shape from c and x"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.WhereOp, rewriter: PatternRewriter) -> None:
        operands = [op.lhs, op.rhs]
        for index, operand in enumerate(operands):
            number = repeated_number(operand)
            if number is None or (isinstance(operand.owner, aten.FullOp) and not shape_of(operand)):
                continue
            others = [shape_of(op.condition), shape_of(operands[1 - index])]
            if result_shape(others) != shape_of(op.result):
                continue
            full = rewriter.insert(aten.FullOp(number, TensorType(f32, [])))
            operands[index] = full.result
            rewriter.replace(op, _where(op.condition, operands[0], operands[1], op))
            return


def _where(condition: SSAValue, lhs: SSAValue, rhs: SSAValue, like: aten.WhereOp) -> aten.WhereOp:
    return aten.WhereOp(operands=[condition, lhs, rhs], result_types=[like.result.type])


class AddedMask(RewritePattern):
    """x + m == where(m == a, x + a, x + b), for a constant m of the numbers a > b, b masking"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.AddOp, rewriter: PatternRewriter) -> None:
        for scores, added in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
            numbers = real_array(added)
            if numbers is None or np.isnan(numbers).any():
                continue
            values = np.unique(numbers).tolist()
            if len(values) != 2:
                continue
            bound = MASKED if values[1] else SOFT_MASK
            if values[0] <= bound:
                _add_apart(op, scores, numbers == values[1], values, rewriter)
                return


def _add_apart(
    op: aten.AddOp, scores: SSAValue, keep: Bool, values: list[float], rewriter: PatternRewriter
) -> None:
    least, most = values
    mask = rewriter.insert(constant_mask(op, keep))
    kept = scores
    if most:
        kept = rewriter.insert(aten.AddScalarOp(scores, most, scores.type)).result
    if least == -np.inf:
        hidden = rewriter.insert(aten.FullOp(least, TensorType(f32, []))).result
    else:
        hidden = rewriter.insert(aten.AddScalarOp(scores, least, scores.type)).result
    where = aten.WhereOp(operands=[mask.result, kept, hidden], result_types=[op.result.type])
    rewriter.replace(op, where)


class SoftmaxOfWhere(RewritePattern):
    """softmax(where(c, x, b)) == masked_softmax(x, c), for b far below every x

    Rows of which nothing is kept give 0: as safe softmax has it for b = -inf, and in place of the
    NaN of softmax.  For other b they would have to be known not to exist.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: aten.SoftmaxOp | aten.SafeSoftmaxOp, rewriter: PatternRewriter
    ) -> None:
        where, dim = op.input.owner, op.dim.value.data
        if not isinstance(where, aten.WhereOp) or element_of(where.condition) != i1:
            return
        scores, keep = where.lhs, where.condition
        if masks_beside(where.lhs, where.rhs):
            scores = where.rhs
            negated = aten.LogicalNotOp(operands=[keep], result_types=[keep.type])
            keep = rewriter.insert(negated).result
        elif not masks_beside(where.rhs, scores):
            return
        known = known_array(keep)
        filled = where.rhs if scores is where.lhs else where.lhs
        is_finite = repeated_number(filled) != -np.inf
        if is_finite and known is not None and fills_whole_row(known, shape_of(op.result), dim):
            return
        scores = expanded(scores, shape_of(op.result), rewriter)
        rewriter.replace(op, aten.MaskedSoftmaxOp(scores, keep, dim, op.result.type))


class MaskedSoftmaxOfWhere(RewritePattern):
    """masked_softmax(where(c, x, b), m) == masked_softmax(x, m and c), for b far below every x"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.MaskedSoftmaxOp, rewriter: PatternRewriter) -> None:
        where = op.input.owner
        if not isinstance(where, aten.WhereOp) or element_of(where.condition) != i1:
            return
        if not masks_beside(where.rhs, where.lhs):
            return
        masks = [where.condition] if op.mask is None else [op.mask, where.condition]
        ops, mask = conjunction(masks)
        rewriter.insert(ops)
        scores = expanded(where.lhs, shape_of(op.result), rewriter)
        _replace(op, scores, mask, _diagonal(op), rewriter)


def _diagonal(op: aten.MaskedSoftmaxOp) -> int | None:
    return None if op.diagonal is None else op.diagonal.value.data


def _replace(
    op: aten.MaskedSoftmaxOp,
    scores: SSAValue,
    mask: SSAValue | None,
    diagonal: int | None,
    rewriter: PatternRewriter,
) -> None:
    dim, kind = op.dim.value.data, op.result.type
    if mask is None and diagonal is None:
        rewriter.replace(op, aten.SoftmaxOp(scores, dim, kind))
    else:
        rewriter.replace(op, aten.MaskedSoftmaxOp(scores, mask, dim, kind, diagonal))


class ConstantMask(RewritePattern):
    """masked_softmax(x, c and m) == masked_softmax(x, m), with a constant c taken in

    A c that keeps all is nothing, one that keeps what is left of a diagonal is a number; other
    constants become one, stored without repetition.  Expands are nothing in a mask.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.MaskedSoftmaxOp, rewriter: PatternRewriter) -> None:
        if op.mask is None:
            return
        written = conjuncts(op.mask)
        masks = [without_expand(mask) for mask in written]
        constants = [array for mask in masks if (array := known_array(mask)) is not None]
        computed = [mask for mask in masks if known_array(mask) is None]
        keep = combined(constants, shape_of(op.input))
        diagonal = _along_diagonal(op, keep)
        if diagonal is None and not keep.all():
            stored = without_repetition(keep)
            if masks == written and len(constants) == 1 and constants[0].shape == stored.shape:
                return
            computed.append(rewriter.insert(constant_mask(op, stored)).result)
        elif masks == written and not constants:
            return
        mask = None
        if computed:
            ops, mask = conjunction(computed)
            rewriter.insert(ops)
        bounds = [bound for bound in (diagonal, _diagonal(op)) if bound is not None]
        _replace(op, op.input, mask, min(bounds, default=None), rewriter)


def _along_diagonal(op: aten.MaskedSoftmaxOp, keep: Bool) -> int | None:
    """The diagonal that says what is kept, where the kernel could take one."""
    last = len(shape_of(op.input)) - 1
    if last < 1 or op.dim.value.data != last or keep.all():
        return None
    return diagonal_of(keep)


class FoldMasks(ModulePass):
    """Rewrite masked scores in front of softmax to masked softmax."""

    name = "fold-masks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(
            op,
            *TRUTH_PATTERNS,
            WhereOfNot(),
            WhereOfNumber(),
            AddedMask(),
            SoftmaxOfWhere(),
            MaskedSoftmaxOfWhere(),
            Nothing(),
            ViewOfView(),
            ConstantMask(),
        )
