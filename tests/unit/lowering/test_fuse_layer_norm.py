"""Norms that are written out: recognized, and computed as before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m import FloatOp, KernelOp
from cmlir.frontend import import_program
from cmlir.interpreter import run
from support.equivalence import apply
from support.exported import export, fake_quantize, operation_names

WEIGHT = torch.randn(8, generator=torch.Generator().manual_seed(1)) * 0.3 + 1
BIAS = torch.randn(8, generator=torch.Generator().manual_seed(2)) * 0.3


def x() -> Tensor:
    return torch.randn(2, 6, 8) * 2 + 1


def fused(program: ExportedProgram) -> ModuleOp:
    """After the pass, with constants folded; the same numbers as before."""
    imported = import_program(program)
    module = apply(imported, "normalize-aten", "fuse-layer-norm", "fold-constants")
    given = x().numpy()
    (before,), (after,) = run(imported, given), run(module, given)
    np.testing.assert_allclose(after, before, rtol=1e-5, atol=1e-5)
    return module


def computed(module: ModuleOp) -> list[str]:
    return [name for name in operation_names(module) if name not in ("constant", "clone", "view")]


class Norms(nn.Module):
    def __init__(self, *norms: nn.Module):
        super().__init__()
        self.norms = nn.ModuleList(norms)
        for parameter in self.parameters():
            nn.init.normal_(parameter, 1.0, 0.3)

    def forward(self, x: Tensor) -> Tensor:
        for norm in self.norms:
            x = norm(x)
        return x


def test_pytorchs_decompositions() -> None:
    norms = Norms(nn.LayerNorm(8, bias=False), nn.RMSNorm(8, eps=1e-6), nn.RMSNorm((6, 8), eps=0.1))
    program = export(norms, x()).run_decompositions()
    assert "mean" in str(program.graph)
    assert computed(fused(program)) == ["layer_norm", "rms_norm", "rms_norm"]


SPELLINGS: dict[str, tuple[Callable[[Tensor], Tensor], list[str]]] = {
    "variance": (
        lambda x: (
            (x - x.mean(-1, keepdim=True))
            * torch.rsqrt(x.var(-1, correction=0, keepdim=True) + 1e-5)
            * WEIGHT.reshape(1, 1, 8)
            + BIAS
        ),
        ["layer_norm"],
    ),
    "division": (
        lambda x: BIAS + (x / torch.sqrt((x * x).mean(-1, keepdim=True) + 1e-5)) * WEIGHT,
        ["rms_norm"],
    ),
    "inverse": (
        lambda x: x * (1 / (x.square().mean((-2, -1), keepdim=True) + 0.1).sqrt()),
        ["rms_norm"],
    ),
    "powers": (
        lambda x: x * (x**2).mean(-1, keepdim=True).add(1e-5) ** -0.5,
        ["rms_norm"],
    ),
    "two_readers": (
        lambda x: (y := x * torch.rsqrt((x**2).mean(-1, keepdim=True) + 1e-5)) * WEIGHT + y,
        ["rms_norm", "mul", "add"],
    ),
    "unbiased": (
        lambda x: (x - x.mean(-1, keepdim=True)) * torch.rsqrt(x.var(-1, keepdim=True)),
        ["mean", "sub", "mean", "sub", "pow_scalar", "mean", "mul_scalar", "rsqrt", "mul"],
    ),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_spellings(name: str) -> None:
    function, expected = SPELLINGS[name]
    module = fused(export(function, x()))
    assert computed(module) == expected


def test_quantized_statistics() -> None:
    """As ExecuTorch's quantizer has it: one kernel, a few steps from the coarser program."""

    def function(x: Tensor) -> Tensor:
        x = fake_quantize(x, 0.06, 2)
        centered = x - x.mean(-1, keepdim=True)
        variance = torch.var(x, [-1], correction=0, keepdim=True) + torch.full((1,), 1e-5)
        inverse = torch.rsqrt(fake_quantize(variance, 0.05, -128))
        normalized = centered * fake_quantize(inverse, 0.006, -128)
        return fake_quantize(normalized * WEIGHT.reshape(1, 1, 8) + BIAS.reshape(1, 1, 8), 0.03)

    given = x()
    module = import_program(export(function, given))
    lowered = apply(module, "lower-cortex-m")
    ops = [op for op in lowered.walk() if isinstance(op, KernelOp)]
    assert [op.name for op in ops if not op.name.endswith("quantize")] == ["cortex_m.layer_norm"]
    assert not [op for op in ops if isinstance(op, FloatOp) and "quantize" not in op.name]
    (result,) = run(lowered, given.numpy())
    (coarse,) = run(module, given.numpy())
    assert np.abs(result - coarse).max() <= 0.03 * 3
    exact = nn.functional.layer_norm(fake_quantize(given, 0.06, 2), [8], WEIGHT, BIAS)
    assert np.abs(result - exact.numpy()).max() <= 0.016
