"""The pages on the dialects are what the definitions say."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.tools.dialect_docs import pages
from cmlir.universe import DIALECTS

PAGES = Path(__file__).parents[3] / "docs" / "dialects"
COMMAND = "write them anew: python -m cmlir.tools.dialect_docs docs/dialects"


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_pages_are_what_the_definitions_say(name: str, request: pytest.FixtureRequest):
    path, text = PAGES / f"{name}.md", pages()[f"{name}.md"]
    if request.config.getoption("--update-golden"):
        path.write_text(text)
    assert path.read_text() == text, COMMAND


def test_every_operation_has_a_text():
    for name, text in pages().items():
        empty = [part for part in text.split("### ")[1:] if len(part.strip().splitlines()) < 2]
        assert empty == [], name
