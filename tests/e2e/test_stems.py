"""Convolutions in front of attention, and behind it, on three machines."""

from __future__ import annotations

import pytest
import torch

import cmlir
from support.stems import STEMS
from support.three_ways import assert_three_ways


def run(name: str) -> None:
    stem = STEMS[name]
    torch.manual_seed(0)
    samples = [(torch.randn(stem.shape),) for _ in range(4)]
    quantized = cmlir.quantize(stem.make().eval(), samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    comparison = compiled.compare(quantized, samples[:2], on="host")
    assert comparison.largest_op <= 1
    assert comparison.largest <= 3
    assert_three_ways(compiled, samples[:2])


@pytest.mark.parametrize("name", ["maps", "patches_of_two_images"])
def test_stems(name: str) -> None:
    run(name)


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(STEMS.keys() - {"maps", "patches_of_two_images"}))
def test_other_stems(name: str) -> None:
    run(name)
