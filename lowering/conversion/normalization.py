"""Layer norm and RMS norm on quantized tensors: the integers of their kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.quant.codes import dequantize
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import constant_array
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Unsupported,
    constant_behind,
    integer,
)
from cmlir.lowering.conversion.order import (
    define_in_order,
    in_order,
    plain_order,
    rows_in_memory,
)

FINEST_BITS = 30
"""Fraction bits of the radicand, at most."""
RADICAND_BITS = 62
COLUMN_BITS = 29
"""|t * multiplier| and |bias| each stay below 2^29 of their unit, 2^-shift steps."""
COARSEST_SHIFT = 4
"""With fewer fraction bits an output code could be wrong by more than its rounding."""

Int32 = npt.NDArray[np.int32]
Reals = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """What is known of the rows before they are normalized, in input codes."""

    size: int
    span: int
    """The largest difference of a code to what is subtracted from it."""
    centered: bool
    """Whether the mean is subtracted."""
    epsilon: float
    """eps / scale^2 * size^2"""

    @classmethod
    def of(cls, size: int, form: CodeForm, eps: float, centered: bool) -> Rows:
        ends = (form.least - form.zero_point, form.greatest - form.zero_point)
        span = ends[1] - ends[0] if centered else max(abs(end) for end in ends)
        return cls(size, span, centered, (size * math.sqrt(eps) / form.scale) ** 2)

    @property
    def largest_variance(self) -> float:
        """Of size^2 times the mean square."""
        return (self.size * self.span) ** 2 / (4 if self.centered else 1)

    @property
    def epsilon_bits(self) -> int:
        """Fraction bits with which the radicand, variance + epsilon, fits 62 bits; even."""
        integer_bits = math.frexp(self.largest_variance + self.epsilon)[1]
        return min(FINEST_BITS, RADICAND_BITS - integer_bits) // 2 * 2

    @property
    def range_bits(self) -> int:
        """The least k with |t| <= 2^k.

        t = u / sqrt(D + E), and u^2 <= D * (size - 1) if the u of a row add up to 0, else
        u^2 <= D * size; |u| is at most that number times the span.
        """
        freedom = self.size - 1 if self.centered else self.size
        largest = float(freedom) * self.span
        if largest == 0:
            return 0
        return math.ceil(math.log2(largest / math.sqrt(largest**2 / freedom + self.epsilon)))


@dataclass(frozen=True)
class Columns:
    """out = t * weight + bias + zero_point, in steps of the result."""

    weight: Reals
    bias: Reals
    zero_point: int

    @classmethod
    def of(cls, op: aten.NormOp, after: CodeForm, range_bits: int) -> Columns:
        """The bias is no larger than it has to be: beyond its bound every row saturates."""
        size = math.prod(op.row_shape)
        weight = np.ones(size) if op.weight is None else _constant(op.weight, "weight")
        bias = np.zeros(size) if op.bias is None else _constant(op.bias, "bias")
        weight, bias = weight / after.scale, bias / after.scale
        reach = np.abs(weight) * 2.0**range_bits + 2.0 ** (after.bits + 1)
        return cls(weight, np.clip(bias, -reach, reach), after.zero_point)

    def shift(self, range_bits: int) -> int:
        """The fraction bits for which there is room."""
        weight_bits = math.frexp(float(np.abs(self.weight).max()))[1] + range_bits
        largest = float(np.abs(self.bias).max()) + abs(self.zero_point) + 1
        return min(COLUMN_BITS - weight_bits, COLUMN_BITS - math.frexp(largest)[1])

    def integers(self, range_bits: int, shift: int) -> tuple[Int32, Int32]:
        """weight * 2^(2 + range_bits + shift) and (bias + zero_point + 1/2) * 2^shift.

        A row of equal codes gives the code of the bias as PyTorch rounds it, ties to even.
        """
        largest = np.iinfo(np.int32).max
        multipliers = np.rint(np.ldexp(self.weight, 2 + range_bits + shift))
        below = np.floor(self.bias)
        is_tie_to_below = (self.bias - below == 0.5) & (below % 2 == 0)
        bias = np.rint(np.ldexp(self.bias + self.zero_point + 0.5, shift)) - is_tie_to_below
        return np.clip(multipliers, -largest, largest).astype(np.int32), bias.astype(np.int32)


def convert_norm(conversion: Conversion, op: Operation) -> None:
    """Rows are made dense, in the order in which they lie, and normalized by one kernel."""
    assert isinstance(op, aten.NormOp)
    before, after = CodeForm.of(op.input), CodeForm.of(op.result)
    shape, size = shape_of(op.input), math.prod(op.row_shape)
    longest = cortex_m.longest_norm_row(max(before.bits, after.bits) > 8)
    if size > longest:
        raise Unsupported(f"has rows of {size} elements, more than {longest}")
    centered = isinstance(op, aten.LayerNormOp)
    rows = Rows.of(size, before, op.epsilon, centered)
    columns = Columns.of(op, after, rows.range_bits)
    shift = columns.shift(rows.range_bits)
    if shift < COARSEST_SHIFT:
        raise Unsupported(f"has weights up to {np.abs(columns.weight).max():g} output steps")
    multipliers, bias = columns.integers(rows.range_bits, shift)
    row_axes = len(op.row_shape)
    order = rows_in_memory(conversion.values[op.input].layout, row_axes) or plain_order(op.input)
    ordered = [shape[axis] for axis in order]
    flat = (*ordered[: len(shape) - row_axes], size)
    data = conversion.viewed(in_order(conversion, op.input, order), flat)
    name = _name(op)
    numbers = _radicand(rows)
    if not centered:
        numbers["input_offset"] = integer(-before.zero_point)
    result = conversion.kernel(
        cortex_m.LayerNormOp if centered else cortex_m.RmsNormOp,
        [
            data,
            conversion.constant(f"{name}_multipliers", multipliers),
            conversion.constant(f"{name}_bias", bias),
        ],
        TensorType(after.storage, flat),
        **numbers,
        range_bits=integer(rows.range_bits),
        shift=integer(shift),
        clamp=after.clamp,
    )
    define_in_order(conversion, op.result, conversion.viewed(result, ordered), order)


def _radicand(rows: Rows) -> dict[str, Any]:
    """epsilon and its fraction bits."""
    bits = rows.epsilon_bits
    if bits < -RADICAND_BITS:  # t is so small that no output scale would show it
        raise Unsupported("has an eps that is too large for the scale of its input")
    epsilon = round(math.ldexp(rows.epsilon, bits))
    return {"epsilon": integer(epsilon), "epsilon_bits": integer(bits)}


def _name(op: aten.NormOp) -> str:
    """The symbol of a parameter, or where there is none that of the operation."""
    for value in (op.weight, op.bias):
        constant = None if value is None else constant_behind(value)
        if constant is not None:
            return constant.symbol.string_value()
    return op.name.rpartition(".")[2]


def _constant(value: SSAValue, name: str) -> Reals:
    """The real numbers of a parameter, flat."""
    constant = constant_behind(value)
    if constant is None:
        raise Unsupported(f"needs a constant {name}")
    quantized, numbers = quant.quantized_element_type(value), constant_array(constant)
    if quantized is None and element_of(value) != f32:
        raise Unsupported(f"needs a {name} in float32 or quantized")
    reals = numbers if quantized is None else dequantize(numbers, quantized)
    if not np.isfinite(reals).all():
        raise Unsupported(f"has a {name} that is not finite")
    return reals.astype(np.float64).reshape(-1)


CONVERTERS: dict[type[Operation], Converter] = {
    aten.LayerNormOp: convert_norm,
    aten.RmsNormOp: convert_norm,
}
