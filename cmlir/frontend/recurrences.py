"""Recurrent layers as operators of PyTorch, with the quantization that happens between steps.

A recurrent layer reads at each step what it has made at the step before.  A graph of ATen operators
can say how such values are quantized only if it holds every step; these operators hold them all.
Importing this module registers them with PyTorch.

One direction of one layer, with input [T, B, I], hidden and cell [B, H], weights [G * H, I] and
[G * H, H], biases [G * H] or none, and a result [T, B, H].  ``reverse`` goes from the last step to
the first.  h is quantized to int8 by (hidden_scale, hidden_zero_point), which Q8 stands for, and c
to int16 by (cell_scale, 0), which is Q16; a scale of 0 leaves them in float.

    lstm:  i, f, g, o = W x_t + b + U h + d
           c = Q16(sigmoid(f) * c + sigmoid(i) * tanh(g));  h = Q8(sigmoid(o) * tanh(c))
    gru:   r, z = sigmoid(W x_t + b + U h + d);  n = tanh(W x_t + b + r * (U h + d))
           c = Q16((1 - z) * n + z * c);  h = Q8(c)
    rnn:   h = Q8(f(W x_t + b + U h + d)), f = tanh or relu

as torch.nn.LSTM, torch.nn.GRU (whose h is c here) and torch.nn.RNN define them; gates are in that
order along the axis of the weights.  `lstm`, `gru` and `rnn` give every h, `lstm_cells` and
`gru_states` every c.  `lstm_hidden` and `gru_hidden` make every h from every c; the latter names
the h that was before them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import linear

_BOUNDS = {8: (-128, 127), 16: (-32768, 32767)}


@dataclass(frozen=True)
class Quantization:
    """Codes of so many bits, as PT2E makes them; scale 0 stands for none."""

    bits: int
    scale: float
    zero_point: int = 0

    def __call__(self, values: Tensor) -> Tensor:
        """dequantize(quantize(values))"""
        if not self.scale:
            return values
        codes = torch.round(values * (1.0 / self.scale)) + self.zero_point
        return (codes.clamp(*_BOUNDS[self.bits]) - self.zero_point) * self.scale


@dataclass(frozen=True)
class _Layer:
    """One direction of a layer: its parameters, and the order of its steps."""

    input_weight: Tensor
    hidden_weight: Tensor
    input_bias: Tensor | None
    hidden_bias: Tensor | None
    reverse: bool

    def steps(self, count: int) -> Sequence[int]:
        return range(count - 1, -1, -1) if self.reverse else range(count)

    def halves(self, input: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """What goes into the gates from the input and from the step before."""
        return (
            linear(input, self.input_weight, self.input_bias),
            linear(hidden, self.hidden_weight, self.hidden_bias),
        )

    def gates(self, input: Tensor, hidden: Tensor) -> Tensor:
        mine, old = self.halves(input, hidden)
        return mine + old


def lstm(
    input: Tensor,
    hidden: Tensor,
    cell: Tensor,
    input_weight: Tensor,
    hidden_weight: Tensor,
    input_bias: Tensor | None,
    hidden_bias: Tensor | None,
    reverse: bool,
    hidden_scale: float = 0.0,
    hidden_zero_point: int = 0,
    cell_scale: float = 0.0,
) -> Tensor:
    layer = _Layer(input_weight, hidden_weight, input_bias, hidden_bias, reverse)
    narrow = Quantization(8, hidden_scale, hidden_zero_point)
    return _lstm(layer, input, hidden, cell, narrow, Quantization(16, cell_scale))[0]


def lstm_cells(
    input: Tensor,
    hidden: Tensor,
    cell: Tensor,
    input_weight: Tensor,
    hidden_weight: Tensor,
    input_bias: Tensor | None,
    hidden_bias: Tensor | None,
    reverse: bool,
    hidden_scale: float = 0.0,
    hidden_zero_point: int = 0,
    cell_scale: float = 0.0,
) -> Tensor:
    layer = _Layer(input_weight, hidden_weight, input_bias, hidden_bias, reverse)
    narrow = Quantization(8, hidden_scale, hidden_zero_point)
    return _lstm(layer, input, hidden, cell, narrow, Quantization(16, cell_scale))[1]


def _lstm(
    layer: _Layer,
    input: Tensor,
    hidden: Tensor,
    cell: Tensor,
    narrow: Quantization,
    wide: Quantization,
) -> tuple[Tensor, Tensor]:
    """Every h and every c."""
    hiddens, cells = _empty(input, hidden), _empty(input, hidden)
    for step in layer.steps(len(input)):
        i, f, g, o = layer.gates(input[step], hidden).chunk(4, -1)
        cell = wide(torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g))
        hidden = narrow(torch.sigmoid(o) * torch.tanh(cell))
        hiddens[step], cells[step] = hidden, cell
    return hiddens, cells


def lstm_hidden(
    input: Tensor,
    hidden: Tensor,
    cells: Tensor,
    input_weight: Tensor,
    hidden_weight: Tensor,
    input_bias: Tensor | None,
    hidden_bias: Tensor | None,
    reverse: bool,
    hidden_scale: float = 0.0,
    hidden_zero_point: int = 0,
) -> Tensor:
    layer = _Layer(input_weight, hidden_weight, input_bias, hidden_bias, reverse)
    narrow = Quantization(8, hidden_scale, hidden_zero_point)
    hiddens = _empty(input, hidden)
    for step in layer.steps(len(input)):
        *_, o = layer.gates(input[step], hidden).chunk(4, -1)
        hidden = narrow(torch.sigmoid(o) * torch.tanh(cells[step]))
        hiddens[step] = hidden
    return hiddens


def gru(
    input: Tensor,
    hidden: Tensor,
    cell: Tensor,
    input_weight: Tensor,
    hidden_weight: Tensor,
    input_bias: Tensor | None,
    hidden_bias: Tensor | None,
    reverse: bool,
    hidden_scale: float = 0.0,
    hidden_zero_point: int = 0,
    cell_scale: float = 0.0,
) -> Tensor:
    layer = _Layer(input_weight, hidden_weight, input_bias, hidden_bias, reverse)
    narrow = Quantization(8, hidden_scale, hidden_zero_point)
    return _gru(layer, input, hidden, cell, narrow, Quantization(16, cell_scale))[0]


def gru_states(
    input: Tensor,
    hidden: Tensor,
    cell: Tensor,
    input_weight: Tensor,
    hidden_weight: Tensor,
    input_bias: Tensor | None,
    hidden_bias: Tensor | None,
    reverse: bool,
    hidden_scale: float = 0.0,
    hidden_zero_point: int = 0,
    cell_scale: float = 0.0,
) -> Tensor:
    layer = _Layer(input_weight, hidden_weight, input_bias, hidden_bias, reverse)
    narrow = Quantization(8, hidden_scale, hidden_zero_point)
    return _gru(layer, input, hidden, cell, narrow, Quantization(16, cell_scale))[1]


def _gru(
    layer: _Layer,
    input: Tensor,
    hidden: Tensor,
    cell: Tensor,
    narrow: Quantization,
    wide: Quantization,
) -> tuple[Tensor, Tensor]:
    """Every h and every c."""
    hiddens, cells = _empty(input, hidden), _empty(input, hidden)
    for step in layer.steps(len(input)):
        mine, old = layer.halves(input[step], hidden)
        (mine_r, mine_z, mine_n), (old_r, old_z, old_n) = mine.chunk(3, -1), old.chunk(3, -1)
        z, n = torch.sigmoid(mine_z + old_z), mine_n + torch.sigmoid(mine_r + old_r) * old_n
        cell = wide((1 - z) * torch.tanh(n) + z * cell)
        hidden = narrow(cell)
        hiddens[step], cells[step] = hidden, cell
    return hiddens, cells


def gru_hidden(cells: Tensor, hidden: Tensor | None = None) -> Tensor:
    return cells.clone()


def rnn(
    input: Tensor,
    hidden: Tensor,
    input_weight: Tensor,
    hidden_weight: Tensor,
    input_bias: Tensor | None,
    hidden_bias: Tensor | None,
    reverse: bool,
    function: str,
    hidden_scale: float = 0.0,
    hidden_zero_point: int = 0,
) -> Tensor:
    layer = _Layer(input_weight, hidden_weight, input_bias, hidden_bias, reverse)
    narrow = Quantization(8, hidden_scale, hidden_zero_point)
    apply = {"tanh": torch.tanh, "relu": torch.relu}[function]
    hiddens = _empty(input, hidden)
    for step in layer.steps(len(input)):
        hidden = narrow(apply(layer.gates(input[step], hidden)))
        hiddens[step] = hidden
    return hiddens


def _empty(input: Tensor, hidden: Tensor) -> Tensor:
    return hidden.new_empty((len(input), *hidden.shape))


def _shape(input: Tensor, hidden: Tensor, *_: object, **__: object) -> Tensor:
    return _empty(input, hidden)


def _same(cells: Tensor, hidden: Tensor | None = None) -> Tensor:
    return torch.empty_like(cells)


def _register(operator: Callable[..., Any], fake: Callable[..., Any] = _shape) -> None:
    name = f"cmlir::{operator.__name__}"
    torch.library.custom_op(name, operator, mutates_args=()).register_fake(fake)


for _operator in (lstm, lstm_cells, lstm_hidden, gru, gru_states, rnn):
    _register(_operator)
_register(gru_hidden, _same)
