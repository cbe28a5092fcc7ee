"""Builds a C project into an ELF image for a board, or into a shared library for the host."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cmlir.kernels
from cmlir.errors import LimitError
from cmlir.runtime.cache import cached, digest
from cmlir.runtime.compile import Unit, compile_units, run_tool
from cmlir.runtime.errors import BuildError
from cmlir.runtime.placement import Placement, io_section_bytes, placements, regions
from cmlir.runtime.project import Project
from cmlir.runtime.targets import Board, Target
from cmlir.runtime.toolchain import (
    COMMON_FLAGS,
    Compiler,
    cross_compiler,
    cross_gcc,
    host_compiler,
)

STACK_BYTES = 64 * 1024

RUNNER_FLAGS = (
    "-std=c11",
    "-Os",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-tree-loop-distribute-patterns",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
)
"""So that the compiler makes no call of memcpy or memset out of the runner's loops."""

_READS_MODEL_HEADER = "runner.c"

_OVERFLOW = re.compile(r"region `(\w+)' overflowed by (\d+) bytes|will not fit in region `(\w+)'")


@dataclass(frozen=True)
class Image:
    """A linked image. `runner_objects` are the paths, as in the map, that are not the model's."""

    elf: Path
    map: Path
    project: Project
    target: Target
    compiler: str
    placement: Placement
    runner_objects: frozenset[str]


def runner_directory() -> Path:
    """Start-up code, linker scripts and runner."""
    return Path(cmlir.kernels.__file__).parent / "corstone300"


def build_image(
    project: Project,
    target: Target,
    compiler_name: str = "gcc",
    *,
    profile: bool = False,
    place: Mapping[str, str] | None = None,
) -> Image:
    """The project's image for the target's board; with `profile` it holds op boundary markers.

    Raises BuildError, LimitError if the memories are too small, ToolchainError without compilers.
    """
    compiler = cross_compiler(compiler_name, target)
    linker = cross_gcc(target)
    model = compile_units(compiler, model_units(project, target.optimisation, profile=profile))
    runner = compile_units(linker, _runner_units(project, target.board))
    link = _Link(linker, target.board, project, (*runner, *model), place or {})
    directory = cached("images", link.key(), link.make)
    return Image(
        elf=directory / "app.elf",
        map=directory / "app.map",
        project=project,
        target=target,
        compiler=compiler.identity,
        placement=json.loads((directory / "placement.json").read_text()),
        runner_objects=frozenset(str(path) for path in runner),
    )


def build_library(project: Project, compiler_name: str = "gcc") -> Path:
    """The project as a shared library for this machine. Raises BuildError, ToolchainError."""
    compiler = host_compiler(compiler_name)
    units = model_units(project, "-O3", extra=("-fPIC",))
    objects = [str(path) for path in compile_units(compiler, units)]
    flags = ("-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs")

    def make(directory: Path) -> None:
        run_tool(compiler.path, *flags, *objects, "-o", str(directory / "model.so"))

    key = digest(compiler.identity, *flags, *objects)
    return cached("images", key, make) / "model.so"


def model_units(
    project: Project, optimisation: str, *, profile: bool = False, extra: tuple[str, ...] = ()
) -> tuple[Unit, ...]:
    """What a project is compiled from: its own sources, then the kernels that it carries."""
    flags = (*COMMON_FLAGS, optimisation, *extra)
    forced = (runner_directory() / "markers.h",) if profile else ()
    own = (
        Unit(
            source,
            flags,
            includes=(project.directory, project.kernel_include),
            forced=forced if source.name == "model.c" else (),
            visible=(*project.headers, *project.kernel_headers),
        )
        for source in project.sources
    )
    kernels = (
        Unit(source, flags, (project.kernel_include,), visible=project.kernel_headers)
        for source in project.kernels
    )
    return (*own, *kernels)


def _runner_units(project: Project, board: Board) -> tuple[Unit, ...]:
    directory = runner_directory()
    own_headers = tuple(sorted(directory.glob("*.h")))
    model_headers = (*project.headers, *project.kernel_headers)
    return tuple(
        Unit(
            source,
            (*RUNNER_FLAGS, f"-D{board.define}"),
            includes=(directory, project.directory, project.kernel_include),
            visible=own_headers + (model_headers if source.name == _READS_MODEL_HEADER else ()),
        )
        for source in sorted((*directory.glob("*.c"), *directory.glob("*.S")))
    )


@dataclass(frozen=True)
class _Link:
    """The link of one image, tried with one placement after the other."""

    linker: Compiler
    board: Board
    project: Project
    objects: tuple[Path, ...]
    place: Mapping[str, str]

    @property
    def scripts(self) -> tuple[Path, Path]:
        return runner_directory() / self.board.script, runner_directory() / "image.ld"

    @property
    def flags(self) -> tuple[str, ...]:
        return (
            *self.linker.flags,
            "-nostartfiles",
            "-Wl,--gc-sections",
            "-Wl,-z,noexecstack",  # else gcc's and clang's objects together cause a warning
            f"-Wl,--defsym=__io_bytes={io_section_bytes(self.project)}",
            f"-Wl,--defsym=__stack_bytes={STACK_BYTES}",
        )

    def key(self) -> str:
        return digest(
            self.linker.identity,
            json.dumps([self.flags, dict(self.place), self.board.weights, self.board.data]),
            *(path.read_bytes() for path in self.scripts),
            *(str(path) for path in self.objects),
        )

    def make(self, directory: Path) -> None:
        said = ""
        for placement in placements(self.project, self.board, self.scripts[0], self.place):
            try:
                self._try(directory, placement)
            except BuildError as error:
                said = str(error)
                if not _OVERFLOW.search(said):
                    raise
                continue
            (directory / "placement.json").write_text(json.dumps(placement))
            return
        raise self._too_large(said)

    def _too_large(self, said: str) -> LimitError:
        """How much each memory lacks, and what is largest."""
        rooms = {name: size for name, (_, size) in regions(self.scripts[0]).items()}
        excess = [
            f"{name} by {count} bytes: {room + int(count):,} are needed, it has {room:,}"
            for name, count, _ in _OVERFLOW.findall(said)
            if (room := rooms.get(name))
        ]
        peak = f" ({self.project.peak})" if self.project.peak else ""
        return LimitError(
            "the image does not fit: it exceeds " + ("; ".join(excess) or said),
            advice=f"the arena takes {self.project.arena_bytes:,} bytes{peak}: make tensors at its "
            "peak smaller, or place arena or weights elsewhere (place={'weights': …})",
        )

    def _try(self, directory: Path, placement: Placement) -> None:
        aliases = directory / "regions.ld"
        aliases.write_text(
            "".join(f'REGION_ALIAS("{k.upper()}", {v})\n' for k, v in placement.items())
        )
        board_script, image_script = self.scripts
        run_tool(
            self.linker.path,
            *self.flags,
            f"-Wl,-Map={directory / 'app.map'}",
            *("-T", str(board_script), "-T", str(aliases), "-T", str(image_script)),
            *(str(path) for path in self.objects),
            *("-o", str(directory / "app.elf")),
        )
