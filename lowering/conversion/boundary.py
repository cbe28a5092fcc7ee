"""quantize, dequantize, requantize and constants."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, i8
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.constants import constant_array, data_of
from cmlir.lowering.conversion.code_maps import function_of_code
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Rearranged,
    constant_behind,
    integer,
    number,
)
from cmlir.lowering.conversion.in_float import dequantized, stored_in_float
from cmlir.lowering.conversion.integers import truth_codes
from cmlir.lowering.conversion.masks import choose
from cmlir.lowering.conversion.order import as_it_lies, define_in_order
from cmlir.lowering.strided import Layout


def convert_constant(conversion: Conversion, op: Operation) -> None:
    """A constant by its symbol; unsigned codes are stored anew as signed ones."""
    assert isinstance(op, aten.ConstantOp)
    quantized = quant.quantized_element_type(op.result)
    symbol = op.symbol.string_value()
    if quantized is not None and not quantized.is_signed:
        codes = constant_array(op)
        middle = 1 << (8 * codes.itemsize - 1)
        signed = (codes.astype(np.int64) - middle).astype(f"i{codes.itemsize}")
        conversion.define(op.result, conversion.constant(f"{symbol}_signed", signed))
        return
    stored = TensorType(conversion.result_type(op.result).element_type, shape_of(data_of(op).type))
    conversion.define(op.result, conversion.insert(cortex_m.ConstantOp(symbol, stored)).result)


def convert_quantize(conversion: Conversion, op: Operation) -> None:
    """quantize(x); quantize(dequantize(x)) is one function of codes."""
    assert isinstance(op, quant.QuantizeCastOp)
    form, truth = CodeForm.of(op.result), truth_codes(op)
    if truth is not None:
        _convert_truth(conversion, op, *truth)
        return
    source = op.input.owner
    if isinstance(source, quant.DequantizeCastOp):
        codes, order = as_it_lies(conversion, source.input)
        result = function_of_code(
            conversion, codes, (source.input, op.result), lambda values: values, factor=1.0
        )
        define_in_order(conversion, op.result, result, order)
        return
    result = conversion.kernel(
        cortex_m.QuantizeOp,
        [conversion.dense(op.input)],
        TensorType(form.storage, shape_of(op.result)),
        scale=number(form.scale),
        zero_point=integer(form.zero_point),
        clamp=form.clamp,
    )
    conversion.define(op.result, result)


def _convert_truth(
    conversion: Conversion, op: quant.QuantizeCastOp, truth: SSAValue, codes: npt.NDArray[np.int8]
) -> None:
    """quantize(cast(truth)) == where(truth, code of 1, code of 0)"""
    shape = shape_of(op.result)
    zero, one = (
        Rearranged(conversion.constant("code", codes[k]), Layout.dense(())) for k in range(2)
    )
    read = (conversion.values[truth], one, zero)
    conversion.values[op.result] = choose(conversion, read, shape, i8)


def convert_dequantize(conversion: Conversion, op: Operation) -> None:
    """dequantize(x) for users in float; where all users quantize again, nothing is left of it."""
    assert isinstance(op, quant.DequantizeCastOp)
    users = [use.operation for use in op.result.uses]
    if all(isinstance(user, quant.QuantizeCastOp) for user in users):
        conversion.values[op.result] = conversion.values[op.input]
        return
    if constant_behind(op.input) is not None:
        conversion.values[op.result] = stored_in_float(conversion, op.input)
        return
    conversion.values[op.result] = dequantized(conversion, op.input)


CONVERTERS: dict[type[Operation], Converter] = {
    aten.ConstantOp: convert_constant,
    quant.DequantizeCastOp: convert_dequantize,
    quant.QuantizeCastOp: convert_quantize,
}
