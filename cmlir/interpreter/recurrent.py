"""Recurrent layers: in real numbers, and on codes as `kernels/include/cmlir_nn.h` defines them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.exponentials import exp_on_negative_values
from cmlir.dialects.cortex_m.fixed_point import (
    INT32_MAX,
    INT32_MIN,
    Int64,
    doubling_high_multiply,
    requantize,
    rounding_divide_by_power_of_two,
    saturate32,
    wrap32,
)
from cmlir.dialects.shapes import shape_of
from cmlir.interpreter.arithmetic import one_over_one_plus
from cmlir.interpreter.aten_reals import on_reals
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array, shape_of_type

FRACTION_BITS = 24
"""Of gates."""


def _named(
    op: aten.RecurrentOp | cortex_m.RecurrentOp, values: tuple[Array, ...]
) -> dict[str, Array]:
    """The values by the names of the operands that are read."""
    groups = {n: g for n, g in op.operand_groups().items() if n not in ("out", "scratch")}
    order = dict(zip(_read(op), values, strict=True))
    return {name: order[group[0]] for name, group in groups.items() if group}


def _read(op: aten.RecurrentOp | cortex_m.RecurrentOp) -> tuple[object, ...]:
    return op.inputs if isinstance(op, cortex_m.RecurrentOp) else tuple(op.operands)


def _steps(op: aten.RecurrentOp | cortex_m.RecurrentOp) -> Iterator[int]:
    count = shape_of(op.input)[0]
    return iter(range(count - 1, -1, -1) if op.reverse.value.data else range(count))


# ------------------------------------------------------------------------------ in real numbers


def _sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


class _Reals:
    """One layer in f64; what it keeps is rounded to f32, and to codes where that is asked for."""

    def __init__(self, op: aten.RecurrentOp, values: tuple[Array, ...]):
        self.op = op
        self.of = {name: value.astype(np.float64) for name, value in _named(op, values).items()}

    def halves(self, step: int, hidden: Array) -> tuple[Array, Array]:
        mine = self.of["input"][step] @ self.of["input_weight"].T
        old = hidden @ self.of["hidden_weight"].T
        return mine + self.of.get("input_bias", 0.0), old + self.of.get("hidden_bias", 0.0)

    def gates(self, step: int, hidden: Array) -> Array:
        mine, old = self.halves(step, hidden)
        return mine + old

    def narrow(self, hidden: Array) -> Array:
        op = self.op
        return _rounded(hidden, op.hidden_scale.value.data, op.hidden_zero_point.value.data, 8)

    def wide(self, cell: Array) -> Array:
        assert isinstance(self.op, aten.KeepingOp)
        return _rounded(cell, self.op.cell_scale.value.data, 0, 16)

    def run(
        self, step_of: Callable[[int, Array, Array], tuple[Array, Array]]
    ) -> tuple[Array, Array]:
        """Every h and every c."""
        hidden = self.of["hidden"]
        cell = self.of.get("cell", hidden)
        hiddens = np.empty((len(self.of["input"]), *hidden.shape), np.float32)
        cells = np.empty_like(hiddens)
        for step in _steps(self.op):
            hidden, cell = step_of(step, hidden, cell)
            hiddens[step], cells[step] = hidden, cell
        return hiddens, cells


def _rounded(values: Array, scale: float, zero_point: int, bits: int) -> Array:
    """dequantize(quantize(values)); scale 0 stands for none."""
    single = values.astype(np.float32)
    if not scale:
        return single.astype(np.float64)
    half = 1 << (bits - 1)
    codes = np.clip(np.rint(single * np.float32(1 / scale)) + zero_point, -half, half - 1)
    return ((codes - zero_point).astype(np.float32) * np.float32(scale)).astype(np.float64)


def _real_lstm(op: aten.LstmBaseOp, *values: Array) -> Array:
    layer = _Reals(op, values)

    def step_of(step: int, hidden: Array, cell: Array) -> tuple[Array, Array]:
        i, f, g, o = np.split(layer.gates(step, hidden), 4, axis=-1)
        cell = layer.wide(_sigmoid(f) * cell + _sigmoid(i) * np.tanh(g))
        return layer.narrow(_sigmoid(o) * np.tanh(cell)), cell

    return layer.run(step_of)[isinstance(op, aten.LstmCellsOp)]


def _real_lstm_hidden(op: aten.LstmHiddenOp, *values: Array) -> Array:
    layer = _Reals(op, values)

    def step_of(step: int, hidden: Array, _: Array) -> tuple[Array, Array]:
        *_rest, o = np.split(layer.gates(step, hidden), 4, axis=-1)
        cell = layer.of["cells"][step]
        return layer.narrow(_sigmoid(o) * np.tanh(cell)), cell

    return layer.run(step_of)[0]


def _real_gru(op: aten.GruBaseOp, *values: Array) -> Array:
    layer = _Reals(op, values)

    def step_of(step: int, hidden: Array, cell: Array) -> tuple[Array, Array]:
        mine, old = (np.split(half, 3, axis=-1) for half in layer.halves(step, hidden))
        r, z = (_sigmoid(mine[k] + old[k]) for k in range(2))
        cell = layer.wide((1 - z) * np.tanh(mine[2] + r * old[2]) + z * cell)
        return layer.narrow(cell), cell

    return layer.run(step_of)[isinstance(op, aten.GruStatesOp)]


def _real_rnn(op: aten.RnnOp, *values: Array) -> Array:
    layer = _Reals(op, values)

    def step_of(step: int, hidden: Array, cell: Array) -> tuple[Array, Array]:
        gate = layer.gates(step, hidden)
        return layer.narrow(
            np.tanh(gate) if op.function.data == "tanh" else np.maximum(gate, 0)
        ), cell

    return layer.run(step_of)[0]


ATEN_RECURRENT = functions_of(
    "AtenRecurrent",
    {
        aten.GruOp: on_reals(_real_gru),
        aten.GruStatesOp: on_reals(_real_gru),
        aten.LstmCellsOp: on_reals(_real_lstm),
        aten.LstmHiddenOp: on_reals(_real_lstm_hidden),
        aten.LstmOp: on_reals(_real_lstm),
        aten.RnnOp: on_reals(_real_rnn),
    },
)


# ------------------------------------------------------------------------------------ on codes


def sigmoid(gate: Int64) -> Int64:
    """1 / (1 + exp(-gate)) in Q0.31 of a gate with 24 bits behind the point."""
    above = one_over_one_plus(exp_on_negative_values(_negative(gate, 2)))
    return np.where(gate < 0, (1 << 31) - above, above)


def tanh(gate: Int64) -> Int64:
    """2 / (1 + exp(-2 gate)) - 1, likewise."""
    above = one_over_one_plus(exp_on_negative_values(_negative(gate, 3)))
    magnitude = np.maximum(above - (1 << 30), 0) * 2
    return np.where(gate < 0, -magnitude, magnitude)


def _negative(gate: Int64, bits: int) -> Int64:
    """-|gate| * 2^bits, at least -2^31."""
    return np.maximum(-np.abs(gate) << bits, INT32_MIN)


class _Codes:
    """One layer in the integers of its kernel."""

    def __init__(self, op: cortex_m.RecurrentOp, values: tuple[Array, ...]):
        self.op = op
        self.of = {name: value.astype(np.int64) for name, value in _named(op, values).items()}

    def half(self, name: str, codes: Int64, rescale: cortex_m.RescaleAttr) -> Int64:
        sums = wrap32(codes @ self.of[f"{name}_weights"].T + self.of[f"{name}_sums"])
        multipliers, shifts = (np.array(numbers) for numbers in zip(*rescale.pairs, strict=True))
        return doubling_high_multiply(saturate32(sums << shifts), multipliers)

    def halves(self, step: int, hidden: Int64) -> tuple[Int64, Int64]:
        """Of the input, with its bias, and of h."""
        mine = self.half("input", self.of["input"][step], self.op.input_rescale)
        bias = self.of["bias"][: self.op.GATES * self.op.units]
        return saturate32(mine + bias), self.half("hidden", hidden, self.op.hidden_rescale)

    def gates(self, step: int, hidden: Int64) -> Int64:
        mine, old = self.halves(step, hidden)
        return saturate32(mine + old)

    def kept(self, keep: Int64, cell: Int64, take: Int64, new: Int64) -> Int64:
        """keep * cell + take * new, rounded to a code."""
        bits = self.bits
        added = rounding_divide_by_power_of_two(doubling_high_multiply(take, new), 15 - bits)
        total = saturate32(doubling_high_multiply(keep, cell << 16) + added)
        return np.clip(rounding_divide_by_power_of_two(total, 16), -32768, 32767)

    @property
    def bits(self) -> int:
        assert isinstance(self.op, cortex_m.KeepingOp | cortex_m.LstmHiddenOp)
        return self.op.cell_bits.value.data

    def finished(self, value: Int64) -> Int64:
        """The code of h."""
        (pair,) = self.op.rescale.pairs
        code = wrap32(requantize(value, *pair) + self.op.output_offset.value.data)
        return np.clip(code, *self.op.clamp.bounds)

    def output(self, o: Int64, cell: Int64) -> Int64:
        """The code of sigmoid(o) * tanh(cell)."""
        real = tanh(saturate32(cell << (FRACTION_BITS - self.bits)))
        return self.finished(doubling_high_multiply(sigmoid(o), real))

    def run(
        self, step_of: Callable[[int, Int64, Int64], tuple[Int64, Int64]]
    ) -> tuple[Int64, Int64]:
        """Every h and every c."""
        hidden = self.of["hidden"]
        cell = self.of.get("cell", hidden)
        hiddens = np.empty(shape_of_type(self.op.destination.type), np.int64)
        cells = np.empty_like(hiddens)
        for step in _steps(self.op):
            hidden, cell = step_of(step, hidden, cell)
            hiddens[step], cells[step] = hidden, cell
        return hiddens, cells


def _lstm(op: cortex_m.LstmOp | cortex_m.LstmCellsOp, *values: Array) -> Int64:
    layer = _Codes(op, values)

    def step_of(step: int, hidden: Int64, cell: Int64) -> tuple[Int64, Int64]:
        i, f, g, o = np.split(layer.gates(step, hidden), 4, axis=-1)
        cell = layer.kept(sigmoid(f), cell, sigmoid(i), tanh(g))
        return layer.output(o, cell), cell

    return layer.run(step_of)[isinstance(op, cortex_m.LstmCellsOp)]


def _lstm_hidden(op: cortex_m.LstmHiddenOp, *values: Array) -> Int64:
    layer = _Codes(op, values)

    def step_of(step: int, hidden: Int64, _: Int64) -> tuple[Int64, Int64]:
        *_rest, o = np.split(layer.gates(step, hidden), 4, axis=-1)
        cell = layer.of["cells"][step]
        return layer.output(o, cell), cell

    return layer.run(step_of)[0]


def _gru(op: cortex_m.GruOp | cortex_m.GruStatesOp, *values: Array) -> Int64:
    layer = _Codes(op, values)
    bias = layer.of["bias"][3 * op.units :]

    def step_of(step: int, hidden: Int64, cell: Int64) -> tuple[Int64, Int64]:
        mine, old = (np.split(half, 3, axis=-1) for half in layer.halves(step, hidden))
        r, z = (sigmoid(saturate32(mine[k] + old[k])) for k in range(2))
        new = saturate32(mine[2] + doubling_high_multiply(r, saturate32(old[2] + bias)))
        cell = layer.kept(z, cell, INT32_MAX - z, tanh(new))
        return layer.finished(cell), cell

    return layer.run(step_of)[isinstance(op, cortex_m.GruStatesOp)]


def _rnn(op: cortex_m.RnnOp, *values: Array) -> Int64:
    layer = _Codes(op, values)

    def step_of(step: int, hidden: Int64, cell: Int64) -> tuple[Int64, Int64]:
        gate = layer.gates(step, hidden)
        value = tanh(gate) if op.function.data == "tanh" else np.maximum(gate, 0)
        return layer.finished(value), cell

    return layer.run(step_of)[0]


RECURRENT_KERNELS = functions_of(
    "RecurrentKernels",
    {
        cortex_m.GruOp: kernel(_gru),
        cortex_m.GruStatesOp: kernel(_gru),
        cortex_m.LstmCellsOp: kernel(_lstm),
        cortex_m.LstmHiddenOp: kernel(_lstm_hidden),
        cortex_m.LstmOp: kernel(_lstm),
        cortex_m.RnnOp: kernel(_rnn),
    },
)
