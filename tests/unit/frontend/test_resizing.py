"""Transposed convolution, adaptive pooling, upsampling, padding by elements, norms of groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from support.exported import export, import_and_compare, operation_names

IMAGE = (2, 4, 9, 7)
LINE = (2, 4, 11)
aten = torch.ops.aten
Function = Callable[[Tensor], Tensor]
Case = tuple[str, tuple[int, ...], Function]


def weight(*shape: int) -> Tensor:
    torch.manual_seed(len(shape))
    return torch.randn(*shape)


def transposed(*shape: int, bias: Tensor | None = None, **options: Any) -> Function:
    filters = weight(*shape)
    function = F.conv_transpose2d if len(shape) == 4 else F.conv_transpose1d
    return lambda x: function(x, filters, bias, **options)


def decomposed(*shape: int) -> Function:
    filters = weight(*shape)
    return lambda x: aten.convolution(x, filters, None, [2, 1], [1], [1, 2], True, [1, 0], 1)


TRANSPOSED: dict[str, tuple[tuple[int, ...], Function]] = {
    "plain": (IMAGE, transposed(4, 5, 3, 2)),
    "bias": (IMAGE, transposed(4, 5, 3, 2, bias=weight(5))),
    "strides": (IMAGE, transposed(4, 5, 3, 2, stride=(2, 3), padding=(1, 0))),
    "output padding": (IMAGE, transposed(4, 5, 3, 3, stride=2, output_padding=(1, 0))),
    "dilation": (IMAGE, transposed(4, 5, 3, 2, stride=2, dilation=(2, 3))),
    "groups": (IMAGE, transposed(4, 3, 3, 2, groups=2, stride=2)),
    "cropped": (IMAGE, transposed(4, 5, 2, 2, padding=2)),
    "without a batch": ((4, 9, 7), transposed(4, 5, 3, 2)),
    "line": (LINE, transposed(4, 5, 4, stride=2, padding=1)),
    "convolution": (IMAGE, decomposed(4, 5, 3, 2)),
}


@pytest.mark.parametrize("name", TRANSPOSED)
def test_transposed_convolutions(name: str) -> None:
    shape, function = TRANSPOSED[name]
    torch.manual_seed(0)
    x = torch.randn(*shape)
    module = import_and_compare(export(function, x), x, tolerance=1e-5)
    assert "conv_transpose" in operation_names(module)


def resized(mode: str, **options: Any) -> Function:
    return lambda x: F.interpolate(x, mode=mode, **options)


def padded(mode: str, *amounts: int) -> Function:
    return lambda x: F.pad(x, amounts, mode=mode)


def average(*size: int | None) -> Function:
    return lambda x: F.adaptive_avg_pool2d(x, size)  # pyright: ignore[reportArgumentType]


RESIZED: dict[str, Case] = {
    "mean": ("mean", IMAGE, average(1, 1)),
    "even": ("avg_pool", IMAGE, average(3, 7)),
    "uneven": ("adaptive_avg_pool", IMAGE, average(4, None)),
    "larger": ("adaptive_avg_pool", IMAGE, average(11, 8)),
    "line": ("adaptive_avg_pool", LINE, lambda x: F.adaptive_avg_pool1d(x, 4)),
    "without a batch": ("adaptive_avg_pool", (4, 9, 7), average(4, 3)),
    "largest": ("adaptive_max_pool", IMAGE, lambda x: F.adaptive_max_pool2d(x, (4, 3))),
    "largest of all": ("max_pool", IMAGE, lambda x: F.adaptive_max_pool2d(x, 1)),
    "largest of a line": ("adaptive_max_pool", LINE, lambda x: F.adaptive_max_pool1d(x, 4)),
    "nearest": ("pick", IMAGE, resized("nearest", scale_factor=2)),
    "nearest of a size": ("pick", IMAGE, resized("nearest", size=(13, 5))),
    "nearest by a fraction": ("pick", IMAGE, resized("nearest", scale_factor=(1.3, 0.6))),
    "nearest, exact": ("pick", IMAGE, resized("nearest-exact", size=(13, 5))),
    "nearest of a line": ("pick", LINE, resized("nearest", scale_factor=3)),
    "linear": ("resample", LINE, resized("linear", size=23)),
    "bilinear": ("resample", IMAGE, resized("bilinear", scale_factor=2)),
    "bilinear, corners": (
        "resample",
        IMAGE,
        resized("bilinear", size=(13, 5), align_corners=True),
    ),
    "bilinear by a fraction": ("resample", IMAGE, resized("bilinear", scale_factor=1.3)),
    "bilinear, given": ("resample", IMAGE, lambda x: aten.upsample_bilinear2d(x, [13, 5], True)),
    "bicubic": ("resample", IMAGE, resized("bicubic", scale_factor=2)),
    "reflected": ("pick", IMAGE, padded("reflect", 1, 2, 3, 0)),
    "replicated": ("pick", LINE, padded("replicate", 1, 2)),
    "circular": ("pick", IMAGE, padded("circular", 1, 2, 3, 0)),
    "reflected and cropped": ("pick", IMAGE, padded("reflect", -1, 2, 3, -2)),
    "reflected channels": ("cat", (4, 9), padded("reflect", 1, 2)),
}


@pytest.mark.parametrize("name", RESIZED)
def test_resizing(name: str) -> None:
    operation, shape, function = RESIZED[name]
    torch.manual_seed(0)
    x = torch.randn(*shape)
    module = import_and_compare(export(function, x), x, tolerance=1e-5)
    assert operation in operation_names(module)


NORMS: dict[str, tuple[tuple[int, ...], nn.Module]] = {
    "groups": (IMAGE, nn.GroupNorm(2, 4)),
    "groups of a line": (LINE, nn.GroupNorm(4, 4, affine=False)),
    "instances": (IMAGE, nn.InstanceNorm2d(4, affine=True)),
    "tracked": (IMAGE, nn.InstanceNorm2d(4, affine=True, track_running_stats=True)),
}


@pytest.mark.parametrize("name", NORMS)
def test_norms(name: str) -> None:
    shape, norm = NORMS[name]
    torch.manual_seed(0)
    with torch.no_grad():
        for numbers in norm.state_dict().values():
            if numbers.is_floating_point():
                numbers.uniform_(0.5, 1.5)
    x = torch.randn(*shape)
    module = import_and_compare(export(norm.eval(), x), x, tolerance=1e-5)
    expected = "batch_norm" if name == "tracked" else "layer_norm"
    assert expected in operation_names(module)


def test_indices_of_the_largest_are_refused() -> None:
    program = export(
        lambda x: F.adaptive_max_pool2d(x, 3, return_indices=True), torch.randn(*IMAGE)
    )
    with pytest.raises(UnsupportedError, match="indices"):
        import_program(program)
