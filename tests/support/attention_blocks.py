"""Small attention modules for tests."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class AttentionBlock(nn.Module):
    """q, k, v and o linears around scaled dot-product attention."""

    def __init__(self, width: int = 64, heads: int = 4, **options: object):
        super().__init__()
        self.heads = heads
        self.options = options
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def split(self, x: Tensor) -> Tensor:
        """[B, T, D] -> [B, heads, T, D / heads]"""
        batch, rows, width = x.shape
        return x.view(batch, rows, self.heads, width // self.heads).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        y = F.scaled_dot_product_attention(q, k, v, **self.options)
        return self.o(y.transpose(1, 2).flatten(2))


class SplitScaleAttention(AttentionBlock):
    """Attention by hand: the scale head_dim^-0.25 on both q and k."""

    def forward(self, x: Tensor) -> Tensor:
        scale = (self.q.out_features // self.heads) ** -0.25
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        scores = (q * scale) @ (k * scale).transpose(-2, -1)
        y = torch.softmax(scores, -1) @ v
        return self.o(y.transpose(1, 2).flatten(2))
