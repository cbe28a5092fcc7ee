"""The error of each layer, against what PyTorch and numpy give for it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import cmlir
from cmlir.frontend import import_program
from cmlir.reporting import layer_errors
from support.attention_blocks import AttentionBlock


class Two(nn.Module):
    """Two linears, of which the second may be made to saturate."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.b(torch.relu(self.a(x)))


@pytest.fixture(scope="module")
def model() -> Two:
    torch.manual_seed(0)
    return Two().eval()


def samples(count: int, size: float = 1.0) -> list[tuple[Tensor]]:
    generator = torch.Generator().manual_seed(1)
    return [(size * torch.randn(1, 8, generator=generator),) for _ in range(count)]


def arrays(given: list[tuple[Tensor]]) -> list[list[np.ndarray]]:
    return [[x.numpy() for x in sample] for sample in given]


def float_module(model: nn.Module):
    return import_program(torch.export.export(model, samples(1)[0]))


def test_the_last_layer_has_the_error_of_the_program(model: Two):
    data = samples(6)
    quantized = cmlir.quantize(model, data)
    errors = layer_errors(import_program(quantized), arrays(data), float_module(model))
    run = quantized.module(check_guards=False)
    with torch.no_grad():
        wanted = np.concatenate([model(*sample).numpy() for sample in data]).astype(np.float64)
        got = np.concatenate([run(*sample).numpy() for sample in data]).astype(np.float64)
    last = errors[-1]
    ratio = 10 * math.log10(np.square(wanted).sum() / np.square(got - wanted).sum())
    assert last.module == "b"
    assert last.sqnr_db == pytest.approx(ratio, abs=0.01)
    assert last.largest == pytest.approx(np.abs(got - wanted).max(), rel=1e-4)
    assert last.own_sqnr_db > last.sqnr_db


def test_a_float_program_has_no_error(model: Two):
    module = float_module(model)
    for reference in (None, module):
        errors = layer_errors(module, arrays(samples(2)), reference)
        assert [error.op for error in errors] == ["aten.linear", "aten.relu", "aten.linear"]
        assert all(error.sqnr_db == error.own_sqnr_db == math.inf for error in errors)
        assert all(error.saturated is None for error in errors)


def test_values_beyond_the_calibrated_range_are_saturated(model: Two):
    module = import_program(cmlir.quantize(model, samples(4, 0.05)))
    inside, outside = (
        layer_errors(module, arrays(samples(4, size)), float_module(model)) for size in (0.05, 5)
    )
    assert max(e.saturated or 0 for e in inside) < 0.05
    assert max(e.saturated or 0 for e in outside) > 0.05
    assert outside[-1].sqnr_db < inside[-1].sqnr_db - 10


def test_rounded_weights_count_against_the_float_model_alone(model: Two):
    torch.manual_seed(0)
    rough = Two().eval()
    rough.a.weight.data[0, 0] = 30.0  # which leaves few codes for the rest of a tensor
    module = import_program(cmlir.quantize(rough, samples(4), per_channel=False))
    alone = layer_errors(module, arrays(samples(4)))[0]
    against_float = layer_errors(module, arrays(samples(4)), float_module(rough))[0]
    assert against_float.own_sqnr_db < alone.own_sqnr_db - 3


def test_every_layer_of_attention_is_found():
    block = AttentionBlock(32, 2).eval()
    data = [(torch.randn(1, 8, 32),) for _ in range(2)]
    quantized = import_program(cmlir.quantize(block, data))
    plain = import_program(torch.export.export(block, data[0]))
    names = [error.op for error in layer_errors(quantized, arrays(data), plain)]
    assert names.count("aten.linear") == 4
    assert names.count("aten.matmul") == 2
    assert names.count("aten.softmax") == 1
