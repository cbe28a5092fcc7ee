"""Layouts against numpy: random chains of rearrangements of an array of its own places."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided

from cmlir.lowering.strided import Layout, dense_strides

Places = npt.NDArray[np.int64]
State = tuple[Layout, Places]
"""A layout, and what numpy makes of the same chain: each element is its place in the source."""

shapes = st.lists(st.integers(1, 4), max_size=4).map(tuple)
chains = settings(max_examples=300, deadline=None)


def places_of(layout: Layout) -> Places:
    """The places that a layout reads, by strides in bytes."""
    span = sum(s * (n - 1) for s, n in zip(layout.strides, layout.shape, strict=True))
    source = np.arange(layout.offset, layout.offset + span + 1)
    return as_strided(source, layout.shape, [8 * stride for stride in layout.strides])


def permuted(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    dims = draw(st.permutations(range(array.ndim)))
    return layout.permuted(dims), array.transpose(dims)


def sliced(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    dim = draw(st.integers(0, array.ndim - 1))
    start = draw(st.integers(0, array.shape[dim] - 1))
    step = draw(st.integers(1, 3))
    taken = array[(slice(None),) * dim + (slice(start, None, step),)]
    return layout.sliced(dim, start, step, taken.shape[dim]), taken


def selected(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    dim = draw(st.integers(0, array.ndim - 1))
    index = draw(st.integers(0, array.shape[dim] - 1))
    return layout.selected(dim, index), array[(slice(None),) * dim + (index, ...)]


def expanded(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    front = draw(st.lists(st.integers(1, 3), max_size=2))
    repeated = [draw(st.integers(1, 3)) if size == 1 else size for size in array.shape]
    shape = (*front, *repeated)
    return layout.expanded(shape), np.broadcast_to(array, shape)


def viewed(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    """If there are no strides for the view, it starts a new layout, over a copy."""
    shape = draw(shapes_of_size(array.size))
    result, reshaped = layout.viewed(shape), array.reshape(shape)
    assert (result is not None) == np.shares_memory(reshaped, array)
    if result is None:
        return Layout.dense(shape), np.arange(array.size).reshape(shape)
    return result, reshaped


@st.composite
def shapes_of_size(draw: st.DrawFn, size: int) -> tuple[int, ...]:
    shape: list[int] = []
    while size > 1:
        factor = draw(st.sampled_from([n for n in range(2, size + 1) if size % n == 0]))
        shape += [factor, *[1] * draw(st.integers(0, 1))]
        size //= factor
    return tuple(shape)


@st.composite
def rearranged(draw: st.DrawFn) -> State:
    shape = draw(shapes)
    layout, array = Layout.dense(shape), np.arange(math.prod(shape)).reshape(shape)
    for _ in range(draw(st.integers(0, 6))):
        steps: list[Any] = [permuted, expanded, viewed]
        if array.ndim:
            steps += [sliced, selected]
        if array.size > 200:
            break
        layout, array = draw(st.sampled_from(steps))(draw, layout, array)
    return layout, array


@chains
@given(rearranged())
def test_a_chain_reads_the_places_that_numpy_reads(state: State) -> None:
    layout, array = state
    assert layout.shape == array.shape
    assert layout.size == array.size
    np.testing.assert_array_equal(places_of(layout), array)


@chains
@given(rearranged())
def test_merging_keeps_the_places_and_their_order(state: State) -> None:
    layout, array = state
    merged = layout.merged()
    np.testing.assert_array_equal(places_of(merged).ravel(), array.ravel())
    assert 1 not in merged.shape
    assert merged.merged() == merged


@chains
@given(rearranged())
def test_a_run_is_what_lies_in_order(state: State) -> None:
    layout, array = state
    run = np.arange(layout.offset, layout.offset + array.size)
    assert layout.is_run() == np.array_equal(array.ravel(), run)


@chains
@given(rearranged())
def test_a_transposition_is_a_permuted_run(state: State) -> None:
    layout, array = state
    run = np.arange(layout.offset, layout.offset + array.size)
    found = layout.transposition()
    assert (found is not None) == np.array_equal(np.sort(array, axis=None), run)
    if found is not None:
        shape, permutation = found
        np.testing.assert_array_equal(
            run.reshape(shape).transpose(permutation).ravel(), array.ravel()
        )


@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        (Layout.dense((2, 3)).permuted((1, 0)), (6,)),
        (Layout.dense((4, 3)).sliced(1, 0, 1, 2), (8,)),
        (Layout.dense((3,)).expanded((2, 3)), (3, 2)),
        (Layout.dense((2, 3, 4)).permuted((1, 0, 2)), (2, 12)),
    ],
)
def test_views_that_no_strides_describe(layout: Layout, shape: tuple[int, ...]) -> None:
    assert layout.viewed(shape) is None


@pytest.mark.parametrize(
    ("layout", "shape", "strides"),
    [
        (Layout.dense((2, 3)).permuted((1, 0)), (3, 1, 2), (1, 0, 3)),
        (Layout.dense((2, 3, 4)).permuted((1, 0, 2)), (3, 2, 2, 2), (4, 12, 2, 1)),
        (Layout.dense((4, 3)).sliced(0, 0, 2, 2), (2, 3), (6, 1)),
        (Layout.dense((1,)).expanded((6,)), (2, 3), (0, 0)),
        (Layout.dense(()), (1, 1), (0, 0)),
    ],
)
def test_views_that_strides_describe(
    layout: Layout, shape: tuple[int, ...], strides: tuple[int, ...]
) -> None:
    assert layout.viewed(shape) == Layout(layout.offset, shape, strides)


def test_swapped_last() -> None:
    layout = Layout.dense((2, 3, 4)).swapped_last()
    assert layout == Layout(0, (2, 4, 3), (12, 1, 4))
    assert layout.transposition() == ((2, 3, 4), (0, 2, 1))


@pytest.mark.parametrize(
    ("shape", "strides"), [((), ()), ((3,), (1,)), ((2, 3, 4), (12, 4, 1)), ((2, 0), (0, 1))]
)
def test_dense_strides(shape: tuple[int, ...], strides: tuple[int, ...]) -> None:
    assert dense_strides(shape) == strides
