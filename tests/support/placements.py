"""Placement problems: random ones, what a right answer is, and the best one by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, permutations

from hypothesis import strategies as st

from cmlir.dialects.cortex_m.plan import ALIGNMENT, aligned
from cmlir.lowering.placement import Block, Loan, Pair, Problem, arena_bytes


def problems(blocks: int, steps: int, size: int, loans: int = 2) -> st.SearchStrategy[Problem]:
    """Up to so many blocks and loans, with sizes and steps up to the given ones."""

    def build(lent: list[Loan]) -> st.SearchStrategy[Problem]:
        numbers = st.lists(st.sampled_from(range(len(lent))), unique=True) if lent else st.just([])
        block = st.builds(
            lambda size, first, length, loans: Block(size, first, first + length, tuple(loans)),
            st.integers(1, size),
            st.integers(0, steps),
            st.integers(0, steps // 2),
            numbers,
        )
        return st.lists(block, max_size=blocks).map(lambda all: Problem(tuple(all), tuple(lent)))

    loan = st.builds(
        lambda size, a, b: Loan(size, min(a, b), max(a, b)),
        st.integers(1, 2 * size),
        st.integers(-1, steps),
        st.integers(-1, steps + 1),
    )
    return st.lists(loan, max_size=loans).flatmap(build)


@st.composite
def paired(draw: st.DrawFn, blocks: int, steps: int, size: int, loans: int = 2) -> Problem:
    """The same, where some blocks may overlap others that begin when they end."""
    problem = draw(problems(blocks, steps, size, loans))
    distance = st.integers(-size // 2, size)
    pairs: list[Pair] = []
    for first, second in permutations(range(len(problem.blocks)), 2):
        taken = {number for pair in pairs for number in (pair.first, pair.second)}
        follows = problem.blocks[first].last == problem.blocks[second].first
        if follows and not taken & {first, second} and draw(st.booleans()):
            pairs.append(Pair(first, second, draw(distance), draw(distance)))
    return Problem(problem.blocks, problem.loans, tuple(pairs))


def stacked(problem: Problem) -> tuple[int, ...]:
    """Every block behind all others: a valid placement, and the worst one."""
    addresses: list[int] = []
    end = problem.arena
    for block in problem.blocks:
        addresses.append(end)
        end += aligned(block.size)
    return tuple(addresses)


def assert_valid(problem: Problem, addresses: Sequence[int]) -> None:
    """Blocks are where they may be, and share no byte with others or with a lender's own use."""
    assert len(addresses) == len(problem.blocks)
    for index, (block, address) in enumerate(zip(problem.blocks, addresses, strict=True)):
        assert address % ALIGNMENT == 0
        assert is_allowed(problem, block, address)
        for number, start in enumerate(addresses[:index]):
            other = problem.blocks[number]
            apart = block.last < other.first or other.last < block.first
            assert apart or are_apart(problem, (number, start), (index, address))


def are_apart(problem: Problem, *placed: tuple[int, int]) -> bool:
    """Whether two blocks, by number and address, share no byte, or only as their pair says."""
    (a, start), (b, address) = placed
    if address + problem.blocks[b].size <= start or start + problem.blocks[a].size <= address:
        return True
    found = dict(placed)
    return any(
        found[pair.second] <= found[pair.first] - pair.below
        or found[pair.second] >= found[pair.first] + pair.above
        for pair in problem.pairs
        if {pair.first, pair.second} == {a, b}
    )


def is_allowed(problem: Problem, block: Block, address: int) -> bool:
    """In the arena, or whole in a memory that it may be in and that is free for its life."""
    start = 0
    for number, loan in enumerate(problem.loans):
        if start <= address < start + aligned(loan.size):
            inside = address + block.size <= start + loan.size
            used = range(max(block.first, loan.first), min(block.last, loan.last) + 1)
            return number in block.loans and inside and not used
        start += aligned(loan.size)
    return address >= start


def smallest_arena(problem: Problem) -> int:
    """By trying every address of every block, for ever larger arenas."""
    sizes = count(0, ALIGNMENT)
    return next(size for size in sizes if _fits(problem, problem.arena + size, ()))


def _fits(problem: Problem, end: int, addresses: tuple[int, ...]) -> bool:
    if len(addresses) == len(problem.blocks):
        return True
    block = problem.blocks[len(addresses)]
    for address in range(0, end - block.size + 1, ALIGNMENT):
        free = all(
            not block.meets(problem.blocks[other])
            or are_apart(problem, (other, start), (len(addresses), address))
            for other, start in enumerate(addresses)
        )
        if (
            free
            and is_allowed(problem, block, address)
            and _fits(problem, end, (*addresses, address))
        ):
            return True
    return False


def size_of(problem: Problem, addresses: Sequence[int]) -> int:
    assert_valid(problem, addresses)
    return arena_bytes(problem, addresses)
