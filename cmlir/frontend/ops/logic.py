"""Comparisons, logic and selections: what masks are made of."""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch.fx import Node
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import (
    AnyOp,
    CastOp,
    CompareOp,
    CompareScalarOp,
    EqScalarOp,
    FullOp,
    GeScalarOp,
    GtScalarOp,
    LeScalarOp,
    LogicalAndOp,
    LogicalNotOp,
    LogicalOrOp,
    LogicalXorOp,
    LogicOp,
    LtScalarOp,
    NeScalarOp,
    WhereOp,
)
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.elementwise import promoted

Operand: TypeAlias = Node | float | int


def compare(kind: type[CompareScalarOp]) -> Handler:
    """The handler of a comparison with a number."""

    def handler(graph: GraphImporter, input: Node, value: float) -> SSAValue:
        return graph.emit(kind(graph.value(input), float(value), graph.result_type))

    return handler


def compare_elements(predicate: str) -> Handler:
    """The handler of a comparison of two tensors, both in the dtype that holds either."""

    def handler(graph: GraphImporter, lhs: Node, rhs: Node) -> SSAValue:
        dtype = torch.promote_types(lhs.meta["val"].dtype, rhs.meta["val"].dtype)
        element = graph.type_of(lhs.meta["val"].to(dtype)).element_type
        return graph.emit(
            CompareOp(
                operands=[_as(graph, graph.value(operand), element) for operand in (lhs, rhs)],
                properties={"predicate": StringAttr(predicate)},
                result_types=[graph.result_type],
            )
        )

    return handler


def _as(graph: GraphImporter, value: SSAValue, element: Attribute) -> SSAValue:
    if element_of(value) == element:
        return value
    return graph.emit(CastOp(value, TensorType(element, shape_of(value))))


def isnan(graph: GraphImporter, input: Node) -> SSAValue:
    """x != x"""
    value = graph.value(input)
    return graph.emit(
        CompareOp(
            operands=[value, value],
            properties={"predicate": StringAttr("ne")},
            result_types=[graph.result_type],
        )
    )


def logical_not(graph: GraphImporter, input: Node) -> SSAValue:
    op = LogicalNotOp(operands=[graph.value(input)], result_types=[graph.result_type])
    return graph.emit(op)


def bitwise_not(graph: GraphImporter, input: Node) -> SSAValue:
    _require_truth(graph, graph.value(input))
    return logical_not(graph, input)


def logic(kind: type[LogicOp]) -> Handler:
    """The handler of a function of two truth values, as logical_and and bitwise_and are."""

    def handler(graph: GraphImporter, lhs: Node, rhs: Node) -> SSAValue:
        operands = [graph.value(lhs), graph.value(rhs)]
        for operand in operands:
            _require_truth(graph, operand)
        return graph.emit(kind(operands=operands, result_types=[graph.result_type]))

    return handler


def _require_truth(graph: GraphImporter, value: SSAValue) -> None:
    if element_of(value) != i1:
        graph.fail(f"an operand has elements of type {element_of(value)}", "use bool tensors")


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
    a, b = (promoted(graph, _tensor(graph, operand)) for operand in (lhs, rhs))
    chosen = graph.value(condition)
    if element_of(chosen) != i1:
        graph.fail(f"the condition has elements of type {element_of(chosen)}", "use a bool tensor")
    return graph.emit(WhereOp(operands=[chosen, a, b], result_types=[graph.result_type]))


def masked_fill(graph: GraphImporter, input: Node, mask: Node, value: Operand) -> SSAValue:
    """The value where the mask holds, else the input."""
    return where(graph, mask, value, input)


def _tensor(graph: GraphImporter, operand: Operand) -> SSAValue:
    if isinstance(operand, Node):
        return graph.value(operand)
    return graph.emit(FullOp(float(operand), graph.like_result(())))


_ATEN = torch.ops.aten

_COMPARISONS = {
    "eq": ("eq",),
    "ne": ("ne", "not_equal"),
    "lt": ("lt", "less"),
    "le": ("le", "less_equal"),
    "gt": ("gt", "greater"),
    "ge": ("ge", "greater_equal"),
}
"""Predicates by PyTorch's names."""

HANDLERS: dict[object, Handler] = {
    _ATEN.eq.Scalar: compare(EqScalarOp),
    _ATEN.ne.Scalar: compare(NeScalarOp),
    _ATEN.not_equal.Scalar: compare(NeScalarOp),
    _ATEN.lt.Scalar: compare(LtScalarOp),
    _ATEN.less.Scalar: compare(LtScalarOp),
    _ATEN.le.Scalar: compare(LeScalarOp),
    _ATEN.less_equal.Scalar: compare(LeScalarOp),
    _ATEN.gt.Scalar: compare(GtScalarOp),
    _ATEN.greater.Scalar: compare(GtScalarOp),
    _ATEN.ge.Scalar: compare(GeScalarOp),
    _ATEN.greater_equal.Scalar: compare(GeScalarOp),
    **{
        getattr(_ATEN, name).Tensor: compare_elements(predicate)
        for predicate, names in _COMPARISONS.items()
        for name in names
    },
    _ATEN.isnan.default: isnan,
    torch.ops.prims.ne.default: compare_elements("ne"),
    _ATEN.logical_not.default: logical_not,
    _ATEN.bitwise_not.default: bitwise_not,
    _ATEN.logical_and.default: logic(LogicalAndOp),
    _ATEN.bitwise_and.Tensor: logic(LogicalAndOp),
    _ATEN.__and__.Tensor: logic(LogicalAndOp),
    _ATEN.logical_or.default: logic(LogicalOrOp),
    _ATEN.bitwise_or.Tensor: logic(LogicalOrOp),
    _ATEN.__or__.Tensor: logic(LogicalOrOp),
    _ATEN.logical_xor.default: logic(LogicalXorOp),
    _ATEN.bitwise_xor.Tensor: logic(LogicalXorOp),
    _ATEN.__xor__.Tensor: logic(LogicalXorOp),
    _ATEN.any.dim: any_dim,
    _ATEN.where.self: where,
    _ATEN.where.Scalar: where,
    _ATEN.where.ScalarOther: where,
    _ATEN.where.ScalarSelf: where,
    _ATEN.masked_fill.Scalar: masked_fill,
    _ATEN.masked_fill.Tensor: masked_fill,
}
