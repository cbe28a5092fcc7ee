"""`cmlir-opt … -t elided`: the IR with the names of large constants in place of their data."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import IO, Any, TypeGuard

from xdsl.context import Context
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, DenseResourceAttr, ModuleOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass, PassPipeline
from xdsl.printer import Printer
from xdsl.utils.target import Target

LONGEST = 16
"""Bytes of data that are still printed."""


@dataclass(frozen=True)
class ElidedTarget(Target):
    """For reading alone: as mlir-opt's --mlir-elide-elementsattrs-if-larger prints it."""

    name = "elided"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        print_elided(module, output)


def print_elided(module: ModuleOp, output: IO[str]) -> None:
    """Print a module without the data of its large constants."""
    shown = module.clone()
    for op in shown.walk():
        if isinstance(op, GlobalOp) and _is_long(op.value):
            op.value = DenseResourceAttr.from_params("__elided__", op.value.type)
    Printer(output).print_op(shown)
    output.write("\n")


def _is_long(value: Attribute | None) -> TypeGuard[DenseIntOrFPElementsAttr[Any]]:
    return isinstance(value, DenseIntOrFPElementsAttr) and len(value.data.data) > LONGEST


def traced(pipeline: PassPipeline) -> PassPipeline:
    """The same passes; after each of them the IR is printed on stderr."""

    def callback(before: ModulePass | None, module: ModuleOp, after: ModulePass | None) -> None:
        if before is not None:
            sys.stderr.write(f"// -----// IR after {before.name} //----- //\n")
            print_elided(module, sys.stderr)
        if pipeline.callback is not None:
            pipeline.callback(before, module, after)

    return PassPipeline(pipeline.passes, callback)
