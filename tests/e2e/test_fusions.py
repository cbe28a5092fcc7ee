"""Kernels of more than one op, from PyTorch to QEMU: in every way the same bits."""

from __future__ import annotations

import torch
from torch import Tensor, nn

import cmlir
from support.three_ways import assert_three_ways


class Gated(nn.Module):
    """Half of a layer's columns, activated, on rows [batch, rows, width]."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = nn.Linear(20, 13)
        self.value = nn.Linear(20, 13)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        gate = nn.functional.silu(self.gate(x))
        return gate, nn.functional.gelu(self.value(x))


def test_layers_and_tables() -> None:
    torch.manual_seed(0)
    samples = [(torch.randn(2, 5, 20),) for _ in range(4)]
    program = cmlir.quantize(Gated().eval(), samples)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    kernels = [op.kernel for op in compiled.report.ops]
    assert kernels == ["cmlir_linear_table_s8"] * 2
    assert_three_ways(compiled, samples[:2])
    assert compiled.compare(program, samples[:2]).largest_op <= 1
