"""Integers as bits."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition

from cmlir.dialects.aten.base import ArithmeticOp, Numbers


@irdl_op_definition
class BitwiseAndOp(ArithmeticOp):
    """result = the bits that both operands have."""

    name = "aten.bitwise_and"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        return lhs & rhs


@irdl_op_definition
class BitwiseOrOp(ArithmeticOp):
    """result = the bits that an operand has."""

    name = "aten.bitwise_or"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        return lhs | rhs


@irdl_op_definition
class BitwiseXorOp(ArithmeticOp):
    """result = the bits that one operand alone has."""

    name = "aten.bitwise_xor"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        return lhs ^ rhs


def _width(values: Numbers) -> int:
    return 8 * values.dtype.itemsize


@irdl_op_definition
class ShiftLeftOp(ArithmeticOp):
    """result = lhs * 2^rhs without the upper bits; 0 for a shift that is negative or too far."""

    name = "aten.shift_left"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        inside = (rhs >= 0) & (rhs < _width(lhs))
        return (lhs << (rhs * inside)) * inside


@irdl_op_definition
class ShiftRightOp(ArithmeticOp):
    """result = lhs / 2^rhs rounded down; 0 or -1 for a shift that is negative or too far."""

    name = "aten.shift_right"

    @staticmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        farthest = _width(lhs) - 1
        inside = (rhs >= 0) & (rhs < farthest)
        return lhs >> (rhs * inside + farthest * ~inside)
