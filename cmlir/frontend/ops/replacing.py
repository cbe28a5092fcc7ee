"""Tensors of which a part is replaced by another one: what writes to slices become.

All of them are `aten.index_copy`: along one axis, at indices that are constant or computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import CloneOp, ExpandOp, IndexCopyOp, ViewOp
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def slice_scatter(
    graph: GraphImporter,
    input: Node,
    source: Node,
    dim: int,
    start: int | None,
    end: int | None,
    step: int,
) -> SSAValue:
    """input[start:end:step] = source, along `dim`"""
    axis, size = _axis(graph, dim)
    places = range(size)[slice(start, end, step)]
    if len(places) == size and step == 1:
        return _shaped(graph, graph.value(source), graph.result_type.get_shape())
    return _replaced(graph, input, axis, _constant(graph, places), graph.value(source))


def select_scatter(
    graph: GraphImporter, input: Node, source: Node, dim: int, index: int
) -> SSAValue:
    """input[index] = source, along `dim`"""
    axis, size = _axis(graph, dim)
    return _replaced(graph, input, axis, _constant(graph, [index % size]), graph.value(source))


def index_copy(graph: GraphImporter, input: Node, dim: int, index: Node, source: Node) -> SSAValue:
    """input[index[i]] = source[i], along `dim`"""
    axis, _ = _axis(graph, dim)
    return _replaced(graph, input, axis, graph.value(index), graph.value(source))


def index_put(
    graph: GraphImporter,
    input: Node,
    indices: Sequence[Node | None],
    values: Node,
    accumulate: bool = False,
    _: bool = False,
) -> SSAValue:
    """input[:, …, index] = values, for one tensor of indices"""
    given = [axis for axis, index in enumerate(indices) if index is not None]
    if accumulate or len(given) != 1:
        graph.fail("adds to elements, or takes several tensors of indices", _ADVICE)
    (axis,) = given
    index = indices[axis]
    assert index is not None
    if index.meta["val"].dtype == torch.bool:
        graph.fail("takes a mask as index", "use torch.where")
    shape = graph.result_type.get_shape()
    chosen = graph.value(index)
    addressed = (*shape[:axis], *shape_of(chosen), *shape[axis + 1 :])
    source = _expanded(graph, graph.value(values), addressed)
    return _replaced(graph, input, axis, chosen, source)


_ADVICE = "write to slices along one axis"


def copy(graph: GraphImporter, input: Node, source: Node, *_: object) -> SSAValue:
    """All of the input is replaced."""
    value = graph.value(source)
    graph.require_result_dtype(value)
    return graph.emit(
        CloneOp(_expanded(graph, value, graph.result_type.get_shape()), graph.result_type)
    )


def _axis(graph: GraphImporter, dim: int) -> tuple[int, int]:
    shape = graph.result_type.get_shape()
    axis = dim % len(shape)
    return axis, shape[axis]


def _constant(graph: GraphImporter, places: Sequence[int]) -> SSAValue:
    return graph.constant(f"{graph.node.name}_places", torch.tensor(places, dtype=torch.int32))


def _replaced(
    graph: GraphImporter, input: Node, axis: int, indices: SSAValue, source: SSAValue
) -> SSAValue:
    """`indices` of any shape; the source has their axes in place of `axis`, or none for one."""
    whole = graph.value(input)
    graph.require_result_dtype(whole, source)
    count, shape = element_count(indices), shape_of(whole)
    if shape_of(indices) != (count,):
        indices = graph.emit(ViewOp(indices, TensorType(element_of(indices), [count])))
    source = _shaped(graph, source, (*shape[:axis], count, *shape[axis + 1 :]))
    return graph.emit(IndexCopyOp(whole, indices, source, axis, graph.result_type))


def _expanded(graph: GraphImporter, value: SSAValue, shape: Sequence[int]) -> SSAValue:
    if shape_of(value) == tuple(shape):
        return value
    return graph.emit(ExpandOp(value, graph.like_result(shape)))


def _shaped(graph: GraphImporter, value: SSAValue, shape: Sequence[int]) -> SSAValue:
    if shape_of(value) == tuple(shape):
        return value
    return graph.emit(ViewOp(value, graph.like_result(shape)))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.copy.default: copy,
    _ATEN.index_copy.default: index_copy,
    _ATEN.index_put.default: index_put,
    _ATEN.select_scatter.default: select_scatter,
    _ATEN.slice_scatter.default: slice_scatter,
}
