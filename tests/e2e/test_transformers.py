"""PyTorch's transformers in int8, unmodified, from PyTorch to QEMU.

No op is left in float; each op is at most 1 step from the same op of the Q/DQ graph on identical
inputs, the whole program at most 4 steps, with at least 70 % of the codes equal.
"""

from __future__ import annotations

import pytest
import torch

import cmlir
from support.three_ways import assert_three_ways
from support.transformers import (
    ATTENTION,
    CAUSAL_TRANSFORMER,
    CROSS_WITH_WEIGHTS,
    DOT_PRODUCTS,
    FOUR_LAYERS,
    FOUR_LAYERS_PRE_NORM,
    SMALL_TRANSFORMER,
    Case,
    layers,
    quantized,
)

WHOLE = (SMALL_TRANSFORMER, CAUSAL_TRANSFORMER, FOUR_LAYERS, FOUR_LAYERS_PRE_NORM)
LARGEST, EQUAL = 4, 0.7
QUICK = ("attention-weights", "attention-zero-kv", "sdpa-grouped", "sdpa-float-mask")


def compiled_case(case: Case, seed: int = 0) -> cmlir.Compiled:
    return cmlir.compile(quantized(case, seed), io="quantized", allow_float=False)


def check_bounds(case: Case, seed: int = 0) -> cmlir.Compiled:
    """The compiled program, after comparing it with the Q/DQ graph op by op and end to end."""
    compiled = compiled_case(case, seed)
    torch.manual_seed(seed + 100)
    comparison = compiled.compare(quantized(case, seed), case.samples(2))
    assert comparison.outputs
    for output in comparison.outputs:
        assert output.unit == "steps"
        assert output.largest <= LARGEST
        assert output.equal >= EQUAL
    assert comparison.largest_op <= 1
    return compiled


@pytest.mark.parametrize(
    "case",
    [
        SMALL_TRANSFORMER,
        CAUSAL_TRANSFORMER,
        FOUR_LAYERS,
        pytest.param(FOUR_LAYERS_PRE_NORM, marks=pytest.mark.full),
        CROSS_WITH_WEIGHTS,
    ],
    ids=str,
)
def test_whole_programs(case: Case) -> None:
    compiled = check_bounds(case)
    torch.manual_seed(1)
    assert_three_ways(compiled, case.samples(2))


@pytest.mark.parametrize(
    "case",
    [
        case if case.name in QUICK else pytest.param(case, marks=pytest.mark.full)
        for case in (*ATTENTION, *DOT_PRODUCTS)
    ],
    ids=str,
)
def test_attention(case: Case) -> None:
    check_bounds(case)


@pytest.mark.full
@pytest.mark.parametrize("case", list(layers()), ids=str)
def test_layers(case: Case) -> None:
    compiled = check_bounds(case)
    torch.manual_seed(2)
    assert_three_ways(compiled, case.samples(1))


@pytest.mark.full
@pytest.mark.parametrize("case", WHOLE, ids=str)
@pytest.mark.parametrize("seed", range(1, 11))
def test_ten_seeds(case: Case, seed: int) -> None:
    check_bounds(case, seed)
