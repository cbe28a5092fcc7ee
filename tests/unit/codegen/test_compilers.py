"""What compilers say about emitted projects, and what ends up in the image."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cmlir.codegen import save
from cmlir.dialects.cortex_m import KernelOp
from cmlir.kernels import public_functions
from support.emitted_project import STRICT
from support.kernel_objects import HOST_CLANG, HOST_GCC, M55, Target, cortex_m, require_tool
from support.planned_programs import NAMES, planned

COMPILERS = (HOST_GCC, HOST_CLANG, M55, cortex_m("m4"))

CALLED_BY_KERNELS = {
    "arm_vector_sum_s8",
    "cmlir_softmax_table_s8",
    "cmlir_strided_copy",
    "cmlir_table_s8",
}
"""Public functions that are parts of others: of linear with a bias, of softmax, of transpose, of
matrix products on vectors."""


@pytest.mark.parametrize("compiler", COMPILERS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_no_warnings(name: str, compiler: Target, tmp_path: Path) -> None:
    directory = save(planned(name), tmp_path)
    compiler.compile(
        *(*STRICT, "-O2", f"-I{directory / 'kernels' / 'include'}"),
        *("-c", "model.c", "weights.c"),
        folder=directory,
    )


@pytest.mark.parametrize("name", ["attention_mve", "attention_dsp"])
def test_image_holds_the_called_kernels_alone(name: str, tmp_path: Path) -> None:
    module = planned(name)
    directory = save(module, tmp_path)
    target = M55 if name == "attention_mve" else cortex_m("m4")
    sources = sorted(map(str, directory.rglob("*.c")))
    target.compile(
        *("-O2", "-ffunction-sections", "-fdata-sections", "-nostartfiles", "--specs=nosys.specs"),
        *("-Wl,--gc-sections,-e,model_run", "-o", "model.elf", *sources),
        folder=directory,
    )
    image = _symbols(directory / "model.elf", "Tt") & set(public_functions())
    called = {op.kernel for op in module.walk() if isinstance(op, KernelOp)}
    assert called <= image <= called | CALLED_BY_KERNELS


def test_project_has_no_other_kernels(tmp_path: Path) -> None:
    directory = save(planned("pointwise"), tmp_path)
    sources = {path.stem for path in (directory / "kernels").rglob("*.c")}
    assert "arm_elementwise_mul_s8" in sources
    assert not {name for name in sources if "softmax" in name or "fully_connected" in name}


def test_nothing_can_be_written_to(tmp_path: Path) -> None:
    directory = save(planned("attention_mve"), tmp_path)
    cortex_m("m4").compile("-c", "-Ikernels/include", "model.c", "weights.c", folder=directory)
    for name in ("model.o", "weights.o"):
        assert not _symbols(directory / name, "BbDdC"), "a variable in data or bss"


def _symbols(file: Path, letters: str) -> set[str]:
    command = [require_tool("nm"), "--format=posix", str(file)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    fields = (line.split() for line in listing.splitlines())
    return {field[0] for field in fields if field[1] in letters}
