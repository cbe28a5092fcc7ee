"""Attention with masks in the ways in which people write them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from support.attention_blocks import AttentionBlock

BATCH, ROWS, WIDTH, HEADS = 2, 8, 32, 2

LEAST = torch.finfo(torch.float32).min

Attend = Callable[[Tensor, Tensor, Tensor, Tensor | None], Tensor]
"""(q, k, v, the mask that is an input, or None) to the attention's result."""


def causal() -> Tensor:
    return torch.ones(ROWS, ROWS, dtype=torch.bool).tril()


def additive(fill: float = -math.inf) -> Tensor:
    return torch.full((ROWS, ROWS), fill).triu(1)


def slopes() -> Tensor:
    """ALiBi: the further a key is back, the less it counts."""
    distance = torch.arange(ROWS)[None] - torch.arange(ROWS)[:, None]
    return torch.tensor([0.5, 0.25])[:, None, None] * distance


class MaskedAttention(AttentionBlock):
    """q, k, v and o linears around `attend`."""

    def __init__(self, attend: Attend):
        super().__init__(WIDTH, HEADS)
        self.attend = attend

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        return self.o(self.attend(q, k, v, mask).transpose(1, 2).flatten(2))


class MultiheadAttention(nn.Module):
    """nn.MultiheadAttention with a causal mask and the key padding mask that is its input."""

    def __init__(self, need_weights: bool):
        super().__init__()
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
        self.need_weights = need_weights

    def forward(self, x: Tensor, padded: Tensor) -> Tensor:
        mask = nn.Transformer.generate_square_subsequent_mask(ROWS)
        return self.attention(
            x, x, x, key_padding_mask=padded, attn_mask=mask, need_weights=self.need_weights
        )[0]


def scaled_dot_product(**options: object) -> Attend:
    return lambda q, k, v, _: F.scaled_dot_product_attention(q, k, v, **options)


def by_hand(mask_scores: Callable[[Tensor, Tensor | None], Tensor]) -> Attend:
    """Attention written out, with masked scores."""

    def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        return torch.softmax(mask_scores(scores, mask), -1) @ v

    return attend


def _before_the_scale(q: Tensor, k: Tensor, v: Tensor, _: Tensor | None) -> Tensor:
    scores = (q @ k.transpose(-2, -1)).masked_fill(~causal(), -math.inf)
    return torch.softmax(scores * 0.25, -1) @ v


def _with_merged_heads(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill((mask == 0)[:, None, None], -1e9).view(-1, ROWS, ROWS)
    return torch.softmax(scores, -1).view(BATCH, HEADS, ROWS, ROWS) @ v


def _inverted(scores: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    inverted = 1.0 - mask[:, None, None].expand(-1, 1, ROWS, -1).to(torch.float32)
    return scores + inverted.masked_fill(inverted.to(torch.bool), LEAST)


def _key_mask(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None])


def _given(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


@dataclass(frozen=True)
class Case:
    """`mask` draws the second input, if there is one; `bias`: it adds to scores that it keeps."""

    attend: Attend
    mask: Callable[[], Tensor] | None = None
    bias: bool = False

    def model(self) -> nn.Module:
        return MaskedAttention(self.attend).eval()

    def sample(self) -> tuple[Tensor, ...]:
        x = torch.randn(BATCH, ROWS, WIDTH)
        return (x,) if self.mask is None else (x, self.mask())


@dataclass(frozen=True)
class MultiheadCase(Case):
    """nn.MultiheadAttention; a weight for each score may be wanted too."""

    need_weights: bool = False

    def model(self) -> nn.Module:
        return MultiheadAttention(self.need_weights).eval()


def lengths() -> Tensor:
    """Which tokens of each sequence are there; at least two are."""
    return torch.arange(ROWS)[None] < torch.randint(2, ROWS + 1, (BATCH,))[:, None]


def any_bool() -> Tensor:
    """Every query sees itself, and other keys now and then."""
    return (torch.rand(BATCH, 1, ROWS, ROWS) < 0.5) | torch.eye(ROWS, dtype=torch.bool)


def any_float(fill: float = -math.inf) -> Tensor:
    return torch.zeros(BATCH, 1, ROWS, ROWS).masked_fill(~any_bool(), fill)


def any_bias() -> Tensor:
    return torch.randn(BATCH, 1, ROWS, ROWS) + any_float(-1e4)


CONSTANT = {
    "is_causal": Case(scaled_dot_product(is_causal=True)),
    "bool": Case(scaled_dot_product(attn_mask=causal())),
    "window": Case(scaled_dot_product(attn_mask=causal().triu(-2))),
    "float": Case(scaled_dot_product(attn_mask=additive())),
    "least float": Case(scaled_dot_product(attn_mask=additive(LEAST))),
    "-100": Case(scaled_dot_product(attn_mask=additive(-100.0))),
    "filled -inf": Case(by_hand(lambda s, _: s.masked_fill(~causal(), -math.inf))),
    "filled -1e4": Case(by_hand(lambda s, _: s.masked_fill(~causal(), -1e4))),
    "filled tensor": Case(by_hand(lambda s, _: s.masked_fill(~causal(), torch.tensor(-1e9)))),
    "where least float": Case(by_hand(lambda s, _: torch.where(causal(), s, LEAST))),
    "where tensor": Case(
        by_hand(
            lambda s, _: torch.where(torch.tril(torch.ones(ROWS, ROWS)) == 1, s, torch.tensor(-1e9))
        )
    ),
    "where first": Case(by_hand(lambda s, _: torch.where(~causal(), -math.inf, s))),
    "added": Case(by_hand(lambda s, _: s + additive())),
    "arange": Case(
        by_hand(
            lambda s, _: s.masked_fill(torch.arange(ROWS)[None] > torch.arange(ROWS)[:, None], -1e9)
        )
    ),
    "before the scale": Case(_before_the_scale),
    "slopes": Case(scaled_dot_product(attn_mask=slopes() + additive()), bias=True),
    "bias": Case(scaled_dot_product(attn_mask=0.1 * slopes()), bias=True),
}

INPUTS = {
    "bool": Case(_given, any_bool),
    "float": Case(_given, any_float),
    "-1e4": Case(_given, lambda: any_float(-1e4)),
    "biased float": Case(_given, any_bias, bias=True),
    "key bool": Case(_key_mask, lengths),
    "key integers": Case(
        by_hand(lambda s, m: s.masked_fill(m[:, None, None] == 0, -math.inf)),
        lambda: lengths().long(),
    ),
    "added of integers": Case(
        by_hand(lambda s, m: s + (1.0 - m[:, None, None].float()) * LEAST), lambda: lengths().int()
    ),
    "added of floats": Case(
        by_hand(lambda s, m: s + (1.0 - m[:, None, None]) * -1e4), lambda: lengths().float()
    ),
    "inverted": Case(by_hand(_inverted), lambda: lengths().long()),
    "causal and keys": Case(
        by_hand(lambda s, m: torch.where(causal(), s, LEAST) + (1.0 - m[:, None, None]) * -1e4),
        lambda: lengths().float(),
    ),
    "merged heads": Case(_with_merged_heads, lambda: lengths().long()),
    "multihead": MultiheadCase(_given, lambda: ~lengths()),
    "multihead with weights": MultiheadCase(_given, lambda: ~lengths(), need_weights=True),
}
