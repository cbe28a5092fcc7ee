"""Scaled dot product attention, decomposed.

softmax(Q K^T * scale [+ mask | where mask]) V, by the safe softmax: rows without keys give zeros.
In a quantized program `cmlir.quantize` has decomposed attention before, with Q/DQ inside.
"""

from __future__ import annotations

import math

import torch
from torch.fx import Node
from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from cmlir.dialects.aten import (
    AddOp,
    ExpandOp,
    FullOp,
    MatmulOp,
    MulScalarOp,
    PermuteOp,
    SafeSoftmaxOp,
    ViewOp,
    WhereOp,
)
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def attention(
    graph: GraphImporter,
    query: Node,
    key: Node,
    value: Node,
    mask: Node | None,
    dropout: float,
    is_causal: bool,
    scale: float | None,
    enable_gqa: bool,
) -> SSAValue:
    if dropout:
        graph.fail(f"dropout_p is {dropout}", "call model.eval() before exporting it")
    q, k, v = graph.value(query), graph.value(key), graph.value(value)
    graph.require_result_dtype(q, k, v)
    if enable_gqa:
        k, v = _repeat_heads(graph, k, q), _repeat_heads(graph, v, q)
    scores = _scores(graph, q, k, 1 / math.sqrt(shape_of(q)[-1]) if scale is None else scale)
    if mask is not None:
        scores = _masked(graph, scores, graph.value(mask))
    if is_causal:
        scores = _masked(graph, scores, _causal_mask(graph, scores))
    weights = graph.emit(SafeSoftmaxOp(scores, len(shape_of(scores)) - 1, scores.type))
    return graph.emit(MatmulOp(operands=[weights, v], result_types=[graph.result_type]))


def _scores(graph: GraphImporter, q: SSAValue, k: SSAValue, scale: float) -> SSAValue:
    """q k^T * scale, of shape [..., L, S]"""
    shape = shape_of(k)
    rank = len(shape)
    turned = graph.like_result((*shape[:-2], shape[-1], shape[-2]))
    k_t = graph.emit(PermuteOp(k, [*range(rank - 2), rank - 1, rank - 2], turned))
    batch = torch.broadcast_shapes(shape_of(q)[:-2], shape[:-2])
    kind = graph.like_result((*batch, shape_of(q)[-2], shape[-2]))
    product = graph.emit(MatmulOp(operands=[q, k_t], result_types=[kind]))
    return graph.emit(MulScalarOp(product, scale, kind))


def _masked(graph: GraphImporter, scores: SSAValue, mask: SSAValue) -> SSAValue:
    """A float mask is added; where a bool mask is false, the score is -inf."""
    kind = graph.like_result(torch.broadcast_shapes(shape_of(scores), shape_of(mask)))
    if element_of(mask) != i1:
        graph.require_result_dtype(mask)
        return graph.emit(AddOp(operands=[scores, mask], result_types=[kind]))
    hidden = graph.emit(FullOp(-math.inf, graph.like_result(())))
    return graph.emit(WhereOp(operands=[mask, scores, hidden], result_types=[kind]))


def _causal_mask(graph: GraphImporter, scores: SSAValue) -> SSAValue:
    """Query i sees the keys 0..i."""
    return graph.constant("causal_mask", torch.ones(shape_of(scores)[-2:], dtype=torch.bool).tril())


def _repeat_heads(graph: GraphImporter, value: SSAValue, query: SSAValue) -> SSAValue:
    """Grouped queries: each head of [..., H, S, D] serves as many heads of the query as needed."""
    *batch, heads, length, size = shape_of(value)
    count = shape_of(query)[-3] // heads
    if count == 1:
        return value
    apart = graph.emit(ViewOp(value, graph.like_result((*batch, heads, 1, length, size))))
    repeated = graph.like_result((*batch, heads, count, length, size))
    expanded = graph.emit(ExpandOp(apart, repeated))
    return graph.emit(ViewOp(expanded, graph.like_result((*batch, heads * count, length, size))))


HANDLERS: dict[object, Handler] = {
    torch.ops.aten.scaled_dot_product_attention.default: attention,
}
