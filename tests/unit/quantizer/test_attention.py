"""Attention becomes int8 products and a softmax, with every scalar scale folded."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from cmlir.errors import UnsupportedError
from cmlir.quantizer import quantize
from support.attention_blocks import AttentionBlock, SplitScaleAttention
from support.qdq_graphs import (
    QUANTIZE,
    calls,
    names,
    read,
    requantizations,
    sqnr,
    written,
)

aten = torch.ops.aten

ATTENTION = ["linear", "linear", "linear", "matmul", "mul", "softmax", "matmul", "linear"]


def _samples(*shape: int, count: int = 4) -> list[tuple[Tensor, ...]]:
    return [(torch.randn(*shape),) for _ in range(count)]


@pytest.mark.parametrize(
    ("batch", "rows", "width", "heads"),
    [(1, 32, 64, 4), (3, 7, 64, 1), (1, 1, 64, 2), (1, 8, 128, 1)],
    ids=["block", "batch3", "row1", "head128"],
)
def test_block(batch: int, rows: int, width: int, heads: int):
    block = AttentionBlock(width, heads).eval()
    samples = _samples(batch, rows, width, count=16)
    program = quantize(block, samples)
    assert names(program) == ATTENTION
    assert len(calls(program, QUANTIZE)) == 1 + len(ATTENTION)  # the input and each op's result
    assert requantizations(program) == []
    assert sqnr(block, program, samples) > 25


def test_the_scale_sits_between_scores_and_softmax_and_keeps_the_codes():
    program = quantize(AttentionBlock().eval(), _samples(1, 8, 64))
    (scale,) = calls(program, aten.mul.Tensor)
    (softmax,) = calls(program, aten.softmax.int)
    scores_scale, zero_point = read(scale.args[0])
    assert scale.args[1] == 0.25
    assert written(scale) == (scores_scale * 0.25, zero_point)
    assert read(softmax.args[0]) == written(scale)


def test_softmax_results_have_the_kernels_parameters_and_readers_share_them():
    program = quantize(AttentionBlock().eval(), _samples(1, 8, 64))
    (softmax,) = calls(program, aten.softmax.int)
    _, product = calls(program, aten.matmul.default)
    assert written(softmax) == (1 / 256, -128)
    assert read(product.args[0]) == (1 / 256, -128)


def test_split_scales():
    block = SplitScaleAttention().eval()
    samples = _samples(1, 16, 64, count=16)
    program = quantize(block, samples)
    assert names(program).count("mul") == 2
    assert requantizations(program) == []
    assert sqnr(block, program, samples) > 25


def test_given_scale():
    block = AttentionBlock(scale=0.1).eval()
    program = quantize(block, samples := _samples(1, 8, 64))
    (scale,) = calls(program, aten.mul.Tensor)
    assert scale.args[1] == 0.1
    assert sqnr(block, program, samples) > 25


class _GroupedAttention(nn.Module):
    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)


def test_grouped_heads():
    samples = [
        (torch.randn(2, 6, 5, 8), torch.randn(2, 2, 7, 8), torch.randn(2, 2, 7, 4))
        for _ in range(8)
    ]
    program = quantize(_GroupedAttention(), samples)
    assert names(program) == ["matmul", "mul", "softmax", "matmul"]
    assert requantizations(program) == []
    assert sqnr(_GroupedAttention(), program, samples) > 25


@pytest.mark.parametrize("need_weights", [False, True])
def test_multihead_attention_module(need_weights: bool):
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.attention = nn.MultiheadAttention(32, 2, dropout=0.1, batch_first=True)

        def forward(self, x: Tensor) -> Tensor:
            return self.attention(x, x, x, need_weights=need_weights)[0]

    layer = Layer().eval()
    program = quantize(layer, samples := _samples(1, 8, 32, count=8))
    assert names(program).count("linear") == 2
    assert {"mul", "softmax"} <= set(names(program))
    assert requantizations(program) == []
    assert sqnr(layer, program, samples) > 25


def test_programs_that_pytorch_decomposed():
    """addmm, bmm, _softmax with its guard, and the scale on q and k."""
    block = AttentionBlock().eval()
    samples = _samples(1, 8, 64)
    decomposed = torch.export.export(block, samples[0]).run_decompositions()
    assert len(decomposed.graph.find_nodes(op="call_function", target=aten.where.self)) == 1
    program = quantize(decomposed, samples)
    expected = ["linear", "linear", "linear", "mul", "mul", "bmm", "softmax", "bmm", "linear"]
    assert names(program) == expected
    assert requantizations(program) == []
    assert sqnr(block, program, samples) > 25


def test_dropout_at_inference_is_refused():
    block = AttentionBlock(dropout_p=0.1).eval()
    with pytest.raises(UnsupportedError, match=r"dropout_p=0\.1 at inference") as error:
        quantize(block, _samples(1, 8, 64))
    assert "attention_blocks.py" in (error.value.where or "")
