"""The networks of MLPerf Tiny, on smaller images and on those of the benchmark."""

from __future__ import annotations

import pytest

import cmlir
from support.examples import example
from support.three_ways import assert_three_ways

SMALLER = {
    "keyword spotting": (1, 13, 6, 1),
    "visual wake words": (1, 65, 65, 3),
    "image classification": (1, 8, 8, 3),
    "anomaly detection": (1, 640),
}


def check(name: str, shape: tuple[int, ...] | None) -> None:
    """Each op within a step on the same inputs, all within two, and the same bits everywhere."""
    module = example("mlperf_tiny")
    network = module.NETWORKS[name]
    if shape is not None:
        network = module.Network(network.make, shape)
    samples = network.samples(4)
    quantized = cmlir.quantize(network.trained(), samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    comparison = compiled.compare(quantized, samples)
    assert comparison.largest_op <= 1
    assert comparison.largest <= 2
    assert compiled.report.moved_bytes == 0
    assert_three_ways(compiled, samples[:2])


@pytest.mark.parametrize("name", SMALLER)
def test_smaller_networks(name: str) -> None:
    check(name, SMALLER[name])


@pytest.mark.full
@pytest.mark.parametrize("name", SMALLER)
def test_networks(name: str) -> None:
    check(name, None)


MOST_INSTRUCTIONS = {
    "keyword spotting": 620_000,
    "visual wake words": 2_100_000,
    "image classification": 1_900_000,
    "anomaly detection": 48_000,
}
"""Of an inference on a Cortex-M55, by either compiler."""


@pytest.mark.full
@pytest.mark.parametrize("name", MOST_INSTRUCTIONS)
def test_instructions(name: str) -> None:
    network = example("mlperf_tiny").NETWORKS[name]
    samples = network.samples(8)
    quantized = cmlir.quantize(network.trained(), samples)
    compiled = cmlir.compile(quantized, target="cortex-m55", io="quantized")
    for compiler in ("gcc", "clang"):
        result = compiled.run(*samples[0], on="qemu", compiler=compiler)
        assert result.instructions is not None
        assert result.instructions <= MOST_INSTRUCTIONS[name], compiler
