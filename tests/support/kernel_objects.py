"""Compiles the kernels and reads the symbols of the object files."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from cmlir.kernels import C_FLAGS, all_sources, include_dir

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wconversion")


@dataclass(frozen=True)
class Target:
    """A compiler and the flags that make it compile for one kind of machine."""

    name: str
    compiler: str
    flags: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    def compile(self, *arguments: str, folder: Path) -> None:
        """Run the compiler in `folder`, where it leaves its output; the test fails if it does."""
        executable = require_tool(self.compiler)
        command = [executable, *self.flags, *C_FLAGS, f"-I{include_dir()}", *arguments]
        finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert finished.returncode == 0, finished.stderr


def cortex_m(core: str) -> Target:
    return Target(f"cortex-{core}", "arm-none-eabi-gcc", ("-mthumb", f"-mcpu=cortex-{core}"))


HOST_GCC = Target("host-gcc", "gcc")
HOST_CLANG = Target("host-clang", "clang-19")
PLAIN_CORES = tuple(cortex_m(core) for core in ("m0plus", "m3", "m4", "m33"))
M7 = cortex_m("m7")
M55 = Target("cortex-m55", "arm-none-eabi-gcc", ("-mthumb", "-mcpu=cortex-m55", "-mfloat-abi=hard"))


def require_tool(name: str) -> str:
    """The path of a program; skips the test if it is not installed."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


@dataclass(frozen=True)
class Symbols:
    """The symbols of an object file."""

    defined: frozenset[str]
    """External ones."""
    undefined: frozenset[str]
    writable: frozenset[str]
    """Variables, external or not."""


def compile_all(target: Target, folder: Path) -> dict[Path, Symbols]:
    """Compile each kernel source of its own below `folder`; the symbols of each source."""
    symbols: dict[Path, Symbols] = {}
    for parent in sorted({path.parent for path in all_sources()}):
        own = folder / parent.name  # twins have the same name, and so have their objects
        own.mkdir()
        sources = [path for path in all_sources() if path.parent == parent]
        target.compile("-O2", *WARNINGS, "-c", *map(str, sources), folder=own)
        symbols |= {path: _read_symbols(own / f"{path.stem}.o") for path in sources}
    return symbols


def called(roots: Iterable[str], objects: Mapping[Path, Symbols]) -> dict[str, Path | None]:
    """What a linker draws in for `roots`: each symbol and the source defining it, None if none."""
    home = {name: path for path, symbols in objects.items() for name in symbols.defined}
    found: dict[str, Path | None] = {}
    pending = set(roots)
    while pending:
        name = pending.pop()
        found[name] = path = home.get(name)
        if path is not None:
            pending |= objects[path].undefined - found.keys()
    return found


def _read_symbols(path: Path) -> Symbols:
    lines = subprocess.run(
        [require_tool("nm"), "--format=posix", str(path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    letters = {line.split()[0]: line.split()[1] for line in lines}

    def having(wanted: str) -> frozenset[str]:
        return frozenset(name for name, letter in letters.items() if letter in wanted)

    return Symbols(having("TBDRCVW"), having("U"), having("BbDdC"))
