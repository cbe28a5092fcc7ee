"""Compiles single C and assembly files, once for each different content."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cmlir.progress import told
from cmlir.runtime.cache import cached, digest
from cmlir.runtime.errors import BuildError
from cmlir.runtime.toolchain import Compiler

PARALLEL = 2


@dataclass(frozen=True)
class Unit:
    """A source file and all that its object depends on.

    `includes` are searched for headers, `forced` are included before the first line, `visible` are
    the headers that the source may read: their content is part of the object's identity, their
    place is not.
    """

    source: Path
    flags: tuple[str, ...]
    includes: tuple[Path, ...] = ()
    forced: tuple[Path, ...] = ()
    visible: tuple[Path, ...] = ()

    def key(self, compiler: Compiler) -> str:
        files = (self.source, *self.forced, *self.visible)
        named = (part for file in files for part in (file.name, file.read_bytes()))
        return digest(compiler.identity, "\n".join((*compiler.flags, *self.flags)), *named)


def compile_units(compiler: Compiler, units: Iterable[Unit]) -> tuple[Path, ...]:
    """The objects, in the order of the units. Raises BuildError with the compiler's messages."""
    todo = tuple(units)
    with ThreadPoolExecutor(PARALLEL) as pool:
        objects = pool.map(partial(compile_unit, compiler), todo)
        return tuple(told("building", objects, len(todo)))


def compile_unit(compiler: Compiler, unit: Unit) -> Path:
    """The object of one source, named as the source is. Raises BuildError."""
    name = unit.source.stem + ".o"

    def make(directory: Path) -> None:
        run_tool(
            compiler.path,
            *compiler.flags,
            *unit.flags,
            *(f"-I{directory}" for directory in unit.includes),
            *(part for file in unit.forced for part in ("-include", str(file))),
            *("-c", str(unit.source), "-o", str(directory / name)),
        )

    return cached("objects", unit.key(compiler), make) / name


def run_tool(*command: str) -> str:
    """What the tool printed. Raises BuildError with what it said if it fails."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C"},  # messages are read by programs, too
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        raise BuildError(f"{Path(command[0]).name} failed:\n{said[:4000]}")
    return done.stdout
