"""Recurrent modules: every kind, with its states in every place where they may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

INPUTS, UNITS, STEPS, BATCH = 5, 7, 6, 3


@dataclass(frozen=True)
class Recurrent:
    """A module, and the shapes of its inputs."""

    name: str
    make: Callable[[], nn.Module]
    shapes: tuple[tuple[int, ...], ...]
    wide: tuple[int, ...] = ()
    """Which results have 16 bits."""

    def __str__(self) -> str:
        return self.name

    def samples(self, count: int) -> list[tuple[Tensor, ...]]:
        return [tuple(torch.randn(shape) for shape in self.shapes) for _ in range(count)]


class First(nn.Module):
    """The first result of a layer: every h."""

    def __init__(self, layer: nn.Module):
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x)[0]


class LastOfAll(nn.Module):
    """A classifier of the last h."""

    def __init__(self, layer: nn.Module):
        super().__init__()
        self.layer, self.head = layer, nn.Linear(UNITS, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.layer(x)[1][-1])


class Given(nn.Module):
    """States that are inputs and results."""

    def __init__(self, layer: nn.Module):
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor, *states: Tensor) -> tuple[Tensor, ...]:
        result, after = self.layer(x, states if len(states) > 1 else states[0])
        return (result, *after) if isinstance(after, tuple) else (result, after)


class Streaming(nn.Module):
    """A cell that keeps its states from call to call."""

    def __init__(self, cell: nn.Module):
        super().__init__()
        self.cell, self.head = cell, nn.Linear(UNITS, 3)
        self.register_buffer("hidden", torch.zeros(1, UNITS))
        self.register_buffer("kept", torch.zeros(1, UNITS))

    def forward(self, x: Tensor) -> Tensor:
        if isinstance(self.cell, nn.LSTMCell):
            hidden, kept = self.cell(x, (self.hidden, self.kept))
            self.kept.copy_(kept)
        else:
            hidden = self.cell(x, self.hidden)
        self.hidden.copy_(hidden)
        return self.head(hidden)


_SEQUENCE = (STEPS, BATCH, INPUTS)
_BATCH_FIRST = (BATCH, STEPS, INPUTS)
_STATE = (1, BATCH, UNITS)

LAYERS = (
    Recurrent("lstm", lambda: First(nn.LSTM(INPUTS, UNITS)), (_SEQUENCE,)),
    Recurrent(
        "lstm-2-bidirectional-batch-first",
        lambda: First(nn.LSTM(INPUTS, UNITS, 2, batch_first=True, bidirectional=True)),
        (_BATCH_FIRST,),
    ),
    Recurrent("lstm-no-bias", lambda: First(nn.LSTM(INPUTS, UNITS, bias=False)), (_SEQUENCE,)),
    Recurrent("lstm-unbatched", lambda: First(nn.LSTM(INPUTS, UNITS)), ((STEPS, INPUTS),)),
    Recurrent(
        "lstm-states",
        lambda: Given(nn.LSTM(INPUTS, UNITS)),
        (_SEQUENCE, _STATE, _STATE),
        wide=(2,),
    ),
    Recurrent(
        "lstm-bidirectional-states",
        lambda: Given(nn.LSTM(INPUTS, UNITS, bidirectional=True)),
        (_SEQUENCE, (2, BATCH, UNITS), (2, BATCH, UNITS)),
        wide=(2,),
    ),
    Recurrent(
        "gru-2-bidirectional",
        lambda: First(nn.GRU(INPUTS, UNITS, 2, bidirectional=True)),
        (_SEQUENCE,),
    ),
    Recurrent(
        "gru-batch-first-no-bias",
        lambda: First(nn.GRU(INPUTS, UNITS, bias=False, batch_first=True)),
        (_BATCH_FIRST,),
    ),
    Recurrent("gru-states", lambda: Given(nn.GRU(INPUTS, UNITS)), (_SEQUENCE, _STATE), wide=(1,)),
    Recurrent("gru-last", lambda: LastOfAll(nn.GRU(INPUTS, UNITS)), (_SEQUENCE,)),
    Recurrent("rnn-tanh", lambda: First(nn.RNN(INPUTS, UNITS, 2)), (_SEQUENCE,)),
    Recurrent(
        "rnn-relu-reverse",
        lambda: First(nn.RNN(INPUTS, UNITS, nonlinearity="relu", bidirectional=True)),
        (_SEQUENCE,),
    ),
    Recurrent("rnn-states", lambda: Given(nn.RNN(INPUTS, UNITS)), (_SEQUENCE, _STATE)),
)

CELLS = (nn.LSTMCell, nn.GRUCell, nn.RNNCell)
