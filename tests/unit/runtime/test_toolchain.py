"""Finding compilers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime.qemu import find_qemu
from cmlir.runtime.targets import TARGETS, find_target
from cmlir.runtime.toolchain import (
    cross_clang,
    cross_compiler,
    cross_gcc,
    host_compiler,
    version_line,
    version_number,
)

M55 = TARGETS["cortex-m55"]


@pytest.mark.parametrize(
    ("find", "package"),
    [
        (lambda: cross_gcc(M55), "gcc-arm-none-eabi"),
        (lambda: cross_clang(M55), "clang-19"),
        (lambda: host_compiler("gcc"), "gcc"),
        (lambda: host_compiler("clang"), "clang-19"),
        (find_qemu, "qemu-system-arm"),
    ],
)
def test_missing_tool_names_its_package(
    find: Callable[[], object], package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainError, match=f"apt-get install {package}"):
        find()


def test_variable_overrides_the_search(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CMLIR_ARM_GCC", "no-such-compiler")
    with pytest.raises(ToolchainError, match="no-such-compiler"):
        cross_gcc(M55)


def test_broken_tool(tmp_path: Path):
    tool = tmp_path / "gcc"
    tool.write_text("#!/bin/sh\nexit 3\n")
    tool.chmod(0o755)
    with pytest.raises(ToolchainError, match="--version failed"):
        version_line(str(tool))


def test_old_gcc_compiles_for_the_m85_as_for_the_m55():
    compiler = cross_gcc(TARGETS["cortex-m85"])
    is_old = version_number(compiler.path) < (13,)
    assert ("-mcpu=cortex-m55" in compiler.flags) == is_old
    assert "-mcpu=cortex-m85" in cross_clang(TARGETS["cortex-m85"]).flags


def test_unknown_names():
    with pytest.raises(InvalidInputError, match="unknown compiler 'icc'"):
        cross_compiler("icc", M55)
    with pytest.raises(InvalidInputError, match="unknown compiler 'icc'"):
        host_compiler("icc")
    with pytest.raises(InvalidInputError, match="unknown target 'cortex-a9'"):
        find_target("cortex-a9")
