"""Activation functions, clamps among them, with PyTorch's parameters."""

from __future__ import annotations

import math
from typing import Any

from xdsl.dialects.builtin import FloatAttr, StringAttr, f64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.aten.base import Float32, PointwiseOp
from cmlir.dialects.aten.functions import Float64, erf, rounded_once
from cmlir.dialects.deferred import np


def _number(attribute: FloatAttr[Any]) -> float:
    return attribute.value.data


def _single(attribute: FloatAttr[Any]) -> np.float32:
    """A parameter as PyTorch uses it beside f32 values."""
    with np.errstate(over="ignore"):
        return np.float32(attribute.value.data)


class _ParametrizedOp(PointwiseOp):
    """A function with numbers as parameters, each a property of that name."""

    def __init__(self, input: SSAValue, result_type: Attribute, **numbers: float | None):
        given = {name: value for name, value in numbers.items() if value is not None}
        super().__init__(
            operands=[input],
            properties={name: FloatAttr(float(value), f64) for name, value in given.items()},
            result_types=[result_type],
        )


@irdl_op_definition
class ClampOp(_ParametrizedOp):
    """result = min(max(input, min), max); a bound that is absent does not apply.

    Where min > max the result is max, as in PyTorch.
    """

    name = "aten.clamp"
    min = opt_prop_def(FloatAttr)
    max = opt_prop_def(FloatAttr)

    def verify_(self) -> None:
        super().verify_()
        if self.min is None and self.max is None:
            raise VerifyException("min and max cannot both be absent")
        for bound in (self.min, self.max):
            if bound is not None and math.isnan(bound.value.data):
                raise VerifyException("min and max must be numbers, but one is NaN")

    @property
    def bounds(self) -> tuple[float, float]:
        """(least, greatest) result; infinite where there is no bound."""
        least = -math.inf if self.min is None else self.min.value.data
        greatest = math.inf if self.max is None else self.max.value.data
        return min(least, greatest), greatest

    def evaluate(self, values: Float32) -> Float32:
        raised = values if self.min is None else np.maximum(values, _single(self.min))
        return raised if self.max is None else np.minimum(raised, _single(self.max))


@irdl_op_definition
class GeluOp(PointwiseOp):
    """result = input * Phi(input), Phi being the normal distribution function.

    ``approximate`` is "none": Phi(x) = (1 + erf(x / sqrt(2))) / 2, or "tanh": (1 + tanh(sqrt(2 /
    pi) * (x + 0.044715 x^3))) / 2.
    """

    name = "aten.gelu"
    approximate = prop_def(StringAttr)

    def __init__(self, input: SSAValue, approximate: str, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"approximate": StringAttr(approximate)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        super().verify_()
        if self.approximate.data not in ("none", "tanh"):
            raise VerifyException(
                f'approximate must be "none" or "tanh", but is "{self.approximate.data}"'
            )

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(self._exact if self.approximate.data == "none" else self._tanh, values)

    @staticmethod
    def _exact(x: Float64) -> Float64:
        return x * 0.5 * (1 + erf(x * math.sqrt(0.5)))

    @staticmethod
    def _tanh(x: Float64) -> Float64:
        return x * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def _sigmoid(x: Float64) -> Float64:
    return 1 / (1 + np.exp(-x))


def _softplus(x: Float64) -> Float64:
    """ln(1 + e^x), which overflows nowhere."""
    return np.logaddexp(0, x)


@irdl_op_definition
class SigmoidOp(PointwiseOp):
    """result = 1 / (1 + e^-input)."""

    name = "aten.sigmoid"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(_sigmoid, values)


@irdl_op_definition
class LogSigmoidOp(PointwiseOp):
    """result = ln(1 / (1 + e^-input))."""

    name = "aten.log_sigmoid"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(lambda x: -_softplus(-x), values)


@irdl_op_definition
class SiluOp(PointwiseOp):
    """result = input / (1 + e^-input)."""

    name = "aten.silu"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(lambda x: x / (1 + np.exp(-x)), values)


@irdl_op_definition
class MishOp(PointwiseOp):
    """result = input * tanh(ln(1 + e^input))."""

    name = "aten.mish"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(lambda x: x * np.tanh(_softplus(x)), values)


@irdl_op_definition
class TanhOp(PointwiseOp):
    """result = tanh(input)."""

    name = "aten.tanh"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.tanh, values)


