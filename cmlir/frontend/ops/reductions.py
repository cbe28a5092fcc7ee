"""Sums, means and extremes over axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import (
    AbsOp,
    AmaxOp,
    AminOp,
    ArgmaxOp,
    ArgminOp,
    ArgsortOp,
    CastOp,
    CloneOp,
    CumulateOp,
    MeanOp,
    MulOp,
    PermuteOp,
    ReductionOp,
    SliceOp,
    SqrtOp,
    SumOp,
    ViewOp,
)
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler

Dims: TypeAlias = Sequence[int] | int | None


def over_axes(kind: type[ReductionOp]) -> Handler:
    """The handler of a reduction over some axes; none named are all."""

    def handler(
        graph: GraphImporter, input: Node, dims: Dims, keepdim: bool, *_: object
    ) -> SSAValue:
        return _reduced(graph, kind, graph.value(input), dims, keepdim, graph.result_type)

    return handler


def over_all(kind: type[ReductionOp]) -> Handler:
    def handler(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
        return _reduced(graph, kind, graph.value(input), None, False, graph.result_type)

    return handler


def global_average(graph: GraphImporter, input: Node, sizes: Sequence[int]) -> SSAValue:
    """Pooling to one number for each channel, over as many axes as there are ``sizes``."""
    axes = [-1 - axis for axis in range(len(sizes))]
    return _reduced(graph, MeanOp, graph.value(input), axes, True, graph.result_type)


def vector_norm(
    graph: GraphImporter, input: Node, order: float, dims: Dims, keepdim: bool, *_: object
) -> SSAValue:
    """The root of the sum of squares; of order 1 the sum, of order inf the largest, of absolutes"""
    value, result = graph.value(input), graph.result_type
    graph.require_result_dtype(value)
    if order == 2:
        squares = graph.emit(MulOp(operands=[value, value], result_types=[value.type]))
        total = _reduced(graph, SumOp, squares, dims, keepdim, result)
        return graph.emit(SqrtOp(operands=[total], result_types=[result]))
    kind = {1: SumOp, math.inf: AmaxOp}.get(order)
    if kind is None:
        graph.fail(f"no support for the norm of order {order}", "use order 1, 2 or inf")
    sizes = graph.emit(AbsOp(operands=[value], result_types=[value.type]))
    return _reduced(graph, kind, sizes, dims, keepdim, result)


def value_and_index(kind: type[ReductionOp], index_kind: type[ReductionOp]) -> Handler:
    def handler(graph: GraphImporter, input: Node, dim: int, keepdim: bool) -> Sequence[SSAValue]:
        value, (extreme, index) = graph.value(input), graph.result_types
        return [
            _reduced(graph, kind, value, dim, keepdim, extreme),
            _index(graph, index_kind, value, dim, keepdim, index),
        ]

    return handler


def index_of(kind: type[ReductionOp]) -> Handler:
    """The handler of argmax or argmin; without a dim the index is that of the flat tensor."""

    def handler(graph: GraphImporter, input: Node, dim: int | None, keepdim: bool) -> SSAValue:
        value, result = graph.value(input), graph.result_type
        if dim is not None:
            return _index(graph, kind, value, dim, keepdim, result)
        flat = TensorType(element_of(value), [element_count(value)])
        elements = graph.emit(ViewOp(value, flat))
        index = _index(graph, kind, elements, 0, False, graph.like_result([]))
        return graph.emit(ViewOp(index, result)) if shape_of(result) else index

    return handler


def _index(
    graph: GraphImporter,
    kind: type[ReductionOp],
    value: SSAValue,
    dim: int,
    keepdim: bool,
    result: TensorType[Attribute],
) -> SSAValue:
    axes = _axes(value, dim)
    if not axes:
        graph.fail("no support for the index in a scalar", "it is always 0")
    if element_of(value) != f32:
        return _index_of_integer(graph, kind is ArgmaxOp, value, axes[0], result)
    return graph.emit(kind(value, axes, keepdim, result))


def _index_of_integer(
    graph: GraphImporter,
    largest: bool,
    value: SSAValue,
    axis: int,
    result: TensorType[Attribute],
) -> SSAValue:
    """The first of the sorted elements."""
    shape = shape_of(value)
    order = [*(k for k in range(len(shape)) if k != axis), axis]
    kind = TensorType(element_of(value), [shape[k] for k in order])
    rows = graph.emit(PermuteOp(value, order, kind))
    return graph.emit(ViewOp(graph.emit(ArgsortOp(rows, 1, largest)), result))


def _reduced(
    graph: GraphImporter,
    kind: type[ReductionOp],
    value: SSAValue,
    dims: Dims,
    keepdim: bool,
    result: TensorType[Attribute],
) -> SSAValue:
    if kind is SumOp and element_of(value) != element_of(result):
        value = graph.emit(CastOp(value, TensorType(element_of(result), shape_of(value))))
    if element_of(value) != element_of(result):
        names = f"{element_of(value)} and {element_of(result)}"
        graph.fail(f"operand and result mix {names}", "convert the operand to one dtype")
    axes = _axes(value, dims)
    if axes and kind in _OF_INTEGERS and element_of(value) != f32:
        return _extreme_integer(graph, _OF_INTEGERS[kind], value, axes, result)
    return graph.emit(kind(value, axes, keepdim, result) if axes else CloneOp(value, result))


_OF_INTEGERS: dict[type[ReductionOp], str] = {AmaxOp: "max", AminOp: "min"}


def _extreme_integer(
    graph: GraphImporter,
    function: str,
    value: SSAValue,
    axes: Sequence[int],
    result: TensorType[Attribute],
) -> SSAValue:
    """The last of the extremes so far, along one axis after the other."""
    for axis in axes:
        shape = shape_of(value)
        kept = TensorType(element_of(value), (*shape[:axis], 1, *shape[axis + 1 :]))
        cumulated = graph.emit(CumulateOp(value, function, axis, value.type))
        value = graph.emit(SliceOp(cumulated, axis, shape[axis] - 1, 1, kept))
    return graph.emit(ViewOp(value, result))


def _axes(value: SSAValue, dims: Dims) -> list[int]:
    """Ascending; none for a scalar."""
    rank = len(shape_of(value))
    if isinstance(dims, int):
        dims = [dims]
    return sorted(d % rank for d in dims or range(rank)) if rank else []


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.amax.default: over_axes(AmaxOp),
    _ATEN.amin.default: over_axes(AminOp),
    _ATEN.argmax.default: index_of(ArgmaxOp),
    _ATEN.argmin.default: index_of(ArgminOp),
    _ATEN.linalg_vector_norm.default: vector_norm,
    _ATEN.max.default: over_all(AmaxOp),
    _ATEN.max.dim: value_and_index(AmaxOp, ArgmaxOp),
    _ATEN.mean.default: over_all(MeanOp),
    _ATEN.mean.dim: over_axes(MeanOp),
    _ATEN.min.default: over_all(AminOp),
    _ATEN.min.dim: value_and_index(AminOp, ArgminOp),
    _ATEN.sum.default: over_all(SumOp),
    _ATEN.sum.dim_IntList: over_axes(SumOp),
}
