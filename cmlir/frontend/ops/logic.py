"""Comparisons, logic and selections: what masks are made of."""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch.fx import Node
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import (
    AnyOp,
    BinaryOp,
    BitwiseAndOp,
    BitwiseOrOp,
    BitwiseXorOp,
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
    ShiftLeftOp,
    ShiftRightOp,
    SubOp,
    ViewOp,
    WhereOp,
)
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.elementwise import of_two, promoted, two, whole_number
from cmlir.frontend.ops.places import checked, value_of

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


def one_hot(graph: GraphImporter, input: Node, classes: int = -1) -> SSAValue:
    """result[…, k] = 1 where the index is k, else 0"""
    if classes < 1:
        graph.fail("the number of classes depends on the values", "give it as num_classes")
    shape = graph.result_type.get_shape()
    index = value_of(graph, checked(graph, input, classes, from_end=False))
    column = graph.emit(ViewOp(index, graph.like_result([*shape[:-1], 1])))
    numbers = graph.constant("classes", torch.arange(classes))
    truth = graph.emit(
        CompareOp(
            operands=[column, numbers],
            properties={"predicate": StringAttr("eq")},
            result_types=[TensorType(i1, shape)],
        )
    )
    return graph.emit(CastOp(truth, graph.result_type))


def logical_not(graph: GraphImporter, input: Node) -> SSAValue:
    op = LogicalNotOp(operands=[graph.value(input)], result_types=[graph.result_type])
    return graph.emit(op)


def bitwise_not(graph: GraphImporter, input: Node) -> SSAValue:
    """Of an integer -1 - x."""
    if element_of(graph.value(input)) == i1:
        return logical_not(graph, input)
    ones = whole_number(graph, -1)
    return graph.emit(SubOp(operands=[ones, graph.value(input)], result_types=[graph.result_type]))


def logic(kind: type[LogicOp]) -> Handler:
    """The handler of a function of two truth values; numbers other than 0 are true."""

    def handler(graph: GraphImporter, lhs: Node, rhs: Node) -> SSAValue:
        operands = [truth(graph, graph.value(operand)) for operand in (lhs, rhs)]
        return graph.emit(kind(operands=operands, result_types=[graph.result_type]))

    return handler


def bits(of_truth: type[LogicOp], of_integers: type[BinaryOp]) -> Handler:
    """The handler of bitwise_and and the like, of truth values or of integers."""

    def handler(graph: GraphImporter, lhs: Operand, rhs: Operand) -> SSAValue:
        is_truth = graph.result_type.get_element_type() == i1
        return two(graph, of_truth if is_truth else of_integers, lhs, rhs)

    return handler


def truth(graph: GraphImporter, value: SSAValue) -> SSAValue:
    """Numbers other than 0 are true."""
    if element_of(value) == i1:
        return value
    return graph.emit(NeScalarOp(value, 0.0, TensorType(i1, shape_of(value))))


def any_dim(graph: GraphImporter, input: Node, dim: int, keepdim: bool) -> SSAValue:
    value = truth(graph, graph.value(input))
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
    _ATEN.one_hot.default: one_hot,
    torch.ops.prims.ne.default: compare_elements("ne"),
    _ATEN.logical_not.default: logical_not,
    _ATEN.bitwise_not.default: bitwise_not,
    _ATEN.logical_and.default: logic(LogicalAndOp),
    _ATEN.bitwise_and.Scalar: bits(LogicalAndOp, BitwiseAndOp),
    _ATEN.bitwise_and.Tensor: bits(LogicalAndOp, BitwiseAndOp),
    _ATEN.__and__.Scalar: bits(LogicalAndOp, BitwiseAndOp),
    _ATEN.__and__.Tensor: bits(LogicalAndOp, BitwiseAndOp),
    _ATEN.logical_or.default: logic(LogicalOrOp),
    _ATEN.bitwise_or.Scalar: bits(LogicalOrOp, BitwiseOrOp),
    _ATEN.bitwise_or.Tensor: bits(LogicalOrOp, BitwiseOrOp),
    _ATEN.__or__.Scalar: bits(LogicalOrOp, BitwiseOrOp),
    _ATEN.__or__.Tensor: bits(LogicalOrOp, BitwiseOrOp),
    _ATEN.logical_xor.default: logic(LogicalXorOp),
    _ATEN.bitwise_xor.Scalar: bits(LogicalXorOp, BitwiseXorOp),
    _ATEN.bitwise_xor.Tensor: bits(LogicalXorOp, BitwiseXorOp),
    _ATEN.__xor__.Scalar: bits(LogicalXorOp, BitwiseXorOp),
    _ATEN.__xor__.Tensor: bits(LogicalXorOp, BitwiseXorOp),
    _ATEN.__lshift__.Scalar: of_two(ShiftLeftOp),
    _ATEN.__lshift__.Tensor: of_two(ShiftLeftOp),
    _ATEN.bitwise_left_shift.Tensor: of_two(ShiftLeftOp),
    _ATEN.bitwise_left_shift.Tensor_Scalar: of_two(ShiftLeftOp),
    _ATEN.__rshift__.Scalar: of_two(ShiftRightOp),
    _ATEN.__rshift__.Tensor: of_two(ShiftRightOp),
    _ATEN.bitwise_right_shift.Tensor: of_two(ShiftRightOp),
    _ATEN.bitwise_right_shift.Tensor_Scalar: of_two(ShiftRightOp),
    _ATEN.any.dim: any_dim,
    _ATEN.where.self: where,
    _ATEN.where.Scalar: where,
    _ATEN.where.ScalarOther: where,
    _ATEN.where.ScalarSelf: where,
    _ATEN.masked_fill.Scalar: masked_fill,
    _ATEN.masked_fill.Tensor: masked_fill,
}
