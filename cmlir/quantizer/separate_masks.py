"""Take attention masks off the scores, so that masks never meet a quantized number.

However a mask is written - filled in, added, chosen by where, before or after the scores are scaled
or reshaped - the graph that is annotated has one form of it:

    _safe_softmax(where(keep, scores, -inf))

Scores are quantized as ever, in front of the where; what follows it is in the terms of softmax
alone, which gives masked scores probability 0, exactly, and all of a row that is masked completely.
What a mask adds to scores that it keeps is added to them, in int8 like any other sum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch.fx import GraphModule, Node

from cmlir.quantizer.canonical_graph import evaluate
from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.mask_expressions import Addend, MaskReader
from cmlir.quantizer.op_families import SOFTMAXES, aten, is_data_movement, is_float32, scale_factor
from cmlir.quantizer.values import Values


def split_products_with_addends(model: GraphModule) -> None:
    """baddbmm(m, x, y) == bmm(x, y) * alpha + m * beta"""
    for node in model.graph.find_nodes(op="call_function", target=aten.baddbmm.default):
        addend, x, y = node.args
        product = insert_call(node, aten.bmm.default, (x, y))
        if (alpha := node.kwargs.get("alpha", 1)) != 1:
            product = insert_call(node, aten.mul.Tensor, (product, alpha))
        if (beta := node.kwargs.get("beta", 1)) != 1:
            addend = insert_call(node, aten.mul.Tensor, (addend, beta))
        node.replace_all_uses_with(insert_call(node, aten.add.Tensor, (product, addend)))
        model.graph.erase_node(node)


def separate_masks(model: GraphModule) -> None:
    """Every softmax of masked scores becomes _safe_softmax(where(keep, scores, -inf)); every
    _safe_softmax of others softmax."""
    for softmax in list(model.graph.nodes):
        if softmax.target in SOFTMAXES and is_float32(softmax):
            _separate(model, softmax)


def _separate(model: GraphModule, softmax: Node) -> None:
    values = Values.of(model.graph)
    scores, dim = cast("tuple[Node, int]", softmax.args[:2])
    if scores in values.constants:
        return
    masked = _Peeler(MaskReader(model, values, softmax)).peel(scores)
    keeps = [keep for keep in dict.fromkeys(masked.keeps) if not _keeps_all(model, keep)]
    if keeps:
        result = _masked_softmax(softmax, masked.scores, keeps, dim)
    elif masked.keeps or softmax.target is aten._safe_softmax.default:
        result = insert_call(softmax, aten.softmax.int, (masked.scores, dim))
    else:
        return
    softmax.replace_all_uses_with(result)
    model.graph.erase_node(softmax)


def _masked_softmax(softmax: Node, scores: Node, keeps: Sequence[Node], dim: object) -> Node:
    keep = keeps[0]
    for other in keeps[1:]:
        keep = insert_call(softmax, aten.logical_and.default, (keep, other))
    hidden = insert_call(softmax, aten.where.ScalarOther, (keep, scores, -math.inf))
    return insert_call(softmax, aten._safe_softmax.default, (hidden, dim))


def _keeps_all(model: GraphModule, keep: Node) -> bool:
    constants = Values.of(model.graph).constants
    return keep in constants and bool(evaluate(model, keep).all())


@dataclass(frozen=True)
class _Masked:
    """Scores without their masks, and the masks, which must all hold."""

    scores: Node
    keeps: tuple[Node, ...] = ()


@dataclass(frozen=True)
class _Peeler:
    """Takes masks off scores, from the softmax on backwards."""

    reader: MaskReader

    def peel(self, node: Node) -> _Masked:
        """The node's scores and masks; the node itself and none where it is not masked."""
        if not is_float32(node) or node in self.reader.values.constants:
            return _Masked(node)
        if (filled := self.reader.filled(node)) is not None:
            scores, keep = filled
            inner = self.peel(scores)
            return self._like(node, inner.scores, (*inner.keeps, keep))
        if node.target is aten.add.Tensor and not node.kwargs:
            return self._peel_sum(node)
        if scale_factor(node) is not None:
            return self._peel_moved(node, aten.mul.Tensor)
        if is_data_movement(node) and isinstance(node.target, torch._ops.OpOverload):
            return self._peel_moved(node, node.target)
        return _Masked(node)

    def _peel_sum(self, node: Node) -> _Masked:
        left, right = node.args
        if not isinstance(left, Node) or not isinstance(right, Node):
            return _Masked(node)
        for scores, added in ((left, right), (right, left)):
            addend = self.reader.read(added)
            if addend is None or (not addend.keeps and addend.bias is not None):
                continue
            inner = self.peel(scores)
            total = self._plus(inner.scores, addend)
            return self._like(node, total, (*inner.keeps, *addend.keeps))
        sides = [self.peel(side) for side in (left, right)]
        keeps = (*sides[0].keeps, *sides[1].keeps)
        if not keeps:
            return _Masked(node)
        total = self.reader.call(aten.add.Tensor, *(side.scores for side in sides))
        return self._like(node, total, keeps)

    def _plus(self, scores: Node, addend: Addend) -> Node:
        if addend.bias is None:
            return scores
        return self.reader.call(aten.add.Tensor, scores, addend.bias)

    def _peel_moved(self, node: Node, target: torch._ops.OpOverload) -> _Masked:
        """Scores that are scaled or moved after they were masked."""
        inner = self.peel(node.all_input_nodes[0])
        if not inner.keeps:
            return _Masked(node)
        scores = self.reader.call(target, inner.scores, *node.args[1:])
        keeps = inner.keeps
        if is_data_movement(node):
            keeps = self.reader.moved(Addend(keeps), node).keeps
        return _Masked(scores, keeps)

    def _like(self, node: Node, scores: Node, keeps: tuple[Node, ...]) -> _Masked:
        """Scores that their mask repeats have the shape of both."""
        shape = list(node.meta["val"].shape)
        if list(scores.meta["val"].shape) != shape:
            scores = self.reader.call(aten.expand.default, scores, shape)
        return _Masked(scores, keeps)
