"""softmax on quantized tensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import TensorType, i8, i16
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.exponentials import exponentials, wide_exponentials
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Rearranged,
    Unsupported,
    integer,
)
from cmlir.lowering.conversion.rescale import narrow_rescale
from cmlir.lowering.strided import Layout, axis_last

INTEGER_BITS = 5
"""The exponential's argument is Q5.26: 31 - 5 fraction bits."""

FRACTION = 2.0 ** (31 - INTEGER_BITS)
FIXED = (1 / 256, -128)
"""The output parameters that ``arm_softmax_s8`` implies."""


def softmax_parameters(scale: float) -> tuple[tuple[int, int], int]:
    """TFLite's (multiplier, shift) and least difference for an input scale.

    The pair is that of scale * 2^26; differences below -floor(31 * 2^26 / 2^shift) contribute
    nothing (CMSIS-NN specification section 7).  Where the scale is 16 and more, one code less than
    the greatest of a row contributes nothing either, and any scale from 16 on means the same.
    """
    real = min(max(scale * FRACTION, 1.0), 2.0**30 - 1)
    multiplier, shift = cortex_m.rescale_pair(real)
    return (multiplier, shift), -math.floor(31 * FRACTION / 2**shift)


def convert_softmax(conversion: Conversion, op: Operation) -> None:
    """softmax along any axis; along others than the last one it is between two transposes."""
    assert isinstance(op, aten.SoftmaxOp)
    rank, dim = len(shape_of(op.input)), op.dim.value.data
    if not rank:
        raise Unsupported("of a single number is not supported")
    order, back = axis_last(rank, dim)
    value = conversion.values[op.input]
    permuted = replace(value, layout=value.layout.permuted(order))
    rows = conversion.materialize(permuted, permuted.layout.shape)
    before, after = CodeForm.of(op.input), Int8Form.of(op.result)
    along = _along_last if before.bits == 8 else convert_wide_rows
    result = along(conversion, rows, before, after)
    layout = Layout.dense(shape_of(rows)).permuted(back)
    conversion.values[op.result] = Rearranged(result, layout)


def convert_wide_rows(
    conversion: Conversion,
    rows: SSAValue,
    before: CodeForm,
    after: CodeForm,
    mask: Sequence[SSAValue] = (),
    **properties: Attribute,
) -> SSAValue:
    """Of 16-bit scores, along the last axis; the exponentials follow from their scale.

    `mask` and `properties` say what is kept (``cortex_m.wide_softmax``).
    Raises Unsupported for other output parameters than those that the kernel gives.
    """
    require_length(shape_of(rows)[-1])
    if output_parameters(after):
        raise Unsupported("of 16-bit scores gives codes of scale 1/256 and zero point -128 only")
    tables = conversion.constant("exponentials", wide_exponentials(before.scale))
    out = TensorType(i8, shape_of(rows))
    operands = [rows, tables, list(mask)]
    return conversion.kernel(cortex_m.WideSoftmaxOp, operands, out, **properties)


def require_length(row: int) -> None:
    """Raises Unsupported for rows that the kernels do not take."""
    if row > cortex_m.LONGEST_ROW:
        raise Unsupported(f"has rows of {row} elements, more than {cortex_m.LONGEST_ROW}")


def scale_parameters(before: CodeForm) -> dict[str, Attribute]:
    """The properties of a softmax kernel that say what its input's codes stand for."""
    pair, diff_min = softmax_parameters(before.scale)
    return {
        "input_rescale": cortex_m.RescaleAttr.of_pairs([pair]),
        "diff_min": integer(diff_min),
    }


def output_parameters(after: CodeForm) -> dict[str, Attribute]:
    """The properties of a softmax kernel that say what its result's codes stand for.

    None where that is what the kernels imply.  Raises Unsupported for a narrower range of codes.
    """
    if (after.least, after.greatest) != (-128, 127):
        raise Unsupported(f"gives codes from {after.least} to {after.greatest}, not -128 to 127")
    if (after.scale, after.zero_point) == FIXED:
        return {}
    return _rescaled(after)


def _rescaled(after: CodeForm) -> dict[str, Attribute]:
    return {
        "output_rescale": narrow_rescale(1 / 65536 / after.scale),
        "output_offset": integer(after.zero_point),
    }


def _along_last(
    conversion: Conversion, rows: SSAValue, before: CodeForm, after: CodeForm
) -> SSAValue:
    length = shape_of(rows)[-1]
    require_length(length)
    common, output = scale_parameters(before), output_parameters(after)
    if not output and length <= cortex_m.LONGEST_S8_ROW:
        table = [shared_exponentials(conversion, before)] if conversion.fast else []
        return conversion.kernel(cortex_m.SoftmaxOp, [rows, table], rows.type, **common)
    output = output or _rescaled(after)
    if conversion.fast:
        return conversion.kernel(cortex_m.SoftmaxOp, [rows, []], rows.type, **output, **common)
    wide = TensorType(i16, shape_of(rows))
    return conversion.kernel(
        cortex_m.RequantizeOp,
        [conversion.kernel(cortex_m.SoftmaxOp, [rows, []], wide, **common)],
        TensorType(i8, shape_of(rows)),
        input_offset=integer(32768),
        output_offset=output["output_offset"],
        rescale=output["output_rescale"],
        clamp=after.clamp,
    )


def shared_exponentials(conversion: Conversion, before: CodeForm) -> SSAValue:
    """A constant that softmaxes of one scale share."""
    pair, diff_min = softmax_parameters(before.scale)
    table = exponentials(*pair, diff_min)[::-1].astype(np.int32)
    return conversion.constant("exponentials", table)


CONVERTERS: dict[type[Operation], Converter] = {aten.SoftmaxOp: convert_softmax}
