"""Emitted C computes, bit for bit, what the interpreter does at every stage."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m import CortexM, KernelOp
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.inputs import random_inputs
from support.kernel_objects import HOST_CLANG, HOST_GCC, Target
from support.planned_programs import NAMES, lowered, planned

KERNEL_OPS = {op for op in CortexM.operations if issubclass(op, KernelOp)}


@pytest.mark.parametrize("compiler", [HOST_GCC, HOST_CLANG], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_equals_the_interpreter(name: str, compiler: Target, tmp_path: Path) -> None:
    before, after = lowered(name), planned(name)
    model = EmittedModel(after, tmp_path, compiler)
    for number in range(12):
        inputs = random_inputs(before, number)
        expected, in_arena, in_c = run(before, *inputs), run(after, *inputs), model(*inputs)
        for index, values in enumerate(zip(expected, in_arena, in_c, strict=True)):
            codes = [value.tobytes() for value in values]
            assert codes[0] == codes[1] == codes[2], f"input set {number}, output {index}"


RUN_ELSEWHERE = {
    cortex_m.ArgsortOp,
    cortex_m.AvgPoolOp,
    cortex_m.CheckIndicesOp,
    cortex_m.ConvOp,
    cortex_m.CumulateOp,
    cortex_m.DepthwiseConvOp,
    cortex_m.F32ConvOp,
    cortex_m.F32CumulateOp,
    cortex_m.F32IndexAddOp,
    cortex_m.F32ResampleOp,
    cortex_m.F32WindowOp,
    cortex_m.GruOp,
    cortex_m.GruStatesOp,
    cortex_m.IndexAddOp,
    cortex_m.LstmCellsOp,
    cortex_m.LstmHiddenOp,
    cortex_m.LstmOp,
    cortex_m.MaxPoolOp,
    cortex_m.PadOp,
    cortex_m.PickOp,
    cortex_m.ReceiveOp,
    cortex_m.ResampleOp,
    cortex_m.RnnOp,
    cortex_m.StridedMatmulOp,
    cortex_m.TransposeConvOp,
    cortex_m.WideSoftmaxOp,
    cortex_m.WindowMaxOp,
    cortex_m.WindowMeanOp,
}
"""Ops whose emitted C runs in the tests of their own family, end to end."""


def test_programs_have_every_op() -> None:
    found = {type(op) for name in NAMES for op in planned(name).walk() if isinstance(op, KernelOp)}
    assert found == KERNEL_OPS - RUN_ELSEWHERE
