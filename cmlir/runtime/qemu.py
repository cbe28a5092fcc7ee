"""Runs projects on QEMU, counting executed instructions exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from cmlir.errors import ToolchainError
from cmlir.runtime.cycles import cycles_by_address
from cmlir.runtime.errors import RunError
from cmlir.runtime.image import Image, build_image
from cmlir.runtime.instruction_count import Counts, build_plugin, read_counts, write_costs
from cmlir.runtime.project import Project, load_project
from cmlir.runtime.result import RunResult
from cmlir.runtime.samples import Sample, packed
from cmlir.runtime.simulation import Execution, execute
from cmlir.runtime.size import measure
from cmlir.runtime.targets import find_target
from cmlir.runtime.toolchain import find_program, version_line

TIMEOUT = 120.0
"""Seconds."""


@dataclass(frozen=True)
class Qemu:
    """QEMU with one machine; with `counts` (a file) the instruction counter is loaded.

    costs, histogram: further files of it (insn_count.c).
    """

    machine: str
    limit: float = TIMEOUT
    counts: Path | None = None
    histogram: Path | None = None
    costs: Path | None = None

    timeout_text = None

    @property
    def name(self) -> str:
        return f"QEMU {self.machine}"

    def command(self, elf: Path, directory: Path, arguments: Sequence[str]) -> list[str]:
        semihosting = ",".join(("enable=on,target=native", *(f"arg={a}" for a in arguments)))
        return [
            find_qemu(),
            *("-M", self.machine, "-nographic", "-monitor", "none"),
            *("-chardev", "stdio,id=uart,mux=off", "-serial", "chardev:uart"),
            *("-semihosting-config", semihosting),
            *("-kernel", str(elf)),
            *self._plugin(),
        ]

    def _plugin(self) -> tuple[str, ...]:
        if self.counts is None:
            return ()
        files = {"counts": self.counts, "costs": self.costs, "histogram": self.histogram}
        named = (f"{k}={_escaped(v.absolute())}" for k, v in files.items() if v is not None)
        return ("-plugin", ",".join((_escaped(build_plugin()), *named)))


def find_qemu() -> str:
    """Raises ToolchainError naming the package if there is none."""
    return find_program(
        ("qemu-system-arm",), "CMLIR_QEMU", "qemu-system-arm", "QEMU for Arm systems"
    )


def run_qemu(
    project: Project | Path | str,
    samples: Sequence[Sample],
    *,
    target: str = "cortex-m55",
    compiler: str = "gcc",
    per_op: bool = False,
    place: Mapping[str, str] | None = None,
    state: bytes | None = None,
    timeout: float = TIMEOUT,
    histogram: Path | None = None,
) -> RunResult:
    """Builds the project and runs all samples in one start of QEMU.

    per_op: runs a second image with op markers for RunResult.per_op and its estimated cycles, and
    estimates the cycles of the first; all else is the first's.
    place: memories for weights, arena and state, by name. state: the model's before the first
    sample, as an earlier result gave it. histogram: a file for the times each address was executed.
    Raises CmlirError: see image.build_image and simulation.execute.
    """
    if not isinstance(project, Project):
        project = load_project(project)
    inputs = packed(samples, [port.bytes for port in project.inputs])
    found = find_target(target)
    image = build_image(project, found, compiler, place=place)
    run = _Run(inputs, state, timeout, is_weighed=per_op)
    execution, counts = run.counted(image, histogram)
    result = _result(image, execution, counts)
    if not per_op:
        return result
    profiled = build_image(project, found, compiler, place=place, profile=True)
    _, per_op_counts = run.counted(profiled, None)
    return _with_ops(result, counts, per_op_counts)


@dataclass(frozen=True)
class _Run:
    inputs: list[list[bytes]]
    state: bytes | None
    timeout: float
    is_weighed: bool

    def counted(self, image: Image, histogram: Path | None) -> tuple[Execution, tuple[Counts, ...]]:
        with TemporaryDirectory(prefix="cmlir-count-") as directory:
            counts = Path(directory) / "counts.txt"
            costs = Path(directory) / "costs.txt" if self.is_weighed else None
            if costs is not None:
                write_costs(costs, cycles_by_address(image.elf, image.target.name))
            qemu = Qemu(image.target.machine, self.timeout, counts, histogram, costs)
            try:
                execution = execute(qemu, image.elf, self.inputs, self.state)
            except RunError as error:
                raise _plugin_error(error) from error
            return execution, read_counts(counts)


def _plugin_error(error: RunError) -> RunError | ToolchainError:
    if "plugin" not in error.what.lower():
        return error
    return ToolchainError(
        f"QEMU cannot load the instruction counter: {error.what}",
        where=version_line(find_qemu()),
        advice="use a QEMU 6.0 to 8.1 built with plugins, as Debian 12's is (CMLIR_QEMU=path)",
    )


def _result(image: Image, execution: Execution, counts: tuple[Counts, ...]) -> RunResult:
    sizes = measure(image)
    samples = execution.report.samples
    instructions = tuple(count.instructions for count in counts)
    statuses = tuple(sample.status for sample in samples)
    return RunResult(
        outputs=execution.outputs,
        instructions=max(instructions),
        per_op=None,
        flash_bytes=sizes.flash_bytes,
        code_bytes=sizes.code_bytes,
        ram_bytes=sizes.ram_bytes,
        io_bytes=image.project.io_bytes,
        stack_bytes=max(sample.stack_bytes for sample in samples),
        status=next((status for status in statuses if status), 0),
        simulator=f"{version_line(find_qemu())}, {image.target.machine}",
        compiler=image.compiler,
        statuses=statuses,
        sample_instructions=instructions,
        state=execution.state,
    )


def _with_ops(
    result: RunResult, counts: tuple[Counts, ...], per_op: tuple[Counts, ...]
) -> RunResult:
    largest = max(range(len(counts)), key=lambda index: counts[index].instructions)
    return replace(
        result,
        per_op=per_op[largest].per_op,
        estimated_cycles=counts[largest].cost,
        per_op_estimated_cycles=per_op[largest].per_op_cost,
    )


def _escaped(path: Path) -> str:
    return str(path).replace(",", ",,")
