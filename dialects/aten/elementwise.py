"""Pointwise operations on one tensor, two tensors, or a tensor and a number."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def

from cmlir.dialects.aten.base import BinaryOp, UnaryOp


@irdl_op_definition
class AddOp(BinaryOp):
    """result = lhs + rhs."""

    name = "aten.add"


@irdl_op_definition
class SubOp(BinaryOp):
    """result = lhs - rhs."""

    name = "aten.sub"


@irdl_op_definition
class MulOp(BinaryOp):
    """result = lhs * rhs."""

    name = "aten.mul"


@irdl_op_definition
class DivOp(BinaryOp):
    """result = lhs / rhs."""

    name = "aten.div"


class ScalarOp(UnaryOp):
    """result = f(input, value), value being a Python number."""

    value = prop_def(FloatAttr)

    def __init__(self, input: SSAValue, value: float, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"value": FloatAttr(value, f64)},
            result_types=[result_type],
        )


@irdl_op_definition
class AddScalarOp(ScalarOp):
    """result = input + value."""

    name = "aten.add_scalar"


@irdl_op_definition
class SubScalarOp(ScalarOp):
    """result = input - value."""

    name = "aten.sub_scalar"


@irdl_op_definition
class RsubScalarOp(ScalarOp):
    """result = value - input."""

    name = "aten.rsub_scalar"


@irdl_op_definition
class MulScalarOp(ScalarOp):
    """result = input * value."""

    name = "aten.mul_scalar"


@irdl_op_definition
class DivScalarOp(ScalarOp):
    """result = input / value."""

    name = "aten.div_scalar"


@irdl_op_definition
class NegOp(UnaryOp):
    """result = -input."""

    name = "aten.neg"


@irdl_op_definition
class ReciprocalOp(UnaryOp):
    """result = 1 / input."""

    name = "aten.reciprocal"


@irdl_op_definition
class ReluOp(UnaryOp):
    """result = max(input, 0)."""

    name = "aten.relu"
