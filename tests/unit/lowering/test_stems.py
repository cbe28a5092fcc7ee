"""Convolutions in front of attention: nothing is turned but what the program's shapes force."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor, nn

import cmlir
from support.stems import STEMS, Stem

QUICK = (
    "patches_of_two_images",
    "patches_channels_behind",
    "attended",
    "attended_batch_behind",
    "pixels",
    "maps",
    "sound",
)
MOVES = {"cortex_m.transpose", "cortex_m.copy"}


def channels_last(x: Tensor) -> Tensor:
    """The same numbers with their channels behind, in memory."""
    return x.movedim(1, -1).contiguous().movedim(-1, 1)


def compiled(stem: Stem, memory: str = "contiguous") -> cmlir.Compiled:
    torch.manual_seed(0)
    model: nn.Module = stem.make().eval()
    samples = [(torch.randn(stem.shape),) for _ in range(2)]
    if memory == "channels_last":
        samples = [(channels_last(x),) for (x,) in samples]
    return cmlir.compile(cmlir.quantize(model, samples), io="quantized", allow_float=False)


def assert_forced(program: cmlir.Compiled, stem: Stem) -> None:
    moves = [op for op in program.report.ops if op.op in MOVES]
    assert len(moves) == len(stem.turned)
    assert program.report.moved_bytes == sum(math.prod(shape) for shape in stem.turned)


@pytest.mark.parametrize("name", QUICK)
def test_nothing_else_is_turned(name: str) -> None:
    assert_forced(compiled(STEMS[name]), STEMS[name])


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(STEMS.keys() - set(QUICK)))
def test_nothing_else_is_turned_in_others(name: str) -> None:
    assert_forced(compiled(STEMS[name]), STEMS[name])


def test_samples_with_channels_last() -> None:
    """The memory of samples says nothing of the program's: inputs have the order of their shape."""
    assert_forced(compiled(STEMS["attended"], "channels_last"), STEMS["attended"])
