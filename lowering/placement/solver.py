"""The smallest arena by OR-tools' CP-SAT, where that is installed (the extra ``solver``)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cmlir.dialects.cortex_m.plan import ALIGNMENT, aligned
from cmlir.lowering.placement.problem import Problem, arena_bytes, lower_bound
from cmlir.lowering.placement.search import Placement

EFFORT = 10.0
"""Limit in CP-SAT's units, which are near seconds but the same on every machine."""


def is_installed() -> bool:
    return find_spec("ortools") is not None


def solve(problem: Problem, known: Sequence[int], effort: float = EFFORT) -> Placement:
    """A best placement, or the best of ``known`` and what is found; the same every time."""
    cp: Any = import_module("ortools.sat.python.cp_model")
    model = cp.CpModel()
    addresses = _add_blocks(cp, model, problem, known)
    solver = cp.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(model)
    if status not in (cp.OPTIMAL, cp.FEASIBLE):
        return Placement(tuple(known), proved=False)
    found = tuple(ALIGNMENT * solver.value(address) for address in addresses)
    return Placement(found, proved=status == cp.OPTIMAL)


def _add_blocks(cp: Any, model: Any, problem: Problem, known: Sequence[int]) -> list[Any]:
    """Blocks as rectangles, life by bytes, that do not overlap; gives their addresses.

    The caller's own use of a lent memory is a rectangle that cannot move.  What may share bytes
    with another block at its last step is no part of a rectangle then: distances keep it apart.
    """
    shared = sorted({pair.first for pair in problem.pairs})
    arena = problem.arena // ALIGNMENT
    least, greatest = lower_bound(problem), arena_bytes(problem, known)
    top = model.new_int_var(arena + least // ALIGNMENT, arena + greatest // ALIGNMENT, "")
    lives: list[Any] = []
    ranges: list[Any] = []
    addresses: list[Any] = []
    for block, hint in zip(problem.blocks, known, strict=True):
        size = aligned(block.size) // ALIGNMENT
        places = [[first // ALIGNMENT, last // ALIGNMENT] for first, last in problem.places(block)]
        address = model.new_int_var_from_domain(cp.Domain.from_intervals(places), "")
        model.add(address + size <= top)
        model.add_hint(address, hint // ALIGNMENT)
        addresses.append(address)
        ranges.append(model.new_fixed_size_interval_var(address, size, ""))
        lives.append(_life(model, block.first, block.last - (len(lives) in shared)))
    for number in shared:
        _keep_apart(model, problem, number, addresses)
    start = 0
    for loan in problem.loans:
        size = aligned(loan.size) // ALIGNMENT
        ranges.append(model.new_fixed_size_interval_var(start, size, ""))
        lives.append(_life(model, loan.first, loan.last))
        start += size
    model.add_no_overlap_2d(lives, ranges)
    model.minimize(top)
    return addresses


def _keep_apart(model: Any, problem: Problem, number: int, addresses: Sequence[Any]) -> None:
    """A block from those that it meets at its last step."""
    step = problem.blocks[number].last
    for other, block in enumerate(problem.blocks):
        if other == number or not block.first <= step <= block.last:
            continue
        below, above = problem.distances(number, other)
        is_below = model.new_bool_var("")
        before = addresses[number] - below // ALIGNMENT
        behind = addresses[number] + above // ALIGNMENT
        model.add(addresses[other] <= before).only_enforce_if(is_below)
        model.add(addresses[other] >= behind).only_enforce_if(is_below.negated())


def _life(model: Any, first: int, last: int) -> Any:
    return model.new_fixed_size_interval_var(first, last - first + 1, "")
