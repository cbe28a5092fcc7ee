"""Sums, means and extremes of int8 codes against numpy and the model in unbounded integers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from support.fixed_point import rescale, wrap
from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import (
    clamps,
    int8_arrays,
    int8s,
    multipliers,
    offsets,
    quick,
    shifts,
)

shapes = st.tuples(
    st.integers(0, 4), st.integers(1, 20), st.one_of(st.just(1), st.integers(0, 9), st.just(70))
)
blocks = int8_arrays(shapes)
rows = int8_arrays(st.tuples(st.integers(60, 70), st.integers(1, 5), st.just(1)))


def reduce(
    library: KernelLibrary, kind: str, x: Array, *numbers: int, dtype: type = np.int8
) -> Array:
    with library.memory() as memory:
        out = memory.output((x.shape[0], x.shape[2]), dtype)
        arguments = (memory.input(x), *x.shape, *numbers, out)
        assert library.call(f"cmlir_{kind}_s8", *arguments) == 0
        return out.value()


@quick
@given(st.one_of(blocks, rows), offsets, multipliers, shifts, int8s, clamps())
def test_sum(
    library: KernelLibrary,
    x: Array,
    input_offset: int,
    multiplier: int,
    shift: int,
    output_offset: int,
    clamp: tuple[int, int],
) -> None:
    numbers = (input_offset, multiplier, shift, output_offset, *clamp)
    result = reduce(library, "sum", x, *numbers)
    sums = (x.astype(int) + input_offset).sum(axis=1).ravel().tolist()
    assert result.ravel().tolist() == [
        rescale(wrap(total), multiplier, shift, output_offset, *clamp) for total in sums
    ]


@pytest.mark.parametrize("inner", [1, 2, 64, 65])
def test_long_sums_are_exact(library: KernelLibrary, inner: int) -> None:
    """Beyond what 16 bits hold; 2^-17 of 100000 * 127 is 96.9."""
    x = np.full((1, 100_000, inner), 127, np.int8)
    result = reduce(library, "sum", x, 0, 2**30, -16, 0, -128, 127)
    np.testing.assert_array_equal(result, 97)


@quick
@given(blocks)
def test_extremes(library: KernelLibrary, x: Array) -> None:
    np.testing.assert_array_equal(reduce(library, "max", x), x.max(axis=1))
    np.testing.assert_array_equal(reduce(library, "min", x), x.min(axis=1))


@quick
@given(hnp.arrays(np.int8, shapes, elements=st.integers(-2, 2)) | blocks)
def test_the_index_is_that_of_the_first(library: KernelLibrary, x: Array) -> None:
    for kind, expected in (("argmax", x.argmax(axis=1)), ("argmin", x.argmin(axis=1))):
        np.testing.assert_array_equal(reduce(library, kind, x, dtype=np.int64), expected)
