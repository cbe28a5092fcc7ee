"""The instruction counter: QEMU's plugin insn_count.c, built on first use, and what it writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from cmlir.runtime.cache import cached, digest
from cmlir.runtime.compile import run_tool
from cmlir.runtime.toolchain import host_compiler

_FLAGS = ("-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra")


@dataclass(frozen=True)
class Counts:
    """Of one call of model_run: its executed instructions, and those of each op, if marked.

    ``cost`` and ``per_op_cost`` are the sums of the instructions' costs: 0 where none were given.
    """

    instructions: int
    per_op: tuple[int, ...]
    cost: int
    per_op_cost: tuple[int, ...]


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
    boundaries: list[tuple[int, int]] = []
    for line in path.read_text().splitlines():
        event, instructions, cost = line.split()
        if event == "op":
            boundaries.append((int(instructions), int(cost)))
            continue
        per_op = _between(count for count, _ in boundaries)
        per_op_cost = _between(total for _, total in boundaries)
        calls.append(Counts(int(instructions), per_op, int(cost), per_op_cost))
        boundaries = []
    return tuple(calls)


def _between(boundaries: Iterable[int]) -> tuple[int, ...]:
    return tuple(after - before for before, after in pairwise(boundaries))


def write_costs(path: Path, costs: Mapping[int, int]) -> None:
    """The file that tells the plugin what executing the instruction at each address costs."""
    path.write_text("".join(f"{address:x} {cost}\n" for address, cost in costs.items()))


def read_histogram(path: Path) -> dict[int, int]:
    """How often the instruction at each address was executed, over all calls."""
    pairs = (line.split() for line in path.read_text().splitlines())
    return {int(address, 16): int(count) for address, count in pairs}
