"""An attention block from PyTorch to a running Cortex-M55.

Quantizes q, k, v and o linears around scaled dot-product attention (width 64, 4 heads, 32 rows),
compiles them to C, runs the program on QEMU and prints what came of it:

    python examples/attention.py [--samples 16] [--seed 0] [--compiler gcc|clang]
"""

from __future__ import annotations

import showcase
import torch
import torch.nn.functional as F
from torch import Tensor, nn

WIDTH, HEADS, ROWS = 64, 4, 32


class Attention(nn.Module):
    """Multi-head self-attention with biased projections."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def split(self, x: Tensor) -> Tensor:
        """[batch, rows, width] to [batch, heads, rows, width / heads]"""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.split(project(x)) for project in (self.q, self.k, self.v))
        return self.o(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))


def main() -> None:
    options = showcase.parser(__doc__.splitlines()[0]).parse_args()
    showcase.show(lambda: Attention(WIDTH, HEADS), lambda: torch.randn(1, ROWS, WIDTH), options)


if __name__ == "__main__":
    main()
