"""Good placements fast: blocks in some order, each at the lowest address that is free.

The best of a few orders is improved step by step: a block that ends too high goes before one that
was in its way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from cmlir.dialects.cortex_m.plan import aligned
from cmlir.lowering.placement.problem import Block, Problem, arena_bytes, lower_bound

ROUNDS = 1000
"""Changed orders that are tried."""

_KEYS: tuple[Callable[[Block], tuple[int, ...]], ...] = (
    lambda block: (-block.size, block.first),
    lambda block: (-block.size * (block.last - block.first + 1), block.first),
    lambda block: (block.first - block.last, -block.size),
    lambda block: (block.first, -block.size),
    lambda block: (-block.last, -block.size),
)


def first_fit(problem: Problem, rounds: int = ROUNDS) -> tuple[int, ...]:
    """An address for each block; the same every time."""
    if not problem.blocks:
        return ()
    placer = _Placer(problem)
    indices = range(len(problem.blocks))
    orders = [sorted(indices, key=lambda i, k=key: k(problem.blocks[i])) for key in _KEYS]
    order = min(orders, key=lambda order: arena_bytes(problem, placer.place(order)))
    return placer.improved(order, rounds)


class _Placer:
    """What is the same for every order: sizes, places, and which blocks meet."""

    def __init__(self, problem: Problem):
        self._problem = problem
        self._bound = lower_bound(problem)
        self._sizes = [aligned(block.size) for block in problem.blocks]
        self._places = [problem.places(block) for block in problem.blocks]
        self._meets = [
            frozenset(j for j, other in enumerate(problem.blocks) if j != i and block.meets(other))
            for i, block in enumerate(problem.blocks)
        ]

    def place(self, order: Sequence[int]) -> tuple[int, ...]:
        """The address of each block if they are placed in this order."""
        addresses = [-1] * len(order)
        for index in order:
            placed = [j for j in self._meets[index] if addresses[j] >= 0]
            addresses[index] = self._lowest(index, self._barred(index, placed, addresses))
        return tuple(addresses)

    def _barred(
        self, index: int, placed: Sequence[int], addresses: Sequence[int]
    ) -> list[tuple[int, int]]:
        """Between which addresses the block cannot begin, because of each that is placed."""
        barred: list[tuple[int, int]] = []
        for other in placed:
            below, above = self._problem.distances(other, index)
            if below + above > 0:
                barred.append((addresses[other] - below, addresses[other] + above))
        return sorted(barred)

    def improved(self, order: Sequence[int], rounds: int) -> tuple[int, ...]:
        """The best of many orders; now and then from a worse one on, to leave dead ends."""
        choose = random.Random(0)
        best = addresses = self.place(order)
        for _ in range(rounds):
            if arena_bytes(self._problem, best) <= self._bound:
                break
            changed = self._changed(order, addresses, choose)
            tried = self.place(changed)
            if self._height(tried) <= self._height(addresses) or choose.random() < 0.05:
                order, addresses = changed, tried
            best = min(best, addresses, key=self._height)
        return best

    def _height(self, addresses: Sequence[int]) -> int:
        return arena_bytes(self._problem, addresses)

    def _changed(
        self, order: Sequence[int], addresses: Sequence[int], choose: random.Random
    ) -> list[int]:
        """A block that ends above the bound placed before one it meets; at times an exchange."""
        top = self._problem.arena + self._bound
        index = choose.choice([i for i in order if addresses[i] + self._sizes[i] > top])
        position = order.index(index)
        obstacles = [p for p in range(position) if order[p] in self._meets[index]]
        changed = [i for i in order if i != index]
        changed.insert(choose.choice(obstacles) if obstacles else 0, index)
        if choose.random() < 0.5:
            a, b = choose.randrange(len(order)), choose.randrange(len(order))
            changed[a], changed[b] = changed[b], changed[a]
        return changed

    def _lowest(self, index: int, barred: Sequence[tuple[int, int]]) -> int:
        """The first address that is not inside one of the sorted ranges."""
        for first, last in self._places[index]:
            start = first
            for begin, end in barred:
                if begin >= start:
                    break
                start = max(start, end)
            if start <= last:
                return start
        raise AssertionError("the arena has no end")
