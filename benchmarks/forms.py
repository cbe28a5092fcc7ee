"""Each form that the compiler chooses beside the simpler one that would do, in both columns.

    python benchmarks/forms.py [--compiler gcc|clang] [--target cortex-m55] [WORD…]

A form that needs more estimated cycles than the simpler one is marked: it should not have been
chosen, but to save memory.  Words choose the forms that have them in their names.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from form_list import FORMS, M3, M7, M55, Form, Simpler
from programs import CALIBRATION, PIPED_WIDTH
from rich.console import Console
from rich.table import Table
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.codegen import make_report, save
from cmlir.context import make_context
from cmlir.dialects import cortex_m
from cmlir.frontend import import_program
from cmlir.lowering.pipelines import expand
from cmlir.passes import run_passes
from cmlir.runtime.profile import profile_project
from cmlir.runtime.project import load_project

CHOSEN = Simpler("chosen")
NO_EXTENSIONS = "#undef __ARM_FEATURE_MVE\n#undef __ARM_FEATURE_DSP\n"


@dataclass(frozen=True)
class Cost:
    """Of one inference: executed instructions, exact, and cycles, an estimate; and the arena."""

    instructions: int
    cycles: int
    arena_bytes: int


@dataclass(frozen=True)
class Comparison:
    """A form and its simpler one on a processor."""

    form: Form
    target: str
    chosen: Cost
    simpler: Cost

    @property
    def is_lost(self) -> bool:
        """Whether the simpler form would have been the faster one."""
        return self.chosen.cycles > self.simpler.cycles


def imported(form: Form) -> ModuleOp:
    """The form's program with random weights, quantized."""
    torch.manual_seed(0)
    model = form.make().eval()
    samples = [tuple(map(torch.randn, form.shapes)) for _ in range(CALIBRATION)]
    return import_program(cmlir.quantize(model, samples))


def compare(form: Form, target: str, compiler: str = "gcc") -> Comparison:
    """Both forms of a program on QEMU."""
    module = imported(form)
    costs = [_cost(module.clone(), how, target, compiler) for how in (CHOSEN, form.simpler)]
    return Comparison(form, target, *costs)


def _cost(module: ModuleOp, how: Simpler, target: str, compiler: str) -> Cost:
    _lower(module, how, M3 if how.plain else target)
    with TemporaryDirectory(prefix="cmlir-form-") as directory:
        project = save(module, Path(directory) / "project")
        if how.plain:
            _without_extensions(project)
        sizes = [port.bytes for port in load_project(project).inputs]
        sample = [(bytes(range(256)) * (size // 256 + 1))[:size] for size in sizes]
        found = profile_project(project, sample, target=target, compiler=compiler)
    return Cost(found.instructions, found.cycles, make_report(module).arena_bytes)


def _lower(module: ModuleOp, how: Simpler, target: str) -> None:
    cortex_m.set_target(module, target)
    cortex_m.set_kernels(module, how.kernels)
    fold, rest = expand("fold-quantization"), [*expand("select-kernels"), *expand("plan-memory")]
    steps = [*fold, "quantize-io", "dce", *rest]
    run_passes(make_context(), module, [step for step in steps if step != how.without])


def _without_extensions(project: Path) -> None:
    (arithmetic,) = project.rglob("cmlir_arithmetic.h")
    arithmetic.write_text(NO_EXTENSIONS + arithmetic.read_text())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--compiler", choices=("gcc", "clang"), default="gcc")
    parser.add_argument("--target", choices=(M55, M7, M3), default=M55)
    options = parser.parse_args()
    torch.set_num_threads(1)
    title = f"{options.target}, {options.compiler}: instructions (estimated cycles) of an inference"
    table = Table(title=title, title_justify="left")
    for column in ("form", "in place of"):
        table.add_column(column)
    for column in ("chosen", "simpler", "times, cycles"):
        table.add_column(column, justify="right")
    for form in FORMS:
        if options.target in form.targets and all(word in form.name for word in options.words):
            table.add_row(*_row(compare(form, options.target, options.compiler)))
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(table)


def _row(found: Comparison) -> tuple[str, ...]:
    times = found.simpler.cycles / found.chosen.cycles
    return (
        found.form.name,
        found.form.simpler.name,
        *(f"{cost.instructions:,} ({cost.cycles:,})" for cost in (found.chosen, found.simpler)),
        f"{times:.2f}{' LOST' if found.is_lost else ''}",
    )


if __name__ == "__main__":
    main()
