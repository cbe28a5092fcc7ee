"""`cmlir-opt … -t c`: model.c of a planned module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from cmlir.codegen.program import read_program
from cmlir.codegen.source import model_source


@dataclass(frozen=True)
class CTarget(Target):
    """Prints the calls alone; ``emit_project`` gives everything that belongs to them."""

    name = "c"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(model_source(read_program(module, "model")))
