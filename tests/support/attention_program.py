"""Quantized attention programs of any size, compiled once per configuration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import torch
from torch.export import ExportedProgram

import cmlir
from support.attention_blocks import AttentionBlock


@dataclass(frozen=True)
class Shape:
    """An attention block: width = head_dim * heads, input [batch, rows, width]."""

    head_dim: int
    rows: int
    heads: int
    batch: int = 1

    @property
    def width(self) -> int:
        return self.head_dim * self.heads

    def inputs(self, count: int) -> list[tuple[torch.Tensor]]:
        """Normal inputs, from torch's current seed."""
        return [(torch.randn(self.batch, self.rows, self.width),) for _ in range(count)]


REFERENCE = Shape(head_dim=16, rows=32, heads=4)
"""The block that the README's figures are of."""


@lru_cache(maxsize=4)
def quantized_block(shape: Shape, seed: int = 0) -> ExportedProgram:
    """A block with random weights, quantized with our quantizer on eight normal inputs."""
    torch.manual_seed(seed)
    model = AttentionBlock(shape.width, shape.heads).eval()
    return cmlir.quantize(model, shape.inputs(8))
