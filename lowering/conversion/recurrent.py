"""Recurrent layers on quantized tensors: the integers of their kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Unsupported,
    constant_behind,
    integer,
)
from cmlir.lowering.conversion.in_float import repeated_number
from cmlir.lowering.conversion.rescale import wide_rescale
from cmlir.lowering.conversion.weights import Weights, as_int32, real_bias

FRACTION_BITS = 24
"""Of gates: they saturate at 128."""

Reals = npt.NDArray[np.float64]


def convert_recurrent(conversion: Conversion, op: Operation) -> None:
    """One kernel for all steps.

    Products of codes become gates by s_x * s_w[j] * 2^24 and s_h * s_w[j] * 2^24, to which biases
    are added in that unit.
    """
    assert isinstance(op, aten.RecurrentOp)
    layer = _Layer(conversion, op)
    kind = KERNELS[type(op)]
    names = [name for name, _ in kind.get_irdl_definition().operands]
    result = conversion.kernel(
        kind,
        [layer.operand(name) for name in names if name not in ("out", "scratch")],
        TensorType(CodeForm.of(op.result).storage, shape_of(op.result)),
        **layer.properties(kind),
    )
    conversion.define(op.result, result)


KERNELS: dict[type[Operation], type[cortex_m.RecurrentOp]] = {
    aten.GruOp: cortex_m.GruOp,
    aten.GruStatesOp: cortex_m.GruStatesOp,
    aten.LstmCellsOp: cortex_m.LstmCellsOp,
    aten.LstmHiddenOp: cortex_m.LstmHiddenOp,
    aten.LstmOp: cortex_m.LstmOp,
    aten.RnnOp: cortex_m.RnnOp,
}


@dataclass
class _Layer:
    """What the kernel of an operation reads."""

    conversion: Conversion
    op: aten.RecurrentOp

    def __post_init__(self) -> None:
        op = self.op
        self.hidden_form = _form(op.hidden_scale.value.data, op.hidden_zero_point.value.data, 8)
        input_form = Int8Form.of(op.input)
        self.offsets = {"input": -input_form.zero_point, "hidden": -self.hidden_form.zero_point}
        self.weights = {
            "input": _weights(op.input_weight, input_form.scale),
            "hidden": _weights(op.hidden_weight, self.hidden_form.scale),
        }

    def operand(self, name: str) -> SSAValue:
        op = self.op
        match name:
            case "input":
                return self.conversion.dense(op.input)
            case "hidden":
                return self._state(op.hidden, self.hidden_form)
            case "cell":
                assert isinstance(op, aten.KeepingOp)
                return self._state(op.cell, _form(op.cell_scale.value.data, 0, 16))
            case "cells":
                assert isinstance(op, aten.LstmHiddenOp)
                return self.conversion.dense(op.cells)
            case "bias":
                return self.conversion.constant(f"{self._symbol('input')}_bias", self._bias())
            case _:
                side, _, what = name.partition("_")
                return self._stored(side, what)

    def _stored(self, side: str, what: str) -> SSAValue:
        """`weights` or `sums` of the input or of h."""
        weights, symbol = self.weights[side], self._symbol(side)
        if what == "weights":
            return self.conversion.constant(symbol, weights.codes)
        sums = as_int32(weights.offset_sums(self.offsets[side]))
        return self.conversion.constant(f"{symbol}_sums", sums)

    def _symbol(self, side: str) -> str:
        weight = self.op.input_weight if side == "input" else self.op.hidden_weight
        constant = constant_behind(weight)
        assert constant is not None
        return constant.symbol.string_value()

    def _bias(self) -> npt.NDArray[np.int32]:
        """Both biases in one, but for a GRU's last gate: b of it, and d of it behind all."""
        mine, old = (self._real_bias(value) for value in (self.op.input_bias, self.op.hidden_bias))
        if isinstance(self.op, aten.GruBaseOp):
            units = len(old) // 3
            last = old[2 * units :].copy()
            old[2 * units :] = 0
            mine, old = np.concatenate([mine, last]), np.concatenate([old, np.zeros(units)])
        gates = np.rint(np.ldexp(mine + old, FRACTION_BITS))
        return np.clip(gates, -(2.0**31), 2.0**31 - 1).astype(np.int32)

    def _real_bias(self, value: SSAValue | None) -> Reals:
        found = real_bias(value)
        return np.zeros(shape_of(self.op.input_weight)[0]) if found is None else found

    def _state(self, value: SSAValue, form: CodeForm) -> SSAValue:
        """What the layer begins with, as the codes of what it keeps."""
        number = repeated_number(value)
        if number is not None:
            codes = np.clip(
                np.rint(number / form.scale) + form.zero_point, form.least, form.greatest
            )
            stored = np.full(shape_of(value), codes).astype(f"i{form.bits // 8}")
            return self.conversion.constant(f"{self._symbol('hidden')}_begin", stored)
        before, codes = CodeForm.of(value), self.conversion.dense(value)
        same = (before.bits, before.scale, before.zero_point)
        if same == (form.bits, form.scale, form.zero_point):
            return codes
        return self.conversion.kernel(
            cortex_m.RequantizeOp,
            [codes],
            TensorType(form.storage, shape_of(value)),
            input_offset=integer(-before.zero_point),
            output_offset=integer(form.zero_point),
            rescale=wide_rescale(before.scale / form.scale),
            clamp=form.clamp,
        )

    def properties(self, kind: type[cortex_m.RecurrentOp]) -> dict[str, Attribute]:
        found: dict[str, Attribute] = {
            "reverse": self.op.reverse,
            "input_rescale": _gate_rescale(self.weights["input"].accumulator_scales, self._rows),
            "hidden_rescale": _gate_rescale(self.weights["hidden"].accumulator_scales, self._rows),
            "rescale": cortex_m.RescaleAttr.of_reals([self._unit / self.hidden_form.scale]),
            "output_offset": integer(self.hidden_form.zero_point),
            "clamp": self.hidden_form.clamp,
        }
        if "cell_bits" in kind.get_irdl_definition().properties:
            found["cell_bits"] = integer(self._cell_bits)
        if isinstance(self.op, aten.RnnOp):
            found["function"] = self.op.function
        return found

    @property
    def _rows(self) -> int:
        return shape_of(self.op.input_weight)[0]

    @property
    def _unit(self) -> float:
        """What one stands for of the number that becomes the code of h."""
        if isinstance(self.op, aten.GruBaseOp):
            return 2.0**-self._cell_bits
        is_relu = isinstance(self.op, aten.RnnOp) and self.op.function.data == "relu"
        return 2.0**-FRACTION_BITS if is_relu else 2.0**-31

    @property
    def _cell_bits(self) -> int:
        """Cells have a power of two as scale, and 0 as zero point."""
        if isinstance(self.op, aten.LstmHiddenOp):
            scale = CodeForm.of(self.op.cells).scale
        else:
            assert isinstance(self.op, aten.KeepingOp)
            scale = self.op.cell_scale.value.data
        fraction, exponent = math.frexp(scale)
        bits = 1 - exponent
        if fraction != 0.5 or not cortex_m.LEAST_CELL_BITS <= bits <= cortex_m.MOST_CELL_BITS:
            raise Unsupported(f"needs cells with a scale of 2^-15 to 2^7, but it is {scale:g}")
        return bits


