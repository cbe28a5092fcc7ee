"""Runs projects on Arm's Corstone Fixed Virtual Platforms, where a person has installed one."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime.fvp_platforms import NAMES, Platform, multipliers_of, platform_of
from cmlir.runtime.image import Image, build_image
from cmlir.runtime.project import Project, load_project
from cmlir.runtime.result import RunResult
from cmlir.runtime.samples import Sample, packed
from cmlir.runtime.simulation import Execution, execute
from cmlir.runtime.size import measure
from cmlir.runtime.targets import CORSTONE300, Target, find_target

TIMEOUT = 600.0
"""Seconds."""

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

    @property
    def platform(self) -> Platform:
        return platform_of(self.name)

    def command(self, elf: Path, directory: Path, arguments: Sequence[str]) -> list[str]:
        parameters = self.platform.parameters(directory, arguments, multipliers_of(self.name))
        return [
            self.path,
            *(part for parameter in parameters for part in ("-C", parameter)),
            *("-a", str(elf), "--timelimit", str(math.ceil(self.limit)), "--stat"),
        ]


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
    image = build_image(project, fvp_target(target, simulator), compiler, place=place)
    return fvp_result(simulator, execute(simulator, image.elf, inputs, state), image)


def fvp_target(name: str, simulator: Fvp) -> Target:
    """The processor with the simulator's board. Raises InvalidInputError for one without MVE."""
    target = find_target(name)
    if target.board != CORSTONE300:
        raise InvalidInputError(
            f"the FVP has a Cortex-M55 or M85 and cannot run code for {name}",
            advice=f"compile for {TARGET}, or run on QEMU",
        )
    return replace(target, board=simulator.platform.board)


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
