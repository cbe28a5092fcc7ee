"""Sorting, and what is cumulated along an axis."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import StringAttr, TensorType, i64
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.cortex_m.integers import ELEMENTS
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.conversion.context import (
    Conversion,
    Converter,
    Int8Form,
    Unsupported,
    spelled,
)
from cmlir.lowering.conversion.in_float import FloatConverter, InFloat
from cmlir.lowering.conversion.integers import is_integer


def convert_argsort(conversion: Conversion, op: Operation) -> None:
    """Codes are compared instead of numbers."""
    assert isinstance(op, aten.ArgsortOp)
    if quant.quantized_element_type(op.input) is not None:
        Int8Form.of(op.input)
    elif element_of(op.input) not in ELEMENTS:
        raise Unsupported(f"of {spelled(element_of(op.input))} is not supported")
    *leading, size = shape_of(op.input)
    rows = (math.prod(leading), size)
    indices = conversion.kernel(
        cortex_m.ArgsortOp,
        [conversion.viewed(conversion.dense(op.input), rows)],
        TensorType(i64, (rows[0], op.count.value.data)),
        count=op.count,
        descending=op.descending,
    )
    conversion.define(op.result, conversion.viewed(indices, shape_of(op.result)))


def convert_cumulate(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.CumulateOp)
    if not is_integer(op.input):
        raise Unsupported("has no kernel on codes")
    data = conversion.viewed(conversion.dense(op.input), _blocks(op))
    result = conversion.kernel(cortex_m.CumulateOp, [data], data.type, function=op.function)
    conversion.define(op.result, conversion.viewed(result, shape_of(op.result)))


def _cumulate(floats: InFloat, op: Operation) -> SSAValue:
    assert isinstance(op, aten.CumulateOp)
    data = floats.conversion.viewed(floats.dense(op.input), _blocks(op))
    function = StringAttr(op.function.data)
    result = floats.kernel(cortex_m.F32CumulateOp, [data], _blocks(op), function=function)
    return floats.conversion.viewed(result, shape_of(op.result))


def _blocks(op: aten.CumulateOp) -> tuple[int, int, int]:
    shape, dim = shape_of(op.input), op.dim.value.data
    return math.prod(shape[:dim]), shape[dim], math.prod(shape[dim + 1 :])


CONVERTERS: dict[type[Operation], Converter] = {
    aten.ArgsortOp: convert_argsort,
    aten.CumulateOp: convert_cumulate,
}
FLOAT_CONVERTERS: dict[type[Operation], FloatConverter] = {aten.CumulateOp: _cumulate}
