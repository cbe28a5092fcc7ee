"""Angles and areas: trigonometric and hyperbolic functions, and their inverses; signs."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition

from cmlir.dialects.aten.base import ArithmeticOp, Float32, Numbers, PointwiseOp
from cmlir.dialects.aten.functions import rounded_once
from cmlir.dialects.deferred import np


@irdl_op_definition
class AcosOp(PointwiseOp):
    """result = arccos(input), in 0 to pi; NaN outside of -1 to 1."""

    name = "aten.acos"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.arccos, values)


@irdl_op_definition
class AcoshOp(PointwiseOp):
    """result = arcosh(input), at least 0; NaN below 1."""

    name = "aten.acosh"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.arccosh, values)


@irdl_op_definition
class AsinOp(PointwiseOp):
    """result = arcsin(input), in -pi/2 to pi/2; NaN outside of -1 to 1."""

    name = "aten.asin"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.arcsin, values)


@irdl_op_definition
class AsinhOp(PointwiseOp):
    """result = arsinh(input)."""

    name = "aten.asinh"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.arcsinh, values)


@irdl_op_definition
class AtanOp(PointwiseOp):
    """result = arctan(input), in -pi/2 to pi/2."""

    name = "aten.atan"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.arctan, values)


@irdl_op_definition
class AtanhOp(PointwiseOp):
    """result = artanh(input); infinite at -1 and 1, NaN outside."""

    name = "aten.atanh"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.arctanh, values)


@irdl_op_definition
class CosOp(PointwiseOp):
    """result = cos(input)."""

    name = "aten.cos"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.cos, values)


@irdl_op_definition
class CoshOp(PointwiseOp):
    """result = cosh(input)."""

    name = "aten.cosh"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.cosh, values)


@irdl_op_definition
class SinOp(PointwiseOp):
    """result = sin(input)."""

    name = "aten.sin"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.sin, values)


@irdl_op_definition
class SinhOp(PointwiseOp):
    """result = sinh(input)."""

    name = "aten.sinh"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.sinh, values)


@irdl_op_definition
class TanOp(PointwiseOp):
    """result = tan(input)."""

    name = "aten.tan"

    def evaluate(self, values: Float32) -> Float32:
        return rounded_once(np.tan, values)


@irdl_op_definition
class Atan2Op(ArithmeticOp):
    """result = the angle of the point (rhs, lhs), in -pi to pi."""

    name = "aten.atan2"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        return np.arctan2(lhs.astype(np.float64), rhs.astype(np.float64)).astype(np.float32)


@irdl_op_definition
class CopysignOp(ArithmeticOp):
    """result = |lhs| with the sign of rhs."""

    name = "aten.copysign"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        return np.asarray(np.copysign(lhs, rhs))
