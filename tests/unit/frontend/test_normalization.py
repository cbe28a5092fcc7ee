"""Layer norm and RMS norm: their spellings, and that they compute what PyTorch does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from support.exported import export, import_and_compare, operation_names, operations

aten = torch.ops.aten


def with_random_parameters(module: nn.Module) -> nn.Module:
    for parameter in module.parameters():
        nn.init.normal_(parameter, 1.0, 0.5)
    return module


NORMS: dict[str, tuple[nn.Module, str]] = {
    "layer_norm": (nn.LayerNorm(8), "layer_norm"),
    "several_axes": (nn.LayerNorm((3, 8), eps=0.1), "layer_norm"),
    "all_axes": (nn.LayerNorm((2, 3, 8)), "layer_norm"),
    "without_bias": (nn.LayerNorm(8, bias=False), "layer_norm"),
    "without_parameters": (nn.LayerNorm(8, elementwise_affine=False), "layer_norm"),
    "rms_norm": (nn.RMSNorm(8), "rms_norm"),
    "rms_norm_with_eps": (nn.RMSNorm((3, 8), eps=0.1), "rms_norm"),
    "rms_norm_without_weight": (nn.RMSNorm(8, elementwise_affine=False), "rms_norm"),
}


@pytest.mark.parametrize("name", NORMS)
def test_norms(name: str) -> None:
    module, expected = NORMS[name]
    x = torch.randn(2, 3, 8) * 3 + 1
    module = import_and_compare(export(with_random_parameters(module), x), x, tolerance=1e-5)
    assert operation_names(module)[-1] == expected
    assert set(operation_names(module)[:-1]) <= {"constant"}


def test_tiny_variance() -> None:
    x = torch.randn(4, 16) * 1e-4 + 5
    import_and_compare(export(nn.LayerNorm(16), x), x, tolerance=1e-3)


def test_the_decomposed_form_of_several_results() -> None:
    x = torch.randn(2, 3, 8)
    program = export(with_random_parameters(nn.LayerNorm(8)), x).run_decompositions()
    module = import_and_compare(program, x, tolerance=1e-6)
    assert operation_names(module) == ["constant", "constant", "layer_norm"]
    (norm,) = operations(module, "aten.layer_norm")
    assert norm.results[0].name_hint == "getitem"


MOMENTS: dict[str, Callable[[Tensor], object]] = {
    "var": lambda x: x.var(-1),
    "var_of_all": lambda x: x.var(),
    "var_biased": lambda x: x.var(1, unbiased=False, keepdim=True),
    "correction": lambda x: torch.var(x, (0, 2), correction=3, keepdim=True),
    "var_mean": lambda x: torch.var_mean(x, -1, correction=0),
    "var_mean_kept": lambda x: torch.var_mean(x, (-1, 0), keepdim=True),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_variances(name: str) -> None:
    """They are made of means."""
    x = torch.randn(2, 3, 8) * 3 + 1
    module = import_and_compare(export(MOMENTS[name], x), x, tolerance=1e-5)
    assert operation_names(module)[:4] == ["mean", "sub", "pow_scalar", "mean"]


def test_the_variance_of_one_element_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"no variance of 1 elements with correction 1"):
        import_program(export(lambda x: x.var(-1), torch.randn(3, 1)))


def test_statistics_are_refused() -> None:
    def function(x: Tensor) -> Tensor:
        y, mean, _ = aten.native_layer_norm(x, [8], None, None, 1e-5)
        return y + mean

    with pytest.raises(UnsupportedError, match=r"native_layer_norm.*mean and deviation are used"):
        import_program(export(function, torch.randn(2, 8)))


def test_other_dtypes_of_parameters_are_refused() -> None:
    norm = nn.RMSNorm(8, dtype=torch.float64)
    with pytest.raises(UnsupportedError, match="operands mix f32 and f64"):
        import_program(export(norm, torch.randn(2, 8)))
