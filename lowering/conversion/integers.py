"""Integers that are no codes, casts, and comparisons of two tensors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import IntegerType, StringAttr, TensorType, f32, i1, i8, i32, i64
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.cortex_m.integers import ELEMENTS, INTEGERS
from cmlir.dialects.quant.codes import quantize
from cmlir.dialects.shapes import broadcast_shapes, element_of, shape_of
from cmlir.lowering.conversion.broadcast import broadcast_type, common_operands
from cmlir.lowering.conversion.code_maps import function_of_code
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Unsupported,
    spelled,
)
from cmlir.lowering.conversion.order import define_in_order, plain_order

FUNCTIONS: dict[type[aten.BinaryOp], str] = {
    aten.AddOp: "add",
    aten.BitwiseAndOp: "bitwise_and",
    aten.BitwiseOrOp: "bitwise_or",
    aten.BitwiseXorOp: "bitwise_xor",
    aten.FloorDivideOp: "floor_divide",
    aten.FmodOp: "fmod",
    aten.MaximumOp: "maximum",
    aten.MinimumOp: "minimum",
    aten.MulOp: "mul",
    aten.RemainderOp: "remainder",
    aten.ShiftLeftOp: "shift_left",
    aten.ShiftRightOp: "shift_right",
    aten.SubOp: "sub",
    aten.TruncDivideOp: "trunc_divide",
}


def is_integer(value: SSAValue) -> bool:
    """Whether the elements are integers that are no codes."""
    return element_of(value) in INTEGERS


def convert_integers(conversion: Conversion, op: aten.BinaryOp) -> None:
    """x + y and the like on tensors of one integer type."""
    element = element_of(op.result)
    if {element_of(op.lhs), element_of(op.rhs)} != {element} or type(op) not in FUNCTIONS:
        raise Unsupported(f"of {spelled(element)} is not supported")
    operands = common_operands(conversion, (op.lhs, op.rhs), plain_order(op.result))
    _integer(conversion, op, *operands)


def convert_integer_function(conversion: Conversion, op: aten.PointwiseOp) -> None:
    """Negation, limits and the like of integers, by functions of two."""
    integers = _Integers(conversion, conversion.dense(op.input))
    result = _function_of_integers(integers, op)
    if result is None:
        raise Unsupported(f"of {spelled(element_of(op.result))} is not supported")
    conversion.define(op.result, result)


@dataclass(frozen=True)
class _Integers:
    """A tensor of integers, and functions of it and of numbers."""

    conversion: Conversion
    x: SSAValue

    def of_two(self, function: str, lhs: SSAValue | float, rhs: SSAValue | float) -> SSAValue:
        operands = [v if isinstance(v, SSAValue) else self._number(v) for v in (lhs, rhs)]
        name = StringAttr(function)
        return self.conversion.kernel(cortex_m.IntegerOp, operands, self.x.type, function=name)

    def _number(self, value: float) -> SSAValue:
        bits = cast("IntegerType", element_of(self.x)).width.data
        shape = (1,) * len(shape_of(self.x))
        kind = np.iinfo(f"i{bits // 8}")
        whole = int(min(max(value, kind.min), kind.max))
        return self.conversion.constant("number", np.full(shape, whole, kind.dtype))


def _function_of_integers(integers: _Integers, op: aten.PointwiseOp) -> SSAValue | None:
    """None for one that is not known, or gives no integers."""
    x, of_two = integers.x, integers.of_two
    match op:
        case aten.NegOp():
            return of_two("sub", 0, x)
        case aten.AbsOp():
            return of_two("maximum", x, of_two("sub", 0, x))
        case aten.ReluOp():
            return of_two("maximum", x, 0)
        case aten.SignOp():
            return of_two("minimum", of_two("maximum", x, -1), 1)
        case aten.CeilOp() | aten.FloorOp() | aten.RoundOp() | aten.TruncOp():
            return x
        case aten.ClampOp():
            return _clamped(integers, op)
        case aten.PowScalarOp() if op.number.is_integer() and op.number > 0:
            return _power(integers, int(op.number))
        case _:
            return None


def _clamped(integers: _Integers, op: aten.ClampOp) -> SSAValue | None:
    """None for bounds that are no integers: then PyTorch's result is a float."""
    bounds = [None if b is None else b.value.data for b in (op.min, op.max)]
    if not all(b is None or b.is_integer() or math.isinf(b) for b in bounds):
        return None
    value = integers.x
    for function, bound in zip(("maximum", "minimum"), bounds, strict=True):
        if bound is not None:
            value = integers.of_two(function, value, bound)
    return value


