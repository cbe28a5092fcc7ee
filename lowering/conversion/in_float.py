"""What has no integer kernel runs in float: quantized operands are dequantized, the result is
quantized again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, StringAttr, TensorType, f32, f64, i1
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.quant.codes import dequantize
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import constant_array
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Rearranged,
    Unsupported,
    constant_behind,
    integer,
    number,
)
from cmlir.lowering.strided import Layout


class InFloat:
    """The float kernels that stand for one operation, each of which says why it is there."""

    def __init__(self, conversion: Conversion, op: Operation, why: str):
        self.conversion = conversion
        self.op = op
        self._why = StringAttr(why)

    def read(self, value: SSAValue) -> Rearranged:
        """An operand in f32; anything but numbers, such as a mask, as it is."""
        if quant.quantized_element_type(value) is None:
            return self.conversion.values[value]
        if constant_behind(value) is not None:
            return stored_in_float(self.conversion, value)
        return dequantized(self.conversion, value)

    def dense(self, value: SSAValue) -> SSAValue:
        """An operand in f32 with its elements in order."""
        return self.conversion.materialize(self.read(value), shape_of(value))

    def kernel(
        self,
        kind: type[cortex_m.FloatOp],
        operands: Sequence[SSAValue | Sequence[SSAValue]],
        shape: Sequence[int],
        element: Attribute = f32,
        **properties: Attribute,
    ) -> SSAValue:
        """Insert a float kernel, and return its result."""
        result = TensorType(element, shape)
        return self.conversion.kernel(kind, operands, result, why=self._why, **properties)

    def unary(self, function: str, value: SSAValue, *numbers: float) -> SSAValue:
        """function(value)"""
        return self.kernel(
            cortex_m.F32UnaryOp, [value], shape_of(value), **function_of(function, *numbers)
        )

    def binary(
        self, function: str, lhs: SSAValue | float, rhs: SSAValue | float, shape: Sequence[int]
    ) -> SSAValue:
        """function(lhs, rhs) of ``shape``; a number is stored once."""
        operands = [
            value if isinstance(value, SSAValue) else self.number(value) for value in (lhs, rhs)
        ]
        name = StringAttr(function)
        return self.kernel(cortex_m.F32BinaryOp, operands, shape, function=name)

    def number(self, value: float) -> SSAValue:
        """A constant without axes."""
        with np.errstate(over="ignore"):
            return self.conversion.constant("number", np.array(value, np.float32))


def function_of(name: str, *numbers: float) -> dict[str, Attribute]:
    """The properties of an f32_unary."""
    if not numbers:
        return {"function": StringAttr(name)}
    parameters = DenseArrayBase.from_list(f64, list(numbers))
    return {"function": StringAttr(name), "parameters": parameters}


def dequantized(conversion: Conversion, value: SSAValue) -> Rearranged:
    """The numbers that the codes of a converted value stand for; what repeats is computed once."""
    form, codes = CodeForm.of(value), conversion.values[value]
    if codes.layout.size > codes.layout.once().size:
        codes = replace(codes, layout=codes.layout.once())
    shape = codes.layout.shape
    reals = conversion.kernel(
        cortex_m.DequantizeOp,
        [conversion.materialize(codes, shape)],
        TensorType(f32, shape),
        scale=number(form.scale),
        zero_point=integer(form.zero_point),
    )
    return Rearranged(reals, Layout.dense(shape).expanded(shape_of(value)), codes.origin)


def stored_in_float(conversion: Conversion, value: SSAValue) -> Rearranged:
    """The numbers that a quantized constant stands for, stored as such."""
    constant, quantized = constant_behind(value), quant.quantized_element_type(value)
    assert constant is not None
    assert quantized is not None
    reals = dequantize(constant_array(constant), quantized)
    name = f"{constant.symbol.string_value()}_f32"
    stored = conversion.constant(name, reals.reshape(shape_of(value)))
    return Rearranged(stored, Layout.dense(shape_of(value)))


def quantized_result(conversion: Conversion, old: SSAValue, reals: Rearranged) -> Rearranged:
    """The codes of a computed result; what repeats is computed once."""
    form, once = CodeForm.of(old), replace(reals, layout=reals.layout.once())
    shape = once.layout.shape
    codes = conversion.kernel(
        cortex_m.QuantizeOp,
        [conversion.materialize(once, shape)],
        TensorType(form.storage, shape),
        scale=number(form.scale),
        zero_point=integer(form.zero_point),
        clamp=form.clamp,
    )
    return Rearranged(codes, Layout.dense(shape).expanded(shape_of(old)), reals.origin)


FloatConverter = Callable[[InFloat, Operation], Rearranged | SSAValue]
"""The result in f32 (of i64 for an index)."""


def convert_in_float(
    conversion: Conversion, op: Operation, convert: FloatConverter, reason: str
) -> None:
    """Compute ``op`` by float kernels, because of ``reason``.

    Raises Unsupported with that reason if it has operands that are no numbers in f32.
    """
    read = [v for v in op.operands if not (isinstance(op, aten.SlicesOp) and v is op.indices)]
    if element_of(op.results[0]) == i1 or not all(map(_is_readable, read)):
        raise Unsupported(reason)
    (result,) = op.results
    computed = convert(InFloat(conversion, op, _why(op, reason)), op)
    if isinstance(computed, SSAValue):
        computed = Rearranged(computed, Layout.dense(shape_of(computed)))
    if quant.quantized_element_type(result) is not None:
        computed = quantized_result(conversion, result, computed)
    conversion.values[result] = computed


def _is_readable(value: SSAValue) -> bool:
    quantized = quant.quantized_element_type(value)
    if quantized is None:
        return element_of(value) in (f32, i1)
    return quantized.expressed_type == f32


def _why(op: Operation, reason: str) -> str:
    """In a few words, for reports."""
    values = [*op.operands, *op.results]
    if all(quant.quantized_element_type(value) is not None for value in values):
        return reason
    if any(quant.quantized_element_type(value) is not None for value in values):
        return "not all of its operands and results are quantized"
    return "it is not quantized"


def repeated_number(value: SSAValue) -> float | None:
    """The number that a tensor repeats; None for any other."""
    full = value.owner
    return full.value.value.data if isinstance(full, aten.FullOp) else None
