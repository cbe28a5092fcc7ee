"""Models that nobody quantized, and those quantized in part, run in float and match PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import cmlir

RELATIVE = 1e-5
"""Of the largest absolute value of an output."""


class Perceptron(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(16, 32), nn.LayerNorm(32), nn.GELU())
        self.head = nn.Linear(32, 8)

    def forward(self, x: Tensor) -> Tensor:
        return torch.softmax(self.head(self.layers(x)), -1)


class Encoder(nn.Module):
    """Two encoder layers of nn.TransformerEncoder, their mean and normalized rows."""

    def __init__(self) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, activation="gelu")
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        y = self.layers(x, mask=mask, is_causal=False)
        return y.mean(1), F.normalize(y, dim=-1)


class Operations(nn.Module):
    """One of each kind that the two above do not have."""

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        positive = x.abs() + 0.5
        return (
            x / (y.abs() + 1) - 2 * y,
            torch.log_softmax(x, 1),
            torch.where(x > 0.25, x, y.expand(2, 3, 5)).sum((0, 2)),
            x.amax(1, keepdim=True),
            x.argmin(2),
            torch.max(x, 2).indices,
            torch.var(x, (1, 2)),
            x @ y.transpose(-1, -2),
            positive**-1.5 + 2.0**x,
            torch.cat([x[:, 1:], -x[:, :1]], 1).permute(2, 0, 1),
            F.hardswish(x).clamp(-0.3, 1.2),
            torch.baddbmm(x, x.expand(2, 3, 5)[..., :3], x),
            F.rms_norm(x, [3, 5]),
            torch.rsqrt(positive),
            1 / positive,
            F.embedding(torch.tensor([2, 0]), y),
            F.elu(x) + torch.sin(x) * torch.erf(y),
        )


def largest_difference(got: Any, expected: Tensor) -> float:
    wanted = expected.detach().numpy()
    assert got.dtype == wanted.dtype
    assert got.shape == wanted.shape
    if wanted.dtype == np.int64:
        return float(np.any(got != wanted))
    return float(np.abs(got - wanted).max() / np.abs(wanted).max())


MODELS: dict[str, tuple[type[nn.Module], tuple[tuple[int, ...], ...]]] = {
    "perceptron": (Perceptron, ((4, 16),)),
    "encoder": (Encoder, ((2, 5, 32), (5, 5))),
    "operations": (Operations, ((2, 3, 5), (3, 5))),
}


def exported(name: str) -> tuple[torch.export.ExportedProgram, list[tuple[Tensor, ...]]]:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    kind, shapes = MODELS[name]
    model = kind().eval()
    samples = [tuple(torch.randn(shape) for shape in shapes) for _ in range(3)]
    return torch.export.export(model, samples[0]), samples


@pytest.mark.parametrize("name", MODELS)
def test_matches_pytorch(name: str) -> None:
    """And the compiled program computes what the interpreter does, bit for bit."""
    program, samples = exported(name)
    compiled = cmlir.compile(program)
    for sample in samples:
        expected = torch.utils._pytree.tree_leaves(program.module()(*sample))
        interpreted, on_host = (
            compiled.run(*sample, on=on).outputs for on in ("interpreter", "host")
        )
        for index, output in enumerate(expected):
            assert interpreted[index].tobytes() == on_host[index].tobytes(), index
            assert largest_difference(interpreted[index], output) <= RELATIVE, index


def test_the_same_on_a_cortex_m55() -> None:
    program, samples = exported("perceptron")
    compiled = cmlir.compile(program)
    for sample, result in zip(samples, compiled.run_many(samples, on="qemu"), strict=True):
        (expected,) = compiled.run(*sample).outputs
        assert result.outputs[0].tobytes() == expected.tobytes()


def test_the_report_lists_what_runs_in_float_and_why() -> None:
    program, _ = exported("perceptron")
    listed = cmlir.compile(program).report.float_ops
    assert [(op.op, op.shape, op.why) for op in listed] == [
        ("cortex_m.f32_matmul", (4, 32), "it is not quantized"),
        ("cortex_m.f32_norm", (4, 32), "it is not quantized"),
        ("cortex_m.f32_unary", (4, 32), "it is not quantized"),
        ("cortex_m.f32_matmul", (4, 8), "it is not quantized"),
        ("cortex_m.f32_softmax", (4, 8), "it is not quantized"),
    ]
    assert all("test_float_models.py:" in op.source for op in listed)


def test_float_is_refused_on_request() -> None:
    program, _ = exported("perceptron")
    with pytest.raises(cmlir.CmlirError, match="these operations run in float") as caught:
        cmlir.compile(program, allow_float=False)
    said = str(caught.value)
    assert "cortex_m.f32_unary (4x32) at gelu (" in said
    assert "layers.2" in said
    assert said.count("because it is not quantized") == 5
