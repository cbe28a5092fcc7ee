"""The contract of every kernel that works in bands: over its own input it gives the same bits.

Image and result are as near to each other as the contract allows, in an arena full of poison, with
guards around it; each kernel in both directions, and with bands of several heights.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen import save
from cmlir.dialects.cortex_m import CortexM, KernelOp, TransposeConvOp, target_of
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls
from cmlir.errors import InvalidInputError
from cmlir.interpreter import run
from cmlir.runtime import run_qemu
from support.emitted_project import EmittedModel
from support.equivalence import apply
from support.inputs import random_inputs
from support.kernel_objects import HOST_CLANG, HOST_GCC, Target, require_tool
from support.overlapping import PROGRAMS, TRANSPOSED, overlapping, together
from support.ports import Array

DIRECTIONS = pytest.mark.parametrize("from_last", [False, True], ids=["from first", "from last"])
EVERY = pytest.mark.parametrize("name", PROGRAMS)


def test_every_op_with_bands_is_tried() -> None:
    images = {op for op in CortexM.operations if issubclass(op, ImageOp)}
    tried = {type(op) for program in PROGRAMS.values() for op in _calls(program)}
    assert tried == images - {TransposeConvOp}, "which has no bands"


def test_a_transposed_convolution_has_no_bands() -> None:
    (op,) = _calls(TRANSPOSED)
    assert isinstance(op, TransposeConvOp)
    assert op.in_bands(target_of(op)) is None


def _calls(program: ModuleOp) -> tuple[KernelOp, ...]:
    return kernel_calls(entry_function(program))


def _planned(name: str, *, from_last: bool, rows: int | None = None) -> ModuleOp:
    return apply(overlapping(PROGRAMS[name], rows=rows, from_last=from_last), "verify-plan")


@EVERY
@DIRECTIONS
@pytest.mark.parametrize("rows", [None, 1, 3, 100])
def test_in_numpy(name: str, from_last: bool, rows: int | None) -> None:
    planned = _planned(name, from_last=from_last, rows=rows)
    inputs = random_inputs(planned, 1)
    assert run(planned, *inputs)[0].tobytes() == run(PROGRAMS[name], *inputs)[0].tobytes()


@cache
def _all() -> ModuleOp:
    """Every op in both directions, in one arena, where each finds what the one before has left."""
    return together([_planned(name, from_last=last) for last in (False, True) for name in PROGRAMS])


def _expected(inputs: Sequence[Array]) -> list[bytes]:
    programs = [*PROGRAMS.values(), *PROGRAMS.values()]
    return [run(p, x)[0].tobytes() for p, x in zip(programs, inputs, strict=True)]


@pytest.mark.parametrize(
    "compiler", [HOST_GCC, pytest.param(HOST_CLANG, marks=pytest.mark.full)], ids=str
)
def test_on_the_host(compiler: Target, tmp_path: Path) -> None:
    model = EmittedModel(_all(), tmp_path, compiler)
    for number in range(4):
        inputs = random_inputs(_all(), number)
        assert [value.tobytes() for value in model(*inputs)] == _expected(inputs)


@pytest.mark.parametrize(
    "target", ["cortex-m55", "cortex-m4", pytest.param("cortex-m3", marks=pytest.mark.full)]
)
def test_on_simulators(target: str, tmp_path: Path) -> None:
    require_tool("qemu-system-arm")
    samples = [random_inputs(_all(), number) for number in range(4)]
    result = run_qemu(save(_all(), tmp_path), samples, target=target)
    for inputs, outputs in zip(samples, result.outputs, strict=True):
        assert [value.tobytes() for value in outputs] == _expected(inputs)


@EVERY
@DIRECTIONS
def test_nearer_is_refused(name: str, from_last: bool) -> None:
    """By the check of plans, and by the interpreter, which sees the image overwritten."""
    program = overlapping(PROGRAMS[name], from_last=from_last, nearer=16)
    with pytest.raises(InvalidInputError, match=r"writes over bytes .*, which it reads"):
        apply(program, "verify-plan")
    with pytest.raises(InvalidInputError, match=r"overwrites rows .* before it has read them"):
        run(program, *random_inputs(program, 0))
