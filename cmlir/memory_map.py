"""The memory of a compiled program: as a table, and as a picture of it over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from cmlir.atomic import write_whole
from cmlir.errors import InvalidInputError

if TYPE_CHECKING:
    from rich.table import Table

    from cmlir.codegen.report import BufferRecord, Report

_COLOURS = ("#8dd3c7", "#fdb462", "#80b1d3", "#b3de69", "#fccde5", "#bebada", "#ffed6f", "#ccebc5")
_OWN, _SCRATCH, _PEAK = "#e4e4e4", "#b0b0b0", "#d62728"

_LEFT, _TOP, _RIGHT = 90, 78, 24
_CHART = 1000
"""Pixels of a picture: around the chart, and its width unless steps would be too wide or narrow."""

_HEIGHT, _THIN, _GAP = 640, 14, 30
"""Pixels of all memories together, of a small one at least, and between two."""

_CHARACTER, _TITLE_CHARACTER, _LABEL = 6.2, 8.0, 13
"""Pixels of a character of the labels and of the headline, on average, and between two operations'
names."""


def memory_table(report: Report) -> Table:
    """All buffers by address, and the figures of the arena."""
    from rich.table import Table

    table = Table(title=_headline(report), caption=_peak_text(report))
    for column, justify in (
        ("memory", "left"),
        ("offset", "right"),
        ("bytes", "right"),
        ("ops", "right"),
        ("contents", "left"),
    ):
        table.add_column(column, justify=justify)  # pyright: ignore[reportArgumentType]
    for memory, buffers in _by_memory(report):
        for buffer in sorted(buffers, key=lambda b: (b.offset, b.first)):
            steps = f"{buffer.first}-{buffer.last}"
            sizes = (f"{buffer.offset:,}", f"{buffer.bytes:,}")
            table.add_row(memory, *sizes, steps, ", ".join(buffer.contents))
        table.add_section()
    return table


def write_memory_map(report: Report, path: Path | str) -> Path:
    """Draw the memory over time into an SVG file; raises InvalidInputError if that cannot be."""
    path = Path(path)
    if path.suffix.lower() != ".svg":
        raise InvalidInputError(
            f"a memory map is SVG, but the file is {path.name!r}", advice="name it .svg"
        )
    return write_whole(path, memory_map(report), "the memory map")


def memory_map(report: Report) -> str:
    """SVG: operations to the right, addresses upwards, a rectangle for each buffer."""
    scale = _Scale.of(report)
    parts: list[str] = []
    bottom = _TOP
    for memory, buffers in _by_memory(report):
        size = _size(report, memory, buffers)
        bottom += scale.height(size)
        parts += _panel(report, scale, memory, size, buffers, bottom)
        bottom += _GAP
    parts += _operations(report, scale, bottom - _GAP)
    height = bottom + _GAP + 90
    headline = _headline(report)
    chart = max(scale.step * max(1, len(report.ops)), _TITLE_CHARACTER * len(headline))
    width = _LEFT + chart + _RIGHT
    title = _text(_LEFT, 24, headline, size=15)
    subtitle = _text(_LEFT, 44, _peak_text(report), size=12, colour=_PEAK)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="Helvetica, Arial, sans-serif">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n'
        f"{title}\n{subtitle}\n" + "\n".join(parts) + "\n</svg>\n"
    )


@dataclass(frozen=True)
class _Scale:
    """Pixels of an operation, and of a byte."""

    step: float
    byte: float

    @classmethod
    def of(cls, report: Report) -> _Scale:
        step = min(90.0, max(6.0, _CHART / max(1, len(report.ops))))
        sizes = [_size(report, memory, buffers) for memory, buffers in _by_memory(report)]
        return cls(step, _HEIGHT / max(1, sum(sizes)))

    def x(self, step: int) -> float:
        return _LEFT + self.step * step

    def height(self, size: int) -> float:
        return max(size * self.byte, _THIN)


def _by_memory(report: Report) -> Iterator[tuple[str, list[BufferRecord]]]:
    """The arena first, even if nothing is there."""
    names = dict.fromkeys(("arena", *(buffer.memory for buffer in report.buffers)))
    for name in names:
        yield name, [buffer for buffer in report.buffers if buffer.memory == name]


def _size(report: Report, memory: str, buffers: Sequence[BufferRecord]) -> int:
    if memory == "arena":
        return report.arena_bytes
    return max(buffer.offset + buffer.bytes for buffer in buffers)


def _headline(report: Report) -> str:
    proof = "not proved optimal"
    if report.arena_optimal:
        proof = "optimal for this order of operations"
    if report.order_optimal:
        proof = "optimal for any order of operations"
    return (
        f"arena {report.arena_bytes:,} bytes, lower bound {report.arena_lower_bound:,}, {proof}; "
        f"inputs and outputs {report.io_bytes:,} bytes"
    )


def _peak_text(report: Report) -> str:
    peak = report.peak_op
    if peak is None:
        return "no operation uses the arena"
    return f"peak: operation {peak.index}, {peak.op}, {peak.live_bytes:,} bytes in use"


def _panel(
    report: Report,
    scale: _Scale,
    memory: str,
    size: int,
    buffers: Sequence[BufferRecord],
    bottom: float,
) -> Iterator[str]:
    """One memory: frame, name and size, buffers, and in the arena the peak."""
    width, height = scale.step * max(1, len(report.ops)), scale.height(size)
    top = bottom - height
    yield _rectangle(_LEFT, top, width, height, "none", "#808080")
    yield _text(_LEFT - 8, top + 10, f"{size:,}", anchor="end")
    yield _text(_LEFT, top - 5, memory, size=12)
    for number, buffer in enumerate(buffers):
        yield from _block(scale, height / max(1, size), buffer, bottom, _colour(number, buffer))
    if memory == "arena" and report.peak_op is not None:
        x = scale.x(report.peak_op.index)
        yield _rectangle(x, top, scale.step, height, "none", _PEAK, 2)
        yield _text(x + scale.step / 2, top - 5, "peak", anchor="middle", colour=_PEAK)
        if report.arena_lower_bound < size:
            y = bottom - report.arena_lower_bound * height / size
            yield _line(_LEFT, y, _LEFT + width, y)
            yield _text(_LEFT - 8, y + 4, f"{report.arena_lower_bound:,}", anchor="end")


def _colour(number: int, buffer: BufferRecord) -> str:
    if buffer.contents == ("scratch",):
        return _SCRATCH
    is_own = buffer.memory != "arena" and buffer.offset == 0 and buffer.contents[:1] == ("input",)
    return _OWN if is_own else _COLOURS[number % len(_COLOURS)]


def _block(
    scale: _Scale, byte: float, buffer: BufferRecord, bottom: float, colour: str
) -> Iterator[str]:
    """A buffer, with what of its contents and size has room; the rest shows under the pointer."""
    x, width = scale.x(buffer.first), scale.step * (buffer.last - buffer.first + 1)
    height = max(buffer.bytes * byte, 1.0)
    y = bottom - buffer.offset * byte - height
    contents = ", ".join(buffer.contents)
    end = buffer.offset + buffer.bytes
    details = (
        f"{contents}: bytes {buffer.offset} to {end}, operations {buffer.first} to {buffer.last}"
    )
    yield f"<g><title>{_escaped(details)}</title>"
    yield _rectangle(x, y, width, height, colour, "#505050")
    lines = [line for line in (contents, f"{buffer.bytes:,}") if line]
    room = int((width - 6) / _CHARACTER)
    for number, line in enumerate(lines[: int(height / 12)]):
        if room >= 3:
            label = line if len(line) <= room else line[: room - 1] + "…"
            yield _text(x + 3, y + 11 + 12 * number, label)
    yield "</g>"


def _operations(report: Report, scale: _Scale, top: float) -> Iterator[str]:
    """Their numbers and names below the chart, as many as have room."""
    every = ceil(_LABEL / scale.step)
    for op in report.ops[::every]:
        x = scale.x(op.index) + scale.step / 2
        label = f"{op.index} {op.op.removeprefix('cortex_m.')}"
        place = f'transform="translate({x:.1f} {top + 12:.1f}) rotate(50)"'
        yield f'<text {place} font-size="10" fill="#202020">{_escaped(label)}</text>'


def _rectangle(
    x: float, y: float, width: float, height: float, fill: str, stroke: str, stroke_width: int = 1
) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{stroke_width}"/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{_PEAK}" stroke-dasharray="6 4"/>'
    )


def _text(
    x: float, y: float, text: str, size: int = 10, anchor: str = "start", colour: str = "#202020"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{colour}">{_escaped(text)}</text>'
    )


def _escaped(text: str) -> str:
    """For XML, which has no control characters."""
    return escape("".join(c if c.isprintable() else "?" for c in text))
