"""Transformers of PyTorch as users write them, each with inputs that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir

CALIBRATION_SAMPLES = 8
WIDTH, HEADS, HIDDEN = 32, 2, 48


@dataclass(frozen=True)
class Case:
    """A module, made anew at each call, and one sample of its inputs, by torch's current seed."""

    name: str
    module: Callable[[], nn.Module]
    sample: Callable[[], tuple[Tensor, ...]]

    def __str__(self) -> str:
        return self.name

    def samples(self, count: int) -> list[tuple[Tensor, ...]]:
        return [self.sample() for _ in range(count)]


@lru_cache(maxsize=4)
def quantized(case: Case, seed: int = 0) -> ExportedProgram:
    """Quantized on a few samples; norms and biases are random, as training leaves them."""
    torch.manual_seed(seed)
    module = case.module().eval()
    for name, parameter in module.named_parameters():
        if parameter.dim() == 1:
            nn.init.normal_(parameter, float("norm" in name and name.endswith("weight")), 0.2)
    return cmlir.quantize(module, case.samples(CALIBRATION_SAMPLES))


class WithOptions(nn.Module):
    """A module that is called with keyword arguments which are no inputs."""

    def __init__(self, module: nn.Module, **options: object):
        super().__init__()
        self.module = module
        self.options = options

    def forward(self, *inputs: Tensor) -> object:
        return self.module(*inputs, **self.options)


class SelfAttention(WithOptions):
    """nn.MultiheadAttention with one tensor for query, key and value."""

    def forward(self, *inputs: Tensor) -> object:
        (x,) = inputs
        return self.module(x, x, x, **self.options)


class ScaledDotProduct(nn.Module):
    """F.scaled_dot_product_attention of three inputs, or four with a mask."""

    def __init__(self, **options: object):
        super().__init__()
        self.options = options

    def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> Tensor:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, **self.options)  # pyright: ignore[reportArgumentType]


def normal(*shapes: tuple[int, ...]) -> Callable[[], tuple[Tensor, ...]]:
    """A sample of normal tensors of these shapes."""
    return lambda: tuple(torch.randn(shape) for shape in shapes)


def attention(**options: object) -> nn.Module:
    return nn.MultiheadAttention(WIDTH, HEADS, **options)  # pyright: ignore[reportArgumentType]


def causal(rows: int) -> Tensor:
    return nn.Transformer.generate_square_subsequent_mask(rows)


SMALL_TRANSFORMER = Case(
    "transformer", lambda: nn.Transformer(32, 2, 1, 1), normal((10, 1, 32), (8, 1, 32))
)
CAUSAL_TRANSFORMER = Case(
    "transformer-causal",
    lambda: WithOptions(
        nn.Transformer(32, 2, 1, 1, 64, norm_first=True, activation="gelu", batch_first=True),
        tgt_mask=causal(8),
        tgt_is_causal=True,
    ),
    normal((1, 10, 32), (1, 8, 32)),
)
FOUR_LAYERS = Case(
    "encoder-4-layers",
    lambda: nn.TransformerEncoder(
        nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), 4, enable_nested_tensor=False
    ),
    normal((1, 16, 64)),
)
FOUR_LAYERS_PRE_NORM = Case(
    "encoder-4-layers-pre-norm",
    lambda: nn.TransformerEncoder(
        nn.TransformerEncoderLayer(
            64, 4, 128, activation="gelu", norm_first=True, batch_first=True
        ),
        4,
        norm=nn.LayerNorm(64),
        enable_nested_tensor=False,
    ),
    normal((1, 16, 64)),
)
CROSS_WITH_WEIGHTS = Case(
    "attention-kdim-vdim-weights",
    lambda: attention(kdim=24, vdim=40),
    normal((8, 1, 32), (5, 1, 24), (5, 1, 40)),
)

