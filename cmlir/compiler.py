"""``cmlir.compile``: from an exported program to a C project that can be run and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import ModuleOp

from cmlir.context import make_context
from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.plan import OVERWRITE_INPUTS, set_module_flag, set_place
from cmlir.errors import InvalidInputError
from cmlir.limits import check_arena, check_flash, check_no_float
from cmlir.lowering import pipelines
from cmlir.passes import run_passes

if TYPE_CHECKING:
    from torch.export import ExportedProgram

    from cmlir.codegen.report import Report
    from cmlir.comparison import Comparison
    from cmlir.execution import Result, Session

STAGES = ("import", "fold", "lower", "plan")
IO_MODES = ("float", "quantized")


@dataclass
class Compiled:
    """A compiled program: the IR of every stage, the report, and ways to save and run it."""

    stages: dict[str, ModuleOp] = field(repr=False)
    """Stage name to the module as it left that stage."""

    report: Report

    @property
    def module(self) -> ModuleOp:
        """The planned IR, from which the C code is written."""
        return self.stages["plan"]

    def stage(self, name: str) -> ModuleOp:
        """The IR as it left ``name``: "import", "fold", "lower" or "plan"."""
        if name not in self.stages:
            raise InvalidInputError(f"no stage {name!r}", advice=f"one of {', '.join(STAGES)}")
        return self.stages[name]

    def save(self, directory: str | Path) -> Path:
        """Write the C project and return its directory, which is made if it is not there."""
        from cmlir.codegen import save

        return save(self.module, Path(directory))

    def save_arduino(self, directory: str | Path) -> Path:
        """Write a library for the Arduino IDE, which takes the directory's name."""
        from cmlir.codegen.arduino import save_arduino

        return save_arduino(self.module, directory)

    def save_zephyr(self, directory: str | Path) -> Path:
        """Write the C project as a module of Zephyr (for ZEPHYR_EXTRA_MODULES)."""
        from cmlir.codegen.zephyr import save_zephyr

        return save_zephyr(self.module, directory)

    def memory_map(self, path: str | Path) -> Path:
        """Draw the memory over time, with every buffer and the peak, into an SVG file."""
        from cmlir.memory_map import write_memory_map

        return write_memory_map(self.report, path)

    def run(self, *inputs: Any, on: str = "interpreter", **options: Any) -> Result:
        """One inference on "interpreter", "host", "qemu" or "fvp".

        Inputs are tensors or arrays in the shape and dtype of the program's; for inputs that cross
        as codes (``io="quantized"``) floats are quantized first.  Options: ``compiler`` ("gcc" or
        "clang"), ``per_op`` (also count instructions by operation, and estimate cycles),
        ``timeout`` in seconds.
        """
        return self.run_many([inputs], on=on, **options)[0]

    def run_many(
        self, samples: Sequence[Sequence[Any]], on: str = "interpreter", **options: Any
    ) -> list[Result]:
        """Several independent inferences, in one simulator run; one result a sample.

        Each begins with the first state, where the program has one, in a run of its own then: a
        session makes calls that follow one another.
        """
        from cmlir.execution import run_samples

        return run_samples(self, samples, on, **options)

    def session(self, on: str = "interpreter", **options: Any) -> Session:
        """A session whose state, where the program has one, lasts from call to call."""
        from cmlir.execution import Session

        return Session(self, on, options)

    def compare(
        self, reference: Any, samples: Sequence[Sequence[Any]], on: str = "interpreter"
    ) -> Comparison:
        """The largest and mean difference to ``reference`` in quantization steps, per output and
        op.

        ``reference`` is what PyTorch runs: an ExportedProgram, a callable, or a list with the
        outputs for each sample.  Where the program has state, the samples are calls that follow
        one another.
        """
        from cmlir.comparison import compare

        return compare(self, reference, samples, on)


def compile(
    program: ExportedProgram | str | Path,
    *,
    target: str = cortex_m.DEFAULT_TARGET,
    kernels: str = "fast",
    io: str = "float",
    allow_float: bool = True,
    absorb: bool = False,
    verify_each: bool = False,
    overwrite_inputs: bool = False,
    place: Mapping[str, str] | None = None,
    max_arena: int | None = None,
    max_flash: int | None = None,
) -> Compiled:
    """Compile a PT2E-quantized program, or the .pt2 file of one, to C for a Cortex-M.

    ``target`` is one of "cortex-m0plus", "-m3", "-m4", "-m7", "-m33", "-m55", "-m85".  ``kernels``
    is "fast", or "cmsis-nn" to call CMSIS-NN's functions wherever it has one; the bits are the
    same. With ``io="quantized"`` inputs that are only quantized, and outputs that are dequantized,
    cross as their codes.  ``allow_float=False`` refuses operations left in float between them;
    ``absorb=True`` prefers nearness to the float model to faithfulness to the Q/DQ one where a
    scalar scale did not fold; ``verify_each`` verifies the IR after every pass.

    With ``overwrite_inputs=True`` the memory of the inputs is used for other things once they have
    been read.  ``place`` says which memory of the target's board holds weights, arena or state,
    such as {"weights": "ddr"}, when the program is run.  ``max_arena`` and ``max_flash`` are limits
    in bytes: of the arena, and of code and constants, which are then linked for the target's board
    to be measured.

    Raises CmlirError for what cannot be compiled, with its place in the model, and LimitError for
    what is too large.
    """
    from cmlir.codegen.report import make_report
    from cmlir.frontend import import_program
    from cmlir.runtime.placement import check_place
    from cmlir.runtime.targets import find_target

    _require("target", target, cortex_m.TARGETS)
    _require("kernels", kernels, cortex_m.KERNEL_SETS)
    _require("io", io, IO_MODES)
    context, module = make_context(), import_program(program)
    cortex_m.set_target(module, target)
    cortex_m.set_kernels(module, kernels)
    if place:
        check_place(place, find_target(target).board)
        set_place(module, place)
    if overwrite_inputs:
        set_module_flag(module, OVERWRITE_INPUTS, True)
    stages = {"import": module.clone()}
    extra = {"fold": _fold_extras(io, absorb), "lower": (), "plan": ()}
    for stage, pipeline in pipelines.STAGES.items():
        run_passes(context, module, (*pipelines.expand(pipeline), *extra[stage]), verify_each)
        stages[stage] = module.clone()
    compiled = Compiled(stages, make_report(stages["plan"]))
    if not allow_float:
        check_no_float(compiled.report)
    if max_arena is not None:
        check_arena(compiled, max_arena)
    if max_flash is not None:
        check_flash(compiled, max_flash)
    return compiled


def _fold_extras(io: str, absorb: bool) -> tuple[str, ...]:
    absorbing = ("absorb-scalar-scales",) if absorb else ()
    quantizing = ("quantize-io", "dce") if io == "quantized" else ()
    return (*absorbing, *quantizing)


def _require(name: str, value: str, known: Sequence[str] | dict[str, Any]) -> None:
    if value not in known:
        raise InvalidInputError(f"no {name} {value!r}", advice=f"one of {', '.join(known)}")
