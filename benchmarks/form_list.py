"""What is compiled in a chosen form where a simpler one would do, on shapes as models have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from programs import Attention, EncoderLayer, Image, Scores
from torch import Tensor, nn

M55, M7, M3 = "cortex-m55", "cortex-m7", "cortex-m3"


@dataclass(frozen=True)
class Simpler:
    """What another form of a program is called, and leaves out.

    ``without`` is a pass; ``kernels`` the kernel set; ``plain`` leaves out what the processor has
    of vector and DSP instructions.
    """

    name: str
    without: str = ""
    kernels: str = "fast"
    plain: bool = False


BY_CMSIS_NN = Simpler("CMSIS-NN's calls", kernels="cmsis-nn")
IN_PLAIN_C = Simpler("plain C", plain=True)


@dataclass(frozen=True)
class Form:
    """A program, its simpler form, and the processors for which both are compiled."""

    name: str
    make: Callable[[], nn.Module]
    shapes: tuple[tuple[int, ...], ...]
    simpler: Simpler
    targets: tuple[str, ...] = (M55,)
    saves_memory: bool = False
    """Chosen because it needs less of it."""


class Pointwise(nn.Module):
    """A function of tensors as a module."""

    def __init__(self, function: Callable[..., Tensor]):
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Tensor:
        return self.function(*inputs)


class Causal(nn.Module):
    """Attention of rows that see those before them; q, k, v [heads, rows, depth] are the input."""

    def forward(self, x: Tensor) -> Tensor:
        return F.scaled_dot_product_attention(x, x, x, is_causal=True)


def _without(name: str) -> Simpler:
    return Simpler(f"without {name}", without=name)


def _linear(inputs: int, outputs: int) -> Callable[[], nn.Module]:
    return lambda: nn.Linear(inputs, outputs)


def _conv(*numbers: int, **options: int) -> Callable[[], nn.Module]:
    return lambda: Image(nn.Conv2d(*numbers, **options))


def _pointwise(function: Callable[..., Tensor]) -> Callable[[], nn.Module]:
    return lambda: Pointwise(function)


def _attention() -> nn.Module:
    return Attention(64, 4)


ROWS = ((1, 32, 64),)
PASSES = (
    Form(
        "heads read where they lie",
        _attention,
        ROWS,
        _without("eliminate-transposes"),
        (M55, M7, M3),
    ),
    Form("a scale that costs nothing", _attention, ROWS, _without("fold-scalar-scales"), (M55, M7)),
    Form(
        "a chain as one table",
        _pointwise(lambda x: torch.exp(-(x * x))),
        ROWS,
        _without("fold-pointwise-chains"),
        (M55, M7),
    ),
    Form("a mask inside softmax", Causal, ((4, 32, 16),), _without("fold-masks"), (M55, M7)),
    Form(
        "an encoder layer by blocks of rows",
        lambda: EncoderLayer(64, 4, 256),
        ROWS,
        _without("save-memory"),
        (M55, M7),
        saves_memory=True,
    ),
)

KERNEL_SETS = (
    Form("attention", _attention, ROWS, BY_CMSIS_NN, (M55, M7, M3)),
    Form("encoder layer", lambda: EncoderLayer(64, 4, 256), ROWS, BY_CMSIS_NN, (M55, M7, M3)),
    Form("softmax 128x32, table", lambda: nn.Softmax(-1), ((128, 32),), BY_CMSIS_NN, (M55, M7, M3)),
    Form("softmax 4x10, table", lambda: nn.Softmax(-1), ((4, 10),), BY_CMSIS_NN, (M55, M7)),
    Form("linear 1x64 -> 10", _linear(64, 10), ((1, 64),), BY_CMSIS_NN, (M55, M7)),
    Form("conv 3x3 16 -> 32", _conv(16, 32, 3, padding=1), ((1, 16, 16, 16),), BY_CMSIS_NN),
    Form("conv 3x3 3 -> 8, step 2", _conv(3, 8, 3, 2, 1), ((1, 32, 32, 3),), BY_CMSIS_NN),
    Form("conv 1x1 64 -> 64", _conv(64, 64, 1), ((1, 25, 5, 64),), BY_CMSIS_NN),
    Form(
        "depthwise 3x3, 64 channels",
        _conv(64, 64, 3, padding=1, groups=64),
        ((1, 25, 5, 64),),
        BY_CMSIS_NN,
        (M55, M7),
    ),
    Form("average pool 2x2", lambda: Image(nn.AvgPool2d(2)), ((1, 16, 16, 32),), BY_CMSIS_NN),
    Form(
        "transposed conv 3x3, step 2",
        lambda: Image(nn.ConvTranspose2d(16, 8, 3, 2, 1)),
        ((1, 12, 12, 16),),
        BY_CMSIS_NN,
        (M55, M7),
    ),
    Form(
        "a row added to all",
        _pointwise(torch.add),
        ((32, 64), (1, 64)),
        BY_CMSIS_NN,
        (M55, M7),
    ),
    Form(
        "a column multiplied",
        _pointwise(torch.mul),
        ((32, 64), (32, 1)),
        BY_CMSIS_NN,
        (M55, M7),
    ),
)

TWINS = (
    Form("linear 1x64 -> 10", _linear(64, 10), ((1, 64),), IN_PLAIN_C, (M55, M7)),
    Form("linear 3x7 -> 5", _linear(7, 5), ((3, 7),), IN_PLAIN_C),
    Form("linear 32x64 -> 64", _linear(64, 64), ((32, 64),), IN_PLAIN_C, (M55, M7)),
    Form("matmul of 4 heads", Scores, ((4, 32, 16),), IN_PLAIN_C, (M55, M7)),
    Form("softmax 128x32", lambda: nn.Softmax(-1), ((128, 32),), IN_PLAIN_C),
    Form("softmax 1x10", lambda: nn.Softmax(-1), ((1, 10),), IN_PLAIN_C),
    Form("causal attention", Causal, ((4, 32, 16),), IN_PLAIN_C, (M55, M7)),
    Form("add of 2,048", _pointwise(torch.add), ((32, 64), (32, 64)), IN_PLAIN_C),
    Form("add of 7", _pointwise(torch.add), ((7,), (7,)), IN_PLAIN_C),
    Form("mul of 2,048", _pointwise(torch.mul), ((32, 64), (32, 64)), IN_PLAIN_C),
    Form("a table on 2,048", lambda: nn.GELU(), ((32, 64),), IN_PLAIN_C),
    Form("a table on 7", lambda: nn.GELU(), ((7,),), IN_PLAIN_C),
    Form("layer norm 32x64", lambda: nn.LayerNorm(64), ((32, 64),), IN_PLAIN_C),
    Form("layer norm 3x10", lambda: nn.LayerNorm(10), ((3, 10),), IN_PLAIN_C),
    Form("RMS norm 32x64", lambda: nn.RMSNorm(64), ((32, 64),), IN_PLAIN_C),
    Form("transpose 32x64", _pointwise(lambda x: x.t() + 0), ((32, 64),), IN_PLAIN_C),
    Form(
        "conv 3x3 16 -> 32",
        _conv(16, 32, 3, padding=1),
        ((1, 16, 16, 16),),
        IN_PLAIN_C,
        (M55, M7),
    ),
    Form("conv 3x3 3 -> 8, step 2", _conv(3, 8, 3, 2, 1), ((1, 32, 32, 3),), IN_PLAIN_C, (M55, M7)),
    Form("conv 1x1 64 -> 64", _conv(64, 64, 1), ((1, 25, 5, 64),), IN_PLAIN_C, (M55, M7)),
    Form(
        "depthwise 3x3, 64 channels",
        _conv(64, 64, 3, padding=1, groups=64),
        ((1, 25, 5, 64),),
        IN_PLAIN_C,
    ),
    Form(
        "depthwise 3x3, 3 channels",
        _conv(3, 3, 3, padding=1, groups=3),
        ((1, 16, 16, 3),),
        IN_PLAIN_C,
    ),
)

FORMS = (*PASSES, *KERNEL_SETS, *TWINS)
