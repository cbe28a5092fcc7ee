"""Operations that change the shape, reorder axes, repeat axes of size 1, or change nothing."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from cmlir.dialects.aten import CastOp, CloneOp, ExpandOp, NeScalarOp, PermuteOp, ViewOp
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def view(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
    """The same elements in the same order: the result's type says all."""
    return graph.emit(ViewOp(graph.value(input), graph.result_type))


def expand(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
    return graph.emit(ExpandOp(graph.value(input), graph.result_type))


def repeat(graph: GraphImporter, input: Node, repeats: Sequence[int]) -> SSAValue:
    """Each axis behind an axis of its repetitions, which then are one."""
    value = graph.value(input)
    shape = (1,) * (len(repeats) - len(shape_of(value))) + shape_of(value)
    if all(count == 1 or size == 1 for count, size in zip(repeats, shape, strict=True)):
        return graph.emit(ExpandOp(value, graph.result_type))
    pairs = [(1, size) for size in shape]
    view = graph.emit(ViewOp(value, graph.like_result([n for pair in pairs for n in pair])))
    wide = [n for pair in zip(repeats, shape, strict=True) for n in pair]
    repeated = graph.emit(ExpandOp(view, graph.like_result(wide)))
    return graph.emit(ViewOp(repeated, graph.result_type))


def permute(graph: GraphImporter, input: Node, dims: Sequence[int]) -> SSAValue:
    rank = len(dims)
    return _permuted(graph, input, [dim % rank for dim in dims])


def transpose(graph: GraphImporter, input: Node, dim0: int, dim1: int) -> SSAValue:
    dims = list(range(_rank(input)))
    if dims:
        dims[dim0], dims[dim1] = dims[dim1], dims[dim0]
    return _permuted(graph, input, dims)


def matrix_transpose(graph: GraphImporter, input: Node) -> SSAValue:
    """t, mT, adjoint: the last two axes; one axis or none stays."""
    return transpose(graph, input, -2, -1) if _rank(input) > 1 else clone(graph, input)


def reverse_axes(graph: GraphImporter, input: Node) -> SSAValue:
    return _permuted(graph, input, list(reversed(range(_rank(input)))))


def movedim(
    graph: GraphImporter, input: Node, source: int | Sequence[int], target: int | Sequence[int]
) -> SSAValue:
    """Axis source[k] goes to target[k]; the others keep their order."""
    rank = _rank(input)
    sources, targets = (
        [dim % rank for dim in ([dims] if isinstance(dims, int) else dims)]
        for dims in (source, target)
    )
    dims = [dim for dim in range(rank) if dim not in sources]
    for place, dim in sorted(zip(targets, sources, strict=True)):
        dims.insert(place, dim)
    return _permuted(graph, input, dims)


def clone(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
    return graph.emit(CloneOp(graph.value(input), graph.result_type))


def convert(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
    """A change of dtype, device or memory format, of which only the first could change values.

    As truth values, numbers other than 0 are true.
    """
    value = graph.value(input)
    if graph.result_type.get_element_type() == i1 and element_of(value) != i1:
        return graph.emit(NeScalarOp(value, 0.0, graph.result_type))
    if element_of(value) != graph.result_type.get_element_type():
        return graph.emit(CastOp(value, graph.result_type))
    return clone(graph, input)


def dropout(graph: GraphImporter, input: Node, p: float, train: bool) -> SSAValue:
    if train and p:
        graph.fail("the model is in training mode", "call model.eval() before exporting it")
    return clone(graph, input)


def _permuted(graph: GraphImporter, input: Node, dims: Sequence[int]) -> SSAValue:
    return graph.emit(PermuteOp(graph.value(input), dims, graph.result_type))


def _rank(node: Node) -> int:
    return len(node.meta["val"].shape)


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.view.default: view,
    _ATEN._unsafe_view.default: view,
    _ATEN.view_as.default: view,
    _ATEN.reshape.default: view,
    _ATEN.reshape_as.default: view,
    _ATEN._reshape_alias.default: view,
    _ATEN.flatten.using_ints: view,
    _ATEN.ravel.default: view,
    _ATEN.unflatten.int: view,
    _ATEN.atleast_1d.default: view,
    _ATEN.atleast_2d.default: view,
    _ATEN.atleast_3d.default: view,
    _ATEN.real.default: clone,
    _ATEN.squeeze.default: view,
    _ATEN.squeeze.dim: view,
    _ATEN.squeeze.dims: view,
    _ATEN.unsqueeze.default: view,
    _ATEN.expand.default: expand,
    _ATEN.expand_as.default: expand,
    _ATEN.broadcast_to.default: expand,
    _ATEN.repeat.default: repeat,
    _ATEN.permute.default: permute,
    _ATEN.transpose.int: transpose,
    _ATEN.swapaxes.default: transpose,
    _ATEN.swapdims.default: transpose,
    _ATEN.t.default: matrix_transpose,
    _ATEN.mT.default: matrix_transpose,
    _ATEN.adjoint.default: matrix_transpose,
    _ATEN.numpy_T.default: reverse_axes,
    _ATEN.movedim.int: movedim,
    _ATEN.movedim.intlist: movedim,
    _ATEN.moveaxis.int: movedim,
    _ATEN.moveaxis.intlist: movedim,
    _ATEN.clone.default: clone,
    _ATEN.contiguous.default: clone,
    _ATEN.alias.default: clone,
    _ATEN.detach.default: clone,
    _ATEN.detach_.default: clone,
    _ATEN.lift_fresh.default: clone,
    _ATEN.lift_fresh_copy.default: clone,
    _ATEN.positive.default: clone,
    _ATEN.to.dtype: convert,
    _ATEN.to.device: convert,
    _ATEN.to.dtype_layout: convert,
    _ATEN.to.other: convert,
    _ATEN.type_as.default: convert,
    _ATEN._to_copy.default: convert,
    _ATEN.dropout.default: dropout,
    _ATEN.feature_dropout.default: dropout,
    _ATEN.alpha_dropout.default: dropout,
}
