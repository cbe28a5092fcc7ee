"""Whole convolutional networks: each operation within a step of the reference, on every machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from torch import nn

import cmlir
from support.networks import (
    MOBILENET_V2,
    MOBILENET_V3_SMALL,
    MobileNetV2,
    MobileNetV3,
    Wav2Letter,
    with_statistics,
)
from support.three_ways import assert_three_ways


@dataclass(frozen=True)
class Network:
    make: Callable[[], nn.Module]
    shape: tuple[int, ...]


SMALL = {
    "MobileNetV2": Network(
        lambda: MobileNetV2(0.35, MOBILENET_V2[:2], last=40, classes=5), (1, 3, 16, 16)
    ),
    "MobileNetV3": Network(
        lambda: MobileNetV3((MOBILENET_V3_SMALL[0], MOBILENET_V3_SMALL[3]), 48, 5), (1, 3, 24, 24)
    ),
    "Wav2Letter": Network(
        lambda: Wav2Letter(13, (24, 24, 24), last=(40, 8), letters=11), (1, 13, 60)
    ),
}
WHOLE = {
    "MobileNetV2": Network(MobileNetV2, (1, 3, 96, 96)),
    "MobileNetV3": Network(MobileNetV3, (1, 3, 96, 96)),
    "Wav2Letter": Network(lambda: Wav2Letter(widths=(250,) * 4, last=(500, 16)), (1, 39, 96)),
}


def run(network: Network) -> cmlir.Compiled:
    """Quantized, compiled, and compared with the reference on three machines."""
    model = with_statistics(network.make(), network.shape)
    torch.manual_seed(1)
    samples = [(torch.randn(network.shape),) for _ in range(4)]
    quantized = cmlir.quantize(model, samples)
    compiled = cmlir.compile(quantized, io="quantized")
    assert not compiled.report.float_ops
    comparison = compiled.compare(quantized, samples[:1])
    assert comparison.largest_op <= 1
    assert_three_ways(compiled, samples[:1])
    return compiled


@pytest.mark.parametrize("name", SMALL)
def test_small_networks(name: str) -> None:
    """Only the input is turned, which comes with its channels in front."""
    compiled = run(SMALL[name])
    turned = [op for op in compiled.report.ops if op.op == "cortex_m.transpose"]
    assert len(turned) == 1
    assert compiled.report.moved_bytes == np.prod(SMALL[name].shape)


@pytest.mark.full
@pytest.mark.parametrize("name", WHOLE)
def test_whole_networks(name: str) -> None:
    run(WHOLE[name])


def test_memory_formats() -> None:
    """Inputs with their channels last in memory are the same numbers."""
    network = SMALL["MobileNetV2"]
    model = with_statistics(network.make(), network.shape)
    samples = [(torch.randn(network.shape),) for _ in range(2)]
    turned = [(x.to(memory_format=torch.channels_last),) for (x,) in samples]
    compiled = cmlir.compile(cmlir.quantize(model, turned))
    for given, other in zip(
        compiled.run_many(samples, on="host"), compiled.run_many(turned, on="host"), strict=True
    ):
        np.testing.assert_array_equal(given.outputs[0], other.outputs[0])
