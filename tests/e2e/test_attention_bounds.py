"""Attention blocks of many sizes against their Q/DQ reference in PyTorch.

Each op is at most 1 step from the same op of the Q/DQ graph on identical inputs; the whole block at
most 2 steps (3 at head dimension 128), with at least 80 % of the codes equal.
"""

from __future__ import annotations

from itertools import product

import pytest
import torch

import cmlir
from support.attention_program import REFERENCE, Shape, quantized_block

SAMPLES = 2


def check_bounds(shape: Shape, seed: int) -> None:
    program = quantized_block(shape, seed)
    compiled = cmlir.compile(program, io="quantized")
    comparison = compiled.compare(program, shape.inputs(SAMPLES))
    (output,) = comparison.outputs
    assert output.unit == "steps"
    assert comparison.largest_op <= 1
    assert output.largest <= (3 if shape.head_dim >= 128 else 2)
    assert output.equal >= 0.8
    assert not compiled.report.float_ops


@pytest.mark.parametrize(
    "shape",
    [
        Shape(16, 1, 4),
        Shape(16, 7, 1, batch=3),
        Shape(32, 8, 2),
        Shape(64, 64, 1),
        Shape(128, 32, 2),
        Shape(32, 7, 4, batch=3),
    ],
    ids=str,
)
def test_a_few_sizes(shape: Shape) -> None:
    check_bounds(shape, seed=1)


@pytest.mark.parametrize("seed", range(4))
def test_a_few_seeds(seed: int) -> None:
    check_bounds(REFERENCE, seed)


@pytest.mark.full
@pytest.mark.parametrize(
    "shape",
    [Shape(*sizes) for sizes in product((16, 32, 64, 128), (1, 7, 8, 32, 64), (1, 2, 4), (1, 3))],
    ids=str,
)
def test_all_sizes(shape: Shape) -> None:
    check_bounds(shape, seed=2)


@pytest.mark.full
@pytest.mark.parametrize("head_dim", [16, 32, 64, 128])
@pytest.mark.parametrize("seed", range(20))
def test_twenty_seeds(head_dim: int, seed: int) -> None:
    check_bounds(Shape(head_dim, 32, 4), seed)


def test_a_wrong_kernel_is_noticed() -> None:
    """The bounds can fail: one rescale off by a factor of two is far outside them."""
    torch.manual_seed(0)
    program = quantized_block(REFERENCE)
    compiled = cmlir.compile(program, io="quantized")
    inputs = REFERENCE.inputs(1)
    (wrong,) = program.module(check_guards=False)(inputs[0][0] * 2).unsqueeze(0)
    comparison = compiled.compare([(wrong,)], inputs)
    assert comparison.outputs[0].largest > 3
