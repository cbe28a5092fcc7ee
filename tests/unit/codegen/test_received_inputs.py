"""Inputs with places in the arena: written right there by the caller, or moved there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen import make_report, save
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls
from cmlir.interpreter import run
from cmlir.runtime import run_qemu
from cmlir.runtime.host import HostModel
from cmlir.runtime.project import load_project
from support.emitted_project import EmittedModel
from support.equivalence import apply
from support.inputs import random_inputs
from support.ir import parse
from support.kernel_objects import HOST_GCC, require_tool
from support.planned_programs import overwriting_inputs

_CLAMP = "clamp = #cortex_m.clamp<-128, 127>"

PROGRAM = parse(f"""
  func.func @main(%x : tensor<48xi8>, %y : tensor<64xi8>) -> tensor<5xi8> {{
    %a = cortex_m.copy %x {{offset = 0, strides = [0, 1]}} : (tensor<48xi8>) -> tensor<4x48xi8>
    %b = cortex_m.copy %y {{offset = 0, strides = [0, 1]}} : (tensor<64xi8>) -> tensor<4x48xi8>
    %c = cortex_m.mul %a, %b {{lhs_offset = 3, rhs_offset = -2, output_offset = 1,
      rescale = #cortex_m.rescale<1073741824, -4>, {_CLAMP}}}
      : (tensor<4x48xi8>, tensor<4x48xi8>) -> tensor<4x48xi8>
    %d = cortex_m.copy %c {{offset = 2, strides = [37]}} : (tensor<4x48xi8>) -> tensor<5xi8>
    func.return %d : tensor<5xi8>
  }}
""")
"""Its values fit into no memory of the caller's."""


@cache
def _planned() -> ModuleOp:
    return apply(overwriting_inputs(PROGRAM), "plan-memory")


def test_both_are_received_first() -> None:
    calls = kernel_calls(entry_function(_planned()))
    assert [call.name for call in calls[:3]] == [*["cortex_m.receive"] * 2, "cortex_m.copy"]


def test_memory_is_counted_once(tmp_path: Path) -> None:
    apart = make_report(apply(PROGRAM, "plan-memory"))
    report, project = make_report(_planned()), load_project(save(_planned(), tmp_path))
    assert (apart.io_bytes, report.io_bytes, project.io_bytes) == (48 + 64 + 5, 5, 5)
    assert report.arena_bytes < apart.arena_bytes + 48 + 64
    assert {buffer.memory for buffer in report.buffers} == {"arena", "output out0"}
    assert all(port.arena_offset is not None for port in project.inputs)


def test_header_says_where(tmp_path: Path) -> None:
    header = (save(_planned(), tmp_path) / "model.h").read_text()
    assert "#define MODEL_RECEIVES_INPUTS 1" in header
    assert "#define MODEL_INPUT_0_ARENA_OFFSET " in header
    assert "but inputs may be at their places in the arena" in header
    assert "The inputs are overwritten" not in header


def test_written_into_the_arena_and_moved_there(tmp_path: Path) -> None:
    elsewhere = EmittedModel(_planned(), tmp_path, HOST_GCC)
    in_place = HostModel(save(_planned(), tmp_path / "in place"))
    samples = [random_inputs(PROGRAM, number) for number in range(4)]
    for inputs, outputs in zip(samples, in_place.run(samples).outputs, strict=True):
        expected = run(PROGRAM, *inputs)[0].tobytes()
        assert run(_planned(), *inputs)[0].tobytes() == expected
        assert outputs[0].tobytes() == expected
        assert elsewhere(*inputs)[0].tobytes() == expected


@pytest.mark.parametrize("target", ["cortex-m55", "cortex-m4"])
def test_on_simulators(target: str, tmp_path: Path) -> None:
    require_tool("qemu-system-arm")
    samples = [random_inputs(PROGRAM, number) for number in range(4)]
    result = run_qemu(save(_planned(), tmp_path), samples, target=target)
    assert result.io_bytes == 5
    for inputs, outputs in zip(samples, result.outputs, strict=True):
        assert outputs[0].tobytes() == run(PROGRAM, *inputs)[0].tobytes()
