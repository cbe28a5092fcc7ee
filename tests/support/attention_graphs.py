"""Attention programs as they are imported, each read once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from torch.export import ExportedProgram
from xdsl.dialects.builtin import ModuleOp

from cmlir.frontend import import_program
from support.attention_program import Shape, quantized_block

MODELS = Path(__file__).resolve().parents[1] / "data" / "models"
OURS = Shape(head_dim=8, rows=4, heads=2)


def _saved(name: str) -> Callable[[], Path]:
    return lambda: MODELS / f"{name}.pt2"


def _quantized() -> ExportedProgram:
    return quantized_block(OURS)


_SOURCES: dict[str, Callable[[], Path | ExportedProgram]] = {
    "a_sdpa_proj": _saved("a_sdpa_proj"),
    "b_mha_sm": _saved("b_mha_sm"),
    "ours": _quantized,
    "sdpa_raw": _saved("sdpa_raw"),
}
GRAPHS = tuple(_SOURCES)


def imported_anew(name: str) -> ModuleOp:
    """The program at stage `import`."""
    return import_program(_SOURCES[name]())


@cache
def imported(name: str) -> ModuleOp:
    """The program at stage `import`; not to be changed."""
    return imported_anew(name)
