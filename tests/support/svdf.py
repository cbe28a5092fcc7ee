"""SVDF layers: features of every frame, and weights over the last frames of each feature."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

INPUTS, UNITS, RANK, FRAMES = 10, 8, 2, 6
FEATURES = UNITS * RANK


class Svdf(nn.Module):
    """[N, inputs] to [N, units]; ``shifted`` and ``summed`` are ways of writing the two steps."""

    def __init__(
        self,
        shifted: Callable[[Tensor, Tensor], Tensor],
        summed: Callable[[Svdf, Tensor], Tensor],
        inputs: int = INPUTS,
    ):
        super().__init__()
        self.shifted, self.summed = shifted, summed
        self.feature = nn.Linear(inputs, FEATURES, bias=False)
        self.time = nn.Parameter(0.4 * torch.randn(FEATURES, FRAMES))
        self.conv = nn.Conv1d(FEATURES, FEATURES, FRAMES, groups=FEATURES, bias=False)
        self.bias = nn.Parameter(0.2 * torch.randn(UNITS))
        self.register_buffer("frames", torch.zeros(1, FEATURES, FRAMES))

    def step(self, x: Tensor, frames: Tensor) -> tuple[Tensor, Tensor]:
        """The result and the new frames [N, features, time]."""
        frames = self.shifted(frames, self.feature(x).unsqueeze(-1))
        ranks = self.summed(self, frames).view(-1, UNITS, RANK)
        return functional.relu(ranks.sum(-1) + self.bias), frames

    def forward(self, x: Tensor) -> Tensor:
        y, frames = self.step(x, self.frames)
        self.frames.copy_(frames)
        return y


class Explicit(nn.Module):
    """The frames are an input and an output."""

    def __init__(self, layer: Svdf):
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor, frames: Tensor) -> tuple[Tensor, Tensor]:
        return self.layer.step(x, frames)


def _joined(frames: Tensor, new: Tensor) -> Tensor:
    return torch.cat([frames[:, :, 1:], new], -1)


def _rolled(frames: Tensor, new: Tensor) -> Tensor:
    return torch.cat([torch.roll(frames, -1, -1)[..., :-1], new], -1)


def _written(frames: Tensor, new: Tensor) -> Tensor:
    shifted = torch.roll(frames, -1, -1)
    shifted[:, :, -1:] = new
    return shifted


def _products(layer: Svdf, frames: Tensor) -> Tensor:
    return (frames * layer.time).sum(-1)


def _convolved(layer: Svdf, frames: Tensor) -> Tensor:
    return layer.conv(frames).squeeze(-1)


def _einsum(layer: Svdf, frames: Tensor) -> Tensor:
    return torch.einsum("bft,ft->bf", frames, layer.time)


def _matrices(layer: Svdf, frames: Tensor) -> Tensor:
    return torch.matmul(frames.unsqueeze(-2), layer.time.unsqueeze(-1)).flatten(1)


SPELLINGS: dict[str, Callable[[], Svdf]] = {
    "products": lambda: Svdf(_joined, _products),
    "convolved": lambda: Svdf(_joined, _convolved),
    "einsum": lambda: Svdf(_joined, _einsum),
    "matrices": lambda: Svdf(_rolled, _matrices),
    "written": lambda: Svdf(_written, _products),
}


def two_layers() -> nn.Module:
    """Two layers in different spellings, and classes."""
    layers = Svdf(_joined, _products), Svdf(_joined, _convolved, UNITS)
    return nn.Sequential(*layers, nn.Linear(UNITS, 4))
