"""The page on the passes is what running them gives, and none is missing."""

from pathlib import Path

import pytest

from cmlir.tools.pass_docs import page, passes
from cmlir.universe import PASSES

DOCS = Path(__file__).parents[3] / "docs"


def test_every_pass_is_shown():
    assert sorted(passes()) == sorted(PASSES)


def test_the_page_is_up_to_date():
    written = (DOCS / "passes.md").read_text(encoding="utf-8")
    assert page(DOCS / "passes") + "\n" == written, "python -m cmlir.tools.pass_docs docs"


@pytest.mark.parametrize("path", sorted((DOCS / "passes").glob("*")), ids=lambda path: path.stem)
def test_every_example_is_of_a_pass(path: Path):
    assert path.stem in PASSES
