"""Every spelling of convolutions, pooling and batch norm: that it computes what PyTorch does."""

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


def weight(*shape: int) -> Tensor:
    torch.manual_seed(len(shape))
    return torch.randn(*shape)


def conv2d(*shape: int, bias: Tensor | None = None, **options: Any) -> Function:
    filters = weight(*shape)
    return lambda x: F.conv2d(x, filters, bias, **options)


def conv1d(*shape: int, bias: Tensor | None = None, **options: Any) -> Function:
    filters = weight(*shape)
    return lambda x: F.conv1d(x, filters, bias, **options)


def convolution(*shape: int) -> Function:
    filters = weight(*shape)
    return lambda x: aten.convolution(x, filters, None, [1, 2], [1], [1, 1], False, [0, 0], 1)


CONVOLUTIONS: dict[str, tuple[tuple[int, ...], Function]] = {
    "plain": (IMAGE, conv2d(5, 4, 3, 2)),
    "bias": (IMAGE, conv2d(5, 4, 3, 2, bias=weight(5))),
    "strides": (IMAGE, conv2d(5, 4, 3, 3, stride=(2, 3))),
    "padding": (IMAGE, conv2d(5, 4, 3, 3, padding=(2, 1))),
    "dilation": (IMAGE, conv2d(5, 4, 3, 2, dilation=(2, 3))),
    "groups": (IMAGE, conv2d(6, 2, 3, 3, groups=2)),
    "depthwise": (IMAGE, conv2d(8, 1, 3, 3, groups=4, padding=1)),
    "same": (IMAGE, conv2d(5, 4, 4, 3, padding="same", dilation=(1, 2))),
    "valid": (IMAGE, conv2d(5, 4, 3, 3, padding="valid", stride=2)),
    "without a batch": ((4, 9, 7), conv2d(5, 4, 3, 3)),
    "line": (LINE, conv1d(5, 4, 3, bias=weight(5), stride=2, padding=1)),
    "line, same": (LINE, conv1d(5, 4, 4, padding="same")),
    "line without a batch": ((4, 11), conv1d(5, 4, 3)),
    "convolution": (IMAGE, convolution(5, 4, 3, 3)),
}


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions(name: str) -> None:
    shape, function = CONVOLUTIONS[name]
    torch.manual_seed(0)
    x = torch.randn(*shape)
    module = import_and_compare(export(function, x), x, tolerance=1e-5)
    assert "conv" in operation_names(module)


POOLS: dict[str, tuple[str, tuple[int, ...], Function]] = {
    "max": ("max_pool", IMAGE, lambda x: F.max_pool2d(x, 2)),
    "max, padded": ("max_pool", IMAGE, lambda x: F.max_pool2d(x, (3, 2), (2, 1), (1, 0))),
    "max, ceil": ("max_pool", IMAGE, lambda x: F.max_pool2d(x, 2, ceil_mode=True)),
    "max, dilated": ("max_pool", IMAGE, lambda x: F.max_pool2d(x, 2, 1, 0, dilation=(3, 2))),
    "max of a line": ("max_pool", LINE, lambda x: F.max_pool1d(x, 3, 2, 1)),
    "max with indices": (
        "max_pool",
        IMAGE,
        lambda x: aten.max_pool2d_with_indices(x, [2, 2], [2, 2])[0],
    ),
    "max without a batch": ("max_pool", (4, 9, 7), lambda x: F.max_pool2d(x, 2)),
    "average": ("avg_pool", IMAGE, lambda x: F.avg_pool2d(x, 2)),
    "average, padded": ("avg_pool", IMAGE, lambda x: F.avg_pool2d(x, 3, 2, 1)),
    "average of what is inside": (
        "avg_pool",
        IMAGE,
        lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False),
    ),
    "average, ceil": ("avg_pool", IMAGE, lambda x: F.avg_pool2d(x, 2, ceil_mode=True)),
    "average, ceil and padded": (
        "avg_pool",
        IMAGE,
        lambda x: F.avg_pool2d(x, 3, 2, (1, 0), ceil_mode=True),
    ),
    "average, divisor": ("avg_pool", IMAGE, lambda x: F.avg_pool2d(x, 2, divisor_override=3)),
    "average of a line": ("avg_pool", LINE, lambda x: F.avg_pool1d(x, 3, 2, 1)),
}


@pytest.mark.parametrize("name", POOLS)
def test_pools(name: str) -> None:
    operation, shape, function = POOLS[name]
    torch.manual_seed(0)
    x = torch.randn(*shape)
    module = import_and_compare(export(function, x), x, tolerance=1e-6)
    assert operation in operation_names(module)


def trained(norm: nn.BatchNorm1d | nn.BatchNorm2d) -> nn.Module:
    torch.manual_seed(1)
    with torch.no_grad():
        for numbers in norm.state_dict().values():
            if numbers.is_floating_point():
                numbers.uniform_(0.5, 1.5)
    return norm


@pytest.mark.parametrize("decomposed", [False, True])
@pytest.mark.parametrize("shape", [IMAGE, (3, 4)])
def test_batch_norm(shape: tuple[int, ...], decomposed: bool) -> None:
    kind = nn.BatchNorm2d if len(shape) == 4 else nn.BatchNorm1d
    x = torch.randn(*shape)
    program = export(trained(kind(4)), x)
    if decomposed:
        program = program.run_decompositions()
    module = import_and_compare(program, x, tolerance=1e-5)
    assert "batch_norm" in operation_names(module)


def test_batch_norm_without_parameters() -> None:
    x = torch.randn(*IMAGE)
    program = export(trained(nn.BatchNorm2d(4, affine=False)), x)
    assert "batch_norm" in operation_names(import_and_compare(program, x, tolerance=1e-5))


VOLUME, FACTORS = weight(5, 2, 1, 1, 1), weight(4)

REFUSED: dict[str, tuple[Callable[[Tensor], object], str]] = {
    "indices": (lambda x: aten.max_pool2d_with_indices(x, [2, 2]), "indices"),
    "volumes": (lambda x: F.conv3d(x[None], VOLUME), "no support for 3 spatial axes"),
    "statistics": (
        lambda x: F.batch_norm(x, FACTORS, FACTORS, training=True),
        "batch_norm",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_supported_is_named(name: str) -> None:
    function, message = REFUSED[name]
    program = export(function, torch.randn(*IMAGE))
    with pytest.raises(UnsupportedError, match=message):
        import_program(program)
