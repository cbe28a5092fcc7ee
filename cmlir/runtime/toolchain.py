"""Finds the compilers, and says which package holds a missing one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime.targets import Target

CLANG_NAMES = ("clang-19", "clang", *(f"clang-{n}" for n in (22, 21, 20, 18, 17)))

OLDEST_ARM_GCC = (10,)
"""The first that knows the Cortex-M55 and the instructions of MVE."""

COMMON_FLAGS = (
    "-std=c11",
    "-ffp-contract=off",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wall",
    "-Wextra",
    "-Werror",
)
"""For every compiler, target and emitted file."""


@dataclass(frozen=True)
class Compiler:
    """`flags` select the processor and are given to every call; `identity` names path-independent
    version information, for reports and cache keys."""

    path: str
    identity: str
    flags: tuple[str, ...]


def find_program(names: tuple[str, ...], variable: str, package: str, purpose: str) -> str:
    """The path of the first program found; `$variable` overrides the search.

    Raises ToolchainError naming Debian's package if there is none.
    """
    chosen = os.environ.get(variable)
    for name in (chosen,) if chosen else names:
        if path := shutil.which(name):
            return path
    raise ToolchainError(
        f"{purpose} is missing: no {chosen or ' or '.join(names[:2])} found",
        where=f"${variable}" if chosen else "PATH",
        advice=f"apt-get install {package}, or set {variable} to its path",
    )


@cache
def version_line(path: str) -> str:
    """The first line of `path --version`. Raises ToolchainError if it cannot be run."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolchainError(f"cannot run {path}: {error}") from error
    if done.returncode != 0 or not done.stdout:
        raise ToolchainError(f"{path} --version failed: {done.stderr.strip()}")
    return done.stdout.splitlines()[0]


def version_number(path: str) -> tuple[int, ...]:
    """(12, 2, 1) of `arm-none-eabi-gcc (15:12.2.rel1-1) 12.2.1 20221205`."""
    found = re.findall(r"\b(\d+)\.(\d+)\.(\d+)\b", version_line(path))
    return tuple(int(part) for part in found[-1]) if found else ()


def cross_gcc(target: Target) -> Compiler:
    """arm-none-eabi-gcc, which also links the objects of other compilers."""
    path = find_program(
        ("arm-none-eabi-gcc",),
        "CMLIR_ARM_GCC",
        "gcc-arm-none-eabi libnewlib-arm-none-eabi",
        "the Arm cross compiler",
    )
    flags = target.flags
    if version_number(path) < OLDEST_ARM_GCC:
        raise ToolchainError(
            f"{version_line(path)} is too old: cmlir needs {OLDEST_ARM_GCC[0]} or newer",
            where=path,
            advice="apt-get install gcc-arm-none-eabi, or set CMLIR_ARM_GCC to the path of another",
        )
    if version_number(path) < (13,):  # which do not know it yet; the instructions are the M55's
        flags = tuple(flag.replace("cortex-m85", "cortex-m55") for flag in flags)
    return Compiler(path, version_line(path), flags)


def cross_clang(target: Target) -> Compiler:
    """clang with newlib's headers and gcc's size of enums, so that gcc can link its objects."""
    path = _clang()
    sysroot = newlib_headers(cross_gcc(target).path)
    flags = ("--target=arm-none-eabi", *target.flags, "-fshort-enums", "-isystem", str(sysroot))
    return Compiler(path, version_line(path), flags)


def cross_compiler(name: str, target: Target) -> Compiler:
    """name: "gcc" or "clang"."""
    if name == "gcc":
        return cross_gcc(target)
    if name == "clang":
        return cross_clang(target)
    raise _unknown(name)


def host_compiler(name: str) -> Compiler:
    """name: "gcc" or "clang"."""
    if name == "clang":
        path = _clang()
    elif name == "gcc":
        path = find_program(("gcc", "cc"), "CMLIR_GCC", "gcc libc6-dev", "the host's C compiler")
    else:
        raise _unknown(name)
    return Compiler(path, version_line(path), ())


def newlib_headers(gcc: str) -> Path:
    """The directory of newlib's headers, beside the libc that `gcc` links."""
    done = subprocess.run([gcc, "-print-file-name=libc.a"], capture_output=True, text=True)
    headers = Path(done.stdout.strip()).resolve().parent.parent / "include"
    if not (headers / "string.h").is_file():
        raise ToolchainError(
            f"{gcc} has no C library", advice="apt-get install libnewlib-arm-none-eabi"
        )
    return headers


def _clang() -> str:
    return find_program(CLANG_NAMES, "CMLIR_CLANG", "clang-19", "clang")


def _unknown(name: str) -> InvalidInputError:
    return InvalidInputError(f"unknown compiler {name!r}", advice="one of gcc, clang")
