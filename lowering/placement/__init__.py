"""Placing blocks of memory whose lifetimes are known: first fit, then search for what is best."""

from __future__ import annotations

from functools import lru_cache

from cmlir.lowering.placement import solver
from cmlir.lowering.placement.first_fit import ROUNDS, first_fit
from cmlir.lowering.placement.problem import (
    Block,
    Loan,
    Pair,
    Problem,
    arena_bytes,
    least_at,
    least_union,
    lower_bound,
)
from cmlir.lowering.placement.search import Placement, search

__all__ = [
    "Block",
    "Loan",
    "Pair",
    "Placement",
    "Problem",
    "arena_bytes",
    "least_at",
    "least_union",
    "lower_bound",
    "place",
]

SEARCH_EFFORT = 400_000
"""Pieces that the search looks at; each time it places one, it looks at all that are left."""

ROUNDS_BEFORE_SOLVER = 100
"""Changed orders that are tried where a solver finds what is better."""


@lru_cache(maxsize=256)
def place(problem: Problem) -> Placement:
    """An address for each block, the same every time.

    What has been placed is remembered: passes try plans, of which many are the same.
    Raises no error: a problem too large to be solved gets the best placement found.
    """
    known = first_fit(problem, ROUNDS_BEFORE_SOLVER if solver.is_installed() else ROUNDS)
    if arena_bytes(problem, known) <= lower_bound(problem):
        return Placement(known, proved=True)
    if solver.is_installed():
        return solver.solve(problem, known)
    if problem.pairs:
        return Placement(known, proved=False)
    return search(problem, known, nodes=SEARCH_EFFORT // (len(problem.blocks) + 1))
