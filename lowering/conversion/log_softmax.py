"""log_softmax on quantized tensors."""

from __future__ import annotations

import math
from dataclasses import replace

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.log_softmax import MOST_FRACTION_BITS
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import (
    Conversion,
    Converter,
    Int8Form,
    Rearranged,
    Unsupported,
    integer,
)
from cmlir.lowering.conversion.softmax import scale_parameters
from cmlir.lowering.strided import Layout, axis_last

LOG_BITS = 16
"""Fraction bits of the logarithm to base 2 that the kernel computes."""


def convert_log_softmax(conversion: Conversion, op: Operation) -> None:
    """Along any axis; along others than the last one it is between two transposes."""
    assert isinstance(op, aten.LogSoftmaxOp)
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    rank, dim = len(shape_of(op.input)), op.dim.value.data
    if not rank:
        raise Unsupported("of a single number is not supported")
    order, back = axis_last(rank, dim)
    value = conversion.values[op.input]
    permuted = replace(value, layout=value.layout.permuted(order))
    rows = conversion.materialize(permuted, permuted.layout.shape)
    result = conversion.kernel(
        cortex_m.LogSoftmaxOp,
        [rows],
        rows.type,
        **scale_parameters(before),
        **_factors(before.scale, after.scale),
        output_offset=integer(after.zero_point),
        clamp=after.clamp,
    )
    layout = Layout.dense(shape_of(rows)).permuted(back)
    conversion.values[op.result] = Rearranged(result, layout, op.location)


def _factors(scale: float, output_scale: float) -> dict[str, IntegerAttr]:
    """Output steps of a code of the input and of a doubled sum, with as many bits as there are."""
    code, double = scale / output_scale, math.log(2) / output_scale
    room = 30 - math.frexp(code)[1], 30 + LOG_BITS - math.frexp(double)[1]
    shift = min(MOST_FRACTION_BITS, *room)
    if shift < 1:
        raise Unsupported(f"has an output scale of {output_scale:g}, too fine for its input")
    return {
        "multiplier": integer(round(math.ldexp(code, shift))),
        "log_multiplier": integer(round(math.ldexp(double, shift - LOG_BITS))),
        "shift": integer(shift),
    }


CONVERTERS: dict[type[Operation], Converter] = {aten.LogSoftmaxOp: convert_log_softmax}
