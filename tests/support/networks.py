"""Convolutional networks of the kinds that people deploy, with random weights."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn


def conv_norm(
    inputs: int, outputs: int, kernel: int, act: nn.Module, stride: int = 1, groups: int = 1
) -> nn.Sequential:
    """A convolution that keeps the size but for its stride, batch norm, an activation."""
    padding = kernel // 2
    conv = nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), act)


def rounded(channels: float) -> int:
    """The nearest multiple of 8 that is not far below."""
    nearest = max(8, int(channels + 4) // 8 * 8)
    return nearest + 8 if nearest < 0.9 * channels else nearest


class SqueezeExcite(nn.Module):
    """Every channel times a number that the means of all channels decide."""

    def __init__(self, channels: int):
        super().__init__()
        middle = rounded(channels / 4)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.squeeze, self.excite = nn.Conv2d(channels, middle, 1), nn.Conv2d(middle, channels, 1)
        self.act, self.gate = nn.ReLU(), nn.Hardsigmoid()

    def forward(self, x: Tensor) -> Tensor:
        return x * self.gate(self.excite(self.act(self.squeeze(self.pool(x)))))


class InvertedResidual(nn.Module):
    """A wide depthwise convolution between two of one pixel, and a shortcut where it fits."""

    def __init__(
        self,
        inputs: int,
        middle: int,
        outputs: int,
        stride: int,
        act: type[nn.Module],
        kernel: int = 3,
        squeeze: bool = False,
    ):
        super().__init__()
        layers: list[nn.Module] = []
        if middle != inputs:
            layers.append(conv_norm(inputs, middle, 1, act()))
        layers.append(conv_norm(middle, middle, kernel, act(), stride, groups=middle))
        if squeeze:
            layers.append(SqueezeExcite(middle))
        layers.append(conv_norm(middle, outputs, 1, nn.Identity()))
        self.body = nn.Sequential(*layers)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x) if self.shortcut else self.body(x)


MOBILENET_V2 = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)
"""Expansion, channels, repetitions, stride of the first."""


class MobileNetV2(nn.Module):
    def __init__(
        self,
        width: float = 0.35,
        stages: Sequence[tuple[int, int, int, int]] = MOBILENET_V2,
        last: int = 1280,
        classes: int = 1000,
    ):
        super().__init__()
        channels = rounded(32 * width)
        layers: list[nn.Module] = [conv_norm(3, channels, 3, nn.ReLU6(), stride=2)]
        for expansion, base, repetitions, stride in stages:
            outputs = rounded(base * width)
            for k in range(repetitions):
                step, middle = (stride if k == 0 else 1), channels * expansion
                layers.append(InvertedResidual(channels, middle, outputs, step, nn.ReLU6))
                channels = outputs
        layers.append(conv_norm(channels, last, 1, nn.ReLU6()))
        self.features = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(last, classes))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.features(x).mean((2, 3)))


MOBILENET_V3_SMALL = (
    (3, 16, 16, True, nn.ReLU, 2),
    (3, 72, 24, False, nn.ReLU, 2),
    (3, 88, 24, False, nn.ReLU, 1),
    (5, 96, 40, True, nn.Hardswish, 2),
    (5, 240, 40, True, nn.Hardswish, 1),
    (5, 240, 40, True, nn.Hardswish, 1),
    (5, 120, 48, True, nn.Hardswish, 1),
    (5, 144, 48, True, nn.Hardswish, 1),
    (5, 288, 96, True, nn.Hardswish, 2),
    (5, 576, 96, True, nn.Hardswish, 1),
    (5, 576, 96, True, nn.Hardswish, 1),
)
"""Kernel, width in the middle, channels, squeeze-and-excite, activation, stride."""


class MobileNetV3(nn.Module):
    def __init__(
        self,
        stages: Sequence[tuple[int, int, int, bool, type[nn.Module], int]] = MOBILENET_V3_SMALL,
        last: int = 576,
        classes: int = 1000,
    ):
        super().__init__()
        channels = 16
        layers: list[nn.Module] = [conv_norm(3, channels, 3, nn.Hardswish(), stride=2)]
        for kernel, middle, outputs, squeeze, act, stride in stages:
            layers.append(InvertedResidual(channels, middle, outputs, stride, act, kernel, squeeze))
            channels = outputs
        layers.append(conv_norm(channels, last, 1, nn.Hardswish()))
        self.features = nn.Sequential(*layers)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.head = nn.Sequential(
            nn.Linear(last, 2 * last), nn.Hardswish(), nn.Linear(2 * last, classes)
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.pool(self.features(x)).flatten(1))


class Wav2Letter(nn.Module):
    """Convolutions over time, at last of one frame, to the logarithm of a letter's probability."""

    def __init__(
        self,
        features: int = 39,
        widths: Sequence[int] = (250,) * 8,
        kernel: int = 7,
        last: tuple[int, int] = (2000, 32),
        letters: int = 29,
    ):
        super().__init__()
        layers: list[nn.Module] = [nn.Conv1d(features, widths[0], 48, 2, 23), nn.ReLU()]
        for inputs, outputs in pairwise(widths):
            layers += [nn.Conv1d(inputs, outputs, kernel, padding=kernel // 2), nn.ReLU()]
        channels, span = last
        layers += [nn.Conv1d(widths[-1], channels, span, padding=span // 2), nn.ReLU()]
        layers += [nn.Conv1d(channels, channels, 1), nn.ReLU(), nn.Conv1d(channels, letters, 1)]
        self.layers = nn.Sequential(*layers)

    def forward(self, x: Tensor) -> Tensor:
        return torch.log_softmax(self.layers(x).transpose(1, 2), -1)


def with_statistics(model: nn.Module, shape: Sequence[int], seed: int = 0) -> nn.Module:
    """The network in eval mode; batch norm has seen a few batches of noise."""
    torch.manual_seed(seed)
    norms = [m for m in model.modules() if isinstance(m, nn.BatchNorm1d | nn.BatchNorm2d)]
    for norm in norms:
        nn.init.uniform_(norm.weight, 0.7, 1.3)
        nn.init.normal_(norm.bias, 0.0, 0.2)
        norm.momentum = None  # statistics are means over all batches
    model.train()
    with torch.no_grad():
        for _ in range(3 if norms else 0):
            model(torch.randn(4, *shape[1:]))
    return model.eval()
