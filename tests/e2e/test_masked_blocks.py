"""Masked attention by blocks of rows, from PyTorch to the device.

Each op is at most 1 step from the same op of the Q/DQ graph on identical inputs; interpreter, host
and simulator give the same bits; the arena is smaller than the scores alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor

import cmlir
from support.masked_attention import (
    HEADS,
    INPUTS,
    WIDTH,
    Attend,
    MaskedAttention,
    scaled_dot_product,
)

ROWS = 72


def lengths() -> Tensor:
    """Some keys at the end are not there."""
    return torch.arange(ROWS)[None] < torch.randint(2, ROWS, (1,))


def neighbours() -> Tensor:
    """Every query sees keys that are at most 9 away; one sees none."""
    places = torch.arange(ROWS)
    near = (places[None] - places[:, None]).abs() < 10
    near[5] = False
    return near[None, None]


CASES: dict[str, tuple[Attend, Callable[[], Tensor] | None]] = {
    "causal": (scaled_dot_product(is_causal=True), None),
    "keys": (INPUTS["key bool"].attend, lengths),
    "near": (INPUTS["bool"].attend, neighbours),
}


@pytest.mark.parametrize(
    ("name", "scores"), [*((name, "int8") for name in CASES), ("causal", "int16")]
)
def test_masked_blocks(name: str, scores: str) -> None:
    attend, mask = CASES[name]
    torch.manual_seed(0)

    def sample() -> tuple[Tensor, ...]:
        x = torch.randn(1, ROWS, WIDTH)
        return (x,) if mask is None else (x, mask())

    model = MaskedAttention(attend).eval()
    program = cmlir.quantize(model, [sample() for _ in range(4)], overrides={"matmul": scores})
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    kernels = [op.kernel for op in compiled.report.ops]
    kind, score_bytes = ("masked", 1) if scores == "int8" else ("wide", 2)
    assert kernels.count(f"cmlir_{kind}_attention_s8") == 1
    assert compiled.report.arena_bytes < score_bytes * HEADS * ROWS * ROWS
    samples = [sample() for _ in range(2)]
    comparison = compiled.compare(program, samples)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 2
    expected = compiled.run_many(samples, on="interpreter")
    for way in ("host", "qemu"):
        for mine, theirs in zip(expected, compiled.run_many(samples, on=way), strict=True):
            np.testing.assert_array_equal(mine.outputs[0], theirs.outputs[0])
