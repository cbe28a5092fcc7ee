"""Finds predicates of vector instructions that are constants in the code.

GCC 12.2 compiles such predicates of lanes of 16 and 32 bits to wrong ones: 0x0f0f becomes 0xffff.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cmlir.runtime.disassembly import Instruction, instructions

_PREDICATE = re.compile(r"p0, (?P<register>\w+)$")
_IMMEDIATE = re.compile(r"(mov|movw|movs|mvn|mvns)(\.w)?$")


def constant_predicates(path: Path) -> list[str]:
    """The functions of an object file for the Cortex-M55 that have one, with the instruction."""
    return list(_found(found for _, found in instructions(path, "cortex-m55")))


def _found(code: Iterable[Instruction]) -> Iterable[str]:
    """A register's content is a constant if the last instruction that named it first loads one."""
    constants: set[str] = set()
    function = ""
    for instruction in code:
        if instruction.function != function:
            function = instruction.function
            constants.clear()
        predicate = _PREDICATE.match(instruction.operands)
        if instruction.mnemonic == "vmsr" and predicate is not None:
            if predicate["register"] in constants:
                yield f"{function}: {instruction.mnemonic} {instruction.operands}"
            continue
        written = instruction.operands.split(",")[0]
        if _is_constant(instruction):
            constants.add(written)
        else:
            constants.discard(written)


def _is_constant(instruction: Instruction) -> bool:
    if _IMMEDIATE.match(instruction.mnemonic):
        return "#" in instruction.operands
    return instruction.mnemonic.startswith("ldr") and "[pc" in instruction.operands
