"""Indices of several axes as places in a flat tensor, each index checked against its axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import SSAValue

from cmlir.dialects.aten import AddOp, CastOp, CheckedIndexOp, FullOp, MulOp
from cmlir.dialects.shapes import broadcast_shapes, element_of, shape_of
from cmlir.frontend.graph import GraphImporter

Places: TypeAlias = SSAValue | torch.Tensor
"""Of i64: computed when the program runs, or known."""


def checked(graph: GraphImporter, index: Node, size: int, *, from_end: bool) -> Places:
    """The indices of an axis of ``size``, from its start; those from its end only if allowed.

    Known ones outside of the axis are refused; the others are checked when the program runs.
    """
    stored = known(graph, index)
    if stored is None:
        value = graph.emit(CheckedIndexOp(graph.value(index), size, from_end))
        return as_i64(graph, value)
    outside = (stored < (-size if from_end else 0)) | (stored >= size)
    if bool(outside.any()):
        wrong = int(stored[outside].flatten()[0])
        graph.fail(f"index {wrong} is not in an axis of {size}", "choose elements that there are")
    return torch.where(stored < 0, stored + size, stored).to(torch.int64)


_UNCHANGED = frozenset(
    {
        torch.ops.aten.alias.default,
        torch.ops.aten.clone.default,
        torch.ops.aten.detach.default,
        torch.ops.aten.detach_.default,
        torch.ops.aten.lift_fresh.default,
        torch.ops.aten.lift_fresh_copy.default,
    }
)


def known(graph: GraphImporter, index: Node) -> torch.Tensor | None:
    """Indices that are constant, copied or not."""
    while index.target in _UNCHANGED:
        index = index.all_input_nodes[0]
    return graph.stored(index)


def as_i64(graph: GraphImporter, value: SSAValue) -> SSAValue:
    if element_of(value) == i64:
        return value
    return graph.emit(CastOp(value, TensorType(i64, shape_of(value))))


def plus(graph: GraphImporter, a: Places, b: Places) -> Places:
    """a + b with PyTorch's broadcasting."""
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a + b
    lhs, rhs = (value_of(graph, places) for places in (a, b))
    kind = TensorType(i64, broadcast_shapes(shape_of(lhs), shape_of(rhs)))
    return graph.emit(AddOp(operands=[lhs, rhs], result_types=[kind]))


def times(graph: GraphImporter, places: Places, factor: int) -> Places:
    if isinstance(places, torch.Tensor):
        return places * factor
    if factor == 1:
        return places
    number = graph.emit(FullOp(float(factor), TensorType(i64, [])))
    return graph.emit(MulOp(operands=[places, number], result_types=[places.type]))


def value_of(graph: GraphImporter, places: Places) -> SSAValue:
    if isinstance(places, SSAValue):
        return places
    return graph.constant(f"{graph.node.name}_places", places.contiguous())


def of_axes(graph: GraphImporter, indices: Sequence[Node], sizes: Sequence[int]) -> Places:
    """The places in a flat tensor of ``sizes``; one tensor of indices for each axis."""
    found: Places = torch.zeros((), dtype=torch.int64)
    for index, size in zip(indices, sizes, strict=True):
        found = plus(graph, times(graph, found, size), checked(graph, index, size, from_end=True))
    return found


def along(graph: GraphImporter, index: Node, dim: int, shape: Sequence[int]) -> Places:
    """Where in a flat tensor of ``shape`` torch.gather finds its elements.

    An element has the place of its index but along ``dim``, where the index says it.
    """
    axis = dim % len(shape)
    strides = torch.empty(tuple(shape), device="meta").stride()
    places = torch.zeros(tuple(index.meta["val"].shape), dtype=torch.int64)
    for k, size in enumerate(places.shape):
        if k != axis:
            view = [size if j == k else 1 for j in range(len(shape))]
            places += strides[k] * torch.arange(size).view(view)
    chosen = checked(graph, index, shape[axis], from_end=False)
    return plus(graph, times(graph, chosen, strides[axis]), places)
