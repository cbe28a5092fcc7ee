"""Rows chosen and slices replaced by index, against numpy; no index leads outside of the table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import quick

ARG_ERROR = -1
RUBBISH = 0x5A


def embed(
    library: KernelLibrary, table: Array, indices: Array, index_size: int
) -> tuple[int, Array]:
    """Status and result."""
    with library.memory() as memory:
        out = memory.output((len(indices), table.shape[1]), np.uint8)
        table_block, index_block = memory.input(table), memory.input(indices)
        arguments = (table_block, *table.shape, index_block, index_size, len(indices), out)
        status = library.call("cmlir_embedding", *arguments)
        return status, out.value()


def table_of(rows: int, row_bytes: int) -> Array:
    return np.random.default_rng(rows).integers(0, 256, (rows, row_bytes), np.uint8)


@quick
@given(
    st.integers(1, 300), st.integers(0, 40), st.integers(0, 30), st.sampled_from([4, 8]), st.data()
)
def test_rows(
    library: KernelLibrary, rows: int, row_bytes: int, count: int, size: int, data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.integers(0, rows - 1), min_size=count, max_size=count))
    table, indices = table_of(rows, row_bytes), np.array(chosen, f"i{size}")
    status, result = embed(library, table, indices, size)
    assert status == 0
    np.testing.assert_array_equal(result, table[indices])


@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("wrong", [-1, 9, 2**31 - 1, -(2**31)])
def test_an_index_outside_is_an_error(library: KernelLibrary, wrong: int, size: int) -> None:
    table = table_of(9, 3)
    status, result = embed(library, table, np.array([8, wrong, 0], f"i{size}"), size)
    assert status == ARG_ERROR
    np.testing.assert_array_equal(result[0], table[8])
    assert (result[1:] == RUBBISH).all()


@pytest.mark.parametrize("wrong", [2**32, 2**32 + 1, -(2**63), 2**63 - 1])
def test_all_of_a_long_index_counts(library: KernelLibrary, wrong: int) -> None:
    status, _ = embed(library, table_of(9, 3), np.array([wrong], np.int64), 8)
    assert status == ARG_ERROR


def test_another_size_is_refused(library: KernelLibrary) -> None:
    status, _ = embed(library, table_of(9, 3), np.array([1], np.int16), 2)
    assert status == ARG_ERROR


def replace(
    library: KernelLibrary, whole: Array, source: Array, indices: Array, *, in_place: bool = False
) -> tuple[int, Array]:
    """Status and result; `whole` and `source` are [outer, slices, bytes]."""
    outer, size, slice_bytes = whole.shape
    with library.memory() as memory:
        given = memory.inout(whole) if in_place else memory.input(whole)
        out = given if in_place else memory.output(whole.shape, np.uint8)
        blocks = (memory.input(source), memory.input(indices))
        sizes = (indices.itemsize, len(indices), outer, size, slice_bytes)
        status = library.call("cmlir_index_copy", given, *blocks, *sizes, out)
        return status, out.value()


@quick
@given(
    st.integers(0, 4),
    st.integers(1, 9),
    st.integers(0, 20),
    st.sampled_from([4, 8]),
    st.booleans(),
    st.data(),
)
def test_slices(
    library: KernelLibrary,
    outer: int,
    size: int,
    slice_bytes: int,
    index_size: int,
    in_place: bool,
    data: st.DataObject,
) -> None:
    places = data.draw(st.lists(st.integers(-size, size - 1), max_size=6))
    random = np.random.default_rng(outer)
    whole = random.integers(0, 256, (outer, size, slice_bytes), np.uint8)
    source = random.integers(0, 256, (outer, len(places), slice_bytes), np.uint8)
    expected = whole.copy()
    for number, place in enumerate(places):
        expected[:, place] = source[:, number]
    indices = np.array(places, f"i{index_size}")
    status, result = replace(library, whole, source, indices, in_place=in_place)
    assert status == 0
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("index_size", [4, 8])
@pytest.mark.parametrize("wrong", [-10, 9, 2**31 - 1, -(2**31)])
def test_a_slice_outside_changes_nothing(
    library: KernelLibrary, wrong: int, index_size: int
) -> None:
    whole, source = np.zeros((2, 9, 3), np.uint8), np.ones((2, 2, 3), np.uint8)
    indices = np.array([4, wrong], f"i{index_size}")
    status, result = replace(library, whole, source, indices, in_place=True)
    assert status == ARG_ERROR
    np.testing.assert_array_equal(result, whole)
