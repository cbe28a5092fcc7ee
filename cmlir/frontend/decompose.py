"""Operations that are not known themselves, but are made of ones that are."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._ops import OpOverload
from torch.export import ExportedProgram
from torch.fx import Node

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
        if node.op == "call_function" and (node.target not in known or _is_rare(node))
    }


def _is_rare(node: Node) -> bool:
    """Whether a known operation has numbers for which its parts are known only."""
    rare = _RARE.get(node.target)
    return rare is not None and rare(*node.args)


def _is_unusual_norm(_: object, order: float = 2, *__: object) -> bool:
    return order not in (1, 2, math.inf)


_ATEN = torch.ops.aten
_RARE: dict[object, Callable[..., bool]] = {
    _ATEN.linalg_vector_norm.default: _is_unusual_norm,
}


def _fmax(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.where(torch.isnan(b) | (a >= b), a, b)


def _fmin(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.where(torch.isnan(b) | (a <= b), a, b)


def _hypot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(a * a + b * b)


def _signbit(a: torch.Tensor) -> torch.Tensor:
    return torch.copysign(torch.ones_like(a), a) < 0


_OWN: dict[object, Callable[..., Any]] = {
    _ATEN.fmax.default: _fmax,
    _ATEN.fmin.default: _fmin,
    _ATEN.hypot.default: _hypot,
    _ATEN.signbit.default: _signbit,
}
"""Where PyTorch's decompositions end at operations that we do not know."""


def _decomposition(target: object) -> Callable[..., Any] | None:
    if not isinstance(target, OpOverload) or target._schema.is_mutable:
        return None
    if target in _OWN:
        return _OWN[target]
    table = usual_decompositions()
    return table[target] if target in table else decomposition_table.get(target)


@cache
def usual_decompositions() -> dict[object, Callable[..., Any]]:
    """PyTorch's decompositions to its core operations, those of composite ones among them."""
    return dict(torch.export.default_decompositions().items())
