"""Functions of one 8-bit code: a multiplier and a shift where they are exact, else a table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, TensorType, i8
from xdsl.ir import SSAValue

from cmlir.dialects import cortex_m, quant
from cmlir.dialects.cortex_m import fixed_point
from cmlir.dialects.quant.codes import Codes, Float32, all_codes, dequantize, quantize
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import CodeForm, Conversion, Int8Form, integer
from cmlir.lowering.conversion.rescale import narrow_rescale, wide_rescale
from cmlir.lowering.movement import per_tensor

Table = npt.NDArray[np.int8]
"""256 signed codes, for the signed codes -128 to 127."""


def function_of_code(
    conversion: Conversion,
    codes: SSAValue,
    types: tuple[SSAValue, SSAValue],
    function: Callable[[Float32], Float32],
    factor: float | None = None,
) -> SSAValue:
    """quantize(function(dequantize(codes))), exactly as the Q/DQ program computes it.

    ``types`` are the values before conversion whose quantized types ``codes`` and the result have.
    If the function multiplies by ``factor`` > 0, a multiplier and a shift serve where all codes
    come out alike, and beside 16-bit codes, for which there are no tables.  Raises Unsupported
    unless both types have 8 bits, or with a factor 16, and one scale.
    """
    if factor is not None and 16 in (CodeForm.of(value).bits for value in types):
        before, after = CodeForm.of(types[0]), CodeForm.of(types[1])
        rescale = wide_rescale(before.scale * factor / after.scale)
        return _requantize(conversion, codes, before, after, rescale)
    before, after = Int8Form.of(types[0]), Int8Form.of(types[1])
    source, target = per_tensor(types[0]), per_tensor(types[1])
    assert source is not None
    assert target is not None
    with np.errstate(all="ignore"):
        exact = quantize(function(dequantize(all_codes(source), source)), target)
    table = signed_table(source, target, exact)
    if factor is not None:
        rescale = narrow_rescale(before.scale * factor / after.scale)
        if np.array_equal(_requantized(before, after, rescale), _reachable(table, before)):
            return _requantize(conversion, codes, before, after, rescale)
    return lookup(conversion, codes, table)


def signed_table(
    source: quant.UniformQuantizedType, target: quant.UniformQuantizedType, entries: Codes
) -> Table:
    """The table of signed codes for ``entries``, the target's code for each of the source's.

    Unsigned codes are 128 less; codes that the source excludes are as its nearest one.
    """
    shift = 0 if source.is_signed else 128
    signed = entries.astype(np.int16) - (0 if target.is_signed else 128)
    index = np.clip(np.arange(-128, 128) + shift, source.storage_min, source.storage_max)
    return signed.astype(np.int8)[index - source.storage_min]


def lookup(conversion: Conversion, codes: SSAValue, table: Table) -> SSAValue:
    """table[codes + 128]"""
    data = DenseIntOrFPElementsAttr(TensorType(i8, [256]), BytesAttr(table.tobytes()))
    return conversion.kernel(cortex_m.TableOp, [codes], codes.type, table=data)


def _reachable(table: Table, form: Int8Form) -> Table:
    return table[form.least + 128 : form.greatest + 129]


def _requantized(
    before: Int8Form, after: Int8Form, rescale: cortex_m.RescaleAttr
) -> npt.NDArray[np.int64]:
    """What the requantize kernel makes of every code of ``before``."""
    codes = np.arange(before.least, before.greatest + 1) - before.zero_point
    scaled = fixed_point.requantize(codes, *rescale.pairs[0]) + after.zero_point
    return np.clip(scaled, after.least, after.greatest)


def _requantize(
    conversion: Conversion,
    codes: SSAValue,
    before: CodeForm,
    after: CodeForm,
    rescale: cortex_m.RescaleAttr,
) -> SSAValue:
    return conversion.kernel(
        cortex_m.RequantizeOp,
        [codes],
        TensorType(after.storage, shape_of(codes)),
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=rescale,
        clamp=after.clamp,
    )
