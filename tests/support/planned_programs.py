"""The programs of tests/data/codegen, which have every op of the cortex_m dialect."""

from __future__ import annotations

from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m.plan import OVERWRITE_INPUTS, set_module_flag
from support.equivalence import apply
from support.ir import parse

DATA = Path(__file__).resolve().parents[1] / "data" / "codegen"
NAMES = tuple(sorted(path.stem for path in DATA.glob("*.mlir")))


def lowered(name: str) -> ModuleOp:
    """A program at stage `lower`."""
    return parse((DATA / f"{name}.mlir").read_text())


def overwriting_inputs(module: ModuleOp) -> ModuleOp:
    """A copy that may write over its inputs when it has read them."""
    module = module.clone()
    set_module_flag(module, OVERWRITE_INPUTS, True)
    return module


def planned(name: str) -> ModuleOp:
    """A program at stage `plan`."""
    return apply(lowered(name), "plan-memory")
