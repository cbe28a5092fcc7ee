"""Locations as attributes and as text."""

from __future__ import annotations

from io import StringIO

import pytest
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    NameLoc,
    StringAttr,
    UnknownLoc,
)
from xdsl.printer import Printer

from cmlir.dialects import locations
from cmlir.dialects.locations import SourceLocation
from support.ir import parse

PLACES = [
    SourceLocation("linear_1", "blk.0", "model.py", 12),
    SourceLocation("x"),
    SourceLocation("mul", "größe.日本", "mödel 1.py", 3),
    SourceLocation('a"b', "c\\d|e%f", 'g".py', 1),
    SourceLocation("lambda", "<lambda>", "<stdin>", 7),
]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_a_location_survives_text(place: SourceLocation) -> None:
    module = ModuleOp([])
    module.location = locations.to_attr(place)
    assert locations.of(module) == place
    stream = StringIO()
    Printer(stream, print_debuginfo=True).print_op(module)
    assert stream.getvalue().isascii()
    assert locations.of(parse(stream.getvalue())) == place


def test_the_text_is_readable() -> None:
    attr = locations.to_attr(PLACES[0])
    assert str(attr) == 'loc("linear_1|blk.0"("model.py":12:0))'


def test_locations_that_others_wrote() -> None:
    line = FileLineColLoc(StringAttr("a.mlir"), IntAttr(3), IntAttr(5))
    assert locations.from_attr(line) == SourceLocation("", "", "a.mlir", 3)
    named = NameLoc(StringAttr("mul"), line)
    assert locations.from_attr(named) == SourceLocation("mul", "", "a.mlir", 3)
    assert locations.from_attr(UnknownLoc()) is None
    assert locations.of(ModuleOp([])) is None


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (SourceLocation("mul", "blk.0", "model.py", 12), "mul in module 'blk.0', model.py:12"),
        (SourceLocation("mul"), "mul"),
        (SourceLocation("", "", "a.mlir", 3), "operation, a.mlir:3"),
    ],
)
def test_as_text_for_messages(place: SourceLocation, expected: str) -> None:
    assert str(place) == expected


def test_copying() -> None:
    source, first, second = ModuleOp([]), ModuleOp([]), ModuleOp([])
    source.location = locations.to_attr(PLACES[0])
    locations.copy_location(source, first, second)
    assert locations.of(first) == locations.of(second) == PLACES[0]
