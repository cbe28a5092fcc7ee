"""Transformer encoder layers, quantized, with parameters as training leaves them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir


@dataclass(frozen=True)
class Encoder:
    """An nn.TransformerEncoderLayer; inputs are [batch, rows, width] or [rows, batch, width]."""

    width: int = 64
    heads: int = 4
    hidden: int = 256
    rows: int = 32
    batch: int = 1
    activation: str = "relu"
    norm_first: bool = False
    batch_first: bool = True

    def __str__(self) -> str:
        order = "pre" if self.norm_first else "post"
        first = "batch" if self.batch_first else "rows"
        size = f"{self.batch}x{self.rows}x{self.width}-{self.heads}-{self.hidden}"
        return f"{order}-{self.activation}-{first}-{size}"

    def inputs(self, count: int) -> list[tuple[Tensor]]:
        """Normal inputs, from torch's current seed."""
        axes = (self.batch, self.rows) if self.batch_first else (self.rows, self.batch)
        return [(torch.randn(*axes, self.width),) for _ in range(count)]

    def module(self) -> nn.Module:
        """With random norms and biases, which PyTorch initialises to ones and zeros."""
        layer = nn.TransformerEncoderLayer(
            self.width,
            self.heads,
            self.hidden,
            activation=self.activation,
            norm_first=self.norm_first,
            batch_first=self.batch_first,
        )
        for name, parameter in layer.named_parameters():
            if parameter.dim() == 1:
                is_scale = name.startswith("norm") and name.endswith("weight")
                nn.init.normal_(parameter, float(is_scale), 0.2)
        return layer.eval()


@lru_cache(maxsize=4)
def quantized_layer(encoder: Encoder, seed: int = 0) -> ExportedProgram:
    """Quantized on eight normal inputs."""
    torch.manual_seed(seed)
    return cmlir.quantize(encoder.module(), encoder.inputs(8))
