"""Executed instructions of the DSP kernels (GCC, -O3) beside those of CMSIS-NN.

pytest --log-cli-level=INFO prints all figures.
"""

from __future__ import annotations

import logging

import pytest

from support.device_calls import Recorder
from support.device_replay import replay
from support.timed_calls import (
    Make,
    batch_matmul,
    linear,
    recorded,
    softmax,
    softmax_by_table,
)

logger = logging.getLogger(__name__)

CMSIS_NN: dict[str, tuple[Make, int]] = {
    "linear 64x64 -> 64": (linear(64, 64, 64), 701_118),
    "linear 64x64 -> 256": (linear(64, 64, 256), 2_783_934),
    "linear 64x256 -> 64": (linear(64, 256, 64), 2_175_678),
    "linear 64x64 -> 64, no shift": (linear(64, 64, 64, shift=0), 701_118),
    "QK^T of 4 heads, 32x16 -> 32": (batch_matmul(4, 32, 16, 32), 350_279),
    "QK^T of 4 heads, 64x64 -> 64": (batch_matmul(4, 64, 64, 64), 2_895_641),
    "softmax 128x32": (softmax("arm_softmax_s8", 128, 32), 2_179_418),
    "softmax 128x32 by table": (softmax_by_table(128, 32), 2_179_418),
}
"""How each is called, and what CMSIS-NN's own DSP kernels take for the shape on a Cortex-M7 (by
GCC 12.2; an M4 and an M33 are within 4 per cent)."""

MOST_STACK_BYTES = 2816


@pytest.mark.parametrize(
    ("target", "compiler"),
    [
        ("cortex-m33", "gcc"),
        pytest.param("cortex-m4", "gcc", marks=pytest.mark.full),
        pytest.param("cortex-m7", "gcc", marks=pytest.mark.full),
        pytest.param("cortex-m7", "clang", marks=pytest.mark.full),
    ],
)
def test_half_of_what_cmsis_nn_takes(recorder: Recorder, target: str, compiler: str) -> None:
    calls = recorded(recorder, {label: make for label, (make, _) in CMSIS_NN.items()})
    result = replay(calls, compiler, target=target)
    assert result.complaints == []
    found = {
        call.label: pair
        for call, pair in zip(
            calls, zip(result.instructions[::2], result.cycles[::2], strict=True), strict=True
        )
    }
    for label, (instructions, cycles) in found.items():
        logger.info("%-30s %9d instructions %9d est. cycles", label, instructions, cycles)
    over = {label: n for label, (n, _) in found.items() if 2 * n > CMSIS_NN[label][1]}
    assert over == {}
    assert max(result.stack_bytes.values()) <= MOST_STACK_BYTES
