"""Functions of one number: what each imports as, and that it computes what PyTorch does."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from cmlir.interpreter import run
from support.exported import export, import_and_compare, operation_names
from support.pointwise_functions import POINTWISE, POSITIVE

BIT_EXACT = frozenset(
    {
        *("abs", "ceil", "clamp", "clamp_high", "clamp_low", "clamp_max", "clamp_min"),
        *("clamp_reversed", "clip", "fix", "floor", "hardshrink", "hardsigmoid", "hardswish"),
        *("hardtanh", "leaky_relu", "leaky_relu_negative", "neg", "pow_2", "relu", "relu6"),
        *("round", "sgn", "sign", "softshrink", "square", "threshold", "trunc"),
    }
)
"""Functions of a few operations in single precision, which are the same as PyTorch's."""


def some_numbers() -> torch.Tensor:
    """Small and large ones, ties of rounding, zeros, and what PyTorch's vectors leave over."""
    spread = torch.linspace(-9, 9, 1001)
    special = torch.tensor([0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -3.0, 3.0, 6.0, 1e-6, -1e-6])
    return torch.cat([spread, special])


@pytest.mark.parametrize("name", [*POINTWISE, *POSITIVE])
def test_functions_are_pytorchs(name: str) -> None:
    function, expected = {**POINTWISE, **POSITIVE}[name]
    x = some_numbers() if name in POINTWISE else some_numbers().abs() + 0.01
    tolerance = 0.0 if name in BIT_EXACT else 1e-6
    names = operation_names(import_and_compare(export(function, x), x, tolerance=tolerance))
    assert names == expected


@pytest.mark.parametrize("name", ["gelu", "silu", "sigmoid", "tanh", "log_sigmoid", "exp"])
def test_far_out(name: str) -> None:
    """No overflow on the way to a result that is finite or infinite by itself."""
    function, _ = POINTWISE[name]
    x = torch.tensor([-5000.0, -300.0, -88.0, 88.0, 300.0, 5000.0])
    import_and_compare(export(function, x), x, tolerance=1e-6)


def test_nan_and_infinities_of_the_arguments() -> None:
    x = torch.tensor([-1.0, 0.0, torch.inf])
    for function in (torch.log, torch.rsqrt, torch.sqrt, torch.reciprocal):
        (ours,) = run(import_program(export(function, x)), x.numpy())
        np.testing.assert_array_equal(ours, function(x).numpy())


def test_in_place_variants() -> None:
    x = torch.randn(3, 5)
    program = export(lambda x: F.hardtanh(F.silu(x + 1, inplace=True), inplace=True), x)
    names = operation_names(import_and_compare(program, x, tolerance=1e-6))
    assert names == ["add_scalar", "silu", "clamp"]


@pytest.mark.parametrize("dim", [-1, 1])
def test_gated_linear_units(dim: int) -> None:
    x = torch.randn(2, 6, 4)
    program = export(lambda x: F.glu(x, dim), x)
    names = operation_names(import_and_compare(program, x, tolerance=1e-6))
    assert names == ["slice", "slice", "sigmoid", "mul"]


def test_one_slope_is_a_leaky_relu() -> None:
    layer, x = torch.nn.PReLU(1, init=-0.4), torch.randn(2, 3, 4)
    assert operation_names(import_and_compare(export(layer, x), x)) == ["leaky_relu"]


def test_slopes_of_many_channels() -> None:
    layer, x = torch.nn.PReLU(3), torch.randn(1, 3, 4)
    layer.weight.data = torch.tensor([0.25, -0.5, 2.0])
    names = operation_names(import_and_compare(export(layer, x), x))
    assert names == ["constant", "view", "relu", "clamp", "mul", "add"]


def test_integers_are_refused_where_pytorch_makes_floats_of_them() -> None:
    with pytest.raises(UnsupportedError, match=r"aten\.exp.*mix f32 and i64"):
        import_program(export(torch.exp, torch.tensor([1, 2])))
