"""Differences and products of 16-bit values, from PyTorch to QEMU."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

import cmlir
from support.three_ways import assert_three_ways


class Gated(nn.Module):
    """Sums, differences and products of values of 8 and of 16 bits, one of them repeated."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.norm = nn.Linear(12, 12), nn.Linear(12, 12), nn.LayerNorm(12)
        self.row = nn.Parameter(torch.randn(12))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        wide = self.a(x)
        difference = wide - torch.sigmoid(self.b(x))
        product = (difference * self.row) * wide
        return self.norm(x - product * torch.tanh(difference)), product


@pytest.mark.parametrize("target", ["cortex-m55", "cortex-m4"])
def test_three_ways(target: str) -> None:
    torch.manual_seed(0)
    model = Gated().eval()
    samples = [(torch.randn(2, 5, 12),) for _ in range(4)]
    program = cmlir.quantize(model, samples, recipe="int16")
    chosen = {v.name for v in cmlir.quantization_summary(program).of_dtype("int16")}
    assert {"linear", "sub", "mul_1", "mul_2"} <= chosen
    compiled = cmlir.compile(program, target=target, allow_float=False, verify_each=True)
    assert {"cmlir_add_wide", "cmlir_mul_wide"} <= {op.kernel for op in compiled.report.ops}
    comparison = compiled.compare(program, samples[:2])
    assert comparison.largest_op <= 1
    assert_three_ways(compiled, samples[:2])


def test_16_bits_are_nearer_to_the_float_model() -> None:
    torch.manual_seed(0)
    model = Gated().eval()
    samples = [(torch.randn(2, 5, 12),) for _ in range(4)]
    errors: list[float] = []
    for recipe in ("int8", "int16"):
        compiled = cmlir.compile(cmlir.quantize(model, samples, recipe=recipe))
        got = compiled.run(*samples[0], on="host").outputs[1]
        with torch.no_grad():
            errors.append(float((torch.tensor(got) - model(*samples[0])[1]).square().mean()))
    assert errors[1] < 0.3 * errors[0]
