"""Matrix products."""

from __future__ import annotations

import torch
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import AddmmOp, AddOp, BinaryOp, BmmOp, LinearOp, MatmulOp, MmOp, ViewOp
from cmlir.dialects.shapes import shape_of
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.elementwise import scaled


def linear(graph: GraphImporter, input: Node, weight: Node, bias: Node | None) -> SSAValue:
    value, matrix = graph.value(input), graph.value(weight)
    if len(shape_of(matrix)) != 2:
        graph.fail(f"the weight has shape {list(shape_of(matrix))}", "use a weight of two axes")
    offset = [] if bias is None else [graph.value(bias)]
    graph.require_result_dtype(value, matrix, *offset)
    return graph.emit(LinearOp(operands=[value, matrix, offset], result_types=[graph.result_type]))


def addmm(
    graph: GraphImporter, bias: Node, lhs: Node, rhs: Node, beta: float, alpha: float
) -> SSAValue:
    """beta * bias + alpha * (lhs @ rhs)"""
    offset, a, b = graph.value(bias), graph.value(lhs), graph.value(rhs)
    graph.require_result_dtype(offset, a, b)
    if alpha == 1 and beta == 1:
        return graph.emit(AddmmOp(operands=[offset, a, b], result_types=[graph.result_type]))
    product = scaled(graph, _product(graph, MmOp, a, b), alpha)
    return _sum(graph, scaled(graph, offset, beta), product)


def baddbmm(
    graph: GraphImporter, bias: Node, lhs: Node, rhs: Node, beta: float, alpha: float
) -> SSAValue:
    """beta * bias + alpha * (lhs @ rhs), a batch at a time"""
    offset, a, b = graph.value(bias), graph.value(lhs), graph.value(rhs)
    graph.require_result_dtype(offset, a, b)
    product = scaled(graph, _product(graph, BmmOp, a, b), alpha)
    return _sum(graph, scaled(graph, offset, beta), product)


def mm(graph: GraphImporter, lhs: Node, rhs: Node) -> SSAValue:
    a, b = graph.value(lhs), graph.value(rhs)
    graph.require_result_dtype(a, b)
    return _product(graph, MmOp, a, b)


def bmm(graph: GraphImporter, lhs: Node, rhs: Node) -> SSAValue:
    a, b = graph.value(lhs), graph.value(rhs)
    graph.require_result_dtype(a, b)
    return _product(graph, BmmOp, a, b)


def matmul(graph: GraphImporter, lhs: Node, rhs: Node) -> SSAValue:
    """torch.matmul: a vector is a row on the left, a column on the right; its axis goes away."""
    a, b = graph.value(lhs), graph.value(rhs)
    graph.require_result_dtype(a, b)
    if len(shape_of(a)) == 1:
        a = _view(graph, a, (1, *shape_of(a)))
    if len(shape_of(b)) == 1:
        b = _view(graph, b, (*shape_of(b), 1))
    batch = torch.broadcast_shapes(shape_of(a)[:-2], shape_of(b)[:-2])
    shape = (*batch, shape_of(a)[-2], shape_of(b)[-1])
    product = graph.emit(MatmulOp(operands=[a, b], result_types=[graph.like_result(shape)]))
    return _view(graph, product, graph.result_type.get_shape())


def _product(
    graph: GraphImporter, kind: type[MmOp] | type[BmmOp], lhs: SSAValue, rhs: SSAValue
) -> SSAValue:
    return graph.emit(kind(operands=[lhs, rhs], result_types=[graph.result_type]))


def _sum(graph: GraphImporter, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    kind: type[BinaryOp] = AddOp
    return graph.emit(kind(operands=[lhs, rhs], result_types=[graph.result_type]))


def _view(graph: GraphImporter, value: SSAValue, shape: tuple[int, ...]) -> SSAValue:
    if shape_of(value) == shape:
        return value
    return graph.emit(ViewOp(value, graph.like_result(shape)))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.linear.default: linear,
    _ATEN.addmm.default: addmm,
    _ATEN.baddbmm.default: baddbmm,
    _ATEN.mm.default: mm,
    _ATEN.bmm.default: bmm,
    _ATEN.matmul.default: matmul,
    _ATEN.mv.default: matmul,
    _ATEN.dot.default: matmul,
}
