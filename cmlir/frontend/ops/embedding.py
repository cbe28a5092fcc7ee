"""Rows of a table chosen by a tensor of indices."""

from __future__ import annotations

import torch
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import EmbeddingOp
from cmlir.frontend.graph import GraphImporter, Handler


def embedding(graph: GraphImporter, weight: Node, indices: Node, *_: object) -> SSAValue:
    """What is left out concerns training."""
    table = graph.value(weight)
    graph.require_result_dtype(table)
    return graph.emit(EmbeddingOp(table, graph.value(indices), graph.result_type))


def index_select(graph: GraphImporter, input: Node, dim: int, index: Node) -> SSAValue:
    rank = input.meta["val"].dim()
    if rank == 0 or index.meta["val"].dim() != 1 or dim % rank != 0:
        graph.fail("indices along an axis other than the first", "transpose before and after")
    return embedding(graph, input, index)


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.embedding.default: embedding,
    _ATEN.index_select.default: index_select,
}
