"""The files of a project, their names, and what happens to bad requests."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path

import numpy as np
import pytest

from cmlir.codegen import emit_project, make_report, save
from cmlir.errors import InvalidInputError
from support.equivalence import apply
from support.ir import parse, program
from support.kernel_objects import HOST_GCC
from support.planned_programs import lowered, planned


def test_same_module_same_bytes() -> None:
    module = planned("attention_mve")
    assert emit_project(module) == emit_project(module.clone()) == emit_project(module)


def test_save_writes_what_is_emitted(tmp_path: Path) -> None:
    module = planned("pointwise")
    directory = save(module, tmp_path / "new" / "project")
    written = {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }
    emitted = emit_project(module).items()
    assert written == {path: c.encode() if isinstance(c, str) else c for path, c in emitted}


def test_cmake_builds_all_sources() -> None:
    files = emit_project(planned("movement"))
    text = files["CMakeLists.txt"]
    assert isinstance(text, str)
    listed = {line.strip() for line in text.splitlines() if line.endswith(".c")}
    assert listed == {path for path in files if path.endswith(".c")}


def test_save_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInputError, match="cannot write the C project"):
        save(planned("pointwise"), tmp_path / "file")


def test_report_json_is_the_report() -> None:
    module = planned("attention_mve")
    written = json.loads(emit_project(module)["report.json"])
    report = make_report(module)
    assert written == json.loads(report.to_json())
    assert written["ops"][0]["kernel"] == report.ops[0].kernel


def test_two_models_in_one_image(tmp_path: Path) -> None:
    """All names of a model begin with its own: two link together."""
    for name in ("first", "second"):
        save(planned("pointwise"), tmp_path / name, name)
    kernels = sorted((tmp_path / "first" / "kernels").rglob("*.c"))
    models = [p for n in ("first", "second") for p in sorted((tmp_path / n).glob("*.c"))]
    assert {p.name for p in models} == {"first.c", "second.c", "weights.c"}
    HOST_GCC.compile(
        *("-shared", "-fPIC", "-o", "two.so", "-Wl,-z,defs"),
        *map(str, (*models, *kernels)),
        folder=tmp_path,
    )
    library = ctypes.CDLL(str(tmp_path / "two.so"))
    assert library.first_run is not None
    assert library.second_run is not None


def test_header_is_cplusplus_too(tmp_path: Path) -> None:
    save(planned("movement"), tmp_path)
    (tmp_path / "user.c").write_text(
        '#include "model.h"\nextern "C" { static_assert(sizeof(MODEL_INPUT_0_NAME) > 1, ""); }\n'
        "float scale = MODEL_INPUT_0_SCALE;\nint (*unused)(int) = nullptr;\n"
        "int bytes[] = MODEL_OUTPUT_BYTES;\n"
    )
    HOST_GCC.compile("-fsyntax-only", "-x", "c++", "-std=c++11", "user.c", folder=tmp_path)


def test_constants_are_apart_by_symbol() -> None:
    header = emit_project(planned("attention_mve"))["weights.h"]
    assert isinstance(header, str)
    for name in ("model_blk_0_q[96]", "model_blk_0_q_2[96]", "model_run_2[40]"):
        assert f"extern const int8_t {name};" in header
    assert "unused" not in header


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "é", "stdint", "weights", "arm", "a/b"])
def test_impossible_names(name: str) -> None:
    with pytest.raises(InvalidInputError, match="cannot be the name of a C project"):
        emit_project(planned("pointwise"), name)


@pytest.mark.parametrize(
    ("stage", "flags"),
    [
        ("import", "add --lower-cortex-m --plan-memory before"),
        ("fold", "add --lower-cortex-m --plan-memory before"),
        ("lower", "add --plan-memory before"),
    ],
)
def test_unplanned_module(stage: str, flags: str) -> None:
    module = parse(
        f'builtin.module attributes {{cmlir.stage = "{stage}"}} {{\n'
        "  func.func @main() {\n    func.return\n  }\n}"
    )
    with pytest.raises(InvalidInputError, match=flags):
        emit_project(module)


def test_bufferized_only() -> None:
    with pytest.raises(InvalidInputError, match="C is emitted from stage 'plan'"):
        emit_project(apply(lowered("pointwise"), "bufferize"))


def test_missing_constant() -> None:
    module = apply(
        program("%y = cortex_m.constant @w : () -> tensor<2xi8>", "tensor<2xi8>"), "plan-memory"
    )
    with pytest.raises(InvalidInputError, match=r"there is no ml_program\.global @w"):
        emit_project(module)


def test_no_inputs_no_outputs() -> None:
    module = parse("func.func @main() {\n  func.return\n}")
    header = emit_project(apply(module, "plan-memory"))["model.h"]
    assert isinstance(header, str)
    assert "#define MODEL_NUM_INPUTS 0" in header
    assert "INPUT_BYTES" not in header


def test_macros_of_a_port() -> None:
    module = program(
        "%y = cortex_m.table %x {table = dense<1> : tensor<256xi8>} :"
        " (tensor<2x3xi8>) -> tensor<2x3xi8>",
        "tensor<2x3xi8>",
        x='tensor<2x3xi8> {cmlir.name = "in", cmlir.dtype = "int8", cmlir.shape = '
        "array<i64: 2, 3>, cmlir.scale = 0.1, cmlir.zero_point = -7}",
    )
    header = emit_project(apply(module, "plan-memory"))["model.h"]
    assert isinstance(header, str)
    defined = dict(
        line.removeprefix("#define MODEL_INPUT_0_").split(" ", 1)
        for line in header.splitlines()
        if line.startswith("#define MODEL_INPUT_0_")
    )
    for name in ("SCALE", "STEP"):
        assert np.float32(defined.pop(name).rstrip("f")) == np.float32(0.1)
    assert defined == {
        "NAME": '"in"',
        "BYTES": "6",
        "SHAPE": '"2x3"',
        "DTYPE": '"int8"',
        "ZERO_POINT": "(-7)",
    }


def test_header_tells_the_step_of_floats_that_become_codes() -> None:
    module = program(
        "%y = cortex_m.quantize %x {scale = 0.1, zero_point = 3,"
        " clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xf32>) -> tensor<2x3xi8>",
        "tensor<2x3xi8>",
        x="tensor<2x3xf32>",
    )
    header = emit_project(apply(module, "plan-memory"))["model.h"]
    assert isinstance(header, str)
    assert "#define MODEL_INPUT_0_SCALE 1.0f\n" in header
    assert "#define MODEL_INPUT_0_STEP 0.1" in header
    assert "#define MODEL_OUTPUT_0_STEP 0" in header
