"""Sorting, and sums and the like of all elements so far."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import SSAValue

from cmlir.dialects.aten import (
    AddOp,
    ArgsortOp,
    CastOp,
    CumulateOp,
    EmbeddingOp,
    PermuteOp,
    SelectOp,
    ViewOp,
)
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler

Pair = tuple[SSAValue, SSAValue]
"""Values and their indices."""


def sort(
    graph: GraphImporter, input: Node, dim: int = -1, descending: bool = False
) -> Sequence[SSAValue]:
    return _sorted(graph, graph.value(input), dim, None, descending)


def sort_stable(
    graph: GraphImporter, input: Node, stable: bool | None, dim: int = -1, descending: bool = False
) -> Sequence[SSAValue]:
    return sort(graph, input, dim, descending)


def argsort(graph: GraphImporter, input: Node, dim: int = -1, descending: bool = False) -> SSAValue:
    return sort(graph, input, dim, descending)[1]


def argsort_stable(
    graph: GraphImporter, input: Node, stable: bool, dim: int = -1, descending: bool = False
) -> SSAValue:
    return sort(graph, input, dim, descending)[1]


def msort(graph: GraphImporter, input: Node) -> SSAValue:
    return sort(graph, input, 0)[0]


def topk(
    graph: GraphImporter, input: Node, k: int, dim: int = -1, largest: bool = True, *_: object
) -> Sequence[SSAValue]:
    return _sorted(graph, graph.value(input), dim, k, largest)


def kthvalue(
    graph: GraphImporter, input: Node, k: int, dim: int = -1, keepdim: bool = False
) -> Sequence[SSAValue]:
    return _kth(graph, graph.value(input), dim, k, graph.result_types)


def median_dim(
    graph: GraphImporter, input: Node, dim: int, keepdim: bool = False
) -> Sequence[SSAValue]:
    """The lower one of two in the middle."""
    value = graph.value(input)
    middle = (shape_of(value)[dim] + 1) // 2
    return _kth(graph, value, dim, middle, graph.result_types)


def median(graph: GraphImporter, input: Node) -> SSAValue:
    value = graph.value(input)
    flat = _viewed(graph, value, [element_count(value)])
    kinds = [graph.result_type, TensorType(i64, [])]
    return _kth(graph, flat, 0, (element_count(value) + 1) // 2, kinds)[0]


def _kth(
    graph: GraphImporter, value: SSAValue, dim: int, k: int, kinds: Sequence[TensorType]
) -> Sequence[SSAValue]:
    axis = dim % len(shape_of(value))
    parts: list[SSAValue] = []
    for part, kind in zip(_sorted(graph, value, axis, k, False), kinds, strict=True):
        rest = [size for at, size in enumerate(shape_of(part)) if at != axis]
        last = SelectOp(part, axis, k - 1, TensorType(element_of(part), rest))
        parts.append(_viewed(graph, graph.emit(last), kind.get_shape()))
    return parts


def _sorted(
    graph: GraphImporter, value: SSAValue, dim: int, count: int | None, descending: bool
) -> Pair:
    """The first elements along an axis in order, all where there is no count."""
    shape = shape_of(value)
    if not shape:
        graph.fail("of a scalar", "give it an axis")
    axis = dim % len(shape)
    order = [*(k for k in range(len(shape)) if k != axis), axis]
    rows = _permuted(graph, value, order)
    first = shape[axis] if count is None else count
    indices = graph.emit(ArgsortOp(rows, first, descending))
    chosen = _elements_of_rows(graph, rows, indices)
    back = [order.index(k) for k in range(len(shape))]
    return _permuted(graph, chosen, back), _permuted(graph, indices, back)


def _elements_of_rows(graph: GraphImporter, rows: SSAValue, indices: SSAValue) -> SSAValue:
    """result[r, i] = rows[r, indices[r, i]]; the indices are known to be inside."""
    *leading, size = shape_of(rows)
    kind = TensorType(element_of(rows), shape_of(indices))
    flat = _viewed(graph, rows, [element_count(rows)])
    starts = torch.arange(0, element_count(rows), size).view(*leading, 1)
    offsets = graph.constant(f"{graph.node.name}_rows", starts)
    places = graph.emit(AddOp(operands=[indices, offsets], result_types=[indices.type]))
    return graph.emit(EmbeddingOp(flat, places, kind))


def _permuted(graph: GraphImporter, value: SSAValue, order: Sequence[int]) -> SSAValue:
    if list(order) == list(range(len(order))):
        return value
    shape = [shape_of(value)[k] for k in order]
    return graph.emit(PermuteOp(value, order, TensorType(element_of(value), shape)))


def _viewed(graph: GraphImporter, value: SSAValue, shape: Sequence[int]) -> SSAValue:
    if shape_of(value) == tuple(shape):
        return value
    return graph.emit(ViewOp(value, TensorType(element_of(value), shape)))


def cumulate(function: str) -> Handler:
    """The handler of cumsum and the like, in the result's dtype."""

    def handler(graph: GraphImporter, input: Node, dim: int, *_: object) -> SSAValue:
        return _cumulated(graph, _converted(graph, input), function, dim)

    return handler


def product(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
    """The last of all products so far."""
    value = _converted(graph, input)
    flat = _viewed(graph, value, [element_count(value)])
    return last_of(graph, flat, "prod", 0)


def product_dim(
    graph: GraphImporter, input: Node, dim: int, keepdim: bool = False, *_: object
) -> SSAValue:
    return last_of(graph, _converted(graph, input), "prod", dim)


def last_of(graph: GraphImporter, value: SSAValue, function: str, dim: int) -> SSAValue:
    """Of what is cumulated along an axis the last, in the result's shape."""
    if not shape_of(value):
        return value
    axis = dim % len(shape_of(value))
    cumulated = _cumulated(graph, value, function, axis)
    rest = [size for k, size in enumerate(shape_of(value)) if k != axis]
    kind = TensorType(element_of(value), rest)
    last = graph.emit(SelectOp(cumulated, axis, shape_of(value)[axis] - 1, kind))
    return _viewed(graph, last, graph.result_type.get_shape())


def _cumulated(graph: GraphImporter, value: SSAValue, function: str, dim: int) -> SSAValue:
    if not shape_of(value):
        return value
    axis = dim % len(shape_of(value))
    return graph.emit(CumulateOp(value, function, axis, value.type))


def _converted(graph: GraphImporter, input: Node) -> SSAValue:
    """The operand in the result's dtype, to which PyTorch converts it first."""
    value, element = graph.value(input), graph.result_type.get_element_type()
    if element_of(value) == element:
        return value
    return graph.emit(CastOp(value, TensorType(element, shape_of(value))))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.argsort.default: argsort,
    _ATEN.argsort.stable: argsort_stable,
    _ATEN.cumprod.default: cumulate("prod"),
    _ATEN.cumsum.default: cumulate("sum"),
    _ATEN.kthvalue.default: kthvalue,
    _ATEN.median.default: median,
    _ATEN.median.dim: median_dim,
    _ATEN.msort.default: msort,
    _ATEN.prod.default: product,
    _ATEN.prod.dim_int: product_dim,
    _ATEN.sort.default: sort,
    _ATEN.sort.stable: sort_stable,
    _ATEN.topk.default: topk,
}
