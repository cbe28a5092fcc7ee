"""Builds all kernels for the machine that runs Python."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.kernels.sources import all_sources, include_dir

C_FLAGS = ("-std=c11", "-ffp-contract=off")
"""What every build of the kernels needs for its results to be right: without the second, compilers
may fuse a float multiplication and addition, which rounds differently."""

_HOST_FLAGS = ("-O2", "-fPIC", "-shared")
_SANITIZER_FLAGS = (
    "-O1",
    "-g",
    "-fPIC",
    "-shared",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)


def build_host(out: str | Path, compiler: str = "gcc", sanitize: bool = False) -> Path:
    """Compile every kernel into the shared library `out`, which exports the C functions.

    With `sanitize`, the library checks its memory accesses and arithmetic (ASan, UBSan); a process
    that was not started for that needs the compiler's ASan library in LD_PRELOAD.
    Returns the library's path. Raises ToolchainError if the compiler is missing or fails.
    """
    out = Path(out)
    if not out.parent.is_dir():
        raise InvalidInputError(
            f"there is no folder '{out.parent}' for the library", advice="create it first"
        )
    executable = shutil.which(compiler)
    if executable is None:
        raise ToolchainError(
            f"the C compiler '{compiler}' was not found",
            advice="install it (Debian: apt-get install gcc) or name another one",
        )
    flags = _SANITIZER_FLAGS if sanitize else _HOST_FLAGS
    command = [executable, *C_FLAGS, *flags, f"-I{include_dir()}", "-o", str(out)]
    command += map(str, all_sources())
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise ToolchainError(
            f"'{compiler}' could not build the kernels:\n{finished.stderr.strip()}",
            advice="a C11 compiler that takes gcc's options is needed, such as gcc or clang",
        )
    return out
