"""Checks that one image runs on QEMU's mps3-an547 and on the FVPs alike.

Its segments lie in memories that both have, it starts by its vector table, it does without
semihosting where nobody answers, and it says EOT, on which the FVP stops, before it exits.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from cmlir.runtime.elf import Elf, Segment, Symbol
from cmlir.runtime.targets import CORSTONE300, Board
from cmlir.runtime.thumb import SEMIHOSTING_BREAKPOINT, instructions, reached

KIB = 1024
MIB = 1024 * KIB

MEMORIES = {
    "ITCM": (0x10000000, 512 * KIB),
    "BRAM": (0x11000000, 1 * MIB),  # not on the Corstone-320
    "DTCM": (0x30000000, 512 * KIB),
    "ISRAM": (0x31000000, 2 * MIB),
    "DDR": (0x70000000, 256 * MIB),
}
"""Origin (Secure alias) and size of what exists on both. QSPI is left out: QEMU has it as ROM."""

VECTORS = 0x10000000
"""Where the processor looks for its vector table at reset."""

EOT = 4

_HARD_FAULT = 3
"""The exception's number, and its place in the vector table."""


def problems(elf: Elf, board: Board = CORSTONE300) -> tuple[str, ...]:
    """What keeps the image from running on either simulator, in words; empty if nothing does."""
    memories = {name: at for name, at in MEMORIES.items() if name in (*board.weights, *board.data)}
    functions = {symbol.address: symbol for symbol in elf.symbols() if symbol.is_function}
    return (
        *(found for segment in elf.segments() if (found := _misplaced(segment, memories))),
        *_vector_problems(elf, memories),
        *_semihosting_problems(elf, functions),
        *_ending_problems(elf, functions),
    )


_Memories = dict[str, tuple[int, int]]


def _misplaced(segment: Segment, memories: _Memories) -> str | None:
    if segment.virtual != segment.physical:
        return (
            f"segment at 0x{segment.virtual:08x} is loaded at 0x{segment.physical:08x}: "
            "loaders differ in which of them they take"
        )
    if not _is_within(memories, segment.virtual, segment.memory_size):
        end = segment.virtual + segment.memory_size
        return f"segment 0x{segment.virtual:08x}..0x{end:08x} lies in no common Secure memory"
    return None


def _is_within(memories: _Memories, address: int, size: int) -> bool:
    return any(at <= address and address + size <= at + length for at, length in memories.values())


def _vector_problems(elf: Elf, memories: _Memories) -> Iterator[str]:
    table = elf.read(VECTORS, 8)
    if table is None:
        yield f"no vector table at 0x{VECTORS:08x}"
        return
    stack, reset = struct.unpack("<II", table)
    if not _is_within(memories, stack - 4, 4):
        yield f"initial stack pointer 0x{stack:08x} lies in no common Secure memory"
    if reset & 1 == 0 or elf.read(reset & ~1, 2) is None:
        yield f"reset vector 0x{reset:08x} is not Thumb code of the image"


def _semihosting_problems(elf: Elf, functions: dict[int, Symbol]) -> Iterator[str]:
    """A breakpoint that nobody answers is a HardFault, whose handler has to know it."""
    vector = elf.read(VECTORS + 4 * _HARD_FAULT, 4)
    callers = [f.name for f in functions.values() if _has_breakpoint(elf, f)]
    if vector is None or not callers:
        return
    handler = functions.get(struct.unpack("<I", vector)[0] & ~1)
    if handler is None or not any(_knows_it(elf, f) for f in reached(elf, handler, functions)):
        yield f"semihosting in {', '.join(callers)} without a HardFault handler that steps over it"


def _has_breakpoint(elf: Elf, function: Symbol) -> bool:
    return any(i.first == SEMIHOSTING_BREAKPOINT for i in instructions(elf, function))


def _knows_it(elf: Elf, function: Symbol) -> bool:
    return any(i.moved_constant == SEMIHOSTING_BREAKPOINT for i in instructions(elf, function))


def _ending_problems(elf: Elf, functions: dict[int, Symbol]) -> Iterator[str]:
    """In the runner's `finish` (kernels/corstone300/console.c): EOT first, then the exit."""
    named = {symbol.name: symbol for symbol in functions.values()}
    if "finish" not in named or "semihosting_exit" not in named:
        yield "not an image with cmlir's runner: it has no function finish or semihosting_exit"
        return
    said = False
    for instruction in instructions(elf, named["finish"]):
        said |= instruction.first_argument == EOT
        if instruction.call_target == named["semihosting_exit"].address:
            break
    if not said:
        yield "the image exits without EOT on its UART, on which the FVP stops"
