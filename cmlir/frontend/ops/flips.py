"""Axes backwards, and axes turned round."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import CatOp, CloneOp, SliceOp, ViewOp
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def flip(graph: GraphImporter, input: Node, dims: Sequence[int]) -> SSAValue:
    value = graph.value(input)
    for axis in sorted(dim % len(shape_of(value)) for dim in dims):
        last = shape_of(value)[axis] - 1
        value = graph.emit(SliceOp(value, axis, last, -1, graph.result_type))
    return value if dims else graph.emit(CloneOp(value, graph.result_type))


def fliplr(graph: GraphImporter, input: Node) -> SSAValue:
    return flip(graph, input, [1])


def flipud(graph: GraphImporter, input: Node) -> SSAValue:
    return flip(graph, input, [0])


def roll(graph: GraphImporter, input: Node, shifts: Sequence[int], dims: Sequence[int]) -> SSAValue:
    """The last elements of an axis in front of its others; of all elements where none is named."""
    value = graph.value(input)
    if not dims:
        flat = TensorType(element_of(value), [element_count(value)])
        turned = _turned(graph, graph.emit(ViewOp(value, flat)), 0, shifts[0])
        return graph.emit(ViewOp(turned, graph.result_type))
    for shift, dim in zip(shifts, dims, strict=True):
        value = _turned(graph, value, dim % len(shape_of(value)), shift)
    return value


def _turned(graph: GraphImporter, value: SSAValue, axis: int, shift: int) -> SSAValue:
    size = shape_of(value)[axis]
    cut = -shift % size
    if cut == 0:
        return graph.emit(CloneOp(value, value.type))
    parts = [
        graph.emit(SliceOp(value, axis, start, 1, _with_size(value, axis, count)))
        for start, count in ((cut, size - cut), (0, cut))
    ]
    return graph.emit(CatOp(parts, axis, value.type))


def _with_size(value: SSAValue, axis: int, size: int) -> TensorType:
    shape = shape_of(value)
    return TensorType(element_of(value), (*shape[:axis], size, *shape[axis + 1 :]))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.flip.default: flip,
    _ATEN.fliplr.default: fliplr,
    _ATEN.flipud.default: flipud,
    _ATEN.roll.default: roll,
}
