"""Elements and rows of a tensor chosen by a tensor of indices."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import EmbeddingOp, PermuteOp, ViewOp
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.places import along, checked, known, of_axes, value_of


def embedding(graph: GraphImporter, weight: Node, indices: Node, *_: object) -> SSAValue:
    """What is left out concerns training."""
    table = graph.value(weight)
    graph.require_result_dtype(table)
    return graph.emit(EmbeddingOp(table, graph.value(indices), graph.result_type))


def index_select(graph: GraphImporter, input: Node, dim: int, index: Node) -> SSAValue:
    return _along(graph, graph.value(input), dim, index, from_end=False)


def index(graph: GraphImporter, input: Node, indices: Sequence[Node | None]) -> SSAValue:
    """Tensors of integers choose along their axes, all at once."""
    given = index_axes(graph, indices)
    if len(given) == 1:
        return _along(graph, graph.value(input), given[0], _at(indices, given[0]), from_end=True)
    value = graph.value(input)
    rows, sizes = flat_axes(graph, value, given)
    places = of_axes(graph, [_at(indices, axis) for axis in given], sizes)
    chosen = value_of(graph, places)
    count, rest = len(shape_of(chosen)), shape_of(rows)[1:]
    kind = TensorType(element_of(value), (*shape_of(chosen), *rest))
    found = graph.emit(EmbeddingOp(rows, chosen, kind))
    front = given[0] if given == list(range(given[0], given[-1] + 1)) else 0
    if not front:
        return found
    before, behind = range(count, count + front), range(count + front, count + len(rest))
    return graph.emit(PermuteOp(found, [*before, *range(count), *behind], graph.result_type))


def index_axes(graph: GraphImporter, indices: Sequence[Node | None]) -> list[int]:
    """The axes that tensors of integers are given for; fails for masks."""
    for node in indices:
        if node is not None and node.meta["val"].dtype not in (torch.int32, torch.int64):
            graph.fail("takes a mask as index", "use torch.where")
    return [axis for axis, node in enumerate(indices) if node is not None]


def flat_axes(
    graph: GraphImporter, value: SSAValue, axes: Sequence[int]
) -> tuple[SSAValue, list[int]]:
    """The tensor with these axes as one in front of the others, and their sizes."""
    shape = shape_of(value)
    others = [k for k in range(len(shape)) if k not in axes]
    if [*axes, *others] != list(range(len(shape))):
        value = _permuted(graph, value, [*axes, *others])
    sizes = [shape[k] for k in axes]
    kind = TensorType(element_of(value), (math.prod(sizes), *(shape[k] for k in others)))
    return graph.emit(ViewOp(value, kind)), sizes


def _at(indices: Sequence[Node | None], axis: int) -> Node:
    node = indices[axis]
    assert node is not None
    return node


def _along(
    graph: GraphImporter, value: SSAValue, dim: int, index: Node, *, from_end: bool
) -> SSAValue:
    """Rows of the tensor with the axis in front, which then goes back to its place."""
    rank = len(shape_of(value))
    if rank == 0:
        graph.fail("indices of a scalar", "give it an axis")
    axis = dim % rank
    chosen = _indices(graph, index, shape_of(value)[axis], from_end)
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


def _indices(graph: GraphImporter, index: Node, size: int, from_end: bool) -> SSAValue:
    """From the start; constant ones as they are if they are so already.

    The kernel itself refuses what is outside, and what would count from the end.
    """
    stored = known(graph, index)
    if stored is None and not from_end:
        return graph.value(index)
    places = checked(graph, index, size, from_end=from_end)
    if stored is not None and not bool((stored < 0).any()):
        return graph.value(index)
    return value_of(graph, places)


def gather(graph: GraphImporter, input: Node, dim: int, index: Node, *_: object) -> SSAValue:
    """result[i, j, …] = input[i, index[i, j, …], …] for dim 1."""
    value = graph.value(input)
    if not shape_of(value):
        graph.fail("elements of a scalar", "give it an axis")
    places = along(graph, index, dim, shape_of(value))
    return _elements(graph, value, value_of(graph, places))


def take(graph: GraphImporter, input: Node, index: Node) -> SSAValue:
    """Elements of the flat tensor."""
    value = graph.value(input)
    places = checked(graph, index, element_count(value), from_end=True)
    return _elements(graph, value, value_of(graph, places))


def _elements(graph: GraphImporter, value: SSAValue, places: SSAValue) -> SSAValue:
    flat = graph.emit(ViewOp(value, TensorType(element_of(value), [element_count(value)])))
    return graph.emit(EmbeddingOp(flat, places, graph.result_type))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.embedding.default: embedding,
    _ATEN.gather.default: gather,
    _ATEN._unsafe_index.Tensor: index,
    _ATEN.index.Tensor: index,
    _ATEN.index_select.default: index_select,
    _ATEN.take.default: take,
}
