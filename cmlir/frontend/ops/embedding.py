"""Elements and rows of a tensor chosen by a tensor of indices."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import (
    AddOp,
    CastOp,
    EmbeddingOp,
    FullOp,
    MulOp,
    PermuteOp,
    ViewOp,
)
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def embedding(graph: GraphImporter, weight: Node, indices: Node, *_: object) -> SSAValue:
    """What is left out concerns training."""
    table = graph.value(weight)
    graph.require_result_dtype(table)
    return graph.emit(EmbeddingOp(table, graph.value(indices), graph.result_type))


def index_select(graph: GraphImporter, input: Node, dim: int, index: Node) -> SSAValue:
    return _along(graph, graph.value(input), dim, index)


def index(graph: GraphImporter, input: Node, indices: Sequence[Node | None]) -> SSAValue:
    """One tensor of integers among full slices chooses along its axis."""
    given = [(axis, index) for axis, index in enumerate(indices) if index is not None]
    if len(given) != 1 or given[0][1].meta["val"].dtype not in (torch.int32, torch.int64):
        graph.fail(
            "indices other than one tensor of integers along one axis",
            "index along one axis after the other",
        )
    ((axis, chosen),) = given
    return _along(graph, graph.value(input), axis, chosen)


def _along(graph: GraphImporter, value: SSAValue, dim: int, index: Node) -> SSAValue:
    """Rows of the tensor with the axis in front, which then goes back to its place."""
    rank = len(shape_of(value))
    if rank == 0:
        graph.fail("indices of a scalar", "give it an axis")
    axis = dim % rank
    chosen = _indices(graph, index, shape_of(value)[axis])
    if axis == 0:
        return graph.emit(EmbeddingOp(value, chosen, graph.result_type))
    order = [axis, *(k for k in range(rank) if k != axis)]
    rows = _permuted(graph, value, order)
    shape = (*shape_of(chosen), *shape_of(rows)[1:])
    found = graph.emit(EmbeddingOp(rows, chosen, TensorType(element_of(value), shape)))
    count = len(shape_of(chosen))
    before = range(count, count + axis)
    after = range(count + axis, count + rank - 1)
    return graph.emit(PermuteOp(found, [*before, *range(count), *after], graph.result_type))


def _permuted(graph: GraphImporter, value: SSAValue, order: Sequence[int]) -> SSAValue:
    shape = [shape_of(value)[k] for k in order]
    return graph.emit(PermuteOp(value, order, TensorType(element_of(value), shape)))


def _indices(graph: GraphImporter, index: Node, size: int) -> SSAValue:
    """Constant ones that count from the end become those that count from the start."""
    stored = graph.stored(index)
    if stored is None or not bool((stored < 0).any()):
        return graph.value(index)
    return graph.constant(
        f"{index.name}_from_start", torch.where(stored < 0, stored + size, stored)
    )


def gather(graph: GraphImporter, input: Node, dim: int, index: Node, *_: object) -> SSAValue:
    """result[i, j, …] = input[i, index[i, j, …], …] for dim 1: elements of the flat tensor, at
    their place but along ``dim``."""
    value = graph.value(input)
    shape, rank = shape_of(value), len(shape_of(value))
    axis = dim % rank
    strides = torch.empty(shape, device="meta").stride()
    places = torch.zeros(tuple(index.meta["val"].shape), dtype=torch.int64)
    for k, size in enumerate(places.shape):
        if k != axis:
            view = [size if j == k else 1 for j in range(rank)]
            places += strides[k] * torch.arange(size).view(view)
    stored = graph.stored(index)
    if stored is not None:
        whole = torch.where(stored < 0, stored + shape[axis], stored)
        flat = graph.constant(f"{index.name}_places", places + strides[axis] * whole)
    else:
        flat = _computed_places(graph, graph.value(index), strides[axis], places)
    elements = graph.emit(ViewOp(value, TensorType(element_of(value), [element_count(value)])))
    return graph.emit(EmbeddingOp(elements, flat, graph.result_type))


def _computed_places(
    graph: GraphImporter, index: SSAValue, stride: int, places: torch.Tensor
) -> SSAValue:
    """places + stride * index"""
    offsets = graph.constant(f"{graph.node.name}_offsets", places)
    if index.type != offsets.type:
        index = graph.emit(CastOp(index, offsets.type))
    scalar = TensorType(element_of(offsets), [])
    factor = graph.emit(FullOp(float(stride), scalar))
    scaled = graph.emit(MulOp(operands=[index, factor], result_types=[offsets.type]))
    return graph.emit(AddOp(operands=[scaled, offsets], result_types=[offsets.type]))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.embedding.default: embedding,
    _ATEN.gather.default: gather,
    _ATEN.index.Tensor: index,
    _ATEN.index_select.default: index_select,
}
