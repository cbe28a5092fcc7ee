"""The emitted CMakeLists.txt builds a library, for this machine and for a microcontroller."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cmlir.codegen import save
from cmlir.dialects.cortex_m import set_target
from support.equivalence import apply
from support.kernel_objects import require_tool
from support.planned_programs import lowered, planned

EXAMPLE = Path(__file__).parents[3] / "examples" / "bare_metal"
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


@pytest.mark.parametrize("core", ["cortex-m0plus", "cortex-m33", "cortex-m55"])
def test_toolchain_file(core: str, tmp_path: Path) -> None:
    module = lowered("pointwise")
    set_target(module, core)
    directory = save(apply(module, "plan-memory"), tmp_path / "project")
    toolchain = directory / "toolchain.cmake"
    build = tmp_path / "build"
    cmake = require_tool("cmake")
    _run(cmake, "-S", str(directory), "-B", str(build), f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    _run(cmake, "--build", str(build))
    attributes = _run(require_tool("arm-none-eabi-readelf"), "-A", str(build / "libmodel.a"))
    assert ("Tag_MVE_arch" in attributes) == (core == "cortex-m55")


@pytest.mark.parametrize("program", ["attention_mve", "states"])
def test_the_bare_metal_example_runs_on_qemu(program: str, tmp_path: Path) -> None:
    """Its main gives 0 only if model_init and model_run did; a fault gives 99."""
    directory = save(planned(program), tmp_path / "project")
    build = tmp_path / "build"
    cmake = require_tool("cmake")
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={directory / 'toolchain.cmake'}"
    _run(cmake, "-S", str(EXAMPLE), "-B", str(build), f"-DMODEL={directory}", toolchain)
    _run(cmake, "--build", str(build))
    qemu = (require_tool("qemu-system-arm"), "-M", "mps3-an547", "-nographic", "-semihosting")
    command = (*qemu, "-kernel", str(build / "program"))
    assert subprocess.run(command, timeout=60, stdin=subprocess.DEVNULL).returncode == 0


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
