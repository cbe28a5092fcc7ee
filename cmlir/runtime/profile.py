"""Where a program's instructions go, function by function, and an estimate of its cycles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cmlir.runtime.cycles import estimated_cycles
from cmlir.runtime.disassembly import Instruction, disassembly
from cmlir.runtime.image import build_image
from cmlir.runtime.instruction_count import read_histogram
from cmlir.runtime.project import Project, load_project
from cmlir.runtime.qemu import run_qemu
from cmlir.runtime.samples import Sample
from cmlir.runtime.targets import find_target


@dataclass(frozen=True)
class FunctionCost:
    """What one C function of an image executed, without what it calls.

    ``instructions`` are exact; ``cycles`` are an estimate (cmlir/runtime/cycles.py);
    ``vector_multiplies`` of them are vmladav and the like.
    """

    name: str
    instructions: int
    cycles: int
    vector_multiplies: int


@dataclass(frozen=True)
class Profile:
    """The functions that took part in one inference, the one of most instructions first.

    ``mnemonics`` has the executions of each.
    """

    functions: tuple[FunctionCost, ...]
    mnemonics: dict[str, int]
    simulator: str
    compiler: str

    @property
    def instructions(self) -> int:
        return sum(function.instructions for function in self.functions)

    @property
    def cycles(self) -> int:
        """Estimated."""
        return sum(function.cycles for function in self.functions)


def profile_project(
    project: Project | Path | str,
    sample: Sample,
    *,
    target: str = "cortex-m55",
    compiler: str = "gcc",
    place: Mapping[str, str] | None = None,
) -> Profile:
    """Runs one sample on QEMU, counting every instruction of the image.

    Raises CmlirError: see qemu.run_qemu.
    """
    if not isinstance(project, Project):
        project = load_project(project)
    with TemporaryDirectory(prefix="cmlir-profile-") as directory:
        histogram = Path(directory) / "histogram.txt"
        result = run_qemu(
            project,
            [sample],
            target=target,
            compiler=compiler,
            place=place,
            histogram=histogram,
        )
        counts = read_histogram(histogram)
    image = build_image(project, find_target(target), compiler, place=place)
    code = disassembly(image.elf, target)
    functions, mnemonics = _costs(counts, code)
    return Profile(functions, mnemonics, result.simulator, result.compiler)


def _costs(
    counts: dict[int, int], code: dict[int, Instruction]
) -> tuple[tuple[FunctionCost, ...], dict[str, int]]:
    instructions, cycles, multiplies = Counter[str](), Counter[str](), Counter[str]()
    mnemonics = Counter[str]()
    for address, count in counts.items():
        found = code.get(address, Instruction("?", "?", ""))
        instructions[found.function] += count
        cycles[found.function] += count * estimated_cycles(found.mnemonic, found.operands)
        mnemonics[found.mnemonic] += count
        if found.mnemonic.startswith(("vmladav", "vmlav")):
            multiplies[found.function] += count
    costs = [
        FunctionCost(name, count, cycles[name], multiplies[name])
        for name, count in instructions.most_common()
    ]
    return tuple(costs), dict(mnemonics.most_common())
