"""Convolutions that make tokens of an image or of sound, and attention over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS = 16, 2


def encoder(norm_first: bool = False) -> nn.TransformerEncoder:
    layer = nn.TransformerEncoderLayer(
        WIDTH, HEADS, 2 * WIDTH, dropout=0.0, batch_first=True, norm_first=norm_first
    )
    return nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)


def two_convolutions(channels: int) -> nn.Sequential:
    first, second = nn.Conv2d(channels, 8, 3, 2, 1), nn.Conv2d(8, WIDTH, 3, 2, 1)
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU())


class Patches(nn.Module):
    """Patches are tokens: a layer of an encoder, the mean, classes."""

    def __init__(self, channels: int = 3, norm_first: bool = False):
        super().__init__()
        self.patch = nn.Conv2d(channels, WIDTH, 4, 4)
        self.position = nn.Parameter(0.1 * torch.randn(1, 16, WIDTH))
        self.encoder, self.head = encoder(norm_first), nn.Linear(WIDTH, 5)

    def forward(self, x: Tensor) -> Tensor:
        tokens = self.patch(x).flatten(2).transpose(1, 2) + self.position
        return self.head(self.encoder(tokens).mean(1))


class PatchesBehind(Patches):
    """The same for images with their channels behind."""

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x.permute(0, 3, 1, 2))


class Attended(nn.Module):
    """What a convolutional stem makes, and attention over it, with the batch in front or behind."""

    def __init__(self, channels: int = 3, batch_first: bool = True):
        super().__init__()
        self.stem, self.batch_first = two_convolutions(channels), batch_first
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=batch_first)
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 5)

    def forward(self, x: Tensor) -> Tensor:
        tokens = self.stem(x).flatten(2)
        tokens = tokens.permute((0, 2, 1) if self.batch_first else (2, 0, 1))
        attended = self.attention(tokens, tokens, tokens, need_weights=False)[0]
        return self.head(self.norm(tokens + attended).mean(1 if self.batch_first else 0))


class Returned(nn.Module):
    """Attention over a stem, returned as it is: [N, T, C]."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = two_convolutions(3)
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        tokens = self.stem(x).flatten(2).permute(0, 2, 1)
        return self.attention(tokens, tokens, tokens, need_weights=False)[0]


class Pixels(nn.Module):
    """Attention over pixels, which are an image again behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.out = nn.Conv2d(3, WIDTH, 3, 2, 1), nn.Conv2d(WIDTH, 4, 3, padding=1)
        self.packed, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        image = functional.relu(self.stem(x))
        n, c, h, w = image.shape
        packed = self.packed(image.flatten(2).transpose(1, 2))
        heads = packed.view(n, h * w, 3, HEADS, c // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
        attended = functional.scaled_dot_product_attention(*heads)
        joined = self.joined(attended.transpose(1, 2).reshape(n, h * w, c))
        return self.out(image + joined.transpose(1, 2).reshape(n, c, h, w))


class Maps(nn.Module):
    """Queries, keys and values by convolutions of one pixel, in the order of an image."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.out = nn.Conv2d(3, WIDTH, 3, 2, 1), nn.Conv2d(WIDTH, 4, 1)
        self.query, self.key = nn.Conv2d(WIDTH, 8, 1), nn.Conv2d(WIDTH, 8, 1)
        self.value = nn.Conv2d(WIDTH, WIDTH, 1)

    def forward(self, x: Tensor) -> Tensor:
        image = self.stem(x)
        query, key, value = (of(image).flatten(2) for of in (self.query, self.key, self.value))
        shares = torch.softmax(query.transpose(1, 2) @ key, -1)
        return self.out(image + (value @ shares.transpose(1, 2)).view(image.shape))


class Sound(nn.Module):
    """A stem over time, a layer of an encoder, classes of every frame."""

    def __init__(self, channels: int):
        super().__init__()
        first = nn.Conv1d(channels, WIDTH, 3, padding=1)
        second = nn.Conv1d(WIDTH, WIDTH, 3, 2, 1)
        self.stem = nn.Sequential(first, nn.GELU(), second, nn.GELU())
        self.position = nn.Parameter(0.1 * torch.randn(10, WIDTH))
        self.encoder, self.head = encoder(), nn.Linear(WIDTH, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.encoder(self.stem(x).permute(0, 2, 1) + self.position))


@dataclass(frozen=True)
class Stem:
    """A network, the shape of its input, and what its graph forces to be turned."""

    make: Callable[[], nn.Module]
    shape: tuple[int, ...]
    turned: tuple[tuple[int, ...], ...]
    """The shapes of inputs and outputs that have several channels in front of their pixels."""


IMAGE = (1, 3, 16, 16)
STEMS = {
    "patches": Stem(Patches, IMAGE, (IMAGE,)),
    "patches_norm_first": Stem(lambda: Patches(norm_first=True), IMAGE, (IMAGE,)),
    "patches_of_one_channel": Stem(lambda: Patches(1), (1, 1, 16, 16), ()),
    "patches_channels_behind": Stem(PatchesBehind, (1, 16, 16, 3), ()),
    "patches_of_two_images": Stem(Patches, (2, 3, 16, 16), ((2, 3, 16, 16),)),
    "attended": Stem(Attended, IMAGE, (IMAGE,)),
    "attended_two_images": Stem(Attended, (2, 3, 16, 16), ((2, 3, 16, 16),)),
    "attended_batch_behind": Stem(
        lambda: Attended(batch_first=False), (2, 3, 16, 16), ((2, 3, 16, 16),)
    ),
    "returned_two_images": Stem(Returned, (2, 3, 16, 16), ((2, 3, 16, 16),)),
    "pixels": Stem(Pixels, (1, 3, 8, 8), ((1, 3, 8, 8), (1, 4, 4, 4))),
    "maps": Stem(Maps, (1, 3, 8, 8), ((1, 3, 8, 8), (1, 4, 4, 4))),
    "sound": Stem(lambda: Sound(8), (1, 8, 20), ((1, 8, 20),)),
    "sound_of_one_channel": Stem(lambda: Sound(1), (1, 1, 20), ()),
}
