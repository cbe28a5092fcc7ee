"""Layer norm and RMS norm against the model in unbounded integers, and against real norms."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import clamps, int8_arrays, offsets, quick
from support.norms import Norm, inverse_sqrt, plain_norm, real_norm

matrices = int8_arrays(st.tuples(st.integers(0, 4), st.integers(1, 40)))


def run(library: KernelLibrary, x: Array, norm: Norm, in_place: bool = False) -> Array:
    with library.memory() as memory:
        return norm.run(library, memory, x, in_place)


@st.composite
def norms(draw: st.DrawFn, size: int, offset: int | None) -> Norm:
    """Numbers of every size that the header allows."""
    bits = 2 * draw(st.integers(-31, 15))
    largest = max((size * 255) ** 2 * 2.0**bits, 1.0)
    room = 62 - math.ceil(math.log2(largest))
    bits += min(room, 0) // 2 * 2
    int32 = st.integers(-(2**31) + 1, 2**31 - 1)
    multipliers = draw(st.lists(int32, min_size=size, max_size=size))
    bias = draw(st.lists(st.integers(-(2**30), 2**30), min_size=size, max_size=size))
    return Norm(
        draw(st.one_of(st.just(0), st.integers(0, 2**62), st.integers(0, 2**30))),
        bits,
        draw(st.integers(-60, 16)),
        draw(st.integers(0, 29)),
        draw(clamps()),
        np.array(multipliers, np.int32),
        np.array(bias, np.int32),
        offset,
    )


@quick
@given(matrices, st.one_of(st.none(), offsets), st.booleans(), st.data())
def test_norms_are_the_model(
    library: KernelLibrary, x: Array, offset: int | None, in_place: bool, data: st.DataObject
) -> None:
    norm = data.draw(norms(x.shape[1], offset))
    expected = np.array([norm.row(row) for row in x], np.int8).reshape(x.shape)
    np.testing.assert_array_equal(run(library, x, norm, in_place), expected)


def rows_of(size: int) -> Array:
    """Constant rows, outliers, two halves, hardly any variance, and rows at random."""
    rng = np.random.default_rng(size)
    rows = np.zeros((8, size), np.int8)
    rows[0], rows[1] = -128, 7
    rows[2, size // 2] = 1
    rows[3], rows[3, -1] = -128, 127
    rows[4], rows[4, : size // 2] = 127, -128
    rows[5] = rng.integers(-1, 1, size)
    rows[6] = rng.integers(-128, 128, size)
    rows[7] = np.clip(rng.normal(40, 9, size), -128, 127)
    return rows


@pytest.mark.parametrize("offset", [None, 0, -7, 128])
@pytest.mark.parametrize("size", [1, 2, 3, 15, 64, 100, 384, 768, 4097])
def test_near_real_norms(library: KernelLibrary, size: int, offset: int | None) -> None:
    for epsilon in (0.0, 0.5, 300.0):
        x = rows_of(size)
        reals = x.astype(float) + (offset or 0)
        exact = 16 * real_norm(reals, 1, 0, epsilon, offset is None)
        got = run(library, x, plain_norm(size, epsilon, offset))
        assert np.abs(got - np.clip(exact, -128, 127)).max() <= 0.501


def test_the_longest_row(library: KernelLibrary) -> None:
    """65536 of the codes with the largest squares: no sum overflows."""
    for offset, least in ((None, -128), (128, 127), (-127, -128)):
        x = np.full((1, 65536), least, np.int8)
        x[0, ::2] = 127
        norm = plain_norm(65536, offset=offset)
        assert norm.range_bits == 8
        norm = replace(norm, epsilon_bits=0)
        exact = 16 * real_norm(x.astype(float) + (offset or 0), 1, 0, 0, offset is None)
        got = run(library, x, norm)
        assert np.abs(got - np.clip(exact, -128, 127)).max() <= 0.501


def test_constant_rows_give_the_bias(library: KernelLibrary) -> None:
    """Also without an eps, where nothing is left under the square root."""
    for epsilon in (0, 1, 2**62):
        bias = np.arange(-100, 100, 25, dtype=np.int32)
        norm = Norm(epsilon, 8, 2, 10, (-128, 127), np.full(8, 2**31 - 1, np.int32), bias * 1024)
        got = run(library, np.full((3, 8), -77, np.int8), norm)
        np.testing.assert_array_equal(got, np.tile(bias, (3, 1)))


def test_the_inverse_square_root(library: KernelLibrary) -> None:
    """Right to 24 bits, all the way from 1/4 to 1, and never 2."""
    v = np.linspace(2**29, 2**31 - 1, 5001).astype(np.int64)
    got = np.array([library.call("cmlir_inverse_sqrt", int(x)) for x in v])
    np.testing.assert_array_equal(got, [inverse_sqrt(int(x)) for x in v])
    exact = 2.0**30 / np.sqrt(v / 2.0**31)
    assert np.abs(got / exact - 1).max() < 2.0**-24
    assert got.max() < 2**31 - 1
