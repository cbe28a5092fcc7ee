"""Interpreter, host C and QEMU give the same bits, on programs of our own and other quantizers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import cmlir
from support.attention_program import REFERENCE, Shape, quantized_block
from support.three_ways import assert_three_ways

MODELS = Path(__file__).parents[1] / "data" / "models"
OTHERS = ("sdpa_raw", "a_sdpa_proj", "b_mha_sm", "ds_cnn")


def samples_of(name: str) -> tuple[list[tuple[np.ndarray, ...]], list[np.ndarray]]:
    """The inputs and Q/DQ outputs that are recorded beside a program."""
    with np.load(MODELS / f"{name}.npz") as data:
        count = sum(key.startswith("qdq_out") for key in data)
        inputs = [
            tuple(data[key] for key in sorted(data) if key.startswith(f"in{i}_"))
            for i in range(count)
        ]
        return inputs, [data[f"qdq_out{i}"] for i in range(count)]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("kernels", ["fast", "cmsis-nn"])
def test_programs_of_another_quantizer(name: str, kernels: str) -> None:
    compiled = cmlir.compile(MODELS / f"{name}.pt2", kernels=kernels, io="quantized")
    samples, expected = samples_of(name)
    assert len(samples) == 4
    assert not compiled.report.float_ops
    assert {op.op for op in compiled.report.ops}.isdisjoint(
        {"cortex_m.quantize", "cortex_m.dequantize"}
    )
    comparison = compiled.compare(expected, samples)
    assert comparison.largest <= 2
    assert comparison.largest_op <= 1
    assert_three_ways(compiled, samples)


@pytest.mark.parametrize(
    ("name", "steps", "norms"), [("c_enclayer", 3, 2), ("d_transformer_sm", 4, 7)]
)
def test_transformers_of_another_quantizer(name: str, steps: int, norms: int) -> None:
    """Layer norms are recognised, also two of them with floats between, and nothing is in float."""
    compiled = cmlir.compile(MODELS / f"{name}.pt2", io="quantized", allow_float=False)
    samples, expected = samples_of(name)
    assert len(samples) == 4
    kernels = [op.op for op in compiled.report.ops]
    assert kernels.count("cortex_m.layer_norm") == norms
    assert {"cortex_m.quantize", "cortex_m.dequantize"}.isdisjoint(kernels)
    comparison = compiled.compare(expected, samples)
    assert comparison.largest <= steps
    assert comparison.largest_op <= 1
    assert_three_ways(compiled, samples)


@pytest.mark.parametrize("io", ["float", "quantized"])
def test_our_attention_block(io: str) -> None:
    compiled = cmlir.compile(quantized_block(REFERENCE), io=io)
    torch.manual_seed(3)
    assert_three_ways(compiled, REFERENCE.inputs(4))


@pytest.mark.parametrize("target", ["cortex-m3", "cortex-m4", "cortex-m7", "cortex-m33"])
def test_other_processors(target: str) -> None:
    shape = Shape(head_dim=16, rows=7, heads=2)
    compiled = cmlir.compile(quantized_block(shape), target=target, io="quantized")
    torch.manual_seed(4)
    assert_three_ways(compiled, shape.inputs(2))


@pytest.mark.parametrize(
    "shape", [Shape(16, 1, 1), Shape(16, 7, 2, batch=3), Shape(32, 33, 1)], ids=str
)
def test_tails_on_the_vector_unit(shape: Shape) -> None:
    compiled = cmlir.compile(quantized_block(shape), io="quantized")
    torch.manual_seed(5)
    assert_three_ways(compiled, shape.inputs(2))


def test_clang_gives_the_same_bits() -> None:
    compiled = cmlir.compile(quantized_block(REFERENCE), io="quantized")
    torch.manual_seed(6)
    assert_three_ways(compiled, REFERENCE.inputs(2), compiler="clang")
