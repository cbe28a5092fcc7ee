"""SVDF layers: N calls with state give what the reference gives in N calls."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import cmlir
from cmlir.ports import input_ports, output_ports
from support.svdf import FEATURES, FRAMES, INPUTS, SPELLINGS, Explicit, two_layers

CALLS = 12
"""Twice as many as frames are kept."""


def inputs() -> list[tuple[Tensor, ...]]:
    return [(torch.randn(1, INPUTS),) for _ in range(CALLS)]


def check(module: nn.Module) -> cmlir.Compiled:
    samples = inputs()
    quantized = cmlir.quantize(module.eval(), samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    comparison = compiled.compare(quantized, samples, on="host")
    assert comparison.largest_op <= 1
    assert comparison.largest <= 1
    host, qemu = (compiled.session(on=on).run_many(samples) for on in ("host", "qemu"))
    for a, b in zip(host, qemu, strict=True):
        np.testing.assert_array_equal(a.outputs[0], b.outputs[0])
    assert len({result.outputs[0].tobytes() for result in qemu}) > CALLS // 2
    return compiled


def test_products() -> None:
    """The frames are shifted out of their memory and joined into it: two moves."""
    torch.manual_seed(0)
    report = check(SPELLINGS["products"]()).report
    assert report.state_bytes == FEATURES * FRAMES
    assert report.movement_ops == 2


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(SPELLINGS.keys() - {"products"}))
def test_spellings(name: str) -> None:
    torch.manual_seed(0)
    check(SPELLINGS[name]())


@pytest.mark.full
def test_two_layers() -> None:
    torch.manual_seed(1)
    check(two_layers())


def test_frames_as_input_and_output() -> None:
    """Codes that are given are codes that can be taken, and a chain of calls is the reference's."""
    torch.manual_seed(2)
    module, frames = Explicit(SPELLINGS["products"]()).eval(), torch.zeros(1, FEATURES, FRAMES)
    samples: list[tuple[Tensor, ...]] = []
    with torch.no_grad():
        for (x,) in inputs():
            samples.append((x, frames))
            frames = module(x, frames)[1]
    quantized = cmlir.quantize(module, samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    taken, given = input_ports(compiled.module)[1], output_ports(compiled.module)[1]
    assert taken.quantized is not None
    assert taken.quantized == given.quantized
    reference, expected = quantized.module(check_guards=False), samples[0][1]
    codes = taken.quantize(expected.numpy())
    result = output_ports(compiled.module)[0]
    for x, _ in samples:
        with torch.no_grad():
            y, expected = reference(x, expected)
        got, codes = compiled.run(x, codes, on="host").outputs
        steps = got.astype(int) - result.quantize(y.numpy())
        assert np.abs(steps).max() <= 1
        assert np.abs(codes.astype(int) - given.quantize(expected.numpy())).max() <= 1
