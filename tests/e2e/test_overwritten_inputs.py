"""A program that may write over its inputs gives the same outputs, in less memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import cmlir
from support.attention_program import REFERENCE, quantized_block
from support.three_ways import assert_three_ways


@pytest.mark.parametrize("io", ["float", "quantized"])
def test_attention_on_every_runner(io: str) -> None:
    program = quantized_block(REFERENCE)
    torch.manual_seed(5)
    samples = REFERENCE.inputs(2)
    kept = [x.clone() for (x,) in samples]
    expected = cmlir.compile(program, io=io).run_many(samples)
    overwriting = cmlir.compile(program, io=io, overwrite_inputs=True)
    assert_three_ways(overwriting, samples)
    for before, after in zip(expected, overwriting.run_many(samples), strict=True):
        np.testing.assert_array_equal(after.outputs[0], before.outputs[0])
    assert all(torch.equal(x, copy) for (x,), copy in zip(samples, kept, strict=True))


def test_memory_of_attention() -> None:
    """Arena, inputs and outputs of the block that the README's figures are of."""
    program = quantized_block(REFERENCE)
    plain = cmlir.compile(program, io="quantized").report
    overwriting = cmlir.compile(program, io="quantized", overwrite_inputs=True).report
    assert plain.order_optimal
    assert overwriting.arena_optimal
    plain_total = plain.arena_bytes + plain.io_bytes
    assert overwriting.arena_bytes + overwriting.io_bytes <= plain_total
    assert plain.arena_bytes <= 5824
    in_float = cmlir.compile(program, overwrite_inputs=True).report
    assert in_float.arena_bytes + in_float.io_bytes <= 512 + 2 * 8192


def test_header_says_so(tmp_path: Path) -> None:
    program = quantized_block(REFERENCE)
    cmlir.compile(program).save(tmp_path / "plain")
    cmlir.compile(program, overwrite_inputs=True).save(tmp_path / "overwriting")
    headers = [(tmp_path / name / "model.h").read_text() for name in ("plain", "overwriting")]
    says = ("MODEL_OVERWRITES_INPUTS 1", "MODEL_RECEIVES_INPUTS 1")
    assert [any(s in header for s in says) for header in headers] == [False, True]
