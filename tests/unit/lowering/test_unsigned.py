"""u8 programs: exact inside, and at the boundary the same codes as signed ones, 128 less."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from xdsl.dialects.builtin import ArrayAttr, ModuleOp

from cmlir.dialects.cortex_m.plan import entry_function
from cmlir.frontend import import_program
from cmlir.interpreter import run
from support.equivalence import apply, assert_same
from support.exported import QDQ, export
from support.inputs import random_inputs
from support.passes import LOWERING, assert_each_pass_same


def fake(x: Tensor, scale: float, zero_point: int) -> Tensor:
    codes = QDQ.quantize_per_tensor(x, scale, zero_point, 0, 255, torch.uint8)
    return QDQ.dequantize_per_tensor(codes, scale, zero_point, 0, 255, torch.uint8)


class Unsigned(torch.nn.Module):
    """Scales, a view, relu, a sum, a linear with u8 weights, softmax, a product."""

    weight: Tensor

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.register_buffer("weight", torch.randint(0, 256, (6, 6), dtype=torch.uint8))

    def forward(self, x: Tensor) -> Tensor:
        x = fake(x, 0.03, 120)
        half = fake((x * 0.5).view(1, 3, 6), 0.015, 120)
        y = fake(torch.relu(half + x), 0.02, 10)
        weight = QDQ.dequantize_per_tensor(self.weight, 0.01, 130, 0, 255, torch.uint8)
        z = fake(torch.nn.functional.linear(y, weight), 0.02, 128)
        p = fake(torch.softmax(z, -1), 1 / 256, 0)
        return fake(p.transpose(1, 2) @ fake(-z, 0.02, 127), 0.01, 100)


@pytest.fixture(scope="module")
def module() -> ModuleOp:
    return import_program(export(Unsigned(), torch.zeros(1, 3, 6)))


def test_every_pass(module: ModuleOp) -> None:
    lowered = assert_each_pass_same(module, steps={"convert-aten-to-cortex-m": 2})
    assert "cortex_m.f32" not in str(lowered)


def test_codes_at_the_boundary(module: ModuleOp) -> None:
    coded = assert_same(module, ["fold-quantization", "quantize-io", "dce"], 3)
    lowered = apply(coded, "select-kernels")
    for seed in range(3):
        (codes,) = random_inputs(coded, seed)
        assert codes.dtype == np.uint8
        (expected,) = run(coded, codes)
        (signed,) = run(lowered, (codes.astype(np.int16) - 128).astype(np.int8))
        assert signed.dtype == np.int8
        distance = np.abs(signed.astype(int) + 128 - expected.astype(int))
        assert distance.max() <= 2


def described(attributes: ArrayAttr | None) -> dict[str, object]:
    assert attributes is not None
    (entry,) = attributes
    names = ("cmlir.dtype", "cmlir.scale", "cmlir.zero_point")
    return {name.removeprefix("cmlir."): _plain(entry.data[name]) for name in names}


def _plain(attribute: object) -> object:
    value = getattr(attribute, "value", attribute)
    return getattr(value, "data", value)


def test_the_boundary_says_so(module: ModuleOp) -> None:
    coded = apply(module, "fold-quantization", "quantize-io", "dce")
    before = entry_function(coded)
    assert described(before.arg_attrs) == {"dtype": "uint8", "scale": 0.03, "zero_point": 120}
    after = entry_function(apply(coded, "select-kernels"))
    assert described(after.arg_attrs) == {"dtype": "int8", "scale": 0.03, "zero_point": -8}
    assert described(after.res_attrs) == {"dtype": "int8", "scale": 0.01, "zero_point": -28}


def test_narrow_inputs_keep_their_range() -> None:
    """relu is the first thing that happens: codes below the zero point cross, and become it."""

    def model(x: Tensor) -> Tensor:
        return fake(-fake(torch.relu(x), 0.1, 100), 0.1, 200)

    module = import_program(export(model, torch.zeros(256)))
    coded = apply(module, "fold-quantization", "quantize-io", "dce")
    lowered = apply(coded, "select-kernels")
    codes = np.arange(-128, 128, dtype=np.int8)
    (result,) = run(lowered, codes)
    values = np.maximum(codes.astype(np.float32) + 28, 0)
    np.testing.assert_array_equal(result, np.clip(72 - values, -128, 127))
    assert_same(module, LOWERING, 4)
