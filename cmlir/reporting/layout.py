"""Places for the nodes of a graph: rows from inputs to outputs, few crossings, edges that bend
around nodes. The method is the layered one of Sugiyama: rows by the longest way, long edges cut by
bends in every row between, order by barycentres, then x by the mean of the neighbours."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from cmlir.reporting.graph import Graph

SWEEPS = 8
GAP = 14.0
"""Pixels between two neighbours of a row."""

BEND_WIDTH = 6.0


@dataclass(frozen=True)
class Layout:
    """The middle of each node by row and x, the ways of edges as such points, and the width."""

    rows: tuple[int, ...]
    x: tuple[float, ...]
    ways: tuple[tuple[tuple[int, float], ...], ...]
    width: float


class _Points:
    """Nodes first, then the bends of long edges; neighbours above and below by index."""

    def __init__(self, graph: Graph, widths: Sequence[float]):
        self.row = _rows(graph)
        self.width = list(widths)
        self.above: list[list[int]] = [[] for _ in graph.nodes]
        self.below: list[list[int]] = [[] for _ in graph.nodes]
        self.chains = [self._chain(edge.source, edge.target) for edge in graph.edges]
        self.order: list[list[int]] = [[] for _ in range(max(self.row, default=0) + 1)]
        for point, row in enumerate(self.row):
            self.order[row].append(point)
        self.x = [0.0] * len(self.row)

    def _chain(self, source: int, target: int) -> list[int]:
        chain = [source]
        for row in range(self.row[source] + 1, self.row[target]):
            self.row.append(row)
            self.width.append(BEND_WIDTH)
            self.above.append([])
            self.below.append([])
            chain.append(len(self.row) - 1)
        chain.append(target)
        for upper, lower in itertools.pairwise(chain):
            self.below[upper].append(lower)
            self.above[lower].append(upper)
        return chain


def layout(graph: Graph, widths: Sequence[float]) -> Layout:
    """Rows and x coordinates; ``widths`` are the nodes' in pixels."""
    points = _Points(graph, widths)
    for sweep in range(SWEEPS):
        _sort_rows(points, downwards=sweep % 2 == 0)
    for row in points.order:
        _pack(points, row, [0.0] * len(row))
    for sweep in range(2 * SWEEPS):
        _straighten(points, downwards=sweep % 2 == 0)
    left = min((x - w / 2 for x, w in zip(points.x, points.width, strict=True)), default=0.0)
    points.x = [x - left for x in points.x]
    right = max((x + w / 2 for x, w in zip(points.x, points.width, strict=True)), default=0.0)
    ways = tuple(tuple((points.row[p], points.x[p]) for p in chain) for chain in points.chains)
    count = len(graph.nodes)
    return Layout(tuple(points.row[:count]), tuple(points.x[:count]), ways, right)


def _rows(graph: Graph) -> list[int]:
    """By the longest way from an input; edges lead forward in the order of the nodes."""
    before: list[list[int]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        before[edge.target].append(edge.source)
    rows: list[int] = []
    for sources in before:
        rows.append(max((rows[s] + 1 for s in sources), default=0))
    return rows


def _sort_rows(points: _Points, downwards: bool) -> None:
    rows = points.order if downwards else points.order[::-1]
    neighbours = points.above if downwards else points.below
    place = {p: i for row in points.order for i, p in enumerate(row)}
    for row in rows:
        keys = {p: _mean([place[n] for n in neighbours[p]], place[p]) for p in row}
        row.sort(key=lambda p: keys[p])
        place |= {p: i for i, p in enumerate(row)}


def _straighten(points: _Points, downwards: bool) -> None:
    rows = points.order if downwards else points.order[::-1]
    neighbours = points.above if downwards else points.below
    for row in rows:
        wanted = [_mean([points.x[n] for n in neighbours[p]], points.x[p]) for p in row]
        _pack(points, row, wanted)


def _pack(points: _Points, row: Sequence[int], wanted: Sequence[float]) -> None:
    """Put a row's points where they want to be, as far as their order and widths allow.

    Each that stands too far left is pushed right; then all are moved back by the mean push.
    """
    placed: list[float] = []
    for point, x in zip(row, wanted, strict=True):
        if placed:
            last = row[len(placed) - 1]
            x = max(x, placed[-1] + (points.width[last] + points.width[point]) / 2 + GAP)
        placed.append(x)
    shift = _mean([x - w for x, w in zip(placed, wanted, strict=True)], 0.0)
    for point, x in zip(row, placed, strict=True):
        points.x[point] = x - shift


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default
