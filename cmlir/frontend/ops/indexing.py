"""Parts of a tensor: select, slice, and the operations that give several parts at once."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import SelectOp, SliceOp
from cmlir.dialects.shapes import shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def select(graph: GraphImporter, input: Node, dim: int, index: int) -> SSAValue:
    value = graph.value(input)
    axis = dim % len(shape_of(value))
    place = index % shape_of(value)[axis]
    return graph.emit(SelectOp(value, axis, place, graph.result_type))


def slice_(
    graph: GraphImporter, input: Node, dim: int, start: int | None, end: int | None, step: int
) -> SSAValue:
    """input[start:end:step] along `dim`; the result's shape tells where it ends."""
    value = graph.value(input)
    axis = dim % len(shape_of(value))
    first, _, _ = slice(start, end, step).indices(shape_of(value)[axis])
    return graph.emit(SliceOp(value, axis, first, step, graph.result_type))


def narrow(graph: GraphImporter, input: Node, dim: int, start: int, length: int) -> SSAValue:
    return slice_(graph, input, dim, start, None, 1)


def unbind(graph: GraphImporter, input: Node, dim: int) -> Sequence[SSAValue]:
    value = graph.value(input)
    axis = dim % len(shape_of(value))
    return [
        graph.emit(SelectOp(value, axis, index, kind))
        for index, kind in enumerate(graph.result_types)
    ]


def split(graph: GraphImporter, input: Node, _: object, dim: int) -> Sequence[SSAValue]:
    """split, split_with_sizes, chunk, tensor_split: the results' shapes tell where to cut."""
    value = graph.value(input)
    axis = dim % len(shape_of(value))
    parts: list[SSAValue] = []
    start = 0
    for kind in graph.result_types:
        parts.append(graph.emit(SliceOp(value, axis, start, 1, kind)))
        start += kind.get_shape()[axis]
    return parts


def split_across(graph: GraphImporter, input: Node, _: object) -> Sequence[SSAValue]:
    """hsplit: along the second axis, or the only one."""
    return split(graph, input, None, min(1, len(input.meta["val"].shape) - 1))


def split_down(graph: GraphImporter, input: Node, _: object) -> Sequence[SSAValue]:
    """vsplit: along the first axis."""
    return split(graph, input, None, 0)


def getitem(graph: GraphImporter, parts: Node, index: int) -> SSAValue | None:
    return graph.values(parts)[index] if graph.node.users else None


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.select.int: select,
    _ATEN.slice.Tensor: slice_,
    _ATEN.narrow.default: narrow,
    _ATEN.unbind.int: unbind,
    _ATEN.split.Tensor: split,
    _ATEN.split.sizes: split,
    _ATEN.split_with_sizes.default: split,
    _ATEN.unsafe_split.Tensor: split,
    _ATEN.unsafe_split_with_sizes.default: split,
    _ATEN.chunk.default: split,
    _ATEN.unsafe_chunk.default: split,
    _ATEN.tensor_split.sections: split,
    _ATEN.tensor_split.indices: split,
    _ATEN.hsplit.array: split_across,
    _ATEN.hsplit.int: split_across,
    _ATEN.vsplit.array: split_down,
    _ATEN.vsplit.int: split_down,
    operator.getitem: getitem,
}
