"""Elementary functions of one number: exponentials, logarithms, roots, rounding.

What single precision cannot do in one operation is computed in double precision and rounded once,
which is nearer to the real function than PyTorch's own single precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from xdsl.dialects.builtin import FloatAttr, f64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def

from cmlir.dialects.aten.base import Float32, PointwiseOp
from cmlir.dialects.aten.elementwise import ScalarOp
from cmlir.dialects.deferred import np

if TYPE_CHECKING:
    import numpy.typing as npt

Float64: TypeAlias = "npt.NDArray[np.float64]"


def rounded_once(function: Callable[[Any], Any], values: Float32) -> Float32:
    """function(values), computed in double precision."""
    return np.asarray(function(values.astype(np.float64))).astype(np.float32)


def erf(values: Float64) -> Float64:
    """The error function, 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    return np.asarray(np.frompyfunc(math.erf, 1, 1)(values)).astype(np.float64)


@irdl_op_definition
class ExpOp(PointwiseOp):
    """result = e^input."""

    name = "aten.exp"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.exp, values)


@irdl_op_definition
class Exp2Op(PointwiseOp):
    """result = 2^input."""

    name = "aten.exp2"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.exp2, values)


@irdl_op_definition
class Expm1Op(PointwiseOp):
    """result = e^input - 1."""

    name = "aten.expm1"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.expm1, values)


@irdl_op_definition
class LogOp(PointwiseOp):
    """result = ln(input); -inf at 0, NaN below."""

    name = "aten.log"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.log, values)


@irdl_op_definition
class Log2Op(PointwiseOp):
    """result = ln(input) / ln(2)."""

    name = "aten.log2"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.log2, values)


@irdl_op_definition
class Log10Op(PointwiseOp):
    """result = ln(input) / ln(10)."""

    name = "aten.log10"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.log10, values)


@irdl_op_definition
class Log1pOp(PointwiseOp):
    """result = ln(1 + input)."""

    name = "aten.log1p"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.log1p, values)


@irdl_op_definition
class ErfOp(PointwiseOp):
    """result = erf(input)."""

    name = "aten.erf"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(erf, values)


@irdl_op_definition
class ErfcOp(PointwiseOp):
    """result = 1 - erf(input)."""

    name = "aten.erfc"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.frompyfunc(math.erfc, 1, 1), values)


@irdl_op_definition
class SqrtOp(PointwiseOp):
    """result = input^(1/2); NaN below 0."""

    name = "aten.sqrt"

    def evaluate(self, values: Float32) -> Float32:
        return np.sqrt(values)


@irdl_op_definition
class RsqrtOp(PointwiseOp):
    """result = 1 / input^(1/2); inf at 0, NaN below."""

    name = "aten.rsqrt"

    def evaluate(self, values: Float32) -> Float32:
        roots: Float32 = np.sqrt(values)
        return np.float32(1) / roots


@irdl_op_definition
class PowScalarOp(ScalarOp):
    """result = input^value."""

    name = "aten.pow_scalar"

    def evaluate(self, values: Float32) -> Float32:
        if self.number == 2:
            return values * values
        return rounded_once(lambda x: np.power(x, self.number), values)


@irdl_op_definition
class RpowScalarOp(PointwiseOp):
    """result = base^input."""

    name = "aten.rpow_scalar"
    base = prop_def(FloatAttr)

    def __init__(self, input: SSAValue, base: float, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"base": FloatAttr(base, f64)},
            result_types=[result_type],
        )

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(lambda x: np.power(self.base.value.data, x), values)


@irdl_op_definition
class AbsOp(PointwiseOp):
    """result = |input|."""

    name = "aten.abs"

    def evaluate(self, values: Float32) -> Float32:
        return np.abs(values)


@irdl_op_definition
class SignOp(PointwiseOp):
    """result = -1, 0 or 1."""

    name = "aten.sign"

    def evaluate(self, values: Float32) -> Float32:
        return np.sign(values)


@irdl_op_definition
class FloorOp(PointwiseOp):
    """The greatest integer that is not greater."""

    name = "aten.floor"

    def evaluate(self, values: Float32) -> Float32:
        return np.floor(values)


@irdl_op_definition
class CeilOp(PointwiseOp):
    """The least integer that is not less."""

    name = "aten.ceil"

    def evaluate(self, values: Float32) -> Float32:
        return np.ceil(values)


@irdl_op_definition
class RoundOp(PointwiseOp):
    """The nearest integer, ties to even."""

    name = "aten.round"

    def evaluate(self, values: Float32) -> Float32:
        return np.rint(values)


@irdl_op_definition
class TruncOp(PointwiseOp):
    """The integer part, rounded towards 0."""

    name = "aten.trunc"

    def evaluate(self, values: Float32) -> Float32:
        return np.trunc(values)
