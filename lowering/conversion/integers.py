"""Integers that are no codes, casts, and comparisons of two tensors."""

from __future__ import annotations

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
    aten.MaximumOp: "maximum",
    aten.MinimumOp: "minimum",
    aten.MulOp: "mul",
    aten.SubOp: "sub",
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


def convert_negation(conversion: Conversion, op: aten.PointwiseOp) -> None:
    """-x == 0 - x, and |x| == max(x, 0 - x), on integers."""
    if not isinstance(op, aten.NegOp | aten.AbsOp):
        raise Unsupported(f"of {spelled(element_of(op.result))} is not supported")
    x, shape = conversion.dense(op.input), shape_of(op.result)
    bits = cast("IntegerType", element_of(x)).width.data
    zero = conversion.constant("number", np.zeros((1,) * len(shape), f"i{bits // 8}"))

    def of_two(function: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        properties = {"function": StringAttr(function)}
        return conversion.kernel(cortex_m.IntegerOp, [lhs, rhs], x.type, **properties)

    negative = of_two("sub", zero, x)
    result = negative if isinstance(op, aten.NegOp) else of_two("maximum", x, negative)
    conversion.define(op.result, result)


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
