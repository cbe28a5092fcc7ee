"""The picture and the table of the memory show every buffer where it is, and the peak."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen import make_report
from cmlir.codegen.report import Report
from cmlir.errors import InvalidInputError
from cmlir.memory_map import memory_map, memory_table, write_memory_map
from support.equivalence import apply
from support.ir import parse
from support.lowered_attention import lowered_attention
from support.planned_programs import NAMES, lowered, overwriting_inputs

SVG = "{http://www.w3.org/2000/svg}"
_DETAILS = re.compile(r"(.*): bytes (\d+) to (\d+), operations (\d+) to (\d+)")


def report_of(module: ModuleOp) -> Report:
    return make_report(apply(overwriting_inputs(module), "plan-memory"))


def reports() -> list[Report]:
    return [report_of(lowered(name)) for name in NAMES] + [report_of(lowered_attention())]


@pytest.mark.parametrize("report", reports(), ids=[*NAMES, "lowered_attention"])
def test_every_buffer_is_drawn_to_scale(report: Report) -> None:
    drawing = ElementTree.fromstring(memory_map(report))
    steps: set[float] = set()
    scales: dict[str, set[float]] = {}
    for group, buffer in zip(drawing.iter(f"{SVG}g"), _drawn(report), strict=True):
        title, rectangle = group.find(f"{SVG}title"), group.find(f"{SVG}rect")
        assert title is not None
        assert rectangle is not None
        found = _DETAILS.fullmatch(title.text or "")
        assert found
        numbers = (buffer.offset, buffer.offset + buffer.bytes, buffer.first, buffer.last)
        assert tuple(map(int, found.groups()[1:])) == numbers
        life = buffer.last - buffer.first + 1
        steps.add(round(float(rectangle.attrib["width"]) / life, 0))
        if float(rectangle.attrib["height"]) > 30:
            scale = float(rectangle.attrib["height"]) / buffer.bytes
            scales.setdefault(buffer.memory, set()).add(round(scale, 2))
    assert len(steps) == 1
    assert all(max(scale) - min(scale) < 0.05 for scale in scales.values())


def _drawn(report: Report) -> list[object]:
    memories = dict.fromkeys(("arena", *(buffer.memory for buffer in report.buffers)))
    return [buffer for memory in memories for buffer in report.buffers if buffer.memory == memory]


@pytest.mark.parametrize("report", reports(), ids=[*NAMES, "lowered_attention"])
def test_rectangles_share_no_room(report: Report) -> None:
    drawing = ElementTree.fromstring(memory_map(report))
    boxes = [
        tuple(float(rectangle.attrib[key]) for key in ("x", "y", "width", "height"))
        for group in drawing.iter(f"{SVG}g")
        for rectangle in group.iter(f"{SVG}rect")
    ]
    for index, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[:index]:
            beside = x + width <= other_x + 0.2 or other_x + other_width <= x + 0.2
            above = y + height <= other_y + 1.1 or other_y + other_height <= y + 1.1
            assert beside or above
    page = float(drawing.attrib["width"]), float(drawing.attrib["height"])
    assert all(x + width <= page[0] and y + height <= page[1] for x, y, width, height in boxes)


def test_peak_and_figures_are_written() -> None:
    report = report_of(lowered_attention())
    drawing = ElementTree.fromstring(memory_map(report))
    texts = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    assert report.peak_op is not None
    assert f"arena {report.arena_bytes:,} bytes" in texts[0]
    assert f"operation {report.peak_op.index}, {report.peak_op.op}" in texts[1]
    assert "peak" in texts
    assert f"{report.peak_op.index} {report.peak_op.op.removeprefix('cortex_m.')}" in texts


def test_table_has_every_buffer() -> None:
    report = report_of(lowered_attention())
    console = Console(width=200, record=True)
    console.print(memory_table(report))
    text = console.export_text()
    for buffer in report.buffers:
        sizes = f"{buffer.offset:,} │ +{buffer.bytes:,}"
        row = rf"{buffer.memory} +│ +{sizes} │ +{buffer.first}-{buffer.last} "
        assert re.search(row, text)
    assert f"{report.arena_bytes:,} bytes" in text


def test_a_program_without_operations() -> None:
    module = parse("func.func @main(%x: tensor<4xi8>) { func.return }")
    report = report_of(module)
    assert report.buffers
    ElementTree.fromstring(memory_map(report))
    empty = report_of(parse("func.func @main() { func.return }"))
    assert empty.buffers == ()
    ElementTree.fromstring(memory_map(empty))


def test_files(tmp_path: Path) -> None:
    report = report_of(lowered("pointwise"))
    path = write_memory_map(report, tmp_path / "map.svg")
    assert path.read_text(encoding="utf-8") == memory_map(report)
    with pytest.raises(InvalidInputError, match=r"is SVG, but the file is 'map\.png'"):
        write_memory_map(report, tmp_path / "map.png")
    with pytest.raises(InvalidInputError, match="cannot write"):
        write_memory_map(report, tmp_path / "nowhere" / "map.svg")
