"""Operations that are not known themselves, but are made of ones that are."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._ops import OpOverload
from torch.export import ExportedProgram

MOST_ROUNDS = 5
"""What an operation is made of may itself have to be taken apart."""


def decompose_unknown(program: ExportedProgram, known: Collection[object]) -> ExportedProgram:
    """The program with PyTorch's own decompositions of the operations that are not known.

    The program itself if that would leave others that are not known.
    """
    decomposed = program
    for _ in range(MOST_ROUNDS):
        unknown = _unknown(decomposed, known)
        table = {op: rule for op in unknown if (rule := _decomposition(op)) is not None}
        if len(table) < len(unknown):
            return program
        if not table:
            return decomposed
        decomposed = run_decompositions(decomposed, table)
    return program


def run_decompositions(
    program: ExportedProgram, table: dict[object, Callable[..., Any]]
) -> ExportedProgram:
    """The program with these decompositions; as it is where torch fails to apply them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return program.run_decompositions(table)  # pyright: ignore[reportArgumentType]
    except Exception:  # torch's own: AssertionError, RuntimeError and others
        return program


def _unknown(program: ExportedProgram, known: Collection[object]) -> set[object]:
    return {
        node.target
        for node in program.graph.nodes
        if node.op == "call_function" and node.target not in known
    }


def _decomposition(target: object) -> Callable[..., Any] | None:
    if not isinstance(target, OpOverload) or target._schema.is_mutable:
        return None
    table = usual_decompositions()
    return table[target] if target in table else decomposition_table.get(target)


@cache
def usual_decompositions() -> dict[object, Callable[..., Any]]:
    """PyTorch's decompositions to its core operations, those of composite ones among them."""
    return dict(torch.export.default_decompositions().items())
