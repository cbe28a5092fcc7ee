"""What is added to attention scores to mask them: which scores it keeps, and what it adds to those.

-inf, the least float32, -1e9, -1e4     masks
0                                       keeps the score
any other number                        is added to it: a position bias, for example
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from cmlir.quantizer.canonical_graph import evaluate
from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.op_families import aten, is_data_movement, is_float32
from cmlir.quantizer.values import Values

MASKED_SCORE = -5000.0
"""Numbers this low mask a score: nothing else drives scores to -1e4, -1e9 or -inf."""

SOFT_MASK = -100.0
"""A constant of two numbers, of which one is 0, masks from the other one on if it is this low."""

_ZEROS = frozenset({aten.zeros_like.default, aten.zeros.default, aten.new_zeros.default})
_VIEWS = frozenset({aten.view.default, aten._unsafe_view.default})
_WHERES = frozenset(
    {aten.where.self, aten.where.Scalar, aten.where.ScalarOther, aten.where.ScalarSelf}
)
_FILLS = frozenset({aten.masked_fill.Scalar, aten.masked_fill.Tensor})
_POINTWISE = frozenset(
    {
        *_FILLS,
        *_WHERES,
        aten._to_copy.default,
        aten.add.Tensor,
        aten.bitwise_not.default,
        aten.clone.default,
        aten.div.Tensor,
        aten.eq.Scalar,
        aten.full_like.default,
        aten.ge.Scalar,
        aten.gt.Scalar,
        aten.le.Scalar,
        aten.logical_not.default,
        aten.lt.Scalar,
        aten.mul.Scalar,
        aten.mul.Tensor,
        aten.ne.Scalar,
        aten.neg.default,
        aten.ones_like.default,
        aten.rsub.Scalar,
        aten.sub.Tensor,
        aten.to.dtype,
        aten.type_as.default,
        aten.zeros_like.default,
    }
)
"""Operators that masks are computed with, element by element."""


@dataclass(frozen=True)
class Addend:
    """What is added to scores: `keeps` are bool tensors that must all hold where a score is kept,
    `bias` is what is added there, None for nothing."""

    keeps: tuple[Node, ...] = ()
    bias: Node | None = None


@dataclass(frozen=True)
class MaskReader:
    """Reads mask expressions of one graph; new nodes go in front of `before`."""

    model: GraphModule
    values: Values
    before: Node

    def call(self, target: torch._ops.OpOverload, *args: object) -> Node:
        return insert_call(self.before, target, args)

    def read(self, node: Node) -> Addend | None:
        """The parts of what is added to scores; None for what is no mask."""
        if not is_float32(node):
            return None
        if node in self.values.constants:
            return self._constant(node)
        if (keep := self._of_truth(node)) is not None:
            return keep
        return self._composed(node)

    def _constant(self, node: Node) -> Addend | None:
        numbers = evaluate(self.model, node)
        if bool(numbers.isnan().any()):
            return None
        bound = _bound(numbers)
        masked = numbers <= bound
        if not bool(masked.any()):
            return Addend((), node if bool(numbers.any()) else None)
        keep = self.call(aten.gt.Scalar, node, bound)
        if not bool(numbers[~masked].any()):
            return Addend((keep,))
        return Addend((keep,), self.call(aten.where.ScalarOther, keep, node, 0.0))

    def _composed(self, node: Node) -> Addend | None:
        if node.op == "placeholder":
            keep = self.call(aten.gt.Scalar, node, MASKED_SCORE)
            return Addend((keep,), self.call(aten.where.ScalarOther, keep, node, 0.0))
        if node.target in _ZEROS:
            return Addend()
        if node.target is aten.add.Tensor and not node.kwargs:
            return self._sum(*(self._operand(arg) for arg in node.args))
        if (filled := self.filled(node)) is not None:
            rest, keep = filled
            return self._sum(self.read(rest), Addend((keep,)))
        if is_data_movement(node):
            inner = self.read(node.all_input_nodes[0])
            return None if inner is None else self.moved(inner, node)
        return None

    def _operand(self, operand: object) -> Addend | None:
        return self.read(operand) if isinstance(operand, Node) else None

    def _sum(self, left: Addend | None, right: Addend | None) -> Addend | None:
        if left is None or right is None:
            return None
        biases = [part.bias for part in (left, right) if part.bias is not None]
        bias = self.call(aten.add.Tensor, *biases) if len(biases) == 2 else None
        return Addend((*left.keeps, *right.keeps), bias or next(iter(biases), None))

    def filled(self, node: Node) -> tuple[Node, Node] | None:
        """(x, keep) where the node is x, but masked where keep does not hold."""
        if node.target in _FILLS:
            x, mask, fill = cast("tuple[Node, Node, object]", node.args[:3])
            return (x, self.negated(mask)) if self._masks(fill) else None
        if node.target not in _WHERES:
            return None
        condition, chosen, other = cast("tuple[Node, object, object]", node.args[:3])
        if isinstance(chosen, Node) and self._masks(other):
            return chosen, condition
        if isinstance(other, Node) and self._masks(chosen):
            return other, self.negated(condition)
        return None

    def _masks(self, operand: object) -> bool:
        """Whether a number, or a constant of one repeated number, masks."""
        if isinstance(operand, int | float):
            return operand <= MASKED_SCORE
        if not isinstance(operand, Node) or operand not in self.values.constants:
            return False
        return bool((evaluate(self.model, operand) <= MASKED_SCORE).all())

    def negated(self, mask: Node) -> Node:
        """not mask; for a mask that is itself negated what stands before that."""
        if mask.target in (aten.bitwise_not.default, aten.logical_not.default):
            inner = mask.all_input_nodes[0]
            if inner.meta["val"].dtype == torch.bool:
                return inner
        return self.call(aten.logical_not.default, mask)

    def moved(self, addend: Addend, move: Node) -> Addend:
        """The parts after data movement that the whole, of the shape of its operand, undergoes."""
        shape = list(move.all_input_nodes[0].meta["val"].shape)
        keeps = tuple(self._moved(keep, move, shape) for keep in addend.keeps)
        bias = None if addend.bias is None else self._moved(addend.bias, move, shape)
        return Addend(keeps, bias)

    def _moved(self, node: Node, move: Node, shape: list[int]) -> Node:
        if list(node.meta["val"].shape) != shape:
            node = self.call(aten.expand.default, node, shape)
        target = aten.reshape.default if move.target in _VIEWS else move.target
        return self.call(target, node, *move.args[1:])  # pyright: ignore[reportArgumentType]

    def _of_truth(self, node: Node) -> Addend | None:
        """A function of a truth value, or of a number that is 0 or 1, that masks for one of them.

        (1 - mask) * -1e4 and the like.
        """
        leaf = self._leaf(node)
        if leaf is None or leaf is node:
            return None
        both = torch.tensor([0, 1]).to(leaf.meta["val"].dtype)
        of_false, of_true = self._evaluated(node, leaf, both).expand(2).tolist()
        if of_false == of_true == 0:
            return Addend()
        if of_true == 0 and of_false <= MASKED_SCORE:
            return Addend((self._is_true(leaf),))
        if of_false == 0 and of_true <= MASKED_SCORE:
            return Addend((self.negated(self._is_true(leaf)),))
        return None

    def _is_true(self, leaf: Node) -> Node:
        if leaf.meta["val"].dtype == torch.bool:
            return leaf
        return self.call(aten.ne.Scalar, leaf, 0)

    def _leaf(self, node: Node) -> Node | None:
        """The only tensor that a mask is computed of, element by element; None if there are more,
        or it is no mask itself."""
        leaves, pending, seen = set[Node](), [node], set[Node]()
        while pending:
            step = pending.pop()
            if step in seen:
                continue
            seen.add(step)
            if step in self.values.constants:
                if step.meta["val"].numel() != 1:
                    return None
            elif step.target in _POINTWISE:
                pending.extend(step.all_input_nodes)
            else:
                leaves.add(step)
        leaf = leaves.pop() if len(leaves) == 1 else None
        return leaf if leaf is not None and _is_given(leaf) else None

    def _evaluated(self, node: Node, leaf: Node, value: Tensor) -> Tensor:
        """The node's value where the leaf has the given one."""
        if node is leaf:
            return value
        if node in self.values.constants:
            return evaluate(self.model, node).reshape(())
        args, kwargs = torch.fx.map_arg(
            (node.args, node.kwargs), lambda arg: self._evaluated(arg, leaf, value)
        )
        with torch.no_grad():
            return node.target(*args, **kwargs)  # pyright: ignore[reportCallIssue]


def _is_given(node: Node) -> bool:
    """Whether a tensor holds truth values or integers, or floats that are an input's."""
    if not node.meta["val"].dtype.is_floating_point:
        return True
    while is_data_movement(node):
        node = node.all_input_nodes[0]
    return node.op == "placeholder"


def _bound(numbers: Tensor) -> float:
    """The greatest number that masks."""
    different = numbers.unique()
    if len(different) == 2 and different[1] == 0 and different[0] <= SOFT_MASK:
        return max(float(different[0]), MASKED_SCORE)
    return MASKED_SCORE
