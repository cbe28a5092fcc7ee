"""Everything that `cmlir report` finds out about a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cmlir.codegen.report import Report
from cmlir.errors import InvalidInputError
from cmlir.tools.cli.building import Built
from cmlir.tools.cli.profile import OpCost
from cmlir.tools.cli.programs import Program

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from cmlir.reporting.graph import Graph
    from cmlir.reporting.layer_errors import LayerError
    from cmlir.reporting.weights import LayerWeights

ERROR_SAMPLES = 8
"""How many samples the quantization error is measured with, at most."""

_NO_SAMPLES = "There were no samples to measure the error with: give --calibration data.npz."
_NO_FLOAT = (
    "Rounded weights are not part of it: they are the float program's too. "
    "Give the float model by --float to see them."
)
_PROJECT = "The error is measured of models, not of C projects."


@dataclass(frozen=True)
class Findings:
    """``measured`` are figures of a run on QEMU by name; ``note`` says why there is none."""

    title: str
    report: Report
    errors: tuple[LayerError, ...] = ()
    errors_note: str = ""
    weights: tuple[LayerWeights, ...] | None = None
    graphs: tuple[tuple[str, Graph], ...] = ()
    costs: tuple[OpCost, ...] = ()
    measured: dict[str, Any] | None = None
    note: str = ""

    def page(self) -> str:
        """The HTML page."""
        from cmlir.reporting.drawing import draw
        from cmlir.reporting.page import Contents, render

        return render(
            Contents(
                title=self.title,
                report=self.report,
                costs=tuple((c.instructions, c.estimated_cycles) for c in self.costs) or None,
                measured=self._measured_texts(),
                errors=self.errors,
                errors_note=self.errors_note,
                weights=self.weights,
                graphs={stage: draw(graph) for stage, graph in self.graphs},
            )
        )

    def graph_files(self) -> dict[str, str | bytes]:
        """A .dot and an .svg file for each stage; raises InvalidInputError for a C project."""
        from cmlir.reporting.drawing import draw
        from cmlir.reporting.graph import dot

        if not self.graphs:
            raise InvalidInputError("graphs are drawn of models, not of C projects")
        files: dict[str, str | bytes] = {}
        for stage, graph in self.graphs:
            files[f"{stage}.dot"] = dot(graph, f"{self.title} {stage}")
            files[f"{stage}.svg"] = draw(graph)
        return files

    def _measured_texts(self) -> tuple[tuple[str, str], ...]:
        if self.measured is None:
            return ()
        names = {"flash_bytes": "flash", "ram_bytes": "RAM", "stack_bytes": "stack"}
        sizes = [(text, f"{self.measured[name]:,} B") for name, text in names.items()]
        return (
            ("executed instructions", f"{self.measured['instructions']:,}"),
            ("estimated cycles", f"{self.measured['estimated_cycles']:,}"),
            *sizes,
        )


def find(title: str, to_run: Program, float_model: str | None) -> Findings:
    """All that can be known without running the program on a simulator."""
    made = to_run.built
    if made is None:
        return Findings(title, to_run.report, errors_note=_PROJECT)
    from cmlir.reporting.graph import graph_of
    from cmlir.reporting.weights import weights_by_layer

    compiled = made.compiled
    errors, note = _errors(made, float_model)
    return Findings(
        title=title,
        report=compiled.report,
        errors=errors,
        errors_note=note,
        weights=weights_by_layer(compiled.module),
        graphs=tuple((stage, graph_of(module)) for stage, module in compiled.stages.items()),
    )


def _errors(made: Built, float_model: str | None) -> tuple[tuple[LayerError, ...], str]:
    from cmlir.reporting.layer_errors import layer_errors

    if not made.samples:
        return (), _NO_SAMPLES
    reference = _float_program(made, float_model)
    samples = [[np.asarray(leaf) for leaf in sample] for sample in made.samples[:ERROR_SAMPLES]]
    errors = layer_errors(made.compiled.stage("import"), samples, reference)
    used = f"Measured with {len(samples)} samples."
    return errors, used if reference is not None else f"{used} {_NO_FLOAT}"


def _float_program(made: Built, float_model: str | None) -> ModuleOp | None:
    """The float model as IR: the one that was named, or what was quantized on the way."""
    from cmlir.frontend import import_program
    from cmlir.frontend.models import load_model
    from cmlir.quantizer.capture import capture

    assert made.samples
    model = load_model(float_model) if float_model is not None else made.model
    if model.is_quantized:
        if float_model is not None:
            raise InvalidInputError(f"{float_model} is quantized", advice="give the float model")
        return None
    return import_program(capture(model.model, made.samples[0]))
