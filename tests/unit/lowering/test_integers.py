"""Integers, truth values and quotients: exact, in the interpreter and in C."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import cmlir
from cmlir.interpreter import run
from support.equivalence import apply, assert_same
from support.ir import program

Outputs = Tensor | tuple[Tensor, ...]


class Model(nn.Module):
    def __init__(self, function: Callable[..., Outputs]):
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Outputs:
        return self.function(*inputs)


class Arithmetic(nn.Module):
    def forward(self, i: Tensor, j: Tensor, x: Tensor) -> tuple[Tensor, ...]:
        return (
            i + j,
            i * 2 - 1,
            5 - i,
            torch.maximum(i, j[0]),
            torch.minimum(i, j[:, :1]),
            i == j,
            (i != j[0]) | (x.abs() > x),
            i.float() * x,
            (x > x.mean()).long().sum(0),
            (i < 3) & (j >= i),
            x.to(torch.int64),
            x.int(),
            (x > 0).sum(),
            i.sum((0, 1), keepdim=True),
            x + i,
            torch.where(i < j, i, j),
            -i,
            i.abs(),
        )


def test_integers_are_exact() -> None:
    torch.manual_seed(0)
    samples = [
        (torch.randint(-9, 9, (3, 4)), torch.randint(-9, 9, (3, 4)), 4 * torch.randn(3, 4))
        for _ in range(3)
    ]
    exported = torch.export.export(Arithmetic(), samples[0])
    compiled = cmlir.compile(exported)
    for sample in samples:
        expected = [output.numpy() for output in Arithmetic()(*sample)]
        for on in ("interpreter", "host"):
            for index, (got, wanted) in enumerate(
                zip(compiled.run(*sample, on=on).outputs, expected, strict=True)
            ):
                assert got.dtype == wanted.dtype, index
                np.testing.assert_array_equal(got, wanted, err_msg=f"{on}, output {index}")


@pytest.mark.parametrize("to", ["i32", "i64", "i8"])
def test_floats_become_integers_towards_zero(to: str) -> None:
    values = [2.9, -2.9, 1e30, -1e30, np.nan, np.inf, 3e9, -0.5, 127.5, -129.0]
    body = f"%y = cortex_m.cast %x : (tensor<10xf32>) -> tensor<10x{to}>"
    module = program(body, f"tensor<10x{to}>", x="tensor<10xf32>")
    (got,) = run(module, np.array(values, np.float32))
    largest = 2**63 - 1
    whole = [2, -2, largest, -(2**63), 0, largest, 3000000000, 0, 127, -129]
    np.testing.assert_array_equal(got, np.array(whole, np.int64).astype(got.dtype))


SCALES = [
    (0.5, 3, 0.25, 0, 0.1, -5),
    (0.01, -128, 0.02, -100, 0.004, 127),
    (2.0, 0, 1e-4, 7, 9.0, 0),
]


@pytest.mark.parametrize(("a", "za", "b", "zb", "y", "zy"), SCALES)
def test_quotients_of_all_codes(a: float, za: int, b: float, zb: int, y: float, zy: int) -> None:
    """Rounded once or next to it; x / 0 saturates and 0 / 0 is the zero point."""
    types = [
        f"tensor<{{}}x!quant.uniform<i8:f32, {s}:{z}>>" for s, z in ((a, za), (b, zb), (y, zy))
    ]
    x, w, result = types[0].format("256x1"), types[1].format("256"), types[2].format("256x256")
    module = program(f"%y = aten.div %a, %b : ({x}, {w}) -> {result}", result, a=x, b=w)
    codes = np.arange(-128, 128).astype(np.int8)
    inputs = [(codes.reshape(256, 1), codes)]
    assert_same(module, ["convert-aten-to-cortex-m"], inputs, steps=1)
    lowered = apply(module, "convert-aten-to-cortex-m")
    (got,), (expected,) = run(lowered, *inputs[0]), run(module, *inputs[0])
    assert (got == expected).mean() > 0.99


QUANTIZED: dict[str, tuple[Callable[..., Outputs], int]] = {
    "quotient": (lambda x, y: x / (y.abs() + 0.5), 1),
    "larger": (torch.maximum, 1),
    "smaller": (lambda x, y: torch.minimum(x, y[0]), 1),
    "unit rows": (lambda x, _: F.normalize(x, dim=-1), 1),
    "unit columns": (lambda x, _: F.normalize(x, dim=1), 1),
    "unit by norm": (lambda x, _: x / x.norm(dim=-1, keepdim=True), 1),
    "unit by squares": (lambda x, _: x / (x * x).sum(-1, keepdim=True).sqrt(), 1),
}


@pytest.mark.parametrize("name", QUANTIZED)
def test_stays_in_integers(name: str) -> None:
    function, steps = QUANTIZED[name]
    torch.manual_seed(0)
    samples = [(torch.randn(2, 5, 8), torch.randn(2, 5, 8)) for _ in range(4)]
    quantized = cmlir.quantize(Model(function), samples)
    compiled = cmlir.compile(quantized, allow_float=False)
    assert compiled.compare(quantized, samples).largest <= steps


def pooled(h: Tensor, mask: Tensor) -> Tensor:
    """The mean of what a mask keeps, of unit length."""
    kept = mask.unsqueeze(-1).to(h.dtype)
    return F.normalize((h * kept).sum(1) / kept.sum(1).clamp(min=1e-9), dim=-1)


@pytest.mark.parametrize("dtype", [torch.int64, torch.bool])
def test_masked_mean_stays_in_integers(dtype: torch.dtype) -> None:
    torch.manual_seed(0)
    masks = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).to(dtype)
    samples = [(torch.randn(2, 5, 8), masks) for _ in range(4)]
    quantized = cmlir.quantize(Model(pooled), samples)
    compiled = cmlir.compile(quantized, allow_float=False)
    assert compiled.compare(quantized, samples, on="host").largest <= 2
    (got,) = compiled.run(*samples[0]).outputs
    exact = pooled(*samples[0]).numpy()
    assert np.abs(got - exact).max() < 0.03
