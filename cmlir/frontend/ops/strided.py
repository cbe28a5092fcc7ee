"""Elements by their places in memory that are known: strided views, windows, diagonals, triangles.

What PyTorch calls a view is a choice of elements here: of any tensor, whose elements lie in order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import EmbeddingOp, FullOp, SliceOp, ViewOp, WhereOp
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def as_strided(
    graph: GraphImporter,
    input: Node,
    size: Sequence[int],
    stride: Sequence[int],
    offset: int | None = None,
) -> SSAValue:
    """result[i, j, …] = flat[offset + i * stride[0] + j * stride[1] + …]"""
    if not input.meta["val"].is_contiguous():
        graph.fail("of a tensor whose elements are not in order in memory", "use views and slices")
    return _chosen(graph, graph.value(input), size, stride, offset or 0)


def unfold(graph: GraphImporter, input: Node, dim: int, size: int, step: int) -> SSAValue:
    """Windows along `dim`, their elements along a new last axis."""
    value = graph.value(input)
    strides = _strides(value)
    axis = dim % len(strides)
    steps = [step * s if k == axis else s for k, s in enumerate(strides)]
    return _chosen(graph, value, graph.result_type.get_shape(), [*steps, strides[axis]], 0)


def diagonal(
    graph: GraphImporter, input: Node, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> SSAValue:
    """Elements with index 2 = index 1 + offset, along a new last axis."""
    value = graph.value(input)
    strides = _strides(value)
    first, second = dim1 % len(strides), dim2 % len(strides)
    kept = [s for k, s in enumerate(strides) if k not in (first, second)]
    start = offset * strides[second] if offset >= 0 else -offset * strides[first]
    steps = [*kept, strides[first] + strides[second]]
    return _chosen(graph, value, graph.result_type.get_shape(), steps, start)


def tril(graph: GraphImporter, input: Node, diagonal: int = 0) -> SSAValue:
    return _triangle(graph, input, torch.ones(_matrix(input), dtype=torch.bool).tril(diagonal))


def triu(graph: GraphImporter, input: Node, diagonal: int = 0) -> SSAValue:
    return _triangle(graph, input, torch.ones(_matrix(input), dtype=torch.bool).triu(diagonal))


def _matrix(node: Node) -> tuple[int, ...]:
    return tuple(node.meta["val"].shape[-2:])


def _triangle(graph: GraphImporter, input: Node, kept: torch.Tensor) -> SSAValue:
    """The input where it is kept, 0 elsewhere."""
    mask = graph.constant(f"{graph.node.name}_kept", kept)
    zero = graph.emit(FullOp(0.0, graph.like_result(())))
    operands = [mask, graph.value(input), zero]
    return graph.emit(WhereOp(operands=operands, result_types=[graph.result_type]))


def _strides(value: SSAValue) -> tuple[int, ...]:
    return torch.empty(shape_of(value), device="meta").stride()


def _chosen(
    graph: GraphImporter, value: SSAValue, size: Sequence[int], stride: Sequence[int], offset: int
) -> SSAValue:
    """A part of the flat tensor where the elements follow one another, else one by one."""
    count = math.prod(size)
    places = torch.full(tuple(size), offset, dtype=torch.int64)
    for axis, (length, step) in enumerate(zip(size, stride, strict=True)):
        view = [length if k == axis else 1 for k in range(len(size))]
        places = places + step * torch.arange(length).view(view)
    if int(places.max()) >= element_count(value):
        graph.fail("elements behind the end of the tensor", "choose elements that there are")
    flat = graph.emit(ViewOp(value, TensorType(element_of(value), [element_count(value)])))
    if torch.equal(places.flatten(), torch.arange(offset, offset + count)):
        part = graph.emit(SliceOp(flat, 0, offset, 1, graph.like_result([count])))
        return graph.emit(ViewOp(part, graph.result_type))
    indices = graph.constant(f"{graph.node.name}_places", places)
    return graph.emit(EmbeddingOp(flat, indices, graph.result_type))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.as_strided.default: as_strided,
    _ATEN.diagonal.default: diagonal,
    _ATEN.diagonal_copy.default: diagonal,
    _ATEN.tril.default: tril,
    _ATEN.triu.default: triu,
    _ATEN.unfold.default: unfold,
    _ATEN.unfold_copy.default: unfold,
}
