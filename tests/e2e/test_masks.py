"""Masked attention in int8, from every spelling of a mask to the device.

Each op is at most 1 step from the same op of the Q/DQ graph on identical inputs, the whole block at
most 2; interpreter, host and simulator give the same bits.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pytest
import torch
import torch.ao.quantization.fx._decomposed
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from support.masked_attention import CONSTANT, INPUTS, ROWS

QDQ = torch.ops.quantized_decomposed
INT8 = (-128, 127, torch.int8)
PROBABILITY = (1 / 256, -128, *INT8)

CASES = {
    **{f"constant {name}": case for name, case in CONSTANT.items()},
    **{f"input {name}": case for name, case in INPUTS.items()},
}
ON_THE_DEVICE = (
    "constant is_causal",
    "constant window",
    "constant slopes",
    "input bool",
    "input biased float",
    "input causal and keys",
    "input multihead",
)
DIAGONAL = ("is_causal", "bool", "float", "least float", "-100", "filled -inf", "arange", "slopes")


@lru_cache
def compiled_of(name: str) -> tuple[ExportedProgram, cmlir.Compiled]:
    """The case's program, and what is compiled of it."""
    torch.manual_seed(0)
    case = CASES[name]
    program = cmlir.quantize(case.model(), [case.sample() for _ in range(8)])
    return program, cmlir.compile(program, io="quantized", allow_float=False)


def assert_same_bits(compiled: cmlir.Compiled, samples: list, *ways: str) -> None:
    expected = compiled.run_many(samples, on="interpreter")
    for way in ways:
        for mine, theirs in zip(expected, compiled.run_many(samples, on=way), strict=True):
            for a, b in zip(mine.outputs, theirs.outputs, strict=True):
                np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", CASES)
def test_bounds(name: str) -> None:
    case = CASES[name]
    program, compiled = compiled_of(name)
    samples = [case.sample() for _ in range(3)]
    comparison = compiled.compare(program, samples)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 2
    kinds = [op.op for op in compiled.report.ops]
    assert kinds.count("cortex_m.softmax") == (name == "constant bias")
    assert kinds.count("cortex_m.masked_softmax") == (name != "constant bias")
    ways = ("host", "qemu") if name in ON_THE_DEVICE else ("host",)
    assert_same_bits(compiled, samples, *ways)


@pytest.mark.parametrize("name", DIAGONAL)
def test_a_causal_mask_is_no_tensor(name: str) -> None:
    _, compiled = compiled_of(f"constant {name}")
    (softmax,) = [op for op in compiled.module.walk() if op.name == "cortex_m.masked_softmax"]
    assert softmax.properties["diagonal"].value.data == 0
    assert softmax.mask is None
    masks = [name for name in compiled.report.constant_bytes if "mask" in name]
    assert masks == []


def test_a_window_is_stored_once_for_all_heads() -> None:
    _, compiled = compiled_of("constant window")
    (size,) = [n for name, n in compiled.report.constant_bytes.items() if "mask" in name]
    assert size == ROWS * ROWS


def test_rows_that_are_masked_completely() -> None:
    """Padding of whole sequences: zeros, in the Q/DQ program and on every way to run it."""
    program, compiled = compiled_of("input bool")
    x, keep = INPUTS["bool"].sample()
    keep[0] = False
    keep[1, 0, 3] = False
    assert compiled.compare(program, [(x, keep)]).largest <= 1
    assert_same_bits(compiled, [(x, keep)], "host", "qemu")


@pytest.mark.parametrize("target", ["cortex-m3", "cortex-m4"])
def test_other_processors(target: str) -> None:
    case = INPUTS["causal and keys"]
    torch.manual_seed(0)
    program = cmlir.quantize(case.model(), [case.sample() for _ in range(4)])
    compiled = cmlir.compile(program, target=target, io="quantized")
    assert_same_bits(compiled, [case.sample()], "qemu")


# Programs of other quantizers: codes that saturate are what their graph says.


class Filled(nn.Module):
    """The filled scores are quantized: -inf becomes the least code, which is no mask."""

    def forward(self, x: Tensor) -> Tensor:
        mask = torch.ones(ROWS, ROWS, dtype=torch.bool).triu(1)
        x = QDQ.dequantize_per_tensor(QDQ.quantize_per_tensor(x, 0.1, 2, *INT8), 0.1, 2, *INT8)
        y = QDQ.quantize_per_tensor(x.masked_fill(mask, -math.inf), 0.15, 60, *INT8)
        p = torch.softmax(QDQ.dequantize_per_tensor(y, 0.15, 60, *INT8), -1)
        return QDQ.dequantize_per_tensor(QDQ.quantize_per_tensor(p, *PROBABILITY), *PROBABILITY)


class Added(nn.Module):
    """A float mask is added between dequantize and quantize."""

    def __init__(self, fill: float, kept: float = 0.0):
        super().__init__()
        mask = torch.full((ROWS, ROWS), kept)
        self.register_buffer("mask", mask.masked_fill(mask.new_ones(mask.shape).triu(1) > 0, fill))

    def forward(self, x: Tensor) -> Tensor:
        x = QDQ.dequantize_per_tensor(QDQ.quantize_per_tensor(x, 0.1, 2, *INT8), 0.1, 2, *INT8)
        y = QDQ.quantize_per_tensor(x + self.mask, 0.15, 60, *INT8)
        p = torch.softmax(QDQ.dequantize_per_tensor(y, 0.15, 60, *INT8), -1)
        return QDQ.dequantize_per_tensor(QDQ.quantize_per_tensor(p, *PROBABILITY), *PROBABILITY)


class Unquantized(nn.Module):
    """The mask is added behind the scores' dequantize, and softmax reads the sum."""

    def __init__(self, fill: float):
        super().__init__()
        self.register_buffer("mask", torch.full((ROWS, ROWS), fill).triu(1))

    def forward(self, x: Tensor) -> Tensor:
        x = QDQ.dequantize_per_tensor(QDQ.quantize_per_tensor(x, 0.1, 2, *INT8), 0.1, 2, *INT8)
        p = torch.softmax(x + self.mask, -1)
        return QDQ.dequantize_per_tensor(QDQ.quantize_per_tensor(p, *PROBABILITY), *PROBABILITY)


FOREIGN = {
    "filled": Filled(),
    "added -inf": Added(-math.inf),
    "added -1e9": Added(-1e9),
    "added least float": Added(torch.finfo(torch.float32).min, kept=0.5),
    "unquantized -inf": Unquantized(-math.inf),
    "unquantized -1e4": Unquantized(-1e4),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_programs_of_other_quantizers(name: str) -> None:
    torch.manual_seed(0)
    samples = [(4 * torch.randn(2, ROWS, ROWS),) for _ in range(3)]
    program = torch.export.export(FOREIGN[name], samples[0])
    compiled = cmlir.compile(program, allow_float=False)
    comparison = compiled.compare(program, samples)
    assert comparison.largest <= 1
    assert_same_bits(compiled, samples, "host")
    expected = [program.module()(*sample) for sample in samples]
    for wanted, result in zip(expected, compiled.run_many(samples), strict=True):
        assert (result.outputs[0] == 0).sum() == int((wanted == 0).sum())
