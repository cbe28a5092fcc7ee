"""Convolutions, pooling and batch norm: quantized, compiled, and the same bits on every machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import cmlir
from support.three_ways import assert_three_ways


class Stack(nn.Module):
    """A network that says in a few lines what it does to its layers."""

    def __init__(self, forward: Callable[..., Tensor], *layers: nn.Module):
        super().__init__()
        self.layers, self.function = nn.ModuleList(layers), forward

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x, *self.layers)


Case = tuple[tuple[int, ...], Callable[..., Tensor], tuple[nn.Module, ...]]


def cases() -> dict[str, Case]:
    torch.manual_seed(0)
    conv = nn.Conv2d
    return {
        "line": ((2, 3, 17), lambda x, c: c(x), (nn.Conv1d(3, 5, 3, 2, 2, 2),)),
        "groups": ((2, 6, 9, 7), lambda x, c: c(x), (conv(6, 9, (3, 2), 1, (1, 0), groups=3),)),
        "depthwise": (
            (1, 4, 9, 7),
            lambda x, c, d: d(F.relu6(c(x))),
            (conv(4, 12, 3, dilation=2, padding=1, groups=4), conv(12, 12, 3, 2, 1, groups=12)),
        ),
        "batch norm": (
            (1, 3, 9, 7),
            lambda x, c, n, d, m: m(F.relu(d(F.relu(n(c(x)))))),
            (conv(3, 6, 3), nn.BatchNorm2d(6), conv(6, 4, 1), nn.BatchNorm2d(4)),
        ),
        "pools": (
            (1, 3, 19, 17),
            lambda x, c: F.avg_pool2d(F.max_pool2d(c(x), 3, 2, 1), 2),
            (conv(3, 6, 3),),
        ),
        "average with zeros": (
            (1, 3, 9, 17),
            lambda x, c: F.avg_pool2d(c(x), 3, 2, 1, ceil_mode=False),
            (conv(3, 6, 3),),
        ),
        "transposed": (
            (1, 3, 5, 7),
            lambda x, c, d, e: e(F.relu(d(c(x)))),
            (
                nn.ConvTranspose2d(3, 6, 4, 2, 1),
                nn.ConvTranspose2d(6, 6, 3, (2, 1), 1, (1, 0), groups=2, dilation=(1, 2)),
                nn.ConvTranspose2d(6, 6, 2, 2, groups=6),
            ),
        ),
        "transposed line": (
            (2, 3, 9),
            lambda x, c, n: F.hardtanh(n(c(x)), -0.5, 0.7),
            (nn.ConvTranspose1d(3, 5, 5, 3, 2, 1), nn.BatchNorm1d(5)),
        ),
        "windows": (
            (1, 3, 13, 11),
            lambda x, c: F.avg_pool2d(
                F.adaptive_max_pool2d(F.max_pool2d(c(x), 2, 1, dilation=2), (7, 5)), 3, 2, 1, True
            ),
            (conv(3, 6, 3),),
        ),
        "averages": (
            (1, 3, 13, 11),
            lambda x, c, d: F.adaptive_avg_pool2d(
                F.avg_pool2d(d(F.adaptive_avg_pool2d(c(x), (7, 5))), 3, 2, 1, False, False), (3, 2)
            ),
            (conv(3, 6, 3), conv(6, 4, 1)),
        ),
        "resized": (
            (1, 3, 5, 4),
            lambda x, c, d, e: F.interpolate(
                e(F.interpolate(d(F.interpolate(c(x), scale_factor=2)), (9, 7), mode="bilinear")),
                scale_factor=1.5,
                mode="bicubic",
            ),
            (conv(3, 6, 3, padding=1), conv(6, 4, 1), conv(4, 4, 1)),
        ),
        "edges": (
            (1, 3, 6, 7),
            lambda x, c, d, e: e(F.pad(d(c(x)), (1, 2, 0, 3), value=0.5)),
            tuple(
                conv(3, 3, 3, padding=1, padding_mode=mode)
                for mode in ("reflect", "replicate", "circular")
            ),
        ),
        "norms": (
            (1, 4, 6, 5),
            lambda x, c, g, i, b: b(F.relu(i(F.relu(g(c(x)))))),
            (conv(4, 4, 1), nn.GroupNorm(2, 4), nn.InstanceNorm2d(4), nn.BatchNorm2d(4)),
        ),
        "shuffled": (
            (1, 4, 4, 6),
            lambda x, c, s, d: F.pixel_shuffle(d(s(c(F.pixel_unshuffle(x, 2)))), 2),
            (conv(16, 8, 1, groups=2), nn.ChannelShuffle(2), conv(8, 8, 3, padding=1, groups=8)),
        ),
        "residual": (
            (1, 3, 9, 9),
            lambda x, c, d, f: f(F.relu(c(x) + d(x)).mean((2, 3))),
            (conv(3, 6, 3), conv(3, 6, 3), nn.Linear(6, 4)),
        ),
        "concatenated": (
            (1, 3, 9, 9),
            lambda x, c, d, e: e(torch.cat([c(x), d(x)], 1)).flatten(1),
            (conv(3, 6, 3), conv(3, 6, 3), conv(12, 4, 1)),
        ),
    }


@pytest.mark.parametrize("kernels", ["fast", "cmsis-nn"])
@pytest.mark.parametrize("name", cases())
def test_images(name: str, kernels: str) -> None:
    shape, forward, layers = cases()[name]
    model = Stack(forward, *layers).eval()
    samples = [(torch.randn(shape),) for _ in range(4)]
    quantized = cmlir.quantize(model, samples)
    compiled = cmlir.compile(quantized, io="quantized", kernels=kernels)
    assert not compiled.report.float_ops
    with torch.no_grad():
        expected = [quantized.module(check_guards=False)(*sample).numpy() for sample in samples]
    comparison = compiled.compare(expected, samples)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 2
    assert_three_ways(compiled, samples[:2])
