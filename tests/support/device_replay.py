"""Builds the program in device/ with kernels for a target, and replays recorded calls on QEMU."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cmlir.kernels import C_FLAGS, all_sources, headers, include_dir, sources_for
from cmlir.runtime.compile import Unit, compile_units, run_tool
from cmlir.runtime.cycles import cycles_by_address
from cmlir.runtime.image import RUNNER_FLAGS, runner_directory
from cmlir.runtime.instruction_count import read_counts, write_costs
from cmlir.runtime.process import run_until
from cmlir.runtime.qemu import Qemu
from cmlir.runtime.report import has_marker
from cmlir.runtime.targets import AN505, CORSTONE300, MPS2, Target, find_target
from cmlir.runtime.toolchain import Compiler, cross_compiler, cross_gcc
from support.device_calls import RecordedCall, encode_calls, functions_of

DEVICE_DIR = Path(__file__).parent / "device"

_STACK_BYTES = 32 * 1024
_STARTUP = ("console.c", "semihosting.c", "startup.c")
_MIB = 1 << 20
_MEMORIES = {
    CORSTONE300.name: {
        "code": (0x10000000, _MIB // 2),
        "data": (0x30000000, _MIB // 2),
        "pool": (0x31000000, 2 * _MIB),
        "file": (0x70000000, 256 * _MIB),
    },
    AN505.name: {
        "code": (0x10000000, 4 * _MIB),
        "data": (0x38000000, _MIB),
        "pool": (0x38000000 + _MIB, 3 * _MIB),
        "file": (0x80000000, 16 * _MIB),
    },
    MPS2.name: {
        "code": (0x00000000, 4 * _MIB),
        "data": (0x20000000, _MIB),
        "pool": (0x20000000 + _MIB, 3 * _MIB),
        "file": (0x21000000, 16 * _MIB),
    },
}
"""Origin and size of the memories for code, for stack and variables, for operands, and for the
file of calls, on each board."""

_FILES = {"mps2-an500": (0x60000000, 16 * _MIB)}
"""The last of them, where it differs from the board's others."""

_CALL = re.compile(r"^CALL index=0x(\w+) place=(\w+)", re.M)
_STACK = re.compile(r"^STACK function=0x(\w+) bytes=0x(\w+)", re.M)
_COMPLAINT = re.compile(r"^(?:.*WRONG|FAULT|cannot) .*$", re.M)


@dataclass(frozen=True)
class Replay:
    """`complaints` is empty if all went as on the host; else what was wrong, in which call.
    `instructions` has two numbers for each call, one for each place of its operands; so has
    `cycles`, which are estimated."""

    complaints: list[str]
    stack_bytes: dict[str, int] = field(default_factory=dict)
    instructions: tuple[int, ...] = ()
    cycles: tuple[int, ...] = ()


def replay(
    calls: Sequence[RecordedCall],
    compiler: str = "gcc",
    optimisation: str = "-O3",
    limit: float = 600,
    target: str = "cortex-m55",
) -> Replay:
    """All calls in one run of QEMU. Armv7-M has no protection of memory: there guards alone show
    an access outside of the operands."""
    found = find_target(target)
    with tempfile.TemporaryDirectory(prefix="cmlir-replay-") as name:
        directory = Path(name)
        elf = _Build(found, compiler, optimisation).image(directory, functions_of(calls))
        data = encode_calls(calls)
        (directory / "calls.bin").write_bytes(data)
        assert len(data) <= _memories(found)["file"][1]
        counts, costs = directory / "counts.txt", directory / "costs.txt"
        write_costs(costs, cycles_by_address(elf, target))
        command = Qemu(found.machine, limit, counts, costs=costs).command(
            elf, directory, ["replay", "calls.bin", str(len(data))]
        )
        ended = run_until(command, directory, limit, has_marker, 5.0)
        return _understood(ended.text + ended.errors, calls, counts)


