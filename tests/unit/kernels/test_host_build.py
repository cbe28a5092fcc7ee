"""Building the host library, by Python and by command line, and what sanitizers say about it."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.kernels import build_host, public_functions
from cmlir.kernels.__main__ import main
from support.kernel_library import SANITIZED_LIBRARY
from support.kernel_objects import require_tool

OTHER_TESTS = sorted(
    str(path)
    for path in Path(__file__).parent.glob("test_*.py")
    if path.stem not in ("test_host_build", "test_sources")
)
"""The tests that call kernels."""


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_library_exports_every_public_function(tmp_path: Path, compiler: str) -> None:
    require_tool(compiler)
    path = build_host(tmp_path / "kernels.so", compiler=compiler)
    library = ctypes.CDLL(str(path))
    for function in public_functions():
        assert getattr(library, function)


def test_command_line(tmp_path: Path) -> None:
    out = tmp_path / "kernels.so"
    command = [sys.executable, "-m", "cmlir.kernels", "build-host", str(out)]
    subprocess.run(command, check=True)
    assert ctypes.CDLL(str(out)).arm_nn_requantize(1000, 2**30, 0) == 500


def test_command_line_without_compiler(tmp_path: Path) -> None:
    arguments = ["build-host", str(tmp_path / "kernels.so"), "--compiler", "no-such-compiler"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert "no-such-compiler" in result.output
    assert "install" in result.output
    assert "Traceback" not in result.output


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="no folder"):
        build_host(tmp_path / "missing" / "kernels.so")


def test_failing_compiler(tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\necho unknown option -std=c11 >&2\nexit 1\n")
    compiler.chmod(0o755)
    with pytest.raises(ToolchainError, match="unknown option"):
        build_host(tmp_path / "kernels.so", compiler=str(compiler))


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that can load a library with sanitizers, and its path."""
    path = build_host(tmp_path_factory.mktemp("sanitized") / "kernels.so", sanitize=True)
    command = [require_tool("gcc"), "-print-file-name=libasan.so"]
    runtime = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return os.environ | {
        "LD_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=0",
        "CMLIR_TEST_EXAMPLES": "30",
        SANITIZED_LIBRARY: str(path),
    }


def test_sanitizers_find_nothing(sanitized: dict[str, str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *OTHER_TESTS]
    finished = subprocess.run(command, env=sanitized, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr


OVER_READ = """
import ctypes, os
library = ctypes.CDLL(os.environ["{variable}"])
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
seven = ctypes.c_void_p(libc.malloc(7))
ctypes.memset(seven, 0, 7)
out = ctypes.create_string_buffer(100)
library.arm_softmax_s8(seven, 1, {size}, 2**30, 20, -2000, out)
"""


@pytest.mark.parametrize(("size", "sound"), [(7, True), (8, False)])
def test_sanitizers_see_a_read_too_far(sanitized: dict[str, str], size: int, sound: bool) -> None:
    program = OVER_READ.format(variable=SANITIZED_LIBRARY, size=size)
    command = [sys.executable, "-c", program]
    finished = subprocess.run(command, env=sanitized, capture_output=True, text=True, check=False)
    assert (finished.returncode == 0) == sound, finished.stderr
    assert sound or "heap-buffer-overflow" in finished.stderr
