"""From torch.export programs to IR.

`import_program` gives a module at stage "import": one `aten` operation per ATen operation, quantize
and dequantize as `quant` casts, tensors as globals, and at every operation the line of the model
that it came from.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch.export import ExportedProgram
from xdsl.dialects.builtin import ModuleOp

from cmlir.errors import InvalidInputError
from cmlir.frontend.program import import_exported_program
from cmlir.frontend.pt2 import load_pt2

__all__ = ["import_program", "load_pt2"]


def import_program(program: ExportedProgram | str | Path) -> ModuleOp:
    """Import a quantized, mixed or float program, or the `.pt2` file that holds one.

    Raises InvalidInputError for anything else and for files that cannot be read, UnsupportedError
    for programs that cannot be compiled.
    """
    if isinstance(program, str | Path):
        program = load_pt2(program)
    if isinstance(program, ExportedProgram):
        return import_exported_program(program)
    kind = type(program).__name__
    if isinstance(program, torch.nn.Module):
        raise InvalidInputError(
            f"expected an exported program or the path of a .pt2 file, but got the module {kind}",
            advice="export it: torch.export.export(model.eval(), example_inputs), "
            "or quantize it first: cmlir.quantize(model, calibration)",
        )
    raise InvalidInputError(
        f"expected an exported program or the path of a .pt2 file, but got a {kind}",
        advice="make one with torch.export.export(model.eval(), example_inputs)",
    )
