"""Arithmetic on tensors, and on a tensor and a number.

ATen's `Tensor` overloads take Python numbers too, on either side: any operand may be a number.
"""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType, f32, i1
from xdsl.ir import SSAValue

from cmlir.dialects.aten import (
    AddOp,
    AddScalarOp,
    Atan2Op,
    BinaryOp,
    CastOp,
    CopysignOp,
    DivOp,
    DivScalarOp,
    FloorDivideOp,
    FmodOp,
    FullOp,
    LogicalAndOp,
    LogicOp,
    MaximumOp,
    MinimumOp,
    MulOp,
    MulScalarOp,
    NegOp,
    PowOp,
    ReciprocalOp,
    ReluOp,
    RemainderOp,
    RsubScalarOp,
    ScalarOp,
    SubOp,
    SubScalarOp,
    TruncDivideOp,
    UnaryOp,
)
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler

Operand: TypeAlias = Node | float | int
Value: TypeAlias = SSAValue | float | int


def add(graph: GraphImporter, lhs: Operand, rhs: Operand, alpha: float) -> SSAValue:
    """lhs + alpha * rhs, as a difference where alpha is negative"""
    if alpha < 0:
        return sub(graph, lhs, rhs, -alpha)
    a, b = _value(graph, lhs), _times(graph, _value(graph, rhs), alpha)
    if isinstance(a, SSAValue):
        return _tensor_first(graph, AddOp, AddScalarOp, a, b)
    return _tensor_first(graph, AddOp, AddScalarOp, b, a)


def sub(graph: GraphImporter, lhs: Operand, rhs: Operand, alpha: float) -> SSAValue:
    """lhs - alpha * rhs, as a sum where alpha is negative"""
    if alpha < 0:
        return add(graph, lhs, rhs, -alpha)
    a, b = _value(graph, lhs), _times(graph, _value(graph, rhs), alpha)
    if isinstance(a, SSAValue):
        return _tensor_first(graph, SubOp, SubScalarOp, a, b)
    return _tensor_first(graph, SubOp, RsubScalarOp, b, a)


def rsub(graph: GraphImporter, lhs: Operand, rhs: Operand, alpha: float) -> SSAValue:
    """rhs - alpha * lhs"""
    return sub(graph, rhs, lhs, alpha)


def mul(graph: GraphImporter, lhs: Operand, rhs: Operand) -> SSAValue:
    """Of truth values it is their conjunction."""
    a, b = _value(graph, lhs), _value(graph, rhs)
    if not isinstance(a, SSAValue):
        a, b = b, a
    is_truth = graph.result_type.get_element_type() == i1
    if isinstance(a, SSAValue) and isinstance(b, SSAValue) and is_truth:
        return graph.emit(LogicalAndOp(operands=[a, b], result_types=[graph.result_type]))
    return _tensor_first(graph, MulOp, MulScalarOp, a, b)


def div(graph: GraphImporter, lhs: Operand, rhs: Operand) -> SSAValue:
    a, b = _value(graph, lhs), _value(graph, rhs)
    if isinstance(a, SSAValue):
        return _tensor_first(graph, DivOp, DivScalarOp, a, b)
    assert isinstance(b, SSAValue)
    graph.require_result_dtype(b)
    inverse = graph.emit(ReciprocalOp(operands=[b], result_types=[b.type]))
    return graph.emit(MulScalarOp(inverse, float(a), graph.result_type))


def div_mode(
    graph: GraphImporter, lhs: Operand, rhs: Operand, rounding_mode: str | None
) -> SSAValue:
    """Without a rounding mode the quotient is a float."""
    if rounding_mode is None:
        return div(graph, lhs, rhs)
    return two(graph, _ROUNDED[rounding_mode], lhs, rhs)


_ROUNDED: dict[str, type[BinaryOp]] = {"floor": FloorDivideOp, "trunc": TruncDivideOp}


def floor_divide(graph: GraphImporter, lhs: Operand, rhs: Operand) -> SSAValue:
    return div_mode(graph, lhs, rhs, "floor")


def scaled(graph: GraphImporter, value: SSAValue, factor: float) -> SSAValue:
    """value * factor, or value itself if the factor is 1."""
    return value if factor == 1 else graph.emit(MulScalarOp(value, float(factor), value.type))


def unary(kind: type[UnaryOp]) -> Handler:
    """The handler of an operation on one tensor that has no parameters."""

    def handler(graph: GraphImporter, input: Node) -> SSAValue:
        value = graph.value(input)
        graph.require_result_dtype(value)
        return graph.emit(kind(operands=[value], result_types=[graph.result_type]))

    return handler


