"""Executed instructions and stack of the vector kernels on a Cortex-M55 (GCC, -O3).

pytest --log-cli-level=INFO prints all figures.
"""

from __future__ import annotations

import logging

import numpy as np
import pytest

from support.device_calls import RecordedCall, Recorder
from support.device_replay import replay
from support.timed_calls import (
    FULL_RANGE,
    Make,
    add,
    batch_matmul,
    convert,
    layer_norm,
    linear,
    linear_table,
    masked_softmax,
    mul,
    recorded,
    softmax,
    softmax_by_table,
    table,
    wide_scores,
    wide_softmax,
)

logger = logging.getLogger(__name__)

RESCALE = (1500000000, -1, 3, *FULL_RANGE)

COSTS: dict[str, tuple[Make, int]] = {
    "linear 32x64 -> 64": (linear(32, 64, 64), 21_000),
    "linear 32x64 -> 256": (linear(32, 64, 256), 83_000),
    "linear 32x256 -> 64": (linear(32, 256, 64), 71_000),
    "linear 32x64 -> 256 and table": (linear_table(32, 64, 256), 78_000),
    "linear 1x640 -> 128": (linear(1, 640, 128), 14_500),
    "linear 7x64 -> 64": (linear(7, 64, 64), 9_000),
    "linear 32x64 -> 64 with filter offset": (linear(32, 64, 64, 4), 22_300),
    "QK^T of 4 heads, 32x16 -> 32": (batch_matmul(4, 32, 16, 32), 24_300),
    "PV of 4 heads, 32x32 -> 16": (batch_matmul(4, 32, 32, 16), 18_300),
    "softmax 128x32": (softmax("arm_softmax_s8", 128, 32), 19_900),
    "softmax 128x32 by table": (softmax_by_table(128, 32), 16_500),
    "softmax 1x12": (softmax("arm_softmax_s8", 1, 12), 600),
    "softmax to int16 128x32": (softmax("arm_softmax_s8_s16", 128, 32), 25_600),
    "softmax rescaled 128x32": (softmax("cmlir_softmax_s8", 128, 32), 31_500),
    "softmax causal 4x32x32": (masked_softmax(4, 32, 32, None), 31_000),
    "softmax masked 4x32x32": (masked_softmax(4, 32, 32, np.ones((1, 32, 32), np.uint8)), 42_500),
    "QK^T to int16 of 4 heads, 32x16 -> 32": (wide_scores(4, 32, 16, 32), 46_800),
    "softmax of int16 4x32x32": (wide_softmax(4, 32, 32, 32), 46_500),
    "softmax of int16, causal 4x32x32": (wide_softmax(4, 32, 32, 0), 41_000),
    "layer norm 32x64": (layer_norm(32, 64), 10_100),
    "layer norm 8x768": (layer_norm(8, 768), 19_300),
    "add 2048": (add(2048), 10_200),
    "mul 2048": (mul(2048), 7_000),
    "requantize 2048": (convert("cmlir_requantize_s8", np.int8, np.int8, 5, *RESCALE), 5_300),
    "requantize int16 2048": (
        convert("cmlir_requantize_s16_s8", np.int16, np.int8, 5, *RESCALE),
        5_300,
    ),
    "quantize 2048": (
        convert("cmlir_quantize_f32_s8", np.float32, np.int8, 0.25, 3, *FULL_RANGE),
        4_300,
    ),
    "dequantize 2048": (convert("cmlir_dequantize_s8_f32", np.int8, np.float32, 0.25, 3), 3_300),
    "table 2048": (table(2048), 700),
}
"""For each, how to call it and the most instructions that it may take: what it takes with GCC 12.2,
and a few per cent."""

MOST_STACK_BYTES = 1536
MORE_STACK_BYTES = {
    "arm_batch_matmul_s8": 2304,
    "arm_fully_connected_wrapper_s8": 2048,
    "cmlir_linear_table_s8": 2048,
}


@pytest.fixture(scope="module")
def calls(recorder: Recorder) -> list[RecordedCall]:
    return recorded(recorder, {label: make for label, (make, _) in COSTS.items()})


def test_costs(calls: list[RecordedCall]) -> None:
    result = replay(calls)
    assert result.complaints == []
    twice = np.array(result.instructions).reshape(-1, 2)
    assert len(twice) == len(calls)
    instructions = {call.label: int(pair.max()) for call, pair in zip(calls, twice, strict=True)}
    for label, number in instructions.items():
        logger.info("%-40s %7d instructions", label, number)
    for function, size in result.stack_bytes.items():
        logger.info("%-40s %7d bytes of stack", function, size)
    most = {label: limit for label, (_, limit) in COSTS.items()}
    assert {label: n for label, n in instructions.items() if n > most[label]} == {}
    for function, size in result.stack_bytes.items():
        assert size <= MORE_STACK_BYTES.get(function, MOST_STACK_BYTES), function
