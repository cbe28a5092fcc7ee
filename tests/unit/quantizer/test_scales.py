"""Every positive scalar scale is absorbed by quantization parameters, however it is written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn

from cmlir.errors import InvalidInputError
from cmlir.quantizer import quantize
from cmlir.quantizer.observers import keeps_codes
from support.qdq_graphs import calls, names, read, requantizations, sqnr, written

aten = torch.ops.aten

SPELLINGS: dict[str, Callable[[nn.Module, Tensor], Tensor]] = {
    "number": lambda m, x: x * 0.3,
    "number first": lambda m, x: 0.3 * x,
    "division": lambda m, x: x / 3.0,
    "integer": lambda m, x: x * 3,
    "tensor": lambda m, x: x * torch.tensor(0.3),
    "tensor first": lambda m, x: torch.tensor(0.3) * x,
    "division by a root": lambda m, x: x / torch.sqrt(torch.tensor(7.0)),
    "full": lambda m, x: x * torch.full((1,), 0.3),
    "buffer": lambda m, x: x * m.buffer,
    "parameter": lambda m, x: x * m.parameter,
    "scalar overload": lambda m, x: aten.mul.Scalar(x, 0.3),
    "in place": lambda m, x: x.mul_(0.3),
    "chain": lambda m, x: x * 0.3 / 7 * 64**-0.25,
    "behind views": lambda m, x: x.view(2, 3, 2, 4).transpose(1, 2) * 0.3,
}


class _Scaled(nn.Module):
    def __init__(self, spelling: Callable[[nn.Module, Tensor], Tensor]):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.register_buffer("buffer", torch.tensor([0.3]))
        self.parameter = nn.Parameter(torch.tensor(0.3))
        self.spelling = spelling

    def forward(self, x: Tensor) -> Tensor:
        scaled = self.spelling(self, self.linear(x))
        return torch.matmul(scaled, scaled.mT)


def _samples(count: int = 4) -> list[tuple[Tensor, ...]]:
    return [(torch.randn(2, 3, 8),) for _ in range(count)]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_folds(spelling: str):
    model = _Scaled(SPELLINGS[spelling]).eval()
    program = quantize(model, samples := _samples())
    scales = calls(program, aten.mul.Tensor)
    assert names(program) == ["linear", *["mul"] * len(scales), "matmul"]
    assert requantizations(program) == []
    for scale in scales:
        source_scale, zero_point = read(scale.args[0])
        assert written(scale) == (source_scale * scale.args[1], zero_point)
    assert sqnr(model, program, samples) > 25


@pytest.mark.parametrize("factor", [-0.5, 0.0, 1e30])
def test_other_factors_keep_an_op_with_its_own_range(factor: float):
    class Model(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.relu(x) * factor

    program = quantize(Model(), samples := _samples())
    (scale,) = calls(program, aten.mul.Tensor)
    assert scale.args[1] == factor
    largest = max(float(x.max()) for (x,) in samples) * abs(factor)
    expected = (largest / 255 or 1.0, {-0.5: 127, 0.0: 0, 1e30: -128}[factor])
    assert written(scale) == pytest.approx(expected)


def test_division_by_zero_stays_the_users():
    with pytest.raises(InvalidInputError, match=r"div.* holds (an infinity|NaN)"):
        quantize(_Scaled(lambda m, x: x / 0.0).eval(), _samples())


def test_scaled_inputs_and_probabilities():
    class Model(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.softmax(x * 0.5, -1) * 3.0

    program = quantize(Model(), samples := _samples())
    first, last = calls(program, aten.mul.Tensor)
    assert written(last) == (3 / 256, -128)
    assert written(first)[1] == read(first.args[0])[1]
    assert requantizations(program) == []
    assert sqnr(Model(), program, samples) > 25


@pytest.mark.parametrize("alpha", [0.25, -1, -3.0])
@pytest.mark.parametrize("op", [torch.add, torch.sub])
def test_alpha_is_a_scale(op: Callable[..., Tensor], alpha: float):
    class Model(nn.Module):
        def forward(self, x: Tensor, y: Tensor) -> Tensor:
            return op(x, y, alpha=alpha)

    samples = [(torch.randn(4, 8), torch.randn(4, 8)) for _ in range(4)]
    program = quantize(Model(), samples)
    assert len(calls(program, aten.mul.Tensor)) == (abs(alpha) != 1)
    assert all(not node.kwargs for node in calls(program))
    assert requantizations(program) == []
    assert sqnr(Model(), program, samples) > 30


@given(
    scale=st.floats(2.0**-32, 2.0**20, width=32),
    factor=st.floats(2.0**-64, 2.0**64),
    zero_point=st.integers(-128, 127),
)
def test_the_scaled_parameters_keep_all_codes(scale: float, factor: float, zero_point: int):
    assert keeps_codes(scale, scale * factor, zero_point, factor)


def test_keeps_codes_follows_the_operators_and_sees_a_difference():
    codes = torch.arange(-128, 128, dtype=torch.int8)
    decomposed = torch.ops.quantized_decomposed
    for scaled in (0.05 * 0.3, 0.05 * 0.3 * 1.01, 0.05 * 0.3 * 1.003):
        x = decomposed.dequantize_per_tensor.default(codes, 0.05, 7, -128, 127, torch.int8)
        y = decomposed.quantize_per_tensor.default(x * 0.3, scaled, 7, -128, 127, torch.int8)
        assert keeps_codes(0.05, scaled, 7, 0.3) == torch.equal(y, codes)
    assert not keeps_codes(0.05, 0.05 * 0.3 * 1.01, 7, 0.3)
    assert not keeps_codes(float(np.float32(3e38)), 3e38 * 10.0, 0, 10.0)
