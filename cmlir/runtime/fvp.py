"""Runs projects on Arm's Corstone-300 Fixed Virtual Platform, where a person has installed it."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime.image import Image, build_image
from cmlir.runtime.project import Project, load_project
from cmlir.runtime.result import RunResult
from cmlir.runtime.samples import Sample, packed
from cmlir.runtime.simulation import Execution, execute
from cmlir.runtime.size import measure
from cmlir.runtime.targets import CORSTONE300, Target, find_target

TIMEOUT = 600.0
"""Seconds."""

NAMES = (
    "FVP_Corstone_SSE-300_Ethos-U55",
    "FVP_Corstone_SSE-300_Ethos-U65",
    "VHT_Corstone_SSE-300_Ethos-U55",
    "VHT_Corstone_SSE-300_Ethos-U65",
    "VHT_MPS3_Corstone_SSE-300",
)

VARIABLE = "CMLIR_FVP"

TARGET = "cortex-m55"


@dataclass(frozen=True)
class Fvp:
    """The program at `path`, which may take `limit` seconds."""

    path: str
    limit: float = TIMEOUT

    timeout_text = "CPU time has been exceeded"

    @property
    def name(self) -> str:
        return Path(self.path).name

    def command(self, elf: Path, directory: Path, arguments: Sequence[str]) -> list[str]:
        parameters = (
            "mps3_board.visualisation.disable-visualisation=1",
            "mps3_board.telnetterminal0.start_telnet=0",
            "mps3_board.uart0.out_file=-",
            "mps3_board.uart0.unbuffered_output=1",
            "mps3_board.uart0.shutdown_on_eot=1",
            "cpu0.semihosting-enable=1",
            "cpu0.semihosting-stack_base=0",
            "cpu0.semihosting-heap_limit=0",
            f"cpu0.semihosting-cwd={directory}",
            f"cpu0.semihosting-cmd_line={' '.join(arguments)}",
            "cpu0.CFGITCMSZ=15",
            "cpu0.CFGDTCMSZ=15",
            f"ethosu.num_macs={self._smallest_npu()}",
            "ethosu.extra_args=--fast",
        )
        return [
            self.path,
            *(part for parameter in parameters for part in ("-C", parameter)),
            *("-a", str(elf), "--timelimit", str(math.ceil(self.limit)), "--stat"),
        ]

    def _smallest_npu(self) -> int:
        """The NPU is not used; an Ethos-U65 has at least 256 multipliers."""
        return 256 if "U65" in self.name else 128


def find_fvp(chosen: str | None = None) -> str:
    """The FVP's path: `chosen`, else $CMLIR_FVP, else one of NAMES on PATH.

    Raises ToolchainError saying what the FVP is and how to get it.
    """
    wanted = chosen or os.environ.get(VARIABLE)
    for name in (wanted,) if wanted else NAMES:
        if path := shutil.which(name):
            return path
    raise ToolchainError(
        f"no Corstone-300 FVP: {wanted or NAMES[0]} not found",
        where="--fvp" if chosen else f"${VARIABLE}" if wanted else "PATH",
        advice="the FVP (Fixed Virtual Platform) is Arm's own simulator of the Corstone-300 with a "
        "Cortex-M55, a free download from developer.arm.com whose licence a person must accept; "
        f"install it and put it on PATH, or name it by --fvp or {VARIABLE}. "
        "QEMU, the default simulator, needs none of this.",
    )


def run_fvp(
    project: Project | Path | str,
    samples: Sequence[Sample],
    *,
    target: str = TARGET,
    fvp: str | None = None,
    compiler: str = "gcc",
    place: Mapping[str, str] | None = None,
    state: bytes | None = None,
    timeout: float = TIMEOUT,
) -> RunResult:
    """The same image as run_qemu's, run on the FVP, which has a Cortex-M55.

    It counts no instructions: the result holds the ticks of the processor's counter instead, and
    the FVP's are not those of a real processor either. Raises as run_qemu does.
    """
    simulator = Fvp(find_fvp(fvp), timeout)
    if not isinstance(project, Project):
        project = load_project(project)
    inputs = packed(samples, [port.bytes for port in project.inputs])
    image = build_image(project, _checked_target(target), compiler, place=place)
    return fvp_result(simulator, execute(simulator, image.elf, inputs, state), image)


def _checked_target(name: str) -> Target:
    target = find_target(name)
    if target.board != CORSTONE300:
        raise InvalidInputError(
            f"the FVP has a Cortex-M55 and cannot run code for {name}",
            advice=f"compile for {TARGET}, or run on QEMU",
        )
    return target


def fvp_result(simulator: Fvp, execution: Execution, image: Image | None) -> RunResult:
    """The result of an execution; sizes are unknown if only an ELF was given (`image` is None)."""
    sizes = measure(image) if image else None
    report = execution.report
    statuses = tuple(sample.status for sample in report.samples)
    return RunResult(
        outputs=execution.outputs,
        instructions=None,
        per_op=None,
        flash_bytes=sizes.flash_bytes if sizes else None,
        code_bytes=sizes.code_bytes if sizes else None,
        ram_bytes=sizes.ram_bytes if sizes else None,
        io_bytes=sum(report.input_bytes) + sum(report.output_bytes),
        stack_bytes=max(sample.stack_bytes for sample in report.samples),
        status=next((status for status in statuses if status), 0),
        simulator=simulator.name,
        compiler=image.compiler if image else "unknown",
        statuses=statuses,
        counter=report.counter,
        ticks=tuple(sample.ticks for sample in report.samples),
        state=execution.state,
    )