@dataclass(frozen=True)
class _Build:
    """How the program and all kernels are compiled."""

    target: Target
    compiler: str
    optimisation: str

    def image(self, directory: Path, functions: Sequence[str]) -> Path:
        """In `directory`, with the kernels that the functions need."""
        table = directory / "functions.c"
        table.write_text(
            '#include "calls.h"\n'
            + "".join(f"void {name}(void);\n" for name in functions)
            + "const any_function functions[] = {"
            + ", ".join(functions)
            + "};\n"
        )
        gcc = cross_gcc(self.target)
        compiler = cross_compiler(self.compiler, self.target)
        objects = [
            *compile_units(compiler, self._kernels(functions)),
            *compile_units(gcc, self._program(table)),
        ]
        return self._linked(directory, gcc, objects)

    def _linked(self, directory: Path, gcc: Compiler, objects: Sequence[Path]) -> Path:
        elf = directory / "replay.elf"
        aliases = directory / "regions.ld"
        names = ("WEIGHTS", "ARENA", "STATE", "IO")
        aliases.write_text("".join(f'REGION_ALIAS("{name}", DATA)\n' for name in names))
        scripts = (runner_directory() / self.target.board.script, aliases)
        run_tool(
            gcc.path,
            *gcc.flags,
            *("-nostartfiles", "-Wl,--gc-sections", "-Wl,-z,noexecstack"),
            *(f"-Wl,--defsym={name}={value}" for name, value in self._symbols().items()),
            *(part for script in scripts for part in ("-T", str(script))),
            *("-T", str(runner_directory() / "image.ld")),
            *(str(path) for path in objects),
            *("-o", str(elf)),
        )
        return elf

    def _symbols(self) -> dict[str, int]:
        symbols = {"__io_bytes": 0, "__stack_bytes": _STACK_BYTES}
        for name, (origin, size) in _memories(self.target).items():
            symbols |= {f"__{name}_start": origin, f"__{name}_end": origin + size}
        return symbols

    def _kernels(self, functions: Sequence[str]) -> tuple[Unit, ...]:
        known = {path.stem for path in all_sources()}
        flags = (*C_FLAGS, self.optimisation, "-ffunction-sections", "-Wall", "-Wextra", "-Werror")
        return tuple(
            Unit(source, flags, includes=(include_dir(),), visible=headers())
            for source in sources_for(name for name in functions if name in known)
        )

    def _program(self, table: Path) -> tuple[Unit, ...]:
        sources = [runner_directory() / name for name in _STARTUP]
        sources += sorted((*DEVICE_DIR.glob("*.c"), *DEVICE_DIR.glob("*.S"), table))
        visible = sorted((*DEVICE_DIR.glob("*.h"), *runner_directory().glob("*.h")))
        flags = (*RUNNER_FLAGS, f"-D{self.target.board.define}")
        return tuple(
            Unit(source, flags, (runner_directory(), DEVICE_DIR), visible=tuple(visible))
            for source in sources
        )


def _memories(target: Target) -> dict[str, tuple[int, int]]:
    board = _MEMORIES[target.board.name]
    return {**board, "file": _FILES.get(target.machine, board["file"])}


def _understood(text: str, calls: Sequence[RecordedCall], counts: Path) -> Replay:
    complaints = [_complaint(text, found, calls) for found in _COMPLAINT.finditer(text)]
    if not complaints and "RESULT PASS" not in text:
        complaints = [f"no result: {text[-500:]}"]
    functions = functions_of(calls)
    stacks = {functions[int(i, 16)]: int(size, 16) for i, size in _STACK.findall(text)}
    found = read_counts(counts)
    if not complaints and len(found) != 2 * len(calls):
        complaints = [f"{len(found)} of {2 * len(calls)} calls were made"]
    instructions, cycles = ([getattr(c, name) for c in found] for name in ("instructions", "cost"))
    return Replay(complaints, stacks, tuple(instructions), tuple(cycles))


def _complaint(text: str, found: re.Match[str], calls: Sequence[RecordedCall]) -> str:
    made = _CALL.findall(text, 0, found.start())
    if not made:
        return found[0]
    index, place = made[-1]
    call = calls[int(index, 16)]
    return f"{call.function} ({call.label}), operands at the {place} of memory: {found[0]}"
