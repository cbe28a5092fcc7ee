"""Random graphs, planned in all ways, compute in C and in the arena what they do as tensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.equivalence import apply
from support.inputs import random_inputs
from support.kernel_objects import HOST_GCC
from support.planned_programs import overwriting_inputs
from support.random_programs import random_program


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_planned_and_emitted(seed: int, overwrite: bool, tmp_path: Path) -> None:
    before = random_program(seed, ops=16)
    after = apply(overwriting_inputs(before) if overwrite else before, "plan-memory")
    model = EmittedModel(after, tmp_path, HOST_GCC)
    for number in range(3):
        inputs = random_inputs(before, number)
        expected, in_arena, in_c = run(before, *inputs), run(after, *inputs), model(*inputs)
        for values in zip(expected, in_arena, in_c, strict=True):
            assert len({value.tobytes() for value in values}) == 1, f"input set {number}"


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("seed", range(6, 36))
def test_planned(seed: int, overwrite: bool) -> None:
    before = random_program(seed, ops=24)
    after = apply(overwriting_inputs(before) if overwrite else before, "plan-memory")
    inputs = random_inputs(before, 0)
    for expected, found in zip(run(before, *inputs), run(after, *inputs), strict=True):
        assert expected.tobytes() == found.tobytes()
