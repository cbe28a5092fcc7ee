"""Tensors of which a part is replaced by another one: what writes to slices become.

All of them are `aten.index_copy` or `aten.index_add`: along one axis, at indices that are constant
or computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import SSAValue

from cmlir.dialects.aten import (
    CloneOp,
    ExpandOp,
    FullOp,
    IndexAddOp,
    IndexCopyOp,
    SliceOp,
    SlicesOp,
    ViewOp,
    WhereOp,
)
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.embedding import flat_axes, index_axes
from cmlir.frontend.ops.places import along, of_axes, value_of


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
    """input[index, …] = values, or += values"""
    masked = [index for index in indices if index is not None and _is_mask(index)]
    if len(indices) == 1 and masked and not accumulate:
        return _put_masked(graph, input, masked[0], values)
    given = index_axes(graph, indices)
    kind = IndexAddOp if accumulate else IndexCopyOp
    if len(given) == 1:
        (axis,) = given
        index = indices[axis]
        assert index is not None
        shape, chosen = graph.result_type.get_shape(), graph.value(index)
        addressed = (*shape[:axis], *shape_of(chosen), *shape[axis + 1 :])
        source = _expanded(graph, graph.value(values), addressed)
        return _replaced(graph, input, axis, chosen, source, kind)
    return _put_elements(graph, input, given, indices, values, kind)


def _is_mask(node: Node) -> bool:
    return node.meta["val"].dtype == torch.bool


def _put_masked(graph: GraphImporter, input: Node, mask: Node, values: Node) -> SSAValue:
    """The value where the mask holds, which has the first axes of the input."""
    whole, value, chosen = (graph.value(node) for node in (input, values, mask))
    if element_count(value) != 1:
        graph.fail("puts several values where a mask holds", "use torch.where")
    shape = shape_of(whole)
    number = _shaped(graph, value, ())
    wide = TensorType(i1, shape_of(chosen) + (1,) * (len(shape) - len(shape_of(chosen))))
    keep = chosen if wide == chosen.type else graph.emit(ViewOp(chosen, wide))
    return graph.emit(WhereOp(operands=[keep, number, whole], result_types=[graph.result_type]))


def _put_elements(
    graph: GraphImporter,
    input: Node,
    given: Sequence[int],
    indices: Sequence[Node | None],
    values: Node,
    kind: type[SlicesOp],
) -> SSAValue:
    """Several axes are one, which then stand where they were."""
    if list(given) != list(range(len(given))):
        graph.fail("takes several tensors of indices behind other axes", _ADVICE)
    whole = graph.value(input)
    rows, sizes = flat_axes(graph, whole, given)
    places = value_of(graph, of_axes(graph, [n for n in indices if n is not None], sizes))
    rest = shape_of(rows)[1:]
    source = _expanded(graph, graph.value(values), (*shape_of(places), *rest))
    return _shaped(
        graph, _slices(graph, rows, 0, places, source, kind), graph.result_type.get_shape()
    )


_ADVICE = "write to slices along one axis"


def scatter(graph: GraphImporter, input: Node, dim: int, index: Node, source: Node) -> SSAValue:
    """input[i, index[i, j, …], …] = source[i, j, …] for dim 1"""
    return _scattered(graph, input, dim, index, _part(graph, source, index), IndexCopyOp)


def scatter_value(
    graph: GraphImporter, input: Node, dim: int, index: Node, value: float
) -> SSAValue:
    shape = tuple(index.meta["val"].shape)
    number = graph.emit(FullOp(float(value), graph.like_result(())))
    return _scattered(graph, input, dim, index, _expanded(graph, number, shape), IndexCopyOp)


def scatter_add(graph: GraphImporter, input: Node, dim: int, index: Node, source: Node) -> SSAValue:
    return _scattered(graph, input, dim, index, _part(graph, source, index), IndexAddOp)


def scatter_reduce(
    graph: GraphImporter,
    input: Node,
    dim: int,
    index: Node,
    source: Node,
    reduce: str,
    include_self: bool = True,
) -> SSAValue:
    if reduce not in ("sum", "add") or not include_self:
        graph.fail(f"no support for reduce='{reduce}' with include_self={include_self}", "use sum")
    return scatter_add(graph, input, dim, index, source)


def _part(graph: GraphImporter, source: Node, index: Node) -> SSAValue:
    """The source may be larger than the indices."""
    value, shape = graph.value(source), tuple(index.meta["val"].shape)
    for axis, size in enumerate(shape):
        if shape_of(value)[axis] != size:
            cut = (*shape_of(value)[:axis], size, *shape_of(value)[axis + 1 :])
            value = graph.emit(SliceOp(value, axis, 0, 1, graph.like_result(cut)))
    return value


def _scattered(
    graph: GraphImporter,
    input: Node,
    dim: int,
    index: Node,
    source: SSAValue,
    kind: type[SlicesOp],
) -> SSAValue:
    whole = graph.value(input)
    if not shape_of(whole):
        graph.fail("elements of a scalar", "give it an axis")
    places = value_of(graph, along(graph, index, dim, shape_of(whole)))
    flat = _shaped(graph, whole, (element_count(whole),))
    put = _slices(graph, flat, 0, places, source, kind)
    return _shaped(graph, put, graph.result_type.get_shape())


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
    graph: GraphImporter,
    input: Node,
    axis: int,
    indices: SSAValue,
    source: SSAValue,
    kind: type[SlicesOp] = IndexCopyOp,
) -> SSAValue:
    """`indices` of any shape; the source has their axes in place of `axis`, or none for one."""
    return _slices(graph, graph.value(input), axis, indices, source, kind)


def _slices(
    graph: GraphImporter,
    whole: SSAValue,
    axis: int,
    indices: SSAValue,
    source: SSAValue,
    kind: type[SlicesOp],
) -> SSAValue:
    graph.require_result_dtype(whole, source)
    count, shape = element_count(indices), shape_of(whole)
    if shape_of(indices) != (count,):
        indices = graph.emit(ViewOp(indices, TensorType(element_of(indices), [count])))
    source = _shaped(graph, source, (*shape[:axis], count, *shape[axis + 1 :]))
    return graph.emit(kind(whole, indices, source, axis, whole.type))


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
    _ATEN._unsafe_index_put.default: index_put,
    _ATEN.index_put.default: index_put,
    _ATEN.scatter.src: scatter,
    _ATEN.scatter.value: scatter_value,
    _ATEN.scatter_add.default: scatter_add,
    _ATEN.scatter_reduce.two: scatter_reduce,
    _ATEN.select_scatter.default: select_scatter,
    _ATEN.slice_scatter.default: slice_scatter,
}
