"""The library for the Arduino IDE: how the IDE builds it, and that it computes the same bits."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest

from cmlir.codegen import emit_project
from cmlir.codegen.arduino import emit_arduino, save_arduino
from cmlir.errors import InvalidInputError
from cmlir.interpreter import run
from support.inputs import random_inputs
from support.kernel_objects import require_tool
from support.planned_programs import lowered, planned

STUB = """\
#include <stdint.h>
unsigned long micros();
void delay(unsigned long);
struct Port {
    void begin(int);
    template <class T> void print(T);
    template <class T> void println(T);
};
extern Port Serial;
"""

CORTEX_M4 = ("-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return save_arduino(planned("pointwise"), tmp_path / "Pointwise")


@pytest.fixture
def keeping(tmp_path: Path) -> Path:
    """A library with state."""
    return save_arduino(planned("states"), tmp_path / "Keeping")


def test_one_folder_with_all_sources(library: Path):
    assert {path.name for path in library.iterdir()} == {
        *("library.properties", "src", "examples", "report.json")
    }
    assert all(path.is_file() for path in (library / "src").iterdir())
    assert "name=Pointwise\n" in (library / "library.properties").read_text()
    for path in (library / "src").iterdir():
        assert "/" not in "".join(
            line for line in path.read_text().splitlines() if line.startswith('#include "')
        )


def test_no_source_takes_the_place_of_another(library: Path):
    emitted = [path for path in emit_project(planned("pointwise")) if path.endswith((".c", ".h"))]
    assert len(list((library / "src").iterdir())) == len(emitted)


@pytest.mark.parametrize("name", ["library", "keeping"])
def test_the_ide_can_build_it(name: str, request: pytest.FixtureRequest, tmp_path: Path):
    """With its dialects of C and C++, no flags of ours, and one folder to search for headers."""
    library: Path = request.getfixturevalue(name)
    (tmp_path / "Arduino.h").write_text(STUB)
    sources = library / "src"
    for path in sorted(sources.glob("*.c")):
        _compile("arm-none-eabi-gcc", "-std=gnu11", *CORTEX_M4, f"-I{sources}", path, tmp_path)
    sketch = library / "examples" / "Run" / "Run.ino"
    cpp = tmp_path / "Run.cpp"
    cpp.write_text(f'#include "Arduino.h"\n{sketch.read_text()}')
    flags = ("-std=gnu++17", *CORTEX_M4, f"-I{sources}", f"-I{tmp_path}")
    _compile("arm-none-eabi-g++", *flags, cpp, tmp_path)


def test_the_sketch_makes_the_first_state(keeping: Path):
    sketch = (keeping / "examples" / "Run" / "Run.ino").read_text()
    assert "model_init(state);" in sketch
    assert "model_run(inputs, outputs, arena, state)" in sketch


def test_it_computes_what_the_interpreter_does(library: Path, tmp_path: Path):
    module = planned("pointwise")
    sources = [str(path) for path in sorted((library / "src").glob("*.c"))]
    shared = tmp_path / "library.so"
    _run("gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(shared), *sources, "-lm")
    inputs = random_inputs(module, 0)
    expected = run(module, *inputs)
    outputs = [np.zeros_like(array) for array in expected]
    arena = np.zeros(1 << 16, np.uint8)
    ctypes.CDLL(str(shared)).model_run(
        *(_pointers(list(arrays)) for arrays in (inputs, outputs)),
        ctypes.c_void_p(arena.ctypes.data),
        None,
    )
    for got, wanted in zip(outputs, expected, strict=True):
        np.testing.assert_array_equal(got, wanted)


def test_a_module_that_is_not_planned():
    with pytest.raises(InvalidInputError, match="emitted from stage 'plan'"):
        emit_arduino(lowered("pointwise"), "Pointwise")


def _pointers(arrays: list[np.ndarray]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))


def _compile(compiler: str, *arguments: object) -> None:
    *flags, source, directory = arguments
    out = Path(str(directory)) / f"{Path(str(source)).stem}.o"
    _run(compiler, *map(str, flags), "-O2", "-Wall", "-c", str(source), "-o", str(out))


def _run(program: str, *arguments: str) -> None:
    command = [require_tool(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