def _tensor_first(
    graph: GraphImporter,
    tensors: type[BinaryOp],
    tensor_and_number: type[ScalarOp],
    lhs: Value,
    rhs: Value,
) -> SSAValue:
    assert isinstance(lhs, SSAValue)
    a = promoted(graph, lhs)
    if not isinstance(rhs, SSAValue) and graph.result_type.get_element_type() == f32:
        return graph.emit(tensor_and_number(a, float(rhs), graph.result_type))
    b = promoted(graph, rhs if isinstance(rhs, SSAValue) else whole_number(graph, rhs))
    if tensor_and_number is RsubScalarOp and not isinstance(rhs, SSAValue):
        a, b = b, a
    return graph.emit(tensors(operands=[a, b], result_types=[graph.result_type]))


def whole_number(graph: GraphImporter, number: float) -> SSAValue:
    """A number beside a tensor, as a tensor without axes."""
    return graph.emit(FullOp(float(number), graph.like_result(())))


def promoted(graph: GraphImporter, value: SSAValue) -> SSAValue:
    """The operand in the result's dtype, to which PyTorch converts it first."""
    element = graph.result_type.get_element_type()
    if element_of(value) == element:
        return value
    return graph.emit(CastOp(value, TensorType(element, shape_of(value))))


def two(
    graph: GraphImporter, kind: type[BinaryOp] | type[LogicOp], lhs: Operand, rhs: Operand
) -> SSAValue:
    """A function of both operands in the result's dtype."""
    operands = [_tensor(graph, operand) for operand in (lhs, rhs)]
    return graph.emit(kind(operands=operands, result_types=[graph.result_type]))


def of_two(kind: type[BinaryOp]) -> Handler:
    """The handler of a function of two tensors, or of a tensor and a number."""

    def handler(graph: GraphImporter, lhs: Operand, rhs: Operand) -> SSAValue:
        return two(graph, kind, lhs, rhs)

    return handler


def _tensor(graph: GraphImporter, operand: Operand) -> SSAValue:
    value = _value(graph, operand)
    if isinstance(value, SSAValue):
        return promoted(graph, value)
    return whole_number(graph, value)


def _value(graph: GraphImporter, operand: Operand) -> Value:
    if isinstance(operand, Node):
        return graph.value(operand)
    if isinstance(operand, complex):
        graph.fail(f"no support for the complex number {operand}", "use real numbers")
    return operand


def _times(graph: GraphImporter, value: Value, alpha: float) -> Value:
    return scaled(graph, value, alpha) if isinstance(value, SSAValue) else value * alpha


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.add.Tensor: add,
    _ATEN.add.Scalar: add,
    _ATEN.sub.Tensor: sub,
    _ATEN.sub.Scalar: sub,
    _ATEN.subtract.Tensor: sub,
    _ATEN.subtract.Scalar: sub,
    _ATEN.rsub.Tensor: rsub,
    _ATEN.rsub.Scalar: rsub,
    _ATEN.mul.Tensor: mul,
    _ATEN.mul.Scalar: mul,
    _ATEN.multiply.Tensor: mul,
    _ATEN.multiply.Scalar: mul,
    _ATEN.div.Tensor: div,
    _ATEN.div.Scalar: div,
    _ATEN.div.Tensor_mode: div_mode,
    _ATEN.div.Scalar_mode: div_mode,
    _ATEN.divide.Tensor: div,
    _ATEN.divide.Scalar: div,
    _ATEN.true_divide.Tensor: div,
    _ATEN.true_divide.Scalar: div,
    _ATEN.arctan2.default: of_two(Atan2Op),
    _ATEN.atan2.default: of_two(Atan2Op),
    _ATEN.copysign.Scalar: of_two(CopysignOp),
    _ATEN.copysign.Tensor: of_two(CopysignOp),
    _ATEN.floor_divide.Scalar: floor_divide,
    _ATEN.floor_divide.default: floor_divide,
    _ATEN.fmod.Scalar: of_two(FmodOp),
    _ATEN.fmod.Tensor: of_two(FmodOp),
    _ATEN.remainder.Scalar: of_two(RemainderOp),
    _ATEN.remainder.Scalar_Tensor: of_two(RemainderOp),
    _ATEN.remainder.Tensor: of_two(RemainderOp),
    _ATEN.max.other: of_two(MaximumOp),
    _ATEN.maximum.default: of_two(MaximumOp),
    _ATEN.min.other: of_two(MinimumOp),
    _ATEN.minimum.default: of_two(MinimumOp),
    _ATEN.pow.Tensor_Tensor: of_two(PowOp),
    _ATEN.neg.default: unary(NegOp),
    _ATEN.negative.default: unary(NegOp),
    _ATEN.reciprocal.default: unary(ReciprocalOp),
    _ATEN.relu.default: unary(ReluOp),
}
