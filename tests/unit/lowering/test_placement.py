"""Placements are valid, within their bounds, and the best possible where they say so."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from cmlir.dialects.cortex_m.plan import aligned
from cmlir.lowering.placement import Block, Loan, Problem, lower_bound, place, solver
from cmlir.lowering.placement.first_fit import first_fit
from cmlir.lowering.placement.search import search
from support.placements import paired, problems, size_of, smallest_arena, stacked

SMALL = problems(blocks=5, steps=5, size=50)
PAIRED = paired(blocks=4, steps=3, size=50)
LARGE = problems(blocks=30, steps=20, size=300, loans=3)
LARGE_PAIRED = paired(blocks=30, steps=12, size=300, loans=3)

needs_solver = pytest.mark.skipif(
    not solver.is_installed(), reason="OR-tools is not installed: install the extra 'solver'"
)


def scattered(seed: int, blocks: int = 100) -> Problem:
    """Many blocks of very different sizes, some of which may be in one of two lent memories."""
    choose = random.Random(seed)
    loans = tuple(
        Loan(choose.choice([64, 512, 1000]), choose.randrange(blocks), blocks) for _ in "ab"
    )
    return Problem(
        tuple(
            Block(
                choose.choice([16, 100, 512, choose.randrange(1, 2000)]),
                first := choose.randrange(blocks),
                first + choose.randrange(6),
                tuple(n for n in (0, 1) if choose.random() < 0.7),
            )
            for _ in range(blocks)
        ),
        loans,
    )


@given(SMALL)
@settings(max_examples=200, deadline=None)
def test_search_finds_the_smallest_arena(problem: Problem) -> None:
    best = smallest_arena(problem)
    found = search(problem, stacked(problem), nodes=100_000)
    assert found.proved
    assert size_of(problem, found.addresses) == best
    assert lower_bound(problem) <= best


@given(SMALL)
@settings(max_examples=100, deadline=None)
def test_what_is_proved_is_the_smallest(problem: Problem) -> None:
    placement = place(problem)
    assert placement.proved
    assert size_of(problem, placement.addresses) == smallest_arena(problem)


@given(PAIRED)
@settings(max_examples=40, deadline=None)
def test_what_may_overlap_never_lies_nearer(problem: Problem) -> None:
    placement, best = place(problem), smallest_arena(problem)
    assert lower_bound(problem) <= best <= size_of(problem, placement.addresses)
    assert not placement.proved or size_of(problem, placement.addresses) == best


@needs_solver
@given(PAIRED)
@settings(max_examples=50, deadline=None)
def test_solver_lets_pairs_overlap(problem: Problem) -> None:
    found = solver.solve(problem, stacked(problem))
    assert found.proved
    assert size_of(problem, found.addresses) == smallest_arena(problem)


@given(LARGE_PAIRED)
@settings(max_examples=50, deadline=None)
def test_pairs_take_no_more_than_apart(problem: Problem) -> None:
    apart = Problem(problem.blocks, problem.loans)
    assert lower_bound(problem) <= lower_bound(apart)
    fitted = size_of(problem, first_fit(problem, rounds=50))
    assert lower_bound(problem) <= fitted <= sum(aligned(block.size) for block in problem.blocks)


@needs_solver
@given(SMALL)
@settings(max_examples=50, deadline=None)
def test_solver_finds_the_smallest_arena(problem: Problem) -> None:
    found = solver.solve(problem, stacked(problem))
    assert found.proved
    assert size_of(problem, found.addresses) == smallest_arena(problem)


@given(LARGE)
@settings(max_examples=50, deadline=None)
def test_size_lies_between_its_bounds(problem: Problem) -> None:
    fitted = size_of(problem, first_fit(problem, rounds=50))
    assert lower_bound(problem) <= fitted <= sum(aligned(block.size) for block in problem.blocks)
    searched = search(problem, first_fit(problem, rounds=0), nodes=100)
    assert lower_bound(problem) <= size_of(problem, searched.addresses)


@pytest.mark.parametrize("seed", range(4))
def test_search_never_loses_what_is_known(seed: int) -> None:
    problem = scattered(seed)
    known = first_fit(problem, rounds=0)
    found = search(problem, known, nodes=200)
    assert size_of(problem, found.addresses) <= size_of(problem, known)


def test_first_fit_improves_its_orders() -> None:
    """On dense problems it comes to the bound where no order by size or time does."""
    sizes = [
        (size_of(p, first_fit(p, 0)), size_of(p, first_fit(p))) for p in map(scattered, range(12))
    ]
    bounds = [lower_bound(scattered(seed)) for seed in range(12)]
    assert all(after <= before for before, after in sizes)
    reached = [
        [size == bound for size, bound in zip(s, bounds, strict=True)]
        for s in zip(*sizes, strict=True)
    ]
    assert sum(reached[0]) < sum(reached[1])
    assert sum(reached[1]) >= 11


def test_the_same_every_time() -> None:
    problem = scattered(11, blocks=40)
    assert place(problem) == place(problem)


LENT_ONCE = Problem(
    (Block(40, 0, 1, (0,)), Block(40, 1, 2, (0,)), Block(40, 0, 0), Block(40, 2, 2)),
    (Loan(50, 3, 3),),
)
"""At each step one of two blocks can be lent, but the two that may be meet each other."""


def test_the_bound_is_not_always_reached() -> None:
    assert lower_bound(LENT_ONCE) == 48
    found = search(LENT_ONCE, stacked(LENT_ONCE), nodes=1000)
    assert found.proved
    assert size_of(LENT_ONCE, found.addresses) == 96


def test_a_search_that_is_cut_short_proves_nothing() -> None:
    assert not search(LENT_ONCE, stacked(LENT_ONCE), nodes=3).proved


@needs_solver
def test_solver_proves_more_than_the_bound() -> None:
    found = solver.solve(LENT_ONCE, stacked(LENT_ONCE))
    assert found.proved
    assert size_of(LENT_ONCE, found.addresses) == 96


@needs_solver
def test_solver_cut_short_keeps_what_is_known() -> None:
    problem = scattered(3)
    known = first_fit(problem, rounds=0)
    found = solver.solve(problem, known, effort=0.0)
    assert size_of(problem, found.addresses) <= size_of(problem, known)


def test_nothing_to_place() -> None:
    assert place(Problem(())).addresses == ()
    assert place(Problem((), (Loan(10, 0, 1),))).proved


def test_a_loan_takes_what_fits_while_it_is_free() -> None:
    early, late = Block(40, 0, 1, (0,)), Block(40, 2, 3, (0,))
    large, stranger = Block(60, 0, 1, (0,)), Block(40, 0, 1)
    lent = Loan(50, 2, 9)
    assert lower_bound(Problem((early, late, stranger), (lent,))) == 48
    assert lower_bound(Problem((early, large), (lent,))) == 64
    placement = place(Problem((early, late, large), (lent,)))
    assert placement.addresses[0] == 0
    assert placement.addresses[1] >= 64 <= placement.addresses[2]
