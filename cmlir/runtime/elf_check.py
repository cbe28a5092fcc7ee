"""Checks that one image runs on QEMU's mps3-an547 and on the Corstone-300 FVP alike."""

from __future__ import annotations

import struct

from cmlir.runtime.elf import Elf, Segment

KIB = 1024
MIB = 1024 * KIB

MEMORIES = {
    "ITCM": (0x10000000, 512 * KIB),
    "BRAM": (0x11000000, 1 * MIB),
    "DTCM": (0x30000000, 512 * KIB),
    "ISRAM": (0x31000000, 2 * MIB),
    "DDR": (0x70000000, 256 * MIB),
}
"""Origin (Secure alias) and size of what exists on both. QSPI is left out: QEMU has it as ROM."""

VECTORS = 0x10000000
"""Where the processor looks for its vector table at reset."""


def problems(elf: Elf) -> tuple[str, ...]:
    """What keeps the image from running on either simulator, in words; empty if nothing does."""
    found = [problem for segment in elf.segments() if (problem := _misplaced(segment))]
    return (*found, *_vector_problems(elf))


def _misplaced(segment: Segment) -> str | None:
    if segment.virtual != segment.physical:
        return (
            f"segment at 0x{segment.virtual:08x} is loaded at 0x{segment.physical:08x}: "
            "loaders differ in which of them they take"
        )
    if not _memory_of(segment.virtual, segment.memory_size):
        end = segment.virtual + segment.memory_size
        return f"segment 0x{segment.virtual:08x}..0x{end:08x} lies in no common Secure memory"
    return None


def _memory_of(address: int, size: int) -> str | None:
    for name, (origin, length) in MEMORIES.items():
        if origin <= address and address + size <= origin + length:
            return name
    return None


def _vector_problems(elf: Elf) -> tuple[str, ...]:
    table = elf.read(VECTORS, 8)
    if table is None:
        return (f"no vector table at 0x{VECTORS:08x}",)
    stack, reset = struct.unpack("<II", table)
    found: list[str] = []
    if not _memory_of(stack - 4, 4):
        found.append(f"initial stack pointer 0x{stack:08x} lies in no common Secure memory")
    if reset & 1 == 0 or elf.read(reset & ~1, 2) is None:
        found.append(f"reset vector 0x{reset:08x} is not Thumb code of the image")
    return tuple(found)
