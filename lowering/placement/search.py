"""The smallest arena, by a search through all placements that matter.

A placement is *settled* if no block alone can move down: each stands on one that it meets, or at
the begin of one of its places.  Some placement of least size is settled, and a settled one is made
by placing the blocks in the order of their addresses, each at its lowest place above those that it
meets and that are placed already.  The search goes through such orders.  It leaves out

* blocks above which another one that is still to come would fit: that one could move down,
* and what cannot end below the best placement known, by the bytes that are still to come at a step.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from cmlir.dialects.cortex_m.plan import ALIGNMENT, aligned
from cmlir.lowering.placement.problem import Problem, arena_bytes, lower_bound


@dataclass(frozen=True)
class Placement:
    """An address for each block; ``proved`` if no placement has a smaller arena."""

    addresses: tuple[int, ...]
    proved: bool


def search(problem: Problem, known: Sequence[int], nodes: int) -> Placement:
    """A best placement, or the best of ``known`` and what is found by placing ``nodes`` blocks."""
    state = _Search(problem, known, nodes)
    state.visit(0, -1)
    return Placement(state.best, state.nodes > 0)


@dataclass(frozen=True)
class _Piece:
    """A block to be placed, or the caller's own use of a lent memory, which has only one place.

    ``begin`` to ``end`` are the numbers of the steps during which it lives.
    """

    number: int
    size: int
    begin: int
    end: int
    places: tuple[tuple[int, int], ...]

    def lowest(self, floor: int) -> int | None:
        """The first of its places that is not below ``floor``."""
        return next((max(first, floor) for first, last in self.places if floor <= last), None)


class _Search:
    """What is left to be placed; for each step, up to where bytes are taken, and how many come."""

    def __init__(self, problem: Problem, known: Sequence[int], nodes: int):
        self.best = tuple(known)
        self.nodes = nodes
        self._least = problem.arena + lower_bound(problem)
        self._limit = problem.arena + arena_bytes(problem, known) - ALIGNMENT
        self._left = _pieces(problem)
        steps = len(list(problem.steps()))
        self._taken = [0] * steps
        self._to_come = [0] * steps
        for piece in self._left:
            self._put(piece, 0, piece.size)
        self._addresses: dict[int, int] = {}

    def visit(self, lowest: int, after: int) -> None:
        """Place what is left above ``lowest``, or at it if its number is above ``after``."""
        if not self._left:
            self.best = tuple(self._addresses[number] for number in range(len(self.best)))
            self._limit = max(self._taken, default=0) - ALIGNMENT
        for address, piece in self._choices(lowest, after):
            if self.nodes <= 0 or self._limit < self._least:
                return
            self.nodes -= 1
            covered = self._taken[piece.begin : piece.end]
            self._left.remove(piece)
            self._addresses[piece.number] = address
            self._put(piece, address + piece.size, -piece.size)
            self.visit(address, piece.number)
            self._put(piece, 0, piece.size)
            self._taken[piece.begin : piece.end] = covered
            self._left.append(piece)

    def _put(self, piece: _Piece, end: int, to_come: int) -> None:
        for step in range(piece.begin, piece.end):
            self._taken[step] = end
            self._to_come[step] += to_come

    def _choices(self, lowest: int, after: int) -> list[tuple[int, _Piece]]:
        """What may be placed next, with its address, in order; nothing if the rest cannot fit."""
        begins = [self._limit] * len(self._taken)
        ceiling = self._limit + 1
        choices: list[tuple[int, _Piece]] = []
        for piece in self._left:
            address = piece.lowest(max(self._taken[piece.begin : piece.end]))
            if address is None or address + piece.size > self._limit:
                return []
            ceiling = min(ceiling, address + piece.size)
            if (address, piece.number) > (lowest, after):
                choices.append((address, piece))
            for step in range(piece.begin, piece.end):
                begins[step] = min(begins[step], max(address, lowest))
        if any(a + b > self._limit for a, b in zip(begins, self._to_come, strict=True)):
            return []
        choices.sort(key=lambda c: (c[0], -c[1].size * (c[1].end - c[1].begin), c[1].number))
        return [(address, piece) for address, piece in choices if address < ceiling]


def _pieces(problem: Problem) -> list[_Piece]:
    steps = list(problem.steps())
    pieces = [
        _Piece(
            number,
            aligned(block.size),
            bisect_left(steps, block.first),
            bisect_right(steps, block.last),
            problem.places(block),
        )
        for number, block in enumerate(problem.blocks)
    ]
    start = 0
    for loan in problem.loans:
        begin, end = bisect_left(steps, loan.first), bisect_right(steps, loan.last)
        size = aligned(loan.size)
        if begin < end:
            pieces.append(_Piece(len(pieces), size, begin, end, ((start, start),)))
        start += size
    return pieces
