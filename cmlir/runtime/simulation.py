"""Runs an image on a simulator: samples in by a file, outputs back by a file, a report by UART."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cmlir import progress
from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime.elf import load_elf
from cmlir.runtime.errors import RunError, RunTimeout
from cmlir.runtime.process import Ended, run_until
from cmlir.runtime.report import Report, fault_causes, has_marker, parse_report
from cmlir.runtime.result import Array
from cmlir.runtime.samples import unpacked

GRACE_SECONDS = 5.0
"""How long a simulator may take to end after the image's last line."""

INPUTS, OUTPUTS, STATE_BEFORE, STATE_AFTER = "in.bin", "out.bin", "state.bin", "after.bin"


_LICENCE = re.compile(r"licen[cs]e|FlexNet|FLEXlm", re.IGNORECASE)
"""Words of what the FVP says when its licence was not found, was not accepted or has expired."""


class Simulator(Protocol):
    """`timeout_text` is what it prints when it gives up by itself; `limit` how long it may take."""

    @property
    def name(self) -> str: ...

    @property
    def timeout_text(self) -> str | None: ...

    @property
    def limit(self) -> float: ...

    def command(self, elf: Path, directory: Path, arguments: Sequence[str]) -> list[str]:
        """The command line; `arguments` are for the image, `directory` is where its files are."""
        ...


@dataclass(frozen=True)
class Execution:
    """What came back. `state` is empty if the model has none."""

    report: Report
    outputs: tuple[tuple[Array, ...], ...]
    state: bytes


def execute(
    simulator: Simulator, elf: Path, inputs: Sequence[Sequence[bytes]], state: bytes | None = None
) -> Execution:
    """Runs every sample in one start of the simulator.

    A sample whose model_run returned an error is no error here: see the report. Raises RunTimeout,
    and RunError for a fault, an overrun buffer, lost output, or an end without a RESULT marker.
    """
    if not inputs:
        raise InvalidInputError("there is no sample to run")
    with tempfile.TemporaryDirectory(prefix="cmlir-run-") as name:
        directory = Path(name)
        arguments = _write_files(directory, inputs, state)
        command = simulator.command(elf.absolute(), directory, arguments)
        watch = _Samples(len(inputs), progress.teller())
        ended = run_until(command, directory, simulator.limit, watch.is_last, GRACE_SECONDS)
        report = parse_report(ended.text)
        _raise_unless_finished(simulator, elf, ended, report)
        return _collect(simulator, directory, report, len(inputs))


class _Samples:
    """Counts the samples that a simulator reports, line by line."""

    def __init__(self, total: int, tell: progress.Listener):
        self._done, self._total, self._tell = 0, total, tell
        tell("simulating", 0, total)

    def is_last(self, line: str) -> bool:
        if line.startswith("SAMPLE "):
            self._done += 1
            self._tell("simulating", self._done, self._total)
        return has_marker(line)


def _write_files(
    directory: Path, inputs: Sequence[Sequence[bytes]], state: bytes | None
) -> list[str]:
    """Returns the image's command line (kernels/corstone300/main.c)."""
    (directory / INPUTS).write_bytes(b"".join(part for sample in inputs for part in sample))
    if state:
        (directory / STATE_BEFORE).write_bytes(state)
    before = STATE_BEFORE if state else "-"
    return ["run", str(len(inputs)), INPUTS, OUTPUTS, before, STATE_AFTER]


def _raise_unless_finished(simulator: Simulator, elf: Path, ended: Ended, report: Report) -> None:
    where = f"{simulator.name}, sample {len(report.samples)}"
    if report.fault is not None:
        raise RunError(_fault_text(elf, report.fault), where=where)
    if report.error is not None:
        raise RunError(report.error, where=where)
    if report.passed is not None:
        return
    gave_up = simulator.timeout_text is not None and simulator.timeout_text in ended.text
    if ended.status is None or gave_up:
        raise RunTimeout(
            f"no result within {simulator.limit:g} s", where=where, advice="allow more time"
        )
    said = (ended.errors or ended.text).strip()[-1500:]
    if _LICENCE.search(said):
        raise _licence_error(simulator, said)
    raise RunError(
        f"the simulator ended without a result: {said or 'it said nothing'}", where=where
    )


def _licence_error(simulator: Simulator, said: str) -> ToolchainError:
    return ToolchainError(
        f"the simulator did not start, for want of a licence: {said}",
        where=simulator.name,
        advice="accept Arm's licence in the FVP's installer, run it once more, or point "
        "ARMLMD_LICENSE_FILE or the user-based licence at yours; QEMU needs none",
    )


def _fault_text(elf: Path, fault: dict[str, int]) -> str:
    pc, lr = fault["pc"], fault["lr"] & ~1
    image = load_elf(elf)
    at = image.function_at(pc) or f"0x{pc:08x}"
    caller = image.function_at(lr) or f"0x{lr:08x}"
    registers = " ".join(f"{name}=0x{value:08x}" for name, value in fault.items())
    return f"fault: {fault_causes(fault['cfsr'])} in {at}, called from {caller} ({registers})"


def _collect(simulator: Simulator, directory: Path, report: Report, count: int) -> Execution:
    if len(report.samples) != count:
        raise RunError(
            f"{len(report.samples)} of {count} samples were reported", where=simulator.name
        )
    data = _read(directory / OUTPUTS, simulator)
    expected = count * sum(report.output_bytes)
    if len(data) != expected:
        raise RunError(f"{len(data)} of {expected} bytes of output arrived", where=simulator.name)
    if not report.passed and all(sample.status == 0 for sample in report.samples):
        raise RunError("RESULT FAIL without a cause", where=simulator.name)
    state = _read(directory / STATE_AFTER, simulator) if report.state_bytes else b""
    return Execution(report, unpacked(data, report.output_bytes, count), state)


def _read(path: Path, simulator: Simulator) -> bytes:
    if not path.is_file():
        raise RunError(
            "no output file was written",
            where=simulator.name,
            advice="semihosting must be enabled: the image writes its outputs through it",
        )
    return path.read_bytes()
