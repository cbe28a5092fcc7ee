"""The instructions of an image, as objdump writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cmlir.runtime.compile import run_tool
from cmlir.runtime.toolchain import find_program

_FUNCTION = re.compile(r"^[0-9a-f]+ <(?P<name>[^>]+)>:$")
_INSTRUCTION = re.compile(r"^\s*(?P<address>[0-9a-f]+):\t[0-9a-f ]+\t(?P<text>.+)$")
_MACHINES = {"cortex-m55": "armv8.1-m.main", "cortex-m85": "armv8.1-m.main"}
"""Where objdump does not know the vector extension by itself."""


@dataclass(frozen=True)
class Instruction:
    """``vldrw.u32``, ``q0, [r1], #16`` of the C function that holds it."""

    function: str
    mnemonic: str
    operands: str


def disassembly(elf: Path, target: str) -> dict[int, Instruction]:
    """Of an executable, by address. Raises ToolchainError without objdump."""
    return dict(instructions(elf, target))


def instructions(path: Path, target: str) -> Iterator[tuple[int, Instruction]]:
    """Addresses and instructions of an executable or an object file, in the order of its sections.

    Raises ToolchainError without objdump.
    """
    objdump = find_program(
        ("arm-none-eabi-objdump",), "CMLIR_OBJDUMP", "binutils-arm-none-eabi", "objdump for Arm"
    )
    machine = _MACHINES.get(target)
    options = () if machine is None else ("-m", machine)
    yield from _parsed(run_tool(objdump, "-d", *options, str(path)).splitlines())


def _parsed(lines: Sequence[str]) -> Iterator[tuple[int, Instruction]]:
    function = "?"
    for line in lines:
        if named := _FUNCTION.match(line):
            function = named["name"]
        elif found := _INSTRUCTION.match(line):
            mnemonic, _, operands = found["text"].partition("\t")
            yield int(found["address"], 16), Instruction(function, mnemonic.strip(), operands)
