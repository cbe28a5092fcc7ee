"""Rewrite scaled dot-product attention into the products that int8 kernels exist for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch.fx import Graph, Node

from cmlir.errors import UnsupportedError
from cmlir.quantizer.locations import insert_call, place_of
from cmlir.quantizer.op_families import SOFTMAXES, aten

_SDPA = aten.scaled_dot_product_attention.default


def decompose_attention(graph: Graph) -> None:
    """sdpa(q, k, v) == softmax(q @ k^T * scale) @ v, for q [.., L, E], k [.., S, E], v [.., S, D].

    The scale is one multiplication of the scores, which their quantization parameters absorb.  With
    masks the softmax is safe: where nothing is left of a row it gives zeros.

    Raises UnsupportedError for dropout.
    """
    for node in graph.find_nodes(op="call_function", target=_SDPA):
        attention = _Attention.of(node)
        _refuse(node, attention)
        node.replace_all_uses_with(_decompose(node, attention))
        graph.erase_node(node)


@dataclass(frozen=True)
class _Attention:
    """The operands and options of one call."""

    query: Node
    key: Node
    value: Node
    mask: Node | None
    dropout: float
    is_causal: bool
    scale: float | None
    grouped: bool

    @staticmethod
    def of(node: Node) -> _Attention:
        names = [argument.name for argument in _SDPA._schema.arguments]
        options = {"attn_mask": None, "dropout_p": 0.0, "is_causal": False}
        options |= {"scale": None, "enable_gqa": False}
        options |= dict(zip(names, node.args, strict=False)) | node.kwargs
        return _Attention(
            options["query"],  # pyright: ignore[reportArgumentType]
            options["key"],  # pyright: ignore[reportArgumentType]
            options["value"],  # pyright: ignore[reportArgumentType]
            options["attn_mask"],  # pyright: ignore[reportArgumentType]
            options["dropout_p"],  # pyright: ignore[reportArgumentType]
            options["is_causal"],  # pyright: ignore[reportArgumentType]
            options["scale"],  # pyright: ignore[reportArgumentType]
            options["enable_gqa"],  # pyright: ignore[reportArgumentType]
        )


def _refuse(node: Node, attention: _Attention) -> None:
    if attention.dropout:
        raise UnsupportedError(
            f"scaled_dot_product_attention with dropout_p={attention.dropout} at inference",
            where=place_of(node),
            advice="pass dropout_p=self.p if self.training else 0.0",
        )


def _decompose(node: Node, attention: _Attention) -> Node:
    query, key, value = attention.query, attention.key, attention.value
    if attention.grouped:
        key, value = (_repeat_heads(node, heads, query) for heads in (key, value))
    scale = attention.scale
    if scale is None:
        scale = 1 / math.sqrt(query.meta["val"].shape[-1])
    key_t = insert_call(node, aten.transpose.int, (key, -2, -1))
    scores = insert_call(node, aten.matmul.default, (query, key_t))
    scaled = insert_call(node, aten.mul.Tensor, (scores, scale))
    masked = _masked(node, attention, scaled)
    softmax = aten.softmax.int if masked is scaled else aten._safe_softmax.default
    weights = insert_call(node, softmax, (masked, -1))
    return insert_call(node, aten.matmul.default, (weights, value))


def _masked(node: Node, attention: _Attention, scores: Node) -> Node:
    """A float mask is added; where a bool mask, or a causal one, does not hold, a score is -inf."""
    keep = attention.mask
    if isinstance(keep, Node) and keep.meta["val"].dtype != torch.bool:
        return insert_call(node, aten.add.Tensor, (scores, keep))
    if attention.is_causal:
        shape = list(scores.meta["val"].shape[-2:])
        ones = insert_call(node, aten.ones.default, (shape,), dtype=torch.bool)
        keep = insert_call(node, aten.tril.default, (ones,))
    if keep is None:
        return scores
    return insert_call(node, aten.where.ScalarOther, (keep, scores, -math.inf))


def _repeat_heads(before: Node, heads: Node, query: Node) -> Node:
    """[.., G, S, E] -> [.., H, S, E]: each of the G heads serves H / G heads of the query."""
    *batch, groups, rows, width = heads.meta["val"].shape
    repeats = query.meta["val"].shape[-3] // groups
    if repeats == 1:
        return heads
    apart = insert_call(before, aten.unsqueeze.default, (heads, -3))
    shape = [*batch, groups, repeats, rows, width]
    repeated = insert_call(before, aten.expand.default, (apart, shape))
    return insert_call(
        before, aten.reshape.default, (repeated, [*batch, groups * repeats, rows, width])
    )


def use_safe_softmax(graph: Graph) -> None:
    """where(logical_not(any(logical_not(scores == -inf))), zeros, softmax(scores)) ==
    _safe_softmax(scores)

    The guard comes from PyTorch's decomposition of attention. It only matters for rows that are
    masked completely.
    """
    for node in graph.find_nodes(op="call_function", target=aten.where.self):
        condition, _, probabilities = node.args
        if probabilities.target in SOFTMAXES and _is_guard(condition, probabilities.args[0]):
            scores, dim = probabilities.args[:2]
            safe = insert_call(node, aten._safe_softmax.default, (scores, dim), like=probabilities)
            node.replace_all_uses_with(safe)
            graph.erase_node(node)


def _is_guard(condition: Node, scores: Node) -> bool:
    """Whether the condition is: all scores of a row are -inf."""
    node = condition
    for target in (aten.logical_not.default, aten.any.dim, aten.logical_not.default):
        if node.target is not target:
            return False
        node = node.all_input_nodes[0]
    return node.target is aten.eq.Scalar and node.args == (scores, -math.inf)
