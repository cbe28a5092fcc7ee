"""Decides which memory of a board holds the weights, the arena, the state and the I/O buffers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cmlir.errors import InvalidInputError, LimitError
from cmlir.runtime.project import Project
from cmlir.runtime.targets import Board

GUARD_BYTES = 16
"""Kept poisoned after each buffer by the runner (GUARD_BYTES and IO_ALIGNMENT in runner.c)."""

PLACEABLE = ("weights", "arena", "state")

_REGION = re.compile(r"^\s*(\w+)\s*\(\w+\)\s*:\s*ORIGIN = (\w+), LENGTH = (\d+)([KM])$", re.M)

Placement = dict[str, str]
"""The memory's name for each of weights, arena, state and io."""


def regions(script: Path) -> dict[str, tuple[int, int]]:
    """Origin and size in bytes of each memory that a linker script declares."""
    unit = {"K": 1024, "M": 1024 * 1024}
    found = _REGION.findall(script.read_text())
    return {name: (int(at, 0), int(count) * unit[k]) for name, at, count, k in found}


def io_section_bytes(project: Project) -> int:
    """What the runner takes for the inputs and outputs, each padded and guarded."""
    ports = (*project.inputs, *project.outputs)
    return sum(_padded(port.bytes) for port in ports if port.arena_offset is None)


def placements(
    project: Project, board: Board, script: Path, place: Mapping[str, str]
) -> Iterator[Placement]:
    """The placements to try, best first; they differ in where the weights are.

    `place` fixes the memory of weights, arena or state by name, in any case ("ddr"). Arena, state
    and I/O go into the first memory with room for them. Raises InvalidInputError for an unknown
    name and LimitError where nothing has room.
    """
    chosen = check_place(place, board)
    room = {name: size for name, (_, size) in regions(script).items()}
    sizes = {
        "arena": _padded(project.arena_bytes),
        "state": _padded(project.state_bytes),
        "io": io_section_bytes(project),
    }
    fixed: Placement = {}
    for what, size in sizes.items():
        peak = project.peak if what == "arena" else ""
        fixed[what] = chosen.get(what) or _first_with_room(what, size, board, room, peak)
        room[fixed[what]] -= size
    for memory in (chosen["weights"],) if "weights" in chosen else board.weights:
        yield {"weights": memory, **fixed}


def check_place(place: Mapping[str, str], board: Board) -> dict[str, str]:
    """The memories as the board calls them; raises InvalidInputError for what it does not have."""
    for what, memory in place.items():
        if what not in PLACEABLE:
            raise InvalidInputError(
                f"cannot place {what!r}", advice="place weights, arena or state"
            )
        allowed = board.weights if what == "weights" else board.data
        if memory.upper() not in allowed:
            raise InvalidInputError(
                f"{board.name} cannot hold {what} in {memory!r}",
                advice="one of " + ", ".join(name.lower() for name in allowed),
            )
    return {what: memory.upper() for what, memory in place.items()}


def _first_with_room(what: str, size: int, board: Board, room: Mapping[str, int], peak: str) -> str:
    for memory in board.data:
        if size <= room[memory]:
            return memory
    most = max(room[memory] for memory in board.data)
    raise LimitError(
        f"{what} of {size:,} bytes fits no memory of {board.name}: the largest has {most:,} left",
        advice=peak or "make the tensors that live at once smaller",
    )


def _padded(size: int) -> int:
    return (size + GUARD_BYTES + 15) // 16 * 16
