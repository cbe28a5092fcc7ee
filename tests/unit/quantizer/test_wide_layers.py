"""Which layers read and give 16 bits, and what lies between them."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor, nn

import cmlir
from cmlir.errors import InvalidInputError


class Net(nn.Module):
    """A pool, a residual sum, a convolution in groups and a table between layers."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(2, 4, 3)
        self.grouped = nn.Conv2d(4, 4, 1, groups=2)
        self.inner = nn.Conv2d(4, 4, 1)
        self.first = nn.Linear(4, 6)
        self.second = nn.Linear(6, 3)

    def forward(self, x: Tensor) -> Tensor:
        x = torch.relu(self.stem(x))
        x = torch.max_pool2d(x, 2)
        x = self.grouped(x)
        x = torch.relu(self.inner(x) + x).mean((2, 3))
        return self.second(torch.tanh(self.first(x)))


Quantizations = list[tuple[str, str]]


def quantizations(**settings: Any) -> Quantizations:
    """What is quantized to which type, in order; a value may be quantized again for a reader."""
    samples = [(torch.randn(1, 2, 6, 6),) for _ in range(2)]
    summary = cmlir.quantization_summary(cmlir.quantize(Net().eval(), samples, **settings))
    return [(value.name, value.dtype.removeprefix("int")) for value in summary.values]


WHOLE: Quantizations = [
    ("x", "16"),
    ("relu", "16"),
    ("max_pool2d", "8"),
    ("conv2d_1", "8"),
    ("conv2d_1", "16"),
    ("conv2d_2", "16"),
    ("relu_1", "8"),
    ("mean", "8"),
    ("mean", "16"),
    ("linear", "16"),
    ("linear", "8"),
    ("tanh", "8"),
    ("tanh", "16"),
    ("linear_1", "16"),
]
"""Convolutions in groups, tables and sums with either have 8 bits; for what reads them they are
widened."""


def test_whole_model() -> None:
    assert quantizations(recipe="a16w8") == WHOLE
    assert quantizations(overrides={"*": "a16w8"}) == WHOLE


def test_one_layer() -> None:
    found = quantizations(overrides={"first": "a16w8"})
    assert [name for name, bits in found if bits == "16"] == ["mean", "linear"]
    assert [name for name, bits in found if bits == "8"][-4:] == [
        "mean",
        "linear",
        "tanh",
        "linear_1",
    ]


def test_all_layers_but_one() -> None:
    found = quantizations(recipe="a16w8", overrides={"second": "int8"})
    assert found == [*WHOLE[:-2], ("linear_1", "8")]


def test_another_observer_for_the_same_layer() -> None:
    assert quantizations(overrides={"first": "a16w8,mse"}) == quantizations(
        overrides={"first": "a16w8"}
    )


@pytest.mark.parametrize(("pattern", "able"), [("grouped", True), ("x", True), ("nothing", False)])
def test_a_pattern_without_such_a_layer(pattern: str, able: bool) -> None:
    with pytest.raises(InvalidInputError) as caught:
        quantizations(overrides={pattern: "a16w8"})
    if able:
        assert f"no layer that '{pattern}' fits can have 16-bit activations" in str(caught.value)
        assert "conv2d, conv2d_2, linear, linear_1" in str(caught.value)