def _form(scale: float, zero_point: int, bits: int) -> CodeForm:
    half = 1 << (bits - 1)
    if not scale > 0:
        raise Unsupported("does not say how what it keeps is quantized")
    return CodeForm(scale, zero_point, -half, half - 1, bits)


def _weights(value: SSAValue, input_scale: float) -> Weights:
    constant = constant_behind(value)
    if constant is None:
        raise Unsupported("needs constant weights")
    weights = Weights.of(constant, input_scale)
    if weights.zero_point:
        raise Unsupported("needs weights with zero point 0")
    return weights


def _gate_rescale(scales: Reals, rows: int) -> cortex_m.RescaleAttr:
    """Pairs for scale * 2^24 with left shifts alone, which lose no bits of a gate."""
    factors = np.broadcast_to(np.ldexp(scales, FRACTION_BITS), rows).tolist()
    return cortex_m.RescaleAttr.of_pairs(map(_left_pair, factors))


def _left_pair(real: float) -> tuple[int, int]:
    if real >= 1 << 30:
        raise Unsupported("has a scale of weights that is out of range")
    multiplier, shift = cortex_m.rescale_pair(real)
    return (multiplier, shift) if shift >= 0 else (min(round(real * 2**31), 2**31 - 1), 0)


CONVERTERS: dict[type[Operation], Converter] = dict.fromkeys(KERNELS, convert_recurrent)
