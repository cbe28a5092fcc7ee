"""Attention scores of 16 bits, from PyTorch to QEMU."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from support.three_ways import assert_three_ways

ROWS, HEADS, WIDTH = 7, 2, 8
Masking = Callable[[Tensor], dict[str, object]]


def half(x: Tensor) -> Tensor:
    """[2, ROWS]: what of the second sequence is padding."""
    return torch.arange(ROWS) < torch.where(x[:, :1, 0] > 99, 1, torch.tensor([[ROWS], [4]]))


CONSTANT = torch.rand(ROWS, ROWS, generator=torch.Generator().manual_seed(5)) < 0.7
MASKS: dict[str, Masking] = {
    "none": lambda x: {},
    "causal": lambda x: {"is_causal": True},
    "constant": lambda x: {"attn_mask": CONSTANT},
    "computed": lambda x: {"attn_mask": half(x)[:, None, None, :]},
    "additive": lambda x: {"attn_mask": torch.zeros(ROWS, ROWS).masked_fill(~CONSTANT, -1e4)},
}


class Attention(nn.Module):
    """Scores of a large range: a few of them matter, and differ by less than a step of 8 bits."""

    def __init__(self, masking: Masking):
        super().__init__()
        self.masking = masking
        width = HEADS * WIDTH
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (
            layer(x).unflatten(-1, (HEADS, WIDTH)).transpose(1, 2)
            for layer in (self.q, self.k, self.v)
        )
        attended = F.scaled_dot_product_attention(q, k, v, **self.masking(x))  # pyright: ignore[reportArgumentType]
        return attended.transpose(1, 2).flatten(2)


def samples(count: int, seed: int) -> list[tuple[Tensor]]:
    made = torch.Generator().manual_seed(seed)
    return [(6 * torch.randn(2, ROWS, HEADS * WIDTH, generator=made),) for _ in range(count)]


@lru_cache(maxsize=2)
def model(mask: str) -> Attention:
    torch.manual_seed(0)
    return Attention(MASKS[mask]).eval()


@lru_cache(maxsize=4)
def quantized(mask: str, recipe: str) -> ExportedProgram:
    return cmlir.quantize(model(mask), samples(6, 1), recipe=recipe)


def kernels(compiled: cmlir.CompiledModel) -> list[str]:
    return [op.kernel for op in compiled.report.ops]


@pytest.mark.parametrize(
    ("mask", "target"),
    [
        ("none", "cortex-m55"),
        ("none", "cortex-m4"),
        ("causal", "cortex-m55"),
        ("constant", "cortex-m4"),
        ("computed", "cortex-m55"),
        ("additive", "cortex-m55"),
    ],
)
def test_three_ways(mask: str, target: str) -> None:
    """The scale costs nothing, heads are neither split nor merged by a kernel of their own."""
    program = quantized(mask, "int16")
    compiled = cmlir.compile(program, target=target, allow_float=False, verify_each=True)
    found = kernels(compiled)
    assert {"cmlir_strided_matmul_s8_s16", "cmlir_softmax_s16_s8"} <= set(found)
    assert not any("requantize" in name or "transpose" in name for name in found)
    inputs = samples(2, 2)
    assert compiled.compare(program, inputs).largest_op <= 1
    assert_three_ways(compiled, inputs)
