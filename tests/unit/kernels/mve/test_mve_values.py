"""On a Cortex-M55, the kernels give what plain C gives on the host, and touch nothing else.

Each call is replayed on QEMU with all other memory protected, with its operands at the end and at
the begin of what may be accessed (support/device/main.c).
"""

from __future__ import annotations

import pytest

from support.device_calls import Recorder
from support.device_replay import replay
from support.random_calls import random_calls
from support.recorded_calls import extreme_calls, golden_calls

QUICK_BUILDS = [("gcc", "-O3"), ("clang", "-O3")]
ALL_BUILDS = [(compiler, f"-O{level}") for compiler in ("gcc", "clang") for level in "23s"]


@pytest.mark.parametrize(("compiler", "optimisation"), QUICK_BUILDS)
def test_golden_vectors(recorder: Recorder, compiler: str, optimisation: str) -> None:
    calls = golden_calls(recorder)
    assert len(calls) > 200
    assert replay(calls, compiler, optimisation).complaints == []


@pytest.mark.parametrize(("compiler", "optimisation"), QUICK_BUILDS)
def test_random_calls(recorder: Recorder, compiler: str, optimisation: str) -> None:
    calls = random_calls(recorder, seed=1, rounds=60)
    assert replay(calls, compiler, optimisation).complaints == []


@pytest.mark.full
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize(("compiler", "optimisation"), ALL_BUILDS)
def test_many_random_calls(recorder: Recorder, compiler: str, optimisation: str, seed: int) -> None:
    calls = random_calls(recorder, seed, rounds=500)
    assert replay(calls, compiler, optimisation).complaints == []


@pytest.mark.full
@pytest.mark.parametrize(("compiler", "optimisation"), ALL_BUILDS)
def test_all_builds_give_golden_vectors(
    recorder: Recorder, compiler: str, optimisation: str
) -> None:
    assert replay(golden_calls(recorder), compiler, optimisation).complaints == []


@pytest.mark.full
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_every_size_at_every_extreme(recorder: Recorder, compiler: str) -> None:
    assert replay(extreme_calls(recorder, seed=4), compiler).complaints == []
