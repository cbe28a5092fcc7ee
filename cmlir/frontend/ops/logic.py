"""Comparisons and selections: what the guard of the safe softmax is made of."""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch.fx import Node
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i1, i64
from xdsl.ir import SSAValue

from cmlir.dialects.aten import AnyOp, EqScalarOp, FullOp, LogicalNotOp, WhereOp
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler

Operand: TypeAlias = Node | float | int


def eq_scalar(graph: GraphImporter, input: Node, value: float) -> SSAValue:
    return graph.emit(EqScalarOp(graph.value(input), float(value), graph.result_type))


def logical_not(graph: GraphImporter, input: Node) -> SSAValue:
    op = LogicalNotOp(operands=[graph.value(input)], result_types=[graph.result_type])
    return graph.emit(op)


def any_dim(graph: GraphImporter, input: Node, dim: int, keepdim: bool) -> SSAValue:
    value = graph.value(input)
    axis = dim % len(shape_of(value))
    op = AnyOp(
        operands=[value],
        properties={"dim": IntegerAttr(axis, i64), "keepdim": BoolAttr.from_bool(keepdim)},
        result_types=[graph.result_type],
    )
    return graph.emit(op)


def where(graph: GraphImporter, condition: Node, lhs: Operand, rhs: Operand) -> SSAValue:
    """lhs where the condition holds, else rhs; a number is a tensor without axes."""
    a, b = _tensor(graph, lhs), _tensor(graph, rhs)
    graph.require_result_dtype(a, b)
    chosen = graph.value(condition)
    if element_of(chosen) != i1:
        graph.fail(f"the condition has elements of type {element_of(chosen)}", "use a bool tensor")
    return graph.emit(WhereOp(operands=[chosen, a, b], result_types=[graph.result_type]))


def _tensor(graph: GraphImporter, operand: Operand) -> SSAValue:
    if isinstance(operand, Node):
        return graph.value(operand)
    return graph.emit(FullOp(float(operand), graph.like_result(())))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.eq.Scalar: eq_scalar,
    _ATEN.logical_not.default: logical_not,
    _ATEN.any.dim: any_dim,
    _ATEN.where.self: where,
    _ATEN.where.Scalar: where,
    _ATEN.where.ScalarOther: where,
    _ATEN.where.ScalarSelf: where,
}
