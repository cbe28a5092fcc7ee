"""Weights of 4 bits, from PyTorch to QEMU."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from support.encoder_layers import Encoder
from support.exported import QDQ, export, fake_quantize
from support.three_ways import assert_three_ways

CODE_BYTES = 3000
"""What the kernels for weights of 4 bits may need more than those for 8."""

ENCODER = Encoder(width=32, heads=2, hidden=64, rows=20)


class Network(nn.Module):
    """Odd numbers of channels; 3x3, depthwise with and without a stride, in groups, 1x1, linear."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 10, 3, stride=2, padding=1)
        self.deep = nn.Conv2d(10, 10, 3, padding=1, groups=10)
        self.mixed = nn.Conv2d(10, 14, 3, padding=1, groups=2)
        self.wide = nn.Conv2d(14, 101, 1)
        self.last = nn.Conv2d(101, 18, 3)
        self.head = nn.Linear(18, 7)

    def forward(self, x: Tensor) -> Tensor:
        for layer in (self.stem, self.deep, self.mixed, self.wide, self.last):
            x = torch.relu(layer(x))
        return self.head(x.mean((2, 3)))


SAMPLES = [(torch.randn(1, 3, 11, 13, generator=torch.Generator().manual_seed(k)),) for k in (1, 2)]


@cache
def network(per_channel: bool = True, **overrides: str) -> ExportedProgram:
    torch.manual_seed(0)
    model = Network().eval()
    return cmlir.quantize(model, SAMPLES, per_channel=per_channel, overrides=overrides)


def kernels(compiled: cmlir.Compiled) -> list[str]:
    """Those that read weights, in order."""
    names = [op.kernel for op in compiled.report.ops]
    return [name for name in names if any(k in name for k in ("conv", "linear", "connected"))]


FAST = ["cmlir_convolve_s4", "cmlir_depthwise_conv_s4", *["cmlir_convolve_s4"] * 3]
CMSIS = ["arm_convolve_wrapper_s4", "arm_depthwise_conv_wrapper_s4", "arm_convolve_s8"]
CASES: dict[str, tuple[bool, dict[str, Any], list[str]]] = {
    "m55": (True, {"target": "cortex-m55"}, [*FAST, "cmlir_linear_s4"]),
    "m4": (True, {"target": "cortex-m4"}, [*FAST, "cmlir_linear_s4"]),
    "cmsis-nn": (
        False,
        {"target": "cortex-m55", "kernels": "cmsis-nn"},
        [*CMSIS, *["arm_convolve_wrapper_s4"] * 2, "arm_fully_connected_s4"],
    ),
}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.full if n == "m4" else ()) for n in CASES]
)
def test_a_whole_network(name: str) -> None:
    """3 x 3 x 101 x 18 weights are more than are unpacked at once."""
    per_channel, how, expected = CASES[name]
    program = network(per_channel, **{"*": "a8w4"})
    compiled = cmlir.compile(program, allow_float=False, verify_each=True, **how)
    assert kernels(compiled) == expected
    assert compiled.compare(program, SAMPLES).largest_op <= 1
    assert_three_ways(compiled, SAMPLES)


def flash(program: ExportedProgram) -> tuple[int, int]:
    """Bytes of all constants of a project, and of its whole image."""
    compiled = cmlir.compile(program)
    return compiled.report.weight_bytes, compiled.run(*SAMPLES[0], on="qemu").flash_bytes


def test_flash_is_halved() -> None:
    weights = sum(p.numel() for p in Network().parameters() if p.ndim > 1)
    narrow, wide = flash(network(**{"*": "a8w4"})), flash(network())
    assert weights / 2 <= wide[0] - narrow[0] <= weights / 2 + 64
    assert narrow[1] < wide[1] - weights / 2 + CODE_BYTES


def test_one_module_alone() -> None:
    compiled = cmlir.compile(network(last="a8w4"), allow_float=False)
    assert [name.endswith("s4") for name in kernels(compiled)] == [False] * 4 + [True, False]
    assert_three_ways(compiled, SAMPLES[:1])


@pytest.mark.parametrize(
    "target", ["cortex-m55", pytest.param("cortex-m4", marks=pytest.mark.full)]
)
def test_an_encoder_layer(target: str) -> None:
    """The passes that save memory leave layers whole, or split them with their weights."""
    torch.manual_seed(0)
    model, samples = ENCODER.module(), ENCODER.inputs(4)
    program = cmlir.quantize(model, samples, recipe="a8w4")
    compiled = cmlir.compile(program, target=target, allow_float=False, verify_each=True)
    assert set(kernels(compiled)) == {"cmlir_linear_s4"}
    assert compiled.compare(program, samples).largest_op <= 1
    assert_three_ways(compiled, samples[:2])


def test_an_activation_by_table() -> None:
    """It stays on its own: the layer with a table reads weights of 8 bits."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(32, 48), nn.GELU(), nn.Linear(48, 16)).eval()
    samples = [(torch.randn(8, 32),) for _ in range(2)]
    program = cmlir.quantize(model, samples, recipe="a8w4")
    compiled = cmlir.compile(program, target="cortex-m55", allow_float=False, verify_each=True)
    assert kernels(compiled) == ["cmlir_linear_s4"] * 2
    assert_three_ways(compiled, samples)


class Foreign(nn.Module):
    """As other quantizers write it: int8 buffers said to be in -8..7, one of which is not."""

    def __init__(self, codes: Sequence[int]):
        super().__init__()
        self.register_buffer("codes", torch.tensor(codes, dtype=torch.int8).reshape(2, -1))
        self.register_buffer("scales", torch.tensor([0.1, 0.05]))

    def forward(self, x: Tensor) -> Tensor:
        parameters = (self.codes, self.scales, None, 0, -8, 7, torch.int8)
        weight = QDQ.dequantize_per_channel(*parameters)
        return fake_quantize(nn.functional.linear(fake_quantize(x, 0.05), weight), 0.05)


@pytest.mark.parametrize(
    ("codes", "kernel"),
    [((-8, 7, 3, -1, 0, 5), "cmlir_linear_s4"), ((-8, 7, 9, -1, 0, 5), "per_channel_s8")],
)
def test_of_other_quantizers(codes: Sequence[int], kernel: str) -> None:
    x = torch.randn(4, 3, generator=torch.Generator().manual_seed(0))
    program = export(Foreign(codes), x)
    compiled = cmlir.compile(program, allow_float=False)
    assert kernels(compiled)[0].endswith(kernel)
    expected = program.module()(x).numpy()
    (got,) = compiled.run(x, on="host").outputs
    np.testing.assert_allclose(got, expected, atol=0.051)
