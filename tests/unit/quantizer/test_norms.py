"""Norms that models write out, step by step, are recognized before quantization."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram
from torch.fx import Node

from cmlir.quantizer import quantize
from support.qdq_graphs import calls, names, read, sqnr, written

aten = torch.ops.aten

Function = Callable[[Tensor, Tensor, Tensor], Tensor]


class Written(nn.Module):
    """A function of the input, a weight and a bias."""

    def __init__(self, function: Function, shape: tuple[int, ...] = (8,)):
        super().__init__()
        self.function = function
        self.weight = nn.Parameter(torch.randn(shape) * 0.3 + 1)
        self.bias = nn.Parameter(torch.randn(shape) * 0.3)

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x, self.weight, self.bias)


def samples() -> list[tuple[Tensor]]:
    return [(torch.randn(2, 6, 8) * 2 + 1,) for _ in range(6)]


def quantized(module: nn.Module) -> ExportedProgram:
    program = quantize(module.eval(), given := samples())
    assert sqnr(module, program, given) > 30
    return program


def the_norm(program: ExportedProgram) -> Node:
    (norm,) = calls(program, aten.layer_norm.default, aten.rms_norm.default)
    assert read(norm.args[0])
    assert written(norm)
    return norm


def with_variance(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    variance = x.var(-1, unbiased=False, keepdim=True)
    return (x - x.mean(-1, keepdim=True)) * torch.rsqrt(variance + 1e-3) * w + b


def with_correction_and_division(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    deviation = torch.sqrt(torch.var(x, dim=[-1], correction=0, keepdim=True) + 1e-3)
    return b + w * ((x - x.mean(dim=-1, keepdim=True)) / deviation)


def with_square(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    centered = x - x.mean((2,), keepdim=True)
    return w * centered * (centered.pow(2).mean(-1, keepdim=True) + 1e-3) ** -0.5 + b


def with_product(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    centered = x - x.mean(-1, keepdim=True)
    variance = (centered * centered).mean(-1, keepdim=True)
    return (1 / (1e-3 + variance).sqrt()) * centered * w + b


def with_both_at_once(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    variance, mean = torch.var_mean(x, -1, correction=0, keepdim=True)
    return (x - mean) / (variance + torch.tensor(1e-3)) ** 0.5 * w + b


@pytest.mark.parametrize(
    "function",
    [with_variance, with_correction_and_division, with_product, with_both_at_once],
)
def test_layer_norms(function: Function) -> None:
    program = quantized(Written(function))
    norm = the_norm(program)
    assert names(program) == ["layer_norm"]
    assert norm.args[1] == [8]
    assert norm.args[4] == pytest.approx(1e-3)
    assert [parameter.name for parameter in norm.args[2:4]] == ["p_weight", "p_bias"]


def test_a_weight_before_the_division_is_a_product_of_its_own() -> None:
    """(w * c) * r: the centered value is weighted before it is normalized."""
    program = quantized(Written(with_square))
    assert "layer_norm" not in names(program)


def rms(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    del b
    return w * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6))


def rms_of_a_language_model(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    del b
    kind = x.dtype
    x = x.to(torch.float32)
    variance = x.square().mean(-1, keepdim=True)
    return (x * torch.rsqrt(variance + 1e-6)).to(kind) * (1 + w)


@pytest.mark.parametrize("function", [rms, rms_of_a_language_model])
def test_rms_norms(function: Function) -> None:
    program = quantized(Written(function))
    norm = the_norm(program)
    assert norm.target is aten.rms_norm.default
    assert norm.args[1] == [8]
    assert norm.args[3] == pytest.approx(1e-6)
    assert set(names(program)) <= {"rms_norm", "add"}


def test_an_addition_behind_an_rms_norm_stays() -> None:
    program = quantized(Written(lambda x, w, b: rms(x, w, b) + b))
    assert names(program) == ["rms_norm", "add"]
    assert the_norm(program).args[2] is not None


def test_rows_of_several_axes_and_parameters_with_more() -> None:
    def function(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
        variance, mean = torch.var_mean(x, (1, 2), correction=0, keepdim=True)
        return (x - mean) * torch.rsqrt(variance + 1e-5) * w + b

    program = quantized(Written(function, (1, 6, 8)))
    norm = the_norm(program)
    assert norm.args[1] == [6, 8]
    assert [parameter.meta["val"].shape for parameter in norm.args[2:4]] == [(6, 8)] * 2


def test_pytorchs_decompositions() -> None:
    model = nn.Sequential(nn.LayerNorm(8), nn.ReLU(), nn.RMSNorm(8, eps=1e-5)).eval()
    given = samples()
    program = torch.export.export(model, given[0]).run_decompositions()
    assert "layer_norm" not in names(program)
    assert names(quantize(program, given)) == ["layer_norm", "relu", "rms_norm"]


def unbiased(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return (x - x.mean(-1, keepdim=True)) * torch.rsqrt(x.var(-1, keepdim=True) + 1e-3) * w + b


def along_the_front(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return (x - x.mean(1, keepdim=True)) * torch.rsqrt(x.var(1, False, True) + 1e-3) * w + b


def variance_of_another(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    variance = (x * 2).pow(2).mean(-1, keepdim=True)
    return (x - x.mean(-1, keepdim=True)) * torch.rsqrt(variance + 1e-3) * w + b


def of_a_magnitude(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    return x * torch.rsqrt(x.abs().mean(-1, keepdim=True) + 1e-3) * w + b


@pytest.mark.parametrize(
    "function", [unbiased, along_the_front, variance_of_another, of_a_magnitude]
)
def test_what_only_looks_like_a_norm_stays(function: Function) -> None:
    program = quantize(Written(function).eval(), samples())
    assert not calls(program, aten.layer_norm.default, aten.rms_norm.default)


def test_other_parameters_stay_operations() -> None:
    """A weight that is computed, or that is not one row, is no parameter of a norm."""

    def function(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
        return rms(x, w[0, 0] * 0 + 1, b) * x[:, :1] + rms(x, w[0], b)

    program = quantize(Written(function, (1, 6, 8)).eval(), samples())
    norms = calls(program, aten.rms_norm.default)
    assert [norm.args[2] is None for norm in norms] == [False, True]


def test_another_reader_of_the_normalized_value() -> None:
    """What is in between then stays as it is."""

    def function(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
        normalized = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return normalized * w + normalized

    program = quantized(Written(function))
    assert names(program) == ["rms_norm", "mul", "add"]
    assert the_norm(program).args[2] is None
