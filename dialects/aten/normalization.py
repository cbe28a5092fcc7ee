"""Normalization of rows, layer norm and RMS norm, and batch norm as it is after training."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import I64, FloatAttr, IntegerAttr, f64, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import require_shape, shape_of


class NormOp(NamedFormatOp):
    """Base class: each row, made of the last ``axes`` axes, is normalized by itself.

    ``weight`` and ``bias`` have the shape of a row.
    """

    input = operand_def(AnyTensor)
    weight = opt_operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    axes = prop_def(IntegerAttr[I64])
    eps = prop_def(FloatAttr)
    result = result_def(AnyTensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    def __init__(
        self,
        input: SSAValue,
        weight: SSAValue | None,
        bias: SSAValue | None,
        axes: int,
        eps: float,
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input, [weight] if weight else [], [bias] if bias else []],
            properties={"axes": IntegerAttr(axes, i64), "eps": FloatAttr(eps, f64)},
            result_types=[result_type],
        )

    @property
    def row_shape(self) -> tuple[int, ...]:
        shape = shape_of(self.input)
        return shape[len(shape) - self.axes.value.data :]

    @property
    def epsilon(self) -> float:
        """``eps`` as a number."""
        return self.eps.value.data

    def verify_(self) -> None:
        shape = shape_of(self.input)
        if not 1 <= self.axes.value.data <= len(shape):
            raise VerifyException(f"axes {self.axes.value.data} is out of range for shape {shape}")
        if not (math.isfinite(self.epsilon) and self.epsilon >= 0):
            raise VerifyException(f"eps must be finite and not negative, but is {self.epsilon}")
        for name, value in (("weight", self.weight), ("bias", self.bias)):
            if value is not None:
                require_shape(value, self.row_shape, name)
        require_shape(self.result, shape, "result")


@irdl_op_definition
class LayerNormOp(NormOp):
    """result = (x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps) * weight + bias, x being a row."""

    name = "aten.layer_norm"


@irdl_op_definition
class RmsNormOp(NormOp):
    """result = x / sqrt(mean(x^2) + eps) * weight + bias, x being a row.

    ATen's has no bias; an addition behind it becomes one.
    """

    name = "aten.rms_norm"


@irdl_op_definition
class BatchNormOp(NamedFormatOp):
    """result[n, c, …] = input[n, c, …] * scale[c] + shift[c]

    with scale = weight / sqrt(variance + eps) and shift = bias - mean * scale.
    """

    name = "aten.batch_norm"
    input = operand_def(AnyTensor)
    scale = operand_def(AnyTensor)
    shift = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, input: SSAValue, scale: SSAValue, shift: SSAValue, result_type: Attribute):
        super().__init__(operands=[input, scale, shift], result_types=[result_type])

    def verify_(self) -> None:
        shape = shape_of(self.input)
        if len(shape) < 2:
            raise VerifyException(f"input {shape} must be [N, C, …]")
        require_shape(self.scale, shape[1:2], "scale")
        require_shape(self.shift, shape[1:2], "shift")
        require_shape(self.result, shape, "result")