def _power(integers: _Integers, exponent: int) -> SSAValue:
    """x^n by squares of squares."""
    if exponent == 1:
        return integers.x
    half = _power(integers, exponent // 2)
    square = integers.of_two("mul", half, half)
    return square if exponent % 2 == 0 else integers.of_two("mul", square, integers.x)


def convert_extreme_of_two(conversion: Conversion, op: aten.BinaryOp) -> None:
    """max(x, y) on codes: both in the result's parameters, which keep the order of numbers."""
    Int8Form.of(op.result)
    shape = shape_of(op.result)
    operands = [_in_parameters(conversion, v, op.result) for v in (op.lhs, op.rhs)]
    padded = [_viewed(conversion, operand, len(shape)) for operand in operands]
    _integer(conversion, op, *padded)


def _in_parameters(conversion: Conversion, value: SSAValue, result: SSAValue) -> SSAValue:
    codes = conversion.dense(value)
    if quant.quantized_element_type(value) == quant.quantized_element_type(result):
        return codes
    return function_of_code(conversion, codes, (value, result), lambda x: x, factor=1.0)


def _viewed(conversion: Conversion, value: SSAValue, rank: int) -> SSAValue:
    shape = (1,) * (rank - len(shape_of(value))) + shape_of(value)
    target = TensorType(element_of(value), shape)
    if value.type == target:
        return value
    return conversion.insert(cortex_m.ViewOp(value, target, 0)).result


def _integer(conversion: Conversion, op: aten.BinaryOp, lhs: SSAValue, rhs: SSAValue) -> None:
    function = StringAttr(FUNCTIONS[type(op)])
    result = conversion.kernel(
        cortex_m.IntegerOp, [lhs, rhs], broadcast_type(lhs, rhs), function=function
    )
    define_in_order(conversion, op.result, result, plain_order(op.result))


def convert_compare(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.CompareOp)
    kinds = {element_of(op.lhs), element_of(op.rhs)}
    if len(kinds) > 1 or not kinds <= set(ELEMENTS):
        raise Unsupported(f"of {' and '.join(sorted(map(spelled, kinds)))} is not supported")
    lhs, rhs = common_operands(conversion, (op.lhs, op.rhs), plain_order(op.result))
    alike = lhs.type == rhs.type and kinds <= {i32, i64}
    result = conversion.kernel(
        cortex_m.CompareElementsOp if alike else cortex_m.CompareTensorsOp,
        [lhs, rhs],
        TensorType(i1, broadcast_shapes(shape_of(lhs), shape_of(rhs))),
        predicate=op.predicate,
    )
    define_in_order(conversion, op.result, result, plain_order(op.result))


def convert_cast(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.CastOp)
    source, target = element_of(op.input), element_of(op.result)
    if source not in ELEMENTS or target not in ELEMENTS[1:]:
        raise Unsupported(f"from {spelled(source)} to {spelled(target)} is not supported")
    result = conversion.kernel(
        cortex_m.CastOp, [conversion.dense(op.input)], TensorType(target, shape_of(op.result))
    )
    conversion.define(op.result, result)


def truth_codes(op: quant.QuantizeCastOp) -> tuple[SSAValue, npt.NDArray[np.int8]] | None:
    """Of a quantized cast of truth values to float: the truth values, and the codes of 0 and 1."""
    cast, quantized = op.input.owner, quant.quantized_element_type(op.result)
    if not isinstance(cast, aten.CastOp) or element_of(cast.input) != i1:
        return None
    if quantized is None or element_of(cast.result) != f32:
        return None
    form = CodeForm.of(op.result)
    if form.storage != i8:
        return None
    codes = quantize(np.array([0, 1], np.float32), quantized)
    signed = codes.astype(np.int16) - (0 if quantized.is_signed else 128)
    return cast.input, signed.astype(np.int8)


CONVERTERS: dict[type[Operation], Converter] = {
    aten.CastOp: convert_cast,
    aten.CompareOp: convert_compare,
}
