"""Builds the program in device/ with kernels for a target, and replays recorded calls on QEMU."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cmlir.kernels import C_FLAGS, all_sources, headers, include_dir
from cmlir.runtime.compile import Unit, compile_units, run_tool
from cmlir.runtime.image import RUNNER_FLAGS, runner_directory
from cmlir.runtime.instruction_count import read_counts
from cmlir.runtime.placement import regions
from cmlir.runtime.process import run_until
from cmlir.runtime.qemu import Qemu
from cmlir.runtime.report import has_marker
from cmlir.runtime.targets import CORSTONE300, find_target
from cmlir.runtime.toolchain import Compiler, cross_compiler, cross_gcc
from support.device_calls import RecordedCall, encode_calls, functions_of

TARGET = find_target("cortex-m55")
DEVICE_DIR = Path(__file__).parent / "device"

_STACK_BYTES = 32 * 1024
_STARTUP = ("console.c", "semihosting.c", "startup.c")
_MEMORIES = {"code": "ITCM", "data": "DTCM", "pool": "ISRAM", "file": "DDR"}
_CALL = re.compile(r"^CALL index=0x(\w+) place=(\w+)", re.M)
_STACK = re.compile(r"^STACK function=0x(\w+) bytes=0x(\w+)", re.M)
_COMPLAINT = re.compile(r"^(?:.*WRONG|FAULT|cannot) .*$", re.M)


@dataclass(frozen=True)
class Replay:
    """`complaints` is empty if all went as on the host; else what was wrong, in which call.
    `instructions` has two numbers for each call, one for each place of its operands."""

    complaints: list[str]
    stack_bytes: dict[str, int] = field(default_factory=dict)
    instructions: tuple[int, ...] = ()


def replay(
    calls: Sequence[RecordedCall],
    compiler: str = "gcc",
    optimisation: str = "-O3",
    limit: float = 600,
) -> Replay:
    """All calls in one run of QEMU."""
    with tempfile.TemporaryDirectory(prefix="cmlir-replay-") as name:
        directory = Path(name)
        elf = build(directory, functions_of(calls), cross_compiler(compiler, TARGET), optimisation)
        data = encode_calls(calls)
        (directory / "calls.bin").write_bytes(data)
        counts = directory / "counts.txt"
        command = Qemu(TARGET.machine, limit, counts).command(
            elf, directory, ["replay", "calls.bin", str(len(data))]
        )
        ended = run_until(command, directory, limit, has_marker, 5.0)
        return _understood(ended.text + ended.errors, calls, counts)


def build(directory: Path, functions: Sequence[str], compiler: Compiler, optimisation: str) -> Path:
    """The image, in `directory`, with the kernels that the functions need."""
    table = directory / "functions.c"
    table.write_text(
        '#include "calls.h"\n'
        + "".join(f"void {name}(void);\n" for name in functions)
        + "const any_function functions[] = {"
        + ", ".join(functions)
        + "};\n"
    )
    gcc = cross_gcc(TARGET)
    objects = [
        *compile_units(compiler, _kernel_units(optimisation)),
        *compile_units(gcc, _program_units(table)),
    ]
    elf = directory / "replay.elf"
    board = runner_directory() / CORSTONE300.script
    aliases = directory / "regions.ld"
    aliases.write_text(
        "".join(f'REGION_ALIAS("{name}", ISRAM)\n' for name in ("WEIGHTS", "ARENA", "STATE", "IO"))
    )
    run_tool(
        gcc.path,
        *gcc.flags,
        *("-nostartfiles", "-Wl,--gc-sections", "-Wl,-z,noexecstack"),
        *(f"-Wl,--defsym={name}={value}" for name, value in _symbols(board).items()),
        *("-T", str(board), "-T", str(aliases), "-T", str(runner_directory() / "image.ld")),
        *(str(path) for path in objects),
        *("-o", str(elf)),
    )
    return elf


def _symbols(board: Path) -> dict[str, int]:
    memories = regions(board)
    symbols = {"__io_bytes": 0, "__stack_bytes": _STACK_BYTES}
    for name, memory in _MEMORIES.items():
        origin, size = memories[memory]
        symbols |= {f"__{name}_start": origin, f"__{name}_end": origin + size}
    return symbols


def _kernel_units(optimisation: str) -> tuple[Unit, ...]:
    flags = (*C_FLAGS, optimisation, "-ffunction-sections", "-Wall", "-Wextra", "-Werror")
    return tuple(
        Unit(source, flags, includes=(include_dir(),), visible=headers())
        for source in all_sources()
    )


def _program_units(table: Path) -> tuple[Unit, ...]:
    sources = [runner_directory() / name for name in _STARTUP]
    sources += sorted((*DEVICE_DIR.glob("*.c"), *DEVICE_DIR.glob("*.S"), table))
    visible = sorted((*DEVICE_DIR.glob("*.h"), *runner_directory().glob("*.h")))
    flags = (*RUNNER_FLAGS, f"-D{CORSTONE300.define}")
    return tuple(
        Unit(source, flags, (runner_directory(), DEVICE_DIR), visible=tuple(visible))
        for source in sources
    )


def _understood(text: str, calls: Sequence[RecordedCall], counts: Path) -> Replay:
    complaints = [_complaint(text, found, calls) for found in _COMPLAINT.finditer(text)]
    if not complaints and "RESULT PASS" not in text:
        complaints = [f"no result: {text[-500:]}"]
    functions = functions_of(calls)
    stacks = {functions[int(i, 16)]: int(size, 16) for i, size in _STACK.findall(text)}
    instructions = tuple(count.instructions for count in read_counts(counts))
    return Replay(complaints, stacks, instructions)


def _complaint(text: str, found: re.Match[str], calls: Sequence[RecordedCall]) -> str:
    made = _CALL.findall(text, 0, found.start())
    if not made:
        return found[0]
    index, place = made[-1]
    call = calls[int(index, 16)]
    return f"{call.function} ({call.label}), operands at the {place} of memory: {found[0]}"
