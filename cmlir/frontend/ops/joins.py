"""Tensors joined to one: along an axis that they have, or along a new one."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import CatOp, CloneOp, ViewOp
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.elementwise import promoted


def cat(graph: GraphImporter, tensors: Sequence[Node], dim: int) -> SSAValue:
    values = [graph.value(tensor) for tensor in tensors]
    return _joined(graph, values, dim % len(graph.result_type.get_shape()))


def stack(graph: GraphImporter, tensors: Sequence[Node], dim: int) -> SSAValue:
    """Each tensor with a new axis of size 1, along which they are joined."""
    shape = graph.result_type.get_shape()
    axis = dim % len(shape)
    part = (*shape[:axis], 1, *shape[axis + 1 :])
    return _joined(graph, [_viewed(graph, tensor, part) for tensor in tensors], axis)


def hstack(graph: GraphImporter, tensors: Sequence[Node]) -> SSAValue:
    """Along axis 1, or 0 where there is no other; numbers become tensors of one element."""
    values = [_at_least(graph, tensor, 1) for tensor in tensors]
    return _joined(graph, values, min(len(shape_of(values[0])) - 1, 1))


def vstack(graph: GraphImporter, tensors: Sequence[Node]) -> SSAValue:
    """Along axis 0, tensors of one axis being rows."""
    return _joined(graph, [_at_least(graph, tensor, 2) for tensor in tensors], 0)


def _joined(graph: GraphImporter, values: Sequence[SSAValue], axis: int) -> SSAValue:
    values = [promoted(graph, value) for value in values]
    if len(values) == 1:
        return graph.emit(CloneOp(values[0], graph.result_type))
    return graph.emit(CatOp(values, axis, graph.result_type))


def _at_least(graph: GraphImporter, tensor: Node, rank: int) -> SSAValue:
    """With new axes of size 1 in front, up to ``rank`` axes."""
    shape = shape_of(graph.value(tensor))
    return _viewed(graph, tensor, (1,) * (rank - len(shape)) + shape)


def _viewed(graph: GraphImporter, tensor: Node, shape: Sequence[int]) -> SSAValue:
    value = graph.value(tensor)
    if shape_of(value) == tuple(shape):
        return value
    return graph.emit(ViewOp(value, TensorType(element_of(value), shape)))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.cat.default: cat,
    _ATEN.concat.default: cat,
    _ATEN.concatenate.default: cat,
    _ATEN.stack.default: stack,
    _ATEN.hstack.default: hstack,
    _ATEN.vstack.default: vstack,
    _ATEN.row_stack.default: vstack,
}
