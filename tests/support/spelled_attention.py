"""One quantized attention block in the words that exporters and decompositions have for it."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

QDQ = torch.ops.quantized_decomposed
aten = torch.ops.aten

WIDTH, HEADS, ROWS = 8, 2, 4
HEAD_DIM = WIDTH // HEADS
INPUT_SCALE, SCORE_SCALE, MIXED_SCALE, OUTPUT_SCALE = 0.03, 0.11, 0.02, 0.05

Scale = Callable[[Tensor, float], Tensor]
Softmax = Callable[[Tensor], Tensor]


def fake(x: Tensor, scale: float, zero_point: int) -> Tensor:
    """Quantize and dequantize."""
    codes = QDQ.quantize_per_tensor(x, scale, zero_point, -128, 127, torch.int8)
    return QDQ.dequantize_per_tensor(codes, scale, zero_point, -128, 127, torch.int8)


class QuantizedLinear(nn.Module):
    """A linear layer whose weights are codes with a scale for each channel."""

    weight: Tensor
    scales: Tensor
    zero_points: Tensor

    def __init__(self, bias: bool = True):
        super().__init__()
        self.register_buffer("weight", torch.randint(-127, 128, (WIDTH, WIDTH), dtype=torch.int8))
        self.register_buffer("scales", torch.rand(WIDTH).double() * 0.01 + 0.005)
        self.register_buffer("zero_points", torch.zeros(WIDTH, dtype=torch.int64))
        self.bias = nn.Parameter(torch.randn(WIDTH)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        weight = QDQ.dequantize_per_channel(
            self.weight, self.scales, self.zero_points, 0, -127, 127, torch.int8
        )
        return F.linear(x, weight, self.bias)


class SpelledAttention(nn.Module):
    """q, k, v and o linears around attention; the score scale and softmax as they are given.

    ``place`` is "scores" (a product that is quantized before and after the scale), "product" (after
    it alone), or "factors" (the root of the scale on q and on k).
    """

    def __init__(
        self, scale: Scale, softmax: Softmax, place: str = "scores", bias: bool = True
    ) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.q, self.k, self.v, self.o = (QuantizedLinear(bias) for _ in range(4))
        self.scale, self.softmax, self.place = scale, softmax, place

    def heads(self, x: Tensor, layer: nn.Module) -> Tensor:
        y = fake(layer(x), INPUT_SCALE, -3)
        return y.view(1, ROWS, HEADS, HEAD_DIM).transpose(1, 2)

    def scores(self, q: Tensor, k: Tensor) -> Tensor:
        factor = HEAD_DIM**-0.5
        if self.place == "factors":
            root = math.sqrt(factor)
            q, k = (fake(self.scale(x, root), INPUT_SCALE * root, -3) for x in (q, k))
            return fake(q @ k.transpose(-2, -1), SCORE_SCALE * factor, 5)
        product = q @ k.transpose(-2, -1)
        if self.place == "scores":
            product = fake(product, SCORE_SCALE, 5)
        return fake(self.scale(product, factor), SCORE_SCALE * factor, 5)

    def forward(self, x: Tensor) -> Tensor:
        x = fake(x, INPUT_SCALE, 2)
        scores = self.scores(self.heads(x, self.q), self.heads(x, self.k))
        weights = fake(self.softmax(scores), 1 / 256, -128)
        mixed = fake(weights @ self.heads(x, self.v), MIXED_SCALE, -3)
        return fake(self.o(mixed.transpose(1, 2).reshape(1, ROWS, WIDTH)), OUTPUT_SCALE, 1)


def times_number(x: Tensor, factor: float) -> Tensor:
    return x * factor


def times_scalar(x: Tensor, factor: float) -> Tensor:
    return aten.mul.Scalar(x, factor)


def times_full(x: Tensor, factor: float) -> Tensor:
    return x * torch.full((1,), factor)


def times_cloned_full(x: Tensor, factor: float) -> Tensor:
    return torch.full((), factor).clone() * x


def times_quantized_full(x: Tensor, factor: float) -> Tensor:
    """As quantizers leave it that take the number for a tensor."""
    return x * fake(torch.full((1,), factor), factor / 127, 0)


def divided(x: Tensor, factor: float) -> Tensor:
    return x / (1 / factor)


def softmax(scores: Tensor) -> Tensor:
    return torch.softmax(scores, -1)


def core_softmax(scores: Tensor) -> Tensor:
    return aten._softmax(scores, -1, False)


def safe_softmax(scores: Tensor) -> Tensor:
    return aten._safe_softmax(scores, -1)


def guarded_softmax(scores: Tensor) -> Tensor:
    """The decomposition of the safe softmax."""
    weights = aten._softmax(scores, -1, False)
    hidden = torch.logical_not(torch.any(torch.logical_not(scores == -math.inf), -1, True))
    return torch.where(hidden, torch.full_like(weights, 0), weights)
