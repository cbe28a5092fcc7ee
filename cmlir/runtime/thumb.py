"""Reads the few Thumb instructions of an image that say how it talks to its simulator.

Encodings are those of the Arm v8-M Architecture Reference Manual.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from cmlir.runtime.elf import Elf, Symbol

SEMIHOSTING_BREAKPOINT = 0xBEAB


@dataclass(frozen=True)
class Instruction:
    """`second` is None for an instruction of 16 bits."""

    address: int
    first: int
    second: int | None

    @property
    def call_target(self) -> int | None:
        """Of BL (encoding T1): where it goes."""
        if self.second is None or self.first >> 11 != 0b11110 or self.second >> 14 != 0b11:
            return None
        if not self.second >> 12 & 1:
            return None
        sign = self.first >> 10 & 1
        i1, i2 = (1 ^ (self.second >> bit & 1) ^ sign for bit in (13, 11))
        upper = sign << 24 | i1 << 23 | i2 << 22
        offset = upper | (self.first & 0x3FF) << 12 | (self.second & 0x7FF) << 1
        return self.address + 4 + offset - (sign << 25)

    @property
    def moved_constant(self) -> int | None:
        """Of MOVW (T3) to any register: its 16 bits."""
        if self.second is None or self.first & 0xFBF0 != 0xF240 or self.second >> 15:
            return None
        high = (self.first & 0xF) << 12 | (self.first >> 10 & 1) << 11
        return high | (self.second >> 12 & 7) << 8 | self.second & 0xFF

    @property
    def first_argument(self) -> int | None:
        """Of MOVS r0, #imm8 (T1): the value."""
        return self.first & 0xFF if self.second is None and self.first >> 8 == 0x20 else None


def instructions(elf: Elf, function: Symbol) -> Iterator[Instruction]:
    """One after the other, constants between them taken for instructions too."""
    code = elf.read(function.address, function.size) or b""
    words = struct.unpack(f"<{len(code) // 2}H", code[: len(code) // 2 * 2])
    at = 0
    while at < len(words):
        is_long = words[at] >> 11 in (0b11101, 0b11110, 0b11111) and at + 1 < len(words)
        second = words[at + 1] if is_long else None
        yield Instruction(function.address + 2 * at, words[at], second)
        at += 2 if is_long else 1


def reached(elf: Elf, start: Symbol, functions: dict[int, Symbol]) -> tuple[Symbol, ...]:
    """`start` and every function that is called from it, directly or not."""
    found = {start.address: start}
    waiting = [start]
    while waiting:
        for instruction in instructions(elf, waiting.pop()):
            target = functions.get(instruction.call_target or -1)
            if target is not None and target.address not in found:
                found[target.address] = target
                waiting.append(target)
    return tuple(found.values())
