"""On processors without MVE, the kernels give what they give on the host, and touch nothing else.

The Cortex-M33 has the DSP kernels of the M4 and M7 and a protection unit that shows every access
outside of the operands; on the others guards show what is written there. Functions with floats are
left out on the Cortex-M3, which takes them in other registers than the replay knows.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.device_calls import RecordedCall, Recorder
from support.device_replay import replay
from support.random_calls import random_calls
from support.recorded_calls import extreme_calls, golden_calls

MOST_CALLS = 600
"""In one run: the boards have less memory for them than the Corstone-300."""

OTHERS = ["cortex-m3", "cortex-m4", "cortex-m7"]
COMPILERS = ["gcc", "clang"]


def complaints(calls: list[RecordedCall], target: str, compiler: str) -> Iterator[str]:
    if target == "cortex-m3":
        calls = [call for call in calls if call.float_bits is None]
    for first in range(0, len(calls), MOST_CALLS):
        part = calls[first : first + MOST_CALLS]
        yield from replay(part, compiler, target=target).complaints


def all_golden_calls(recorder: Recorder) -> list[RecordedCall]:
    """With kernel sums and with the bias in their place."""
    without = [c for c in golden_calls(recorder, False) if "fully_connected" in c.function]
    return golden_calls(recorder) + without


def test_golden_vectors(recorder: Recorder) -> None:
    calls = all_golden_calls(recorder)
    assert len(calls) > 220
    assert [*complaints(calls, "cortex-m33", "gcc")] == []


def test_random_calls(recorder: Recorder) -> None:
    calls = random_calls(recorder, seed=1, rounds=40)
    assert [*complaints(calls, "cortex-m33", "gcc")] == []


@pytest.mark.full
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("target", ["cortex-m33", *OTHERS])
class TestEveryBuild:
    """Each of the cores with each of the compilers."""

    def test_golden_vectors(self, recorder: Recorder, target: str, compiler: str) -> None:
        assert [*complaints(all_golden_calls(recorder), target, compiler)] == []

    def test_random_calls(self, recorder: Recorder, target: str, compiler: str) -> None:
        calls = random_calls(recorder, seed=2, rounds=300)
        assert [*complaints(calls, target, compiler)] == []

    def test_every_size_at_every_extreme(
        self, recorder: Recorder, target: str, compiler: str
    ) -> None:
        assert [*complaints(extreme_calls(recorder, seed=4), target, compiler)] == []
