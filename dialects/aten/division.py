"""Quotients that are whole numbers, and what they leave; of floats and of integers."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition

from cmlir.dialects.aten.base import ArithmeticOp, Numbers
from cmlir.dialects.deferred import np


def _is_float(values: Numbers) -> bool:
    return bool(np.issubdtype(values.dtype, np.floating))


def _require_divisors(divisors: Numbers) -> None:
    if not _is_float(divisors) and np.any(divisors == 0):
        raise ZeroDivisionError("an integer is divided by 0")


@irdl_op_definition
class FmodOp(ArithmeticOp):
    """result = what lhs / rhs, rounded towards 0, leaves of lhs; it has the sign of lhs."""

    name = "aten.fmod"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        _require_divisors(rhs)
        return np.asarray(np.fmod(lhs, rhs))


@irdl_op_definition
class RemainderOp(ArithmeticOp):
    """result = what lhs / rhs, rounded down, leaves of lhs; it has the sign of rhs."""

    name = "aten.remainder"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        rest = FmodOp.evaluate(lhs, rhs)
        return np.where((rest != 0) & ((rhs < 0) != (rest < 0)), rest + rhs, rest)


@irdl_op_definition
class FloorDivideOp(ArithmeticOp):
    """result = lhs / rhs rounded down."""

    name = "aten.floor_divide"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        """Of floats that of lhs without its remainder, which is whole but for its own rounding."""
        rest = FmodOp.evaluate(lhs, rhs)
        steps = ((rest != 0) & ((rhs < 0) != (rest < 0))).astype(lhs.dtype)
        if not _is_float(lhs):
            return TruncDivideOp.evaluate(lhs, rhs) - steps
        whole = (lhs - rest) / rhs - steps
        below = np.floor(whole)
        rounded = np.where(whole - below > 0.5, below + np.float32(1), below)
        signed = np.where(whole == 0, np.copysign(np.float32(0), lhs / rhs), rounded)
        return np.where(rhs == 0, lhs / rhs, signed)


@irdl_op_definition
class TruncDivideOp(ArithmeticOp):
    """result = lhs / rhs rounded towards 0."""

    name = "aten.trunc_divide"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        if _is_float(lhs):
            return np.trunc(lhs / rhs)
        return np.asarray(np.floor_divide(lhs - FmodOp.evaluate(lhs, rhs), rhs))