@irdl_op_definition
class SoftplusOp(_ParametrizedOp):
    """result = ln(1 + e^(beta * input)) / beta; input itself where beta * input > threshold."""

    name = "aten.softplus"
    beta = prop_def(FloatAttr)
    threshold = prop_def(FloatAttr)

    def evaluate(self, values: Float32) -> Float32:
        beta, threshold = _number(self.beta), _number(self.threshold)
        return rounded_once(
            lambda x: np.where(x * beta > threshold, x, _softplus(x * beta) / beta), values
        )


@irdl_op_definition
class EluOp(_ParametrizedOp):
    """result = scale * input above 0, else scale * alpha * (e^(input_scale * input) - 1).

    With other parameters this is also SELU and CELU.
    """

    name = "aten.elu"
    alpha = prop_def(FloatAttr)
    scale = prop_def(FloatAttr)
    input_scale = prop_def(FloatAttr)

    def evaluate(self, values: Float32) -> Float32:
        alpha, scale = _number(self.alpha), _number(self.scale)
        slope = _number(self.input_scale)
        return rounded_once(
            lambda x: np.where(x > 0, scale * x, scale * alpha * np.expm1(slope * x)), values
        )


@irdl_op_definition
class LeakyReluOp(_ParametrizedOp):
    """result = input above 0, else negative_slope * input."""

    name = "aten.leaky_relu"
    negative_slope = prop_def(FloatAttr)

    def evaluate(self, values: Float32) -> Float32:
        return np.where(values > 0, values, values * _single(self.negative_slope))


@irdl_op_definition
class HardsigmoidOp(PointwiseOp):
    """result = min(max(input + 3, 0), 6) / 6."""

    name = "aten.hardsigmoid"

    def evaluate(self, values: Float32) -> Float32:
        clamped: Float32 = np.minimum(np.maximum(values + 3, 0), 6)
        return clamped / np.float32(6)


@irdl_op_definition
class HardswishOp(PointwiseOp):
    """result = input * min(max(input + 3, 0), 6) / 6."""

    name = "aten.hardswish"

    def evaluate(self, values: Float32) -> Float32:
        clamped: Float32 = np.minimum(np.maximum(values + 3, 0), 6)
        return values * clamped / np.float32(6)


@irdl_op_definition
class HardshrinkOp(_ParametrizedOp):
    """result = input, but 0 in -lambd to lambd."""

    name = "aten.hardshrink"
    lambd = prop_def(FloatAttr)

    def evaluate(self, values: Float32) -> Float32:
        return np.where(np.abs(values) <= _single(self.lambd), 0, values)


@irdl_op_definition
class SoftshrinkOp(_ParametrizedOp):
    """result = input moved towards 0 by lambd, but not past it."""

    name = "aten.softshrink"
    lambd = prop_def(FloatAttr)

    def evaluate(self, values: Float32) -> Float32:
        lambd = _single(self.lambd)
        above = np.where(values > lambd, values - lambd, values * 0)
        return np.where(values < -lambd, values + lambd, above)


@irdl_op_definition
class ThresholdOp(_ParametrizedOp):
    """result = input above the threshold, else value."""

    name = "aten.threshold"
    threshold = prop_def(FloatAttr)
    value = prop_def(FloatAttr)

    def evaluate(self, values: Float32) -> Float32:
        return np.where(values <= _single(self.threshold), _single(self.value), values)
