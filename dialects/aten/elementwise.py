"""Pointwise operations on one tensor, two tensors, or a tensor and a number."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def

from cmlir.dialects.aten.base import BinaryOp, Float32, PointwiseOp
from cmlir.dialects.deferred import np


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


@irdl_op_definition
class MaximumOp(BinaryOp):
    """result = the larger of lhs and rhs; NaN if one of them is."""

    name = "aten.maximum"


@irdl_op_definition
class MinimumOp(BinaryOp):
    """result = the smaller of lhs and rhs; NaN if one of them is."""

    name = "aten.minimum"


@irdl_op_definition
class PowOp(BinaryOp):
    """result = lhs^rhs."""

    name = "aten.pow"


class ScalarOp(PointwiseOp):
    """result = f(input, value), value being a Python number."""

    value = prop_def(FloatAttr)

    @property
    def number(self) -> float:
        """The value as a Python float."""
        return self.value.value.data

    @property
    def number_f32(self) -> np.float32:
        """The value as PyTorch uses it beside an f32 tensor."""
        with np.errstate(over="ignore"):
            return np.float32(self.number)

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

    def evaluate(self, values: Float32) -> Float32:
        return values + self.number_f32


@irdl_op_definition
class SubScalarOp(ScalarOp):
    """result = input - value."""

    name = "aten.sub_scalar"

    def evaluate(self, values: Float32) -> Float32:
        return values - self.number_f32


@irdl_op_definition
class RsubScalarOp(ScalarOp):
    """result = value - input."""

    name = "aten.rsub_scalar"

    def evaluate(self, values: Float32) -> Float32:
        return self.number_f32 - values


@irdl_op_definition
class MulScalarOp(ScalarOp):
    """result = input * value."""

    name = "aten.mul_scalar"

    def evaluate(self, values: Float32) -> Float32:
        return values * self.number_f32


@irdl_op_definition
class DivScalarOp(ScalarOp):
    """result = input / value."""

    name = "aten.div_scalar"

    def evaluate(self, values: Float32) -> Float32:
        return values / self.number_f32


@irdl_op_definition
class NegOp(PointwiseOp):
    """result = -input."""

    name = "aten.neg"

    def evaluate(self, values: Float32) -> Float32:
        return -values


@irdl_op_definition
class ReciprocalOp(PointwiseOp):
    """result = 1 / input."""

    name = "aten.reciprocal"

    def evaluate(self, values: Float32) -> Float32:
        return np.float32(1) / values


@irdl_op_definition
class ReluOp(PointwiseOp):
    """result = max(input, 0)."""

    name = "aten.relu"

    def evaluate(self, values: Float32) -> Float32:
        return np.maximum(values, np.float32(0))
