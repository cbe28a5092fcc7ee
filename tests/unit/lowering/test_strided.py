"""Layouts against numpy: random chains of rearrangements of an array of its own places."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided

from cmlir.lowering.strided import Layout, Steps, common_steps, dense_strides, merged

Places = npt.NDArray[np.int64]
State = tuple[Layout, Places]
"""A layout, and what numpy makes of the same chain: each element is its place in the source."""

shapes = st.lists(st.integers(1, 4), max_size=4).map(tuple)
chains = settings(max_examples=300, deadline=None)


def places_of(layout: Layout) -> Places:
    """The places that a layout reads."""
    return strided(layout).reshape(layout.shape)


def strided(layout: Layout) -> Places:
    """The places that a layout reads, with an axis for each step, by strides in bytes."""
    steps = [step for axis in layout.axes for step in axis]
    span = sum(stride * (size - 1) for size, stride in steps)
    source = np.arange(layout.offset, layout.offset + span + 1)
    strides = [8 * stride for _, stride in steps]
    return as_strided(source, [size for size, _ in steps], strides)


def permuted(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    dims = draw(st.permutations(range(array.ndim)))
    return layout.permuted(dims), array.transpose(dims)


def sliced(draw: st.DrawFn, layout: Layout, array: Places) -> State:
    dim = draw(st.integers(0, array.ndim - 1))
    start = draw(st.integers(0, array.shape[dim] - 1))
    step = draw(st.integers(1, 3))
    taken = array[(slice(None),) * dim + (slice(start, None, step),)]
    result = layout.sliced(dim, start, step, taken.shape[dim])
    if result is not None:
        return result, taken
    assert len(merged(layout.axes[dim])) > 1
    return over_a_copy(taken.shape)


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
    """Where numpy can view without a copy, there is a layout; and where axes are only joined."""
    shape = draw(shapes_of_size(array.size))
    result, reshaped = layout.viewed(shape), array.reshape(shape)
    if result is not None:
        return result, reshaped
    apart = strided(layout)
    assert not np.shares_memory(apart.reshape(shape), apart)
    return over_a_copy(shape)


def over_a_copy(shape: tuple[int, ...]) -> State:
    """A new layout: the elements are moved first."""
    return Layout.dense(shape), np.arange(math.prod(shape)).reshape(shape)


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
def test_steps_are_the_fewest_in_order(state: State) -> None:
    layout, array = state
    flat = Layout(layout.offset, (layout.steps,) if layout.steps else ())
    np.testing.assert_array_equal(places_of(flat).ravel(), array.ravel())
    assert 1 not in [size for size, _ in layout.steps]
    assert merged(layout.steps) == layout.steps


@chains
@given(rearranged(), st.data())
def test_joined_axes_are_a_view(state: State, data: st.DataObject) -> None:
    """Whatever a chain has done, neighbouring axes can be joined without a copy."""
    layout, array = state
    cuts = sorted({0, array.ndim, *data.draw(st.lists(st.integers(0, array.ndim), max_size=3))})
    shape = tuple(math.prod(array.shape[a:b]) for a, b in pairwise(cuts))
    joined = layout.viewed(shape)
    assert joined is not None
    assert joined.shape == shape
    np.testing.assert_array_equal(places_of(joined), array.reshape(shape))


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
        (Layout.dense((4, 3)).permuted((1, 0)), (2, 6)),
        (Layout.dense((3,)).expanded((2, 3)), (3, 2)),
        (Layout.dense((2, 3, 4)).permuted((1, 0, 2)), (2, 12)),
        (Layout.dense((2, 3)), (0, 6)),
    ],
)
def test_views_that_cut_a_step(layout: Layout, shape: tuple[int, ...]) -> None:
    assert layout.viewed(shape) is None


@pytest.mark.parametrize(
    ("layout", "shape", "axes"),
    [
        (Layout.dense((2, 3)).permuted((1, 0)), (3, 1, 2), (((3, 1),), (), ((2, 3),))),
        (Layout.dense((2, 3)).permuted((1, 0)), (6,), (((3, 1), (2, 3)),)),
        (
            Layout.dense((2, 3, 4)).permuted((1, 0, 2)),
            (3, 4, 2),
            (((3, 4),), ((2, 12), (2, 2)), ((2, 1),)),
        ),
        (Layout.dense((4, 3)).sliced(0, 0, 2, 2), (2, 3), (((2, 6),), ((3, 1),))),
        (Layout.dense((1,)).expanded((6,)), (2, 3), (((2, 0),), ((3, 0),))),
        (Layout.dense(()), (1, 1), ((), ())),
    ],
)
def test_views_that_steps_describe(
    layout: Layout | None, shape: tuple[int, ...], axes: tuple[Steps, ...]
) -> None:
    assert layout is not None
    assert layout.viewed(shape) == Layout(layout.offset, axes)


def test_parts_of_joined_axes() -> None:
    """One element of an axis of two steps has a place; several of them are no single stride."""
    joined = Layout.dense((2, 3)).permuted((1, 0)).viewed((6,))
    assert joined is not None
    assert [joined.selected(0, k).offset for k in range(6)] == [0, 3, 1, 4, 2, 5]
    assert joined.sliced(0, 1, 1, 3) is None


def test_swapped_last() -> None:
    layout = Layout.dense((2, 3, 4)).swapped_last()
    assert layout == Layout(0, (((2, 12),), ((4, 1),), ((3, 4),)))
    assert layout.transposition() == ((2, 3, 4), (0, 2, 1))


def test_once_is_what_repeats() -> None:
    layout = Layout.dense((1, 3)).expanded((2, 4, 3))
    assert layout.once() == Layout(0, ((), (), ((3, 1),)))
    half = layout.viewed((2, 12))
    assert half is not None
    assert half.once().shape == (1, 12)


@pytest.mark.parametrize(
    ("lhs", "rhs", "steps"),
    [
        (((4, 1),), ((2, 9), (2, 0)), [(2, (2, 9)), (2, (1, 0))]),
        (((2, 5), (6, 0)), ((4, 3), (3, 1)), [(2, (5, 6)), (2, (0, 3)), (3, (0, 1))]),
        (((2, 5), (3, 1)), ((3, 5), (2, 1)), None),
        ((), (), []),
    ],
)
def test_common_steps(
    lhs: Steps, rhs: Steps, steps: list[tuple[int, tuple[int, ...]]] | None
) -> None:
    assert common_steps(lhs, rhs) == steps


@pytest.mark.parametrize(
    ("shape", "strides"), [((), ()), ((3,), (1,)), ((2, 3, 4), (12, 4, 1)), ((2, 0), (0, 1))]
)
def test_dense_strides(shape: tuple[int, ...], strides: tuple[int, ...]) -> None:
    assert dense_strides(shape) == strides
