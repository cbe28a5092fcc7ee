"""The order of tasks with the smallest peak: a beam of good ones first, then a search for better.

The search goes through the sets of tasks that can be done within a limit, each set once.  A task
that leaves no more memory taken than before, and stays within the limit, is done at once: doing it
later helps nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cmlir.lowering.scheduling.graph import Graph

TRIALS = 400_000
"""How often the search looks at a task that could be next."""

BEAM = 32
"""Sets of done tasks of each size that are followed at first."""


@dataclass(frozen=True)
class Schedule:
    """An order and its peak; ``proved`` if no order has a smaller one."""

    order: tuple[int, ...]
    peak: int
    proved: bool


def best_order(graph: Graph, trials: int = TRIALS) -> Schedule:
    """The order of the program if none is better, and else one that is near to it."""
    order = tuple(range(len(graph.tasks)))
    peak, least = graph.peak(order), graph.least_peak()
    search = _Search(graph, trials)
    for found in _found(graph, peak, least, search):
        if graph.peak(found) < peak:
            order, peak = found, graph.peak(found)
    proved = peak <= least or search.trials > 0
    return Schedule(_as_in_program(graph, order, peak), peak, proved)


def _found(graph: Graph, peak: int, least: int, search: _Search) -> Iterator[tuple[int, ...]]:
    """Ever better orders, if there are any."""
    found: tuple[int, ...] | None = _beam(graph) if peak > least else None
    while found is not None:
        yield found
        peak = min(peak, graph.peak(found))
        found = search.order_within(peak - 1) if peak > least else None


def _beam(graph: Graph) -> tuple[int, ...]:
    """For each number of tasks, the sets with the least peak so far; the best order at last."""
    begin = graph.bytes_at_begin
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (begin, begin, ())}
    for _ in graph.tasks:
        following: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        for done, (peak, taken, order) in best.items():
            for number in graph.ready(done):
                during, after = graph.run(number, done, taken)
                state = (max(peak, during), after, (*order, number))
                key = done | 1 << number
                following[key] = min(state, following.get(key, state))
        kept = sorted(following.items(), key=lambda item: item[1])[:BEAM]
        best = dict(kept)
    return best[graph.all][2]


@dataclass(frozen=True)
class _State:
    """A set of done tasks, the bytes taken, the tasks done last, and what can follow."""

    done: int
    taken: int
    tasks: tuple[int, ...]
    following: Iterator[_State]


class _Search:
    def __init__(self, graph: Graph, trials: int):
        self.trials = trials
        self._graph = graph
        self._dead: set[int] = set()
        self._reached: dict[int, int] = {}  # what a set of tasks became by cheap ones

    def order_within(self, limit: int) -> tuple[int, ...] | None:
        """An order that takes at most ``limit`` bytes; None if there is none, or no trial is left.

        Limits of later calls must not be larger: what is dead stays dead.
        """
        begin = self._graph.bytes_at_begin
        path = [self._advanced(0, begin, (), limit)] if begin <= limit else []
        while path and self.trials > 0:
            if path[-1].done == self._graph.all:
                return tuple(number for state in path for number in state.tasks)
            following = next(path[-1].following, None)
            if following is None:
                self._dead.add(path.pop().done)
            elif following.done not in self._dead:
                path.append(following)
        return None

    def _advanced(self, done: int, taken: int, tasks: tuple[int, ...], limit: int) -> _State:
        """A state behind all tasks that it pays to do at once."""
        while (cheap := self._cheap(done, taken, limit)) is not None:
            number, taken = cheap
            tasks, done = (*tasks, number), done | 1 << number
        return _State(done, taken, tasks, self._following(done, taken, limit))

    def _cheap(self, done: int, taken: int, limit: int) -> tuple[int, int] | None:
        for number in self._graph.ready(done):
            self.trials -= 1
            during, after = self._graph.run(number, done, taken)
            if during <= limit and after <= taken:
                return number, after
        return None

    def _following(self, done: int, taken: int, limit: int) -> Iterator[_State]:
        choices: list[tuple[int, int]] = []
        for number in self._graph.ready(done):
            during, after = self._graph.run(number, done, taken)
            if during <= limit:
                choices.append((after, number))
        for after, number in sorted(choices):
            done_then = done | 1 << number
            if self._reached.get(done_then) not in self._dead:
                state = self._advanced(done_then, after, (number,), limit)
                self._reached[done_then] = state.done
                yield state


def _as_in_program(graph: Graph, order: Sequence[int], peak: int) -> tuple[int, ...]:
    """Neighbours exchanged where that brings them into the program's order at no cost."""
    order = list(order)
    exchanged = True
    while exchanged:
        exchanged = False
        done, taken = 0, graph.bytes_at_begin
        for place in range(len(order) - 1):
            first, second = order[place : place + 2]
            if first > second and _fits(graph, (second, first), done, taken, peak):
                order[place : place + 2] = second, first
                exchanged = True
            _, taken = graph.run(order[place], done, taken)
            done |= 1 << order[place]
    return tuple(order)


def _fits(graph: Graph, numbers: Sequence[int], done: int, taken: int, peak: int) -> bool:
    """Whether tasks can follow in this order within the peak."""
    for number in numbers:
        during, taken = graph.run(number, done, taken)
        if graph.tasks[number].behind & ~done or during > peak:
            return False
        done |= 1 << number
    return True
