"""What is to be placed, and where it may go.

All addresses are of one line of bytes: first the memories that the caller lends, one behind the
other, then the arena, which has no end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cmlir.dialects.cortex_m.plan import ALIGNMENT, aligned


@dataclass(frozen=True)
class Block:
    """``size`` bytes that are needed from step ``first`` to step ``last``, inclusive.

    ``loans`` are the numbers of the lent memories that it may be in; it may always be in the arena.
    """

    size: int
    first: int
    last: int
    loans: tuple[int, ...] = ()

    def meets(self, other: Block) -> bool:
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True)
class Loan:
    """``size`` bytes that can be used except from step ``first`` to step ``last``, inclusive."""

    size: int
    first: int
    last: int

    def is_free(self, step: int) -> bool:
        return not self.first <= step <= self.last

    def is_free_for(self, block: Block) -> bool:
        return block.size <= self.size and not (
            block.first <= self.last and self.first <= block.last
        )


@dataclass(frozen=True)
class Pair:
    """Two blocks, by number, that may share bytes: the first one's last step is the second's first.

    The second begins at least ``below`` bytes before the first, or at least ``above`` behind it.
    """

    first: int
    second: int
    below: int
    above: int


def least_union(first: int, second: int, below: int, above: int) -> int:
    """Bytes that two blocks of these sizes take together, at least.

    The second begins at least ``below`` bytes before the first, or at least ``above`` behind it.
    """
    a, b = aligned(first), aligned(second)
    return min(
        max(b, max(0, aligned(min(below, second))) + a),
        max(a, max(0, aligned(min(above, first))) + b),
    )


@dataclass(frozen=True)
class Problem:
    """Blocks that meet must be given disjoint bytes, each at a multiple of the alignment.

    Only ``pairs`` may share bytes, as each of them says.
    """

    blocks: tuple[Block, ...]
    loans: tuple[Loan, ...] = ()
    pairs: tuple[Pair, ...] = ()

    def distances(self, placed: int, other: int) -> tuple[int, int]:
        """How far before and behind a placed block another one that it meets must begin."""
        return self._paired.get((placed, other)) or (
            aligned(self.blocks[other].size),
            aligned(self.blocks[placed].size),
        )

    @cached_property
    def _paired(self) -> dict[tuple[int, int], tuple[int, int]]:
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for pair in self.pairs:
            below = aligned(min(pair.below, self.blocks[pair.second].size))
            above = aligned(min(pair.above, self.blocks[pair.first].size))
            found[pair.first, pair.second] = below, above
            found[pair.second, pair.first] = above, below
        return found

    @property
    def arena(self) -> int:
        """Where the arena begins."""
        return sum(aligned(loan.size) for loan in self.loans)

    def places(self, block: Block) -> tuple[tuple[int, int], ...]:
        """The first and the last address of each range in which the block may begin, in order."""
        ranges: list[tuple[int, int]] = []
        start = 0
        for number, loan in enumerate(self.loans):
            if number in block.loans and loan.is_free_for(block):
                room = (loan.size - block.size) // ALIGNMENT * ALIGNMENT
                ranges.append((start, start + room))
            start += aligned(loan.size)
        total = sum(aligned(other.size) for other in self.blocks)
        return (*ranges, (start, start + total))

    def steps(self) -> Iterator[int]:
        """Steps among which every set of blocks that live at once is alive at one."""
        yield from sorted({block.first for block in self.blocks})


def arena_bytes(problem: Problem, addresses: Sequence[int]) -> int:
    """Bytes from the start of the arena to the end of the last block, aligned."""
    placed = zip(problem.blocks, addresses, strict=True)
    end = max((address + aligned(block.size) for block, address in placed), default=0)
    return max(0, end - problem.arena)


def lower_bound(problem: Problem) -> int:
    """Bytes that no placement goes below: at each step what lives less what the loans can take."""
    return max((least_at(problem, step) for step in problem.steps()), default=0)


def least_at(problem: Problem, step: int) -> int:
    """Bytes of the arena that no placement goes below at one step.

    Pairs take the least that they can.  A loan takes at most the largest sum of blocks that is not
    above its size, or all its size if blocks can share bytes.
    """
    alive = [block for block in problem.blocks if block.first <= step <= block.last]
    guests = [
        [b for b in alive if number in b.loans and loan.is_free_for(b)]
        for number, loan in enumerate(problem.loans)
    ]
    pairs = [p for p in problem.pairs if problem.blocks[p.second].first == step]
    lent = [
        aligned(loan.size) if pairs else _largest_sum(loan.size, b)
        for loan, b in zip(problem.loans, guests, strict=True)
    ]
    shared = sum(
        aligned(problem.blocks[p.first].size)
        + aligned(problem.blocks[p.second].size)
        - least_union(problem.blocks[p.first].size, problem.blocks[p.second].size, p.below, p.above)
        for p in pairs
    )
    movable = sum(aligned(block.size) for block in {id(b): b for g in guests for b in g}.values())
    return sum(aligned(block.size) for block in alive) - shared - min(sum(lent), movable)


def _largest_sum(room: int, blocks: Sequence[Block]) -> int:
    """Of any of the blocks' sizes, not above ``room``."""
    sums = 1  # bit i: some of the blocks have i units together
    for block in blocks:
        sums |= sums << (aligned(block.size) // ALIGNMENT)
    fitting = sums & ((1 << (aligned(room) // ALIGNMENT + 1)) - 1)
    return (fitting.bit_length() - 1) * ALIGNMENT
