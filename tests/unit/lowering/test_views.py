"""Joining and splitting along the first axis moves nothing: parts lie in the whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

import cmlir
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls

Forward = Callable[["Layers", Tensor, Tensor], object]


class Layers(nn.Module):
    """Two linear layers, and what is computed with them."""

    def __init__(self, forward: Forward):
        super().__init__()
        torch.manual_seed(0)
        self.one, self.two = nn.Linear(16, 16), nn.Linear(16, 16)
        self.of = forward

    def forward(self, x: Tensor, y: Tensor) -> object:
        return self.of(self, x, y)


def _chunks(m: Layers, x: Tensor, y: Tensor) -> object:
    first, second = m.one(x).chunk(2, 0)
    return m.two(first) + m.one(second)


def _uneven(m: Layers, x: Tensor, y: Tensor) -> object:
    first, second = m.one(x).split([3, 5], 0)
    return m.two(first), torch.tanh(second)


def _overlapping(m: Layers, x: Tensor, y: Tensor) -> object:
    whole = m.one(x)
    return m.two(whole[2:6]) + m.one(whole[1:5])


def _rows(m: Layers, x: Tensor, y: Tensor) -> object:
    return m.two(m.one(x)[3]), m.two(y).select(0, 5) + 1


def _of_input(m: Layers, x: Tensor, y: Tensor) -> object:
    first, second = x.chunk(2, 0)
    return m.one(first) + m.two(second)


def _joined(m: Layers, x: Tensor, y: Tensor) -> object:
    return m.two(torch.cat([m.one(x), m.two(y)]))


def _joined_twice(m: Layers, x: Tensor, y: Tensor) -> object:
    return m.two(torch.cat([torch.cat([m.one(x), m.two(y)]), m.one(y)]))


def _returned(m: Layers, x: Tensor, y: Tensor) -> object:
    return torch.cat([m.one(x), m.two(y)])


def _stacked(m: Layers, x: Tensor, y: Tensor) -> object:
    return torch.stack([m.one(x), m.two(y)])


def _put_back(m: Layers, x: Tensor, y: Tensor) -> object:
    first, second = m.one(x).chunk(2, 0)
    return m.two(torch.cat([m.one(second), m.two(first)]))


FORWARDS = (
    _chunks, _uneven, _overlapping, _rows, _of_input,
    _joined, _joined_twice, _returned, _stacked, _put_back,
)  # fmt: skip


@pytest.mark.parametrize("forward", FORWARDS, ids=lambda f: f.__name__[1:])
def test_nothing_is_moved(forward: Forward) -> None:
    samples = [(torch.randn(8, 16), torch.randn(8, 16)) for _ in range(3)]
    quantized = cmlir.quantize(Layers(forward).eval(), samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    assert compiled.report.moved_bytes == 0
    calls = {call.name for call in kernel_calls(entry_function(compiled.module))}
    assert not calls & {"cortex_m.copy", "cortex_m.concat", "cortex_m.transpose"}
    for sample in samples:
        interpreted, host = (compiled.run(*sample, on=on).outputs for on in ("interpreter", "host"))
        assert [a.tobytes() for a in interpreted] == [b.tobytes() for b in host]
