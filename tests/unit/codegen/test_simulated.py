"""The same programs on simulated processors: the interpreter's bits again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.codegen import save
from cmlir.interpreter import call, initial_state
from cmlir.runtime import run_qemu
from support.inputs import random_inputs
from support.kernel_objects import require_tool
from support.planned_programs import NAMES, planned

ON_MVE = tuple(name for name in NAMES if name != "attention_dsp")


@pytest.mark.parametrize("name", ON_MVE)
def test_on_cortex_m55(name: str, tmp_path: Path) -> None:
    _check(name, "cortex-m55", tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_on_cortex_m4(name: str, tmp_path: Path) -> None:
    """Targets without MVE run the projects made for it too."""
    _check(name, "cortex-m4", tmp_path)


def _check(name: str, target: str, folder: Path) -> None:
    require_tool("qemu-system-arm")
    module = planned(name)
    samples = [random_inputs(module, number) for number in range(8)]
    result = run_qemu(save(module, folder), samples, target=target)
    state = initial_state(module)
    for sample, outputs in zip(samples, result.outputs, strict=True):
        expected, state = call(module, sample, state)
        assert [value.tobytes() for value in outputs] == [value.tobytes() for value in expected]