ATTENTION = (
    CROSS_WITH_WEIGHTS,
    Case(
        "attention",
        lambda: SelfAttention(attention(batch_first=True), need_weights=False),
        normal((1, 8, 32)),
    ),
    Case("attention-weights", lambda: SelfAttention(attention()), normal((8, 2, 32))),
    Case(
        "attention-weights-per-head",
        lambda: SelfAttention(attention(batch_first=True), average_attn_weights=False),
        normal((2, 8, 32)),
    ),
    Case("attention-unbatched", lambda: SelfAttention(attention()), normal((8, 32))),
    Case(
        "attention-no-bias",
        lambda: SelfAttention(attention(bias=False, batch_first=True), need_weights=False),
        normal((1, 8, 32)),
    ),
    Case("attention-bias-kv", lambda: SelfAttention(attention(add_bias_kv=True)), normal((8, 32))),
    Case(
        "attention-zero-kv", lambda: SelfAttention(attention(add_zero_attn=True)), normal((8, 32))
    ),
    Case(
        "attention-cross",
        lambda: WithOptions(attention(batch_first=True), need_weights=False),
        normal((1, 8, 32), (1, 5, 32), (1, 5, 32)),
    ),
    Case(
        "attention-causal",
        lambda: SelfAttention(
            attention(batch_first=True), need_weights=False, is_causal=True, attn_mask=causal(8)
        ),
        normal((1, 8, 32)),
    ),
)

HEADS_OF_16 = ((1, 2, 8, 16),) * 3
DOT_PRODUCTS = (
    Case("sdpa", ScaledDotProduct, normal(*HEADS_OF_16)),
    Case("sdpa-scale", lambda: ScaledDotProduct(scale=0.3), normal(*HEADS_OF_16)),
    Case("sdpa-causal", lambda: ScaledDotProduct(is_causal=True), normal(*HEADS_OF_16)),
    Case(
        "sdpa-causal-more-keys",
        lambda: ScaledDotProduct(is_causal=True),
        normal((1, 2, 5, 16), (1, 2, 9, 16), (1, 2, 9, 16)),
    ),
    Case(
        "sdpa-bool-mask",
        ScaledDotProduct,
        lambda: (*normal(*HEADS_OF_16)(), torch.rand(8, 8) > 0.3),
    ),
    Case(
        "sdpa-float-mask",
        ScaledDotProduct,
        lambda: (
            *normal(*HEADS_OF_16)(),
            torch.where(torch.rand(1, 1, 8, 8) > 0.3, 0.0, -torch.inf),
        ),
    ),
    Case("sdpa-bias", ScaledDotProduct, normal(*HEADS_OF_16, (1, 2, 8, 8))),
    Case(
        "sdpa-grouped",
        lambda: ScaledDotProduct(enable_gqa=True, is_causal=True, scale=0.2),
        normal((2, 6, 8, 16), (2, 2, 8, 16), (2, 2, 8, 16)),
    ),
    Case(
        "sdpa-one-key-head",
        lambda: ScaledDotProduct(enable_gqa=True),
        normal((1, 4, 8, 16), (1, 1, 8, 16), (1, 1, 8, 16)),
    ),
    Case("sdpa-rank-3", ScaledDotProduct, normal(*((2, 8, 16),) * 3)),
    Case("sdpa-wide-values", ScaledDotProduct, normal((1, 2, 8, 16), (1, 2, 8, 16), (1, 2, 8, 24))),
)

ACTIVATIONS: dict[str, object] = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu-tanh": nn.GELU(approximate="tanh"),
    "silu": F.silu,
}


def layers() -> Iterator[Case]:
    """Encoder and decoder layers and whole transformers, with every option."""
    for norm_first in (False, True):
        for batch_first in (False, True):
            order = "pre" if norm_first else "post"
            place = f"{order}-{'batch' if batch_first else 'rows'}"
            options = {"norm_first": norm_first, "batch_first": batch_first}
            axes = (2, 6, WIDTH) if batch_first else (6, 2, WIDTH)
            for name, activation in ACTIVATIONS.items():
                yield Case(
                    f"encoder-layer-{name}-{place}",
                    lambda activation=activation, options=options: nn.TransformerEncoderLayer(
                        WIDTH, HEADS, HIDDEN, activation=activation, **options
                    ),
                    normal(axes),
                )
            yield Case(
                f"decoder-layer-{place}",
                lambda options=options: nn.TransformerDecoderLayer(WIDTH, HEADS, HIDDEN, **options),
                normal(axes, axes),
            )
            yield Case(
                f"transformer-{place}",
                lambda options=options: nn.Transformer(WIDTH, HEADS, 1, 1, HIDDEN, **options),
                normal(axes, axes),
            )
    yield Case(
        "decoder-2-layers-causal",
        lambda: WithOptions(
            nn.TransformerDecoder(
                nn.TransformerDecoderLayer(WIDTH, HEADS, HIDDEN, batch_first=True), 2
            ),
            tgt_is_causal=True,
            tgt_mask=causal(6),
        ),
        normal((1, 6, WIDTH), (1, 5, WIDTH)),
    )
