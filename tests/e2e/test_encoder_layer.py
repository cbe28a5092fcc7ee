"""nn.TransformerEncoderLayer in int8, from PyTorch to QEMU.

No op is left in float; each op is at most 1 step from the same op of the Q/DQ graph on identical
inputs, the whole layer at most 3 steps, with at least 90 % of the codes equal.
"""

from __future__ import annotations

from collections import Counter

import pytest
import torch

import cmlir
from support.encoder_layers import Encoder, quantized_layer
from support.three_ways import assert_three_ways

POST_NORM = Encoder()
PRE_NORM = Encoder(activation="gelu", norm_first=True)


def compiled_layer(encoder: Encoder, seed: int = 0) -> cmlir.Compiled:
    program = quantized_layer(encoder, seed)
    return cmlir.compile(program, io="quantized", allow_float=False)


def check_bounds(encoder: Encoder, seed: int = 0) -> None:
    program, compiled = quantized_layer(encoder, seed), compiled_layer(encoder, seed)
    comparison = compiled.compare(program, encoder.inputs(2))
    (output,) = comparison.outputs
    assert output.unit == "steps"
    assert comparison.largest_op <= 1
    assert output.largest <= 3
    assert output.equal >= 0.9
    assert not compiled.report.float_ops


@pytest.mark.parametrize("encoder", [POST_NORM, PRE_NORM], ids=str)
def test_three_ways(encoder: Encoder) -> None:
    torch.manual_seed(1)
    assert_three_ways(compiled_layer(encoder), encoder.inputs(2))


@pytest.mark.parametrize(
    "encoder",
    [
        POST_NORM,
        PRE_NORM,
        Encoder(width=32, heads=2, hidden=48, rows=7, batch=3, activation="gelu"),
        Encoder(width=24, heads=3, hidden=40, rows=5, batch=2, batch_first=False),
        Encoder(width=24, heads=1, hidden=40, rows=1, norm_first=True, batch_first=False),
    ],
    ids=str,
)
def test_bounds(encoder: Encoder) -> None:
    check_bounds(encoder)


def test_other_processors() -> None:
    """Without the vector unit."""
    encoder = Encoder(width=24, heads=3, hidden=40, rows=5, activation="gelu")
    torch.manual_seed(2)
    program, samples = quantized_layer(encoder), encoder.inputs(1)
    compiled = cmlir.compile(program, target="cortex-m4", io="quantized", allow_float=False)
    assert_three_ways(compiled, samples)


def test_the_kernels_are_the_ones_expected() -> None:
    """Norms are one kernel each, ReLU and dropout cost nothing, GELU is part of the layers."""
    post = Counter(op.op for op in compiled_layer(POST_NORM).report.ops)
    assert post["cortex_m.layer_norm"] == post["cortex_m.add"] == 2
    assert post["cortex_m.linear"] == 4
    assert post["cortex_m.attention"] == post["cortex_m.feed_forward"] == 1
    assert post.total() == 10
    pre = Counter(op.op for op in compiled_layer(PRE_NORM).report.ops)
    assert pre == post


@pytest.mark.full
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds(seed: int, norm_first: bool, activation: str) -> None:
    check_bounds(Encoder(activation=activation, norm_first=norm_first), seed)
