"""The emitted CMakeLists.txt builds a library, for this machine and for a microcontroller."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cmlir.codegen import save
from support.kernel_objects import require_tool
from support.planned_programs import planned

CROSS = ("-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_C_COMPILER=arm-none-eabi-gcc")


@pytest.mark.parametrize(
    "options",
    [(), (*CROSS, "-DCMAKE_C_FLAGS=-mcpu=cortex-m4 -mthumb")],
    ids=["host", "cortex-m4"],
)
def test_configure_and_build(options: tuple[str, ...], tmp_path: Path) -> None:
    cmake = require_tool("cmake")
    directory = save(planned("attention_dsp"), tmp_path / "project")
    build = tmp_path / "build"
    _run(cmake, "-S", str(directory), "-B", str(build), *options)
    _run(cmake, "--build", str(build))
    symbols = _run(require_tool("nm"), str(build / "libmodel.a"))
    assert " T model_run" in symbols
    assert " T arm_batch_matmul_s8" in symbols


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
