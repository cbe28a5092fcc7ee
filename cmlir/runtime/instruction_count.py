"""The instruction counter: QEMU's plugin insn_count.c, built on first use, and what it writes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cmlir.runtime.cache import cached, digest
from cmlir.runtime.compile import run_tool
from cmlir.runtime.toolchain import host_compiler

_FLAGS = ("-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra")


@dataclass(frozen=True)
class Counts:
    """Of one call of model_run: its executed instructions, and those of each op, if marked."""

    instructions: int
    per_op: tuple[int, ...]


def build_plugin() -> Path:
    """The plugin for this machine's QEMU. Raises ToolchainError without a host compiler."""
    source = Path(__file__).parent / "insn_count.c"
    compiler = host_compiler("gcc")

    def make(directory: Path) -> None:
        run_tool(compiler.path, *_FLAGS, str(source), "-o", str(directory / "insn_count.so"))

    key = digest(compiler.identity, *_FLAGS, source.read_bytes())
    return cached("plugins", key, make) / "insn_count.so"


def read_counts(path: Path) -> tuple[Counts, ...]:
    """One for each call, in order. Op i's instructions lie between boundaries i and i + 1."""
    calls: list[Counts] = []
    boundaries: list[int] = []
    for line in path.read_text().splitlines():
        event, number = line.split()
        if event == "op":
            boundaries.append(int(number))
            continue
        pairs = pairwise(boundaries)
        calls.append(Counts(int(number), tuple(after - before for before, after in pairs)))
        boundaries = []
    return tuple(calls)


def read_histogram(path: Path) -> dict[int, int]:
    """How often the instruction at each address was executed, over all calls."""
    pairs = (line.split() for line in path.read_text().splitlines())
    return {int(address, 16): int(count) for address, count in pairs}
