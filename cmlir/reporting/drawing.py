"""A graph as SVG, for pages and files."""

from __future__ import annotations

from html import escape

from cmlir.reporting.graph import Graph, Node, colour
from cmlir.reporting.layout import Layout, layout

_CHARACTER = 6.4
_HEIGHT, _ROW = 34, 62
"""Pixels of a character, of a node, and from one row to the next."""
_MARGIN = 12
_LONGEST = 30


def draw(graph: Graph) -> str:
    """The picture; details of a node and the type of a value show under the pointer."""
    lines = [_lines(node) for node in graph.nodes]
    widths = [max(len(line) for line in text) * _CHARACTER + 16 for text in lines]
    places = layout(graph, widths)
    height = _ROW * (max(places.rows, default=0) + 1) + 2 * _MARGIN - (_ROW - _HEIGHT)
    parts = [_edge(graph, places, i) for i in range(len(graph.edges))]
    parts += [_node(n, lines[i], widths[i], places, i) for i, n in enumerate(graph.nodes)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{places.width + 2 * _MARGIN:.0f}" '
        f'height="{height}" font-family="Helvetica, Arial, sans-serif" font-size="11">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _lines(node: Node) -> tuple[str, ...]:
    """The name, and below it the type or kernel."""
    second = node.details[0] if node.details else ""
    return tuple(_short(line) for line in (node.label, second) if line)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _top(row: int) -> float:
    return _MARGIN + row * _ROW


def _node(node: Node, lines: tuple[str, ...], width: float, places: Layout, index: int) -> str:
    fill = colour(node.kind)
    x, y = places.x[index] + _MARGIN, _top(places.rows[index])
    title = escape("\n".join((node.name, *node.details)))
    text = "".join(
        f'<text x="{x:.1f}" y="{y + 14 + 13 * i}" text-anchor="middle" '
        f'fill="{"#202020" if i == 0 else "#606060"}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<g><title>{title}</title><rect x="{x - width / 2:.1f}" y="{y}" width="{width:.1f}" '
        f'height="{_HEIGHT}" rx="5" fill="{fill}" stroke="#808080"/>{text}</g>'
    )


def _edge(graph: Graph, places: Layout, index: int) -> str:
    """A curve through the bends, vertical at each of them."""
    (row, x), *others = places.ways[index]
    x, y = x + _MARGIN, _top(row) + _HEIGHT
    path = f"M{x:.1f},{y}"
    for row, to in others:
        to, end = to + _MARGIN, _top(row)
        middle = (y + end) / 2
        path += f" C{x:.1f},{middle:.1f} {to:.1f},{middle:.1f} {to:.1f},{end}"
        x, y = to, end
        if row != places.rows[graph.edges[index].target]:
            y = end + _HEIGHT
            path += f" L{x:.1f},{y}"
    title = escape(graph.edges[index].label)
    return f'<path d="{path}" fill="none" stroke="#909090"><title>{title}</title></path>'
