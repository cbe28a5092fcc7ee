"""Layouts read side by side, against numpy."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cmlir.lowering.alignment import together
from cmlir.lowering.strided import Layout


@st.composite
def layouts(draw: st.DrawFn) -> list[Layout]:
    """Up to three layouts of one shape: dense, permuted, repeated, seen in other shapes."""
    sizes = draw(st.lists(st.sampled_from([1, 2, 3, 4, 6]), max_size=3))
    return [_layout(draw, tuple(sizes)) for _ in range(draw(st.integers(1, 3)))]


def _layout(draw: st.DrawFn, shape: tuple[int, ...]) -> Layout:
    order = draw(st.permutations(range(len(shape))))
    turned = Layout.dense([shape[k] for k in order]).permuted(
        [order.index(k) for k in range(len(shape))]
    )
    repeated = tuple(1 if draw(st.booleans()) else size for size in shape)
    kind = draw(st.sampled_from(["turned", "repeated", "split"]))
    if kind == "repeated":
        return Layout.dense(repeated).expanded(shape)
    if kind == "split":
        halves = tuple(n for size in shape for n in ((2, size // 2) if size % 2 == 0 else (size,)))
        turned = Layout.dense(halves[::-1]).permuted(range(len(halves))[::-1])
        return turned.viewed(shape) or Layout.dense(shape)
    return turned


def places(layout: Layout) -> list[int]:
    return [
        layout.offset
        + sum(i * stride for i, (_, stride) in zip(index, _steps(layout), strict=True))
        for index in np.ndindex(*(size for size, _ in _steps(layout)))
    ]


def _steps(layout: Layout) -> list[tuple[int, int]]:
    return [step for axis in layout.axes for step in axis]


@settings(max_examples=300, deadline=None)
@given(layouts())
def test_the_steps_read_what_each_layout_reads(given_layouts: list[Layout]) -> None:
    found = together(given_layouts)
    if found is None:
        return
    for k, layout in enumerate(given_layouts):
        read = [
            layout.offset + sum(i * steps[k] for i, (_, steps) in zip(index, found, strict=True))
            for index in np.ndindex(*(size for size, _ in found))
        ]
        assert read == places(layout)


def test_axes_are_joined_where_all_layouts_join_them() -> None:
    dense, row = Layout.dense((2, 3, 4)), Layout.dense((4,)).expanded((2, 3, 4))
    assert together([dense, dense]) == [(24, (1, 1))]
    assert together([dense, row]) == [(6, (4, 0)), (4, (1, 1))]


def test_cuts_that_do_not_fit() -> None:
    two_by_three = Layout.dense((3, 2)).permuted([1, 0]).viewed((6,))
    three_by_two = Layout.dense((2, 3)).permuted([1, 0]).viewed((6,))
    assert two_by_three is not None
    assert three_by_two is not None
    assert together([two_by_three, three_by_two]) is None
