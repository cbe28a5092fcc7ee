"""Reads what the runner on the board prints (kernels/corstone300: runner.c, startup.c)."""

from __future__ import annotations

import re
from dataclasses import dataclass

COUNTER_OVERFLOWED = 0xFFFFFFFF

_FIELD = re.compile(r"(\w+)=0x([0-9a-f]{8})")
_MARKER = re.compile(r"^RESULT (PASS|FAIL)\r?$", re.MULTILINE)

_CAUSES = {
    0: "instruction fetch from protected memory",
    1: "access to protected memory",
    4: "no access to the stack (overflow?)",
    8: "instruction fetch failed",
    9: "access to memory that does not exist",
    10: "access to memory that does not exist",
    11: "stack outside memory (overflow?)",
    12: "stack outside memory (overflow?)",
    16: "undefined instruction",
    17: "invalid processor state",
    18: "invalid return from exception",
    19: "coprocessor or FPU not enabled",
    20: "stack overflow",
    24: "unaligned access",
    25: "division by zero",
}
"""Bits of the Configurable Fault Status Register."""


@dataclass(frozen=True)
class SampleReport:
    """Of one call of model_run. `ticks` is None if the counter overflowed."""

    status: int
    ticks: int | None
    stack_bytes: int


@dataclass(frozen=True)
class Report:
    """Everything that was printed; `passed` is None without a RESULT marker.

    `input_bytes` are 0 for an input that is in the arena.
    """

    passed: bool | None
    counter: str | None
    arena_bytes: int
    state_bytes: int
    input_bytes: tuple[int, ...]
    output_bytes: tuple[int, ...]
    samples: tuple[SampleReport, ...]
    checksums: tuple[int, ...]
    error: str | None
    fault: dict[str, int] | None


def has_marker(text: str) -> bool:
    """True once the runner has printed its last line."""
    return _MARKER.search(text) is not None


def parse_report(text: str) -> Report:
    """Lines that are not the runner's, such as a simulator's own, are ignored."""
    lines = text.replace("\r", "").splitlines()
    marker = _MARKER.search(text)
    model = _fields(lines, "MODEL", 2)
    faults = _fields(lines, "FAULT", 8)
    errors = [line.removeprefix("ERROR ") for line in lines if line.startswith("ERROR ")]
    counters = [line.split()[1] for line in lines if re.fullmatch(r"COUNTER \w+", line)]
    return Report(
        passed=marker[1] == "PASS" if marker else None,
        counter=counters[0] if counters else None,
        arena_bytes=model[0]["arena"] if model else 0,
        state_bytes=model[0]["state"] if model else 0,
        input_bytes=tuple(fields["bytes"] for fields in _fields(lines, "INPUT", 1)),
        output_bytes=tuple(fields["bytes"] for fields in _fields(lines, "OUTPUT", 1)),
        samples=tuple(_sample(fields) for fields in _fields(lines, "SAMPLE", 4)),
        checksums=tuple(fields["crc32"] for fields in _fields(lines, "CHECKSUM", 1)),
        error=errors[0] if errors else None,
        fault=faults[0] if faults else None,
    )


def fault_causes(cfsr: int) -> str:
    """The causes that the Configurable Fault Status Register names."""
    causes = [text for bit, text in _CAUSES.items() if cfsr >> bit & 1]
    return ", ".join(dict.fromkeys(causes)) or "hard fault"


def _fields(lines: list[str], first: str, count: int) -> list[dict[str, int]]:
    """The name=value pairs of each line that begins with a word and is complete."""
    found = (_FIELD.findall(line) for line in lines if line.startswith(first))
    return [{k: int(value, 16) for k, value in pairs} for pairs in found if len(pairs) == count]


def _sample(fields: dict[str, int]) -> SampleReport:
    status = fields["status"]
    ticks = fields["ticks"]
    return SampleReport(
        status=status - (1 << 32) if status >> 31 else status,
        ticks=None if ticks == COUNTER_OVERFLOWED else ticks,
        stack_bytes=fields["stack"],
    )
