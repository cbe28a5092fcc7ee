"""A Transformer encoder layer from PyTorch to a running Cortex-M55.

Quantizes nn.TransformerEncoderLayer as PyTorch has it (width 64, 4 heads, 256 hidden, 32 rows),
compiles it to C without any float operation, runs the program on QEMU and prints what came of it:

    python examples/encoder_layer.py [--activation relu|gelu] [--norm-first]
                                     [--samples 16] [--seed 0] [--compiler gcc|clang]
"""

from __future__ import annotations

import showcase
import torch
from torch import nn

WIDTH, HEADS, HIDDEN, ROWS = 64, 4, 256, 32


def main() -> None:
    parser = showcase.parser(__doc__.splitlines()[0])
    parser.add_argument("--activation", choices=("relu", "gelu"), default="relu")
    parser.add_argument("--norm-first", action="store_true")
    options = parser.parse_args()
    showcase.show(
        lambda: nn.TransformerEncoderLayer(
            WIDTH,
            HEADS,
            HIDDEN,
            activation=options.activation,
            norm_first=options.norm_first,
            batch_first=True,
        ),
        lambda: torch.randn(1, ROWS, WIDTH),
        options,
    )


if __name__ == "__main__":
    main()
