"""Plans of the fixed list of programs: nearly all are proved to be the smallest, in time."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def memory() -> ModuleType:
    sys.path.append(str(BENCHMARKS))
    try:
        spec = importlib.util.spec_from_file_location("memory", BENCHMARKS / "memory.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["memory"] = module
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(BENCHMARKS))


def test_the_list_has_many_programs(memory: ModuleType) -> None:
    names = [entry.name for entry in memory.entries()]
    assert len(names) == len(set(names)) >= 30


def test_random_graphs_are_proved(memory: ModuleType) -> None:
    chosen = [e for e in memory.entries() if "random graph" in e.name and e.name.endswith(" of 6")]
    plans = [memory.plan(entry) for entry in chosen]
    assert len(plans) == 3
    assert memory.proved_part(plans) == 1
    assert all(plan.lower_bound <= plan.arena_bytes for plan in plans)


@pytest.mark.full
def test_nearly_all_are_proved(memory: ModuleType) -> None:
    plans = [memory.plan(entry) for entry in memory.entries()]
    assert memory.proved_part(plans) >= memory.LEAST_PROVED
