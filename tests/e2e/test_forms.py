"""What the compiler chooses loses to no simpler form, in instructions weighed by their cycles.

`python benchmarks/forms.py` prints both columns.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.append(str(BENCHMARKS))
try:
    from form_list import FORMS, Form
    from forms import Comparison, compare
finally:
    sys.path.remove(str(BENCHMARKS))

CASES = [(form, target) for form in FORMS for target in form.targets]
QUICK = ("softmax 4x10, table", "a row added to all")
LARGEST_PRICE = 1.05
"""Of a form that is chosen because it needs less memory: times the other form's cycles."""


def assert_worth(found: Comparison) -> None:
    price = LARGEST_PRICE if found.form.saves_memory else 1.0
    assert 0 < found.chosen.cycles <= price * found.simpler.cycles
    assert found.chosen.instructions > 0
    if found.form.saves_memory:
        assert 0 < found.chosen.arena_bytes < found.simpler.arena_bytes


@pytest.mark.parametrize("form", [f for f in FORMS if f.name in QUICK], ids=lambda form: form.name)
def test_small_forms(form: Form) -> None:
    assert_worth(compare(form, form.targets[0]))


@pytest.mark.full
@pytest.mark.parametrize(
    ("form", "target"), CASES, ids=[f"{f.name}, {f.simpler.name}, {t}" for f, t in CASES]
)
def test_all_forms(form: Form, target: str) -> None:
    assert_worth(compare(form, target))


def test_what_is_slower_is_refused() -> None:
    """The criterion itself: the same figures the other way around do not pass."""
    (form,) = (f for f in FORMS if f.name == "softmax 4x10, table")
    found = compare(form, form.targets[0])
    turned = Comparison(form, found.target, chosen=found.simpler, simpler=found.chosen)
    assert turned.is_lost
    with pytest.raises(AssertionError):
        assert_worth(turned)
