"""Truth values: logic of constants is done now, other logic on as few elements as there are."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.masking import constant_mask, expanded, known_array
from cmlir.lowering.movement import MOVEMENT, rebuilt


class NotIsCompare(RewritePattern):
    """logical_not(x) == (x == 0), for numbers x"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.LogicalNotOp, rewriter: PatternRewriter) -> None:
        if element_of(op.input) != i1:
            rewriter.replace(op, aten.EqScalarOp(op.input, 0.0, op.result.type))


class ComparedTruth(RewritePattern):
    """(x != 0) == x and (x == 0) == logical_not(x), for truth values x"""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: aten.EqScalarOp | aten.NeScalarOp, rewriter: PatternRewriter
    ) -> None:
        if element_of(op.input) != i1 or op.value.value.data != 0:
            return
        if isinstance(op, aten.NeScalarOp):
            rewriter.replace(op, [], [op.input])
            return
        rewriter.replace(op, aten.LogicalNotOp(operands=[op.input], result_types=[op.result.type]))


class NotNot(RewritePattern):
    """not (not x) == x; not (x == c) == (x != c); not (x != c) == (x == c)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.LogicalNotOp, rewriter: PatternRewriter) -> None:
        inner = op.input.owner
        match inner:
            case aten.LogicalNotOp() if element_of(inner.input) == i1:
                rewriter.replace(op, [], [inner.input])
            case aten.EqScalarOp():
                number = inner.value.value.data
                rewriter.replace(op, aten.NeScalarOp(inner.input, number, op.result.type))
            case aten.NeScalarOp():
                number = inner.value.value.data
                rewriter.replace(op, aten.EqScalarOp(inner.input, number, op.result.type))
            case _:
                return


_LOGIC: dict[type[Operation], Callable[..., Any]] = {
    aten.LogicalAndOp: operator.and_,
    aten.LogicalNotOp: operator.invert,
    aten.LogicalOrOp: operator.or_,
    aten.LogicalXorOp: operator.xor,
}


class ConstantLogic(RewritePattern):
    """not constant == constant; constant and, or, xor constant == constant"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        function = _LOGIC.get(type(op))
        if function is None:
            return
        arrays = [known_array(operand) for operand in op.operands]
        known = [array for array in arrays if array is not None]
        if len(known) == len(arrays) and all(array.dtype == np.bool_ for array in known):
            rewriter.replace(op, constant_mask(op, function(*known)))


class AndRises(RewritePattern):
    """move(a and b) == move(a) and move(b), after both have the shape of the result"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, MOVEMENT) or not isinstance(op.input.owner, aten.LogicalAndOp):
            return
        inner = op.input.owner
        shape = shape_of(inner.result)
        moved = [
            rewriter.insert(rebuilt(op, expanded(side, shape, rewriter), i1)).result
            for side in (inner.lhs, inner.rhs)
        ]
        rewriter.replace(op, aten.LogicalAndOp(operands=moved, result_types=[op.result.type]))


class TruthRises(RewritePattern):
    """f(move(x)) == move(f(x)), for not and comparisons with a number: once for what repeats"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.CompareScalarOp | aten.LogicalNotOp):
            return
        move = op.input.owner
        if not isinstance(move, MOVEMENT):
            return
        computed = type(op).create(
            operands=[move.input],
            properties=dict(op.properties),
            result_types=[TensorType(i1, shape_of(move.input))],
        )
        moved = rebuilt(move, computed.results[0], i1)
        moved.location = move.location
        rewriter.replace(op, [computed, moved])


TRUTH_PATTERNS: tuple[RewritePattern, ...] = (
    NotIsCompare(),
    ComparedTruth(),
    NotNot(),
    ConstantLogic(),
    AndRises(),
    TruthRises(),
)
