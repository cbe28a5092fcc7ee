"""An estimate of cycles from executed instructions, by a table of costs.

QEMU counts instructions exactly and knows no time.  Instructions flatter code that does much with
each of them, so this table weighs them, for a Cortex-M55-like pipeline that runs code and data from
memory without wait states:

| instruction | cycles |
|---|---|
| 128-bit vector operation, load or store | 2: two beats |
| gather or scatter | one a lane |
| ldm, stm, push, pop, vldm, vstm, vpush, vpop | 1, and one a register |
| ldrd, strd, 64-bit multiply | 2 |
| sdiv, udiv | 8 |
| vdiv, vsqrt of one float | 14 |
| branch, as if taken; table branch 4 | 2 |
| loop end (le, letp) | 1 |
| everything else | 1 |

It compares kernels with each other; it is no promise for any chip.
"""

from __future__ import annotations

import re
from pathlib import Path

from cmlir.runtime.disassembly import disassembly

_VECTOR = re.compile(r"\bq[0-7]\b")
_OFFSETS = re.compile(r"\[[^\]]*\bq[0-7]\b")
_RANGE = re.compile(r"\b([rsd])(\d+)-\1(\d+)\b")
_LANES = {"8": 16, "16": 8, "32": 4, "64": 2}
_MULTIPLE = ("ldm", "stm", "push", "pop", "vldm", "vstm", "vpush", "vpop")
_FIXED = {"sdiv": 8, "udiv": 8, "ldrd": 2, "strd": 2, "vdiv": 14, "vsqrt": 14, "tbb": 4, "tbh": 4}
_LONG_MULTIPLY = ("smull", "umull", "smlal", "umlal", "smlald")
_LOOP_ENDS = ("le", "letp")
_BRANCH = re.compile(
    r"(b|bl|bx|blx|cbz|cbnz)((eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?(\.[nw])?)$"
)


def cycles_by_address(elf: Path, target: str) -> dict[int, int]:
    """The estimate of each instruction of an image, executed once. Raises ToolchainError."""
    return {
        address: estimated_cycles(found.mnemonic, found.operands)
        for address, found in disassembly(elf, target).items()
    }


def estimated_cycles(mnemonic: str, operands: str) -> int:
    """Of one execution of an instruction as objdump writes it: ``vldrw.u32``, ``q0, [r1], #16``."""
    base, *suffixes = mnemonic.split(".")
    if base.startswith(_MULTIPLE):
        return 1 + _registers(operands)
    if _VECTOR.search(operands) and base.startswith("v"):
        return _lanes(suffixes) if _OFFSETS.search(operands) else 2
    for name, cost in _FIXED.items():
        if base.startswith(name):
            return cost
    if base.startswith(_LONG_MULTIPLY):
        return 2
    is_branch = base not in _LOOP_ENDS and _BRANCH.match(mnemonic)
    return 2 if is_branch else 1


def _registers(operands: str) -> int:
    """How many a list in braces names."""
    listed = operands[operands.find("{") + 1 : operands.find("}")]
    ranges = [int(last) - int(first) for _, first, last in _RANGE.findall(listed)]
    return len(listed.split(",")) + sum(ranges)


def _lanes(suffixes: list[str]) -> int:
    width = suffixes[0].lstrip("usif") if suffixes else "32"
    return _LANES.get(width, 4)
