"""Strided copy, transpose, concatenation and fill against numpy."""

from __future__ import annotations

import ctypes
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided

from support.kernel_library import Array, Dims, KernelLibrary, TransposeParams
from support.kernel_strategies import quick

ARG_ERROR = -1
UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
element_sizes = st.sampled_from(sorted(UNSIGNED))


def source(count: int, element_size: int) -> Array:
    """`count` elements, different from each other as far as their size allows."""
    rng = np.random.default_rng(count)
    return rng.integers(0, 256, count * element_size, np.uint8).view(UNSIGNED[element_size])


def strided_copy(
    library: KernelLibrary,
    data: Array,
    start: int,
    dims: tuple[int, ...],
    strides: tuple[int, ...],
) -> Array:
    """The kernel's result for the view of `data` that has its element [0, 0, ..] at `start`."""
    with library.memory() as memory:
        out = memory.output(dims, data.dtype)
        status = library.call(
            "cmlir_strided_copy",
            ctypes.c_void_p(memory.input(data).address + start * data.itemsize),
            out,
            data.itemsize,
            len(dims),
            memory.input(np.array(dims, np.int32)),
            memory.input(np.array(strides, np.int32)),
        )
        assert status == 0
        return out.value()


@st.composite
def views(draw: st.DrawFn) -> tuple[Array, int, tuple[int, ...], tuple[int, ...]]:
    """(data, start, dims, strides) with every element of the view inside data."""
    rank = draw(st.integers(0, 8))
    dims = tuple(draw(st.lists(st.integers(0, 4), min_size=rank, max_size=rank)))
    strides = tuple(draw(st.lists(st.integers(-9, 9), min_size=rank, max_size=rank)))
    reach = [(d - 1) * s for d, s in zip(dims, strides, strict=True) if d > 0]
    start = -sum(r for r in reach if r < 0)
    count = start + sum(r for r in reach if r > 0) + 1
    return source(count, draw(element_sizes)), start, dims, strides


@quick
@given(views())
def test_strided_copy(
    library: KernelLibrary, view: tuple[Array, int, tuple[int, ...], tuple[int, ...]]
) -> None:
    data, start, dims, strides = view
    steps = [stride * data.itemsize for stride in strides]
    expected = as_strided(data[start:], dims, steps)
    np.testing.assert_array_equal(strided_copy(library, data, start, dims, strides), expected)


@quick
@given(st.data())
def test_strided_copy_of_permuted_dense_tensors(
    library: KernelLibrary, data: st.DataObject
) -> None:
    """Permutations that keep axes together take the path that joins them."""
    dims = tuple(data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=6)))
    tensor = source(int(np.prod(dims)), data.draw(element_sizes)).reshape(dims)
    permuted = tensor.transpose(data.draw(st.permutations(range(len(dims)))))
    strides = tuple(step // tensor.itemsize for step in permuted.strides)
    got = strided_copy(library, tensor.ravel(), 0, permuted.shape, strides)
    np.testing.assert_array_equal(got, permuted)


@pytest.mark.parametrize(
    ("element_size", "rank", "dims"),
    [(3, 1, [2]), (0, 1, [2]), (16, 1, [2]), (1, -1, [2]), (1, 9, [1] * 9), (1, 2, [0, -1])],
)
def test_strided_copy_refuses(
    library: KernelLibrary, element_size: int, rank: int, dims: list[int]
) -> None:
    with library.memory() as memory:
        data = memory.input(source(4, 8))
        extents = memory.input(np.array(dims, np.int32))
        out = memory.inout(source(4, 8))
        arguments = (data, out, element_size, rank, extents, extents)
        assert library.call("cmlir_strided_copy", *arguments) == ARG_ERROR
        np.testing.assert_array_equal(out.value(), source(4, 8))


@pytest.mark.parametrize("element_size", sorted(UNSIGNED))
@pytest.mark.parametrize("size", [0, 1, 7, 40])
def test_fill(library: KernelLibrary, element_size: int, size: int) -> None:
    value = source(1, element_size)
    with library.memory() as memory:
        out = memory.output((size,), value.dtype)
        assert library.call("cmlir_fill", out, element_size, size, memory.input(value)) == 0
        np.testing.assert_array_equal(out.value(), np.full(size, value[0]))


def test_fill_refuses(library: KernelLibrary) -> None:
    with library.memory() as memory:
        out = memory.output((3,), np.uint8)
        value = memory.input(source(1, 4))
        assert library.call("cmlir_fill", out, 3, 1, value) == ARG_ERROR


def transpose(
    library: KernelLibrary,
    tensor: Array,
    permutation: tuple[int, ...],
    out_dims: tuple[int, ...] | None = None,
) -> tuple[int, Array]:
    padding = (1,) * (4 - tensor.ndim)
    shape = tuple(tensor.shape[axis] for axis in permutation) if out_dims is None else out_dims
    with library.memory() as memory:
        out = memory.output(shape, np.int8)
        order = memory.input(np.array(permutation, np.uint32))
        status = library.call(
            "arm_transpose_s8",
            memory.input(tensor),
            out,
            Dims(*tensor.shape, *padding),
            Dims(*shape, *padding),
            TransposeParams(len(permutation), order.address),
        )
        return status, out.value()


@pytest.mark.parametrize("shape", [(1, 3, 4, 5), (2, 3, 1, 4), (6, 2, 3, 2)])
@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_transpose_by_every_permutation(
    library: KernelLibrary, shape: tuple[int, ...], rank: int
) -> None:
    """Identities included, which CMSIS-NN does not get right."""
    tensor = source(int(np.prod(shape[:rank])), 1).view(np.int8).reshape(shape[:rank])
    for permutation in permutations(range(rank)):
        status, got = transpose(library, tensor, permutation)
        assert status == 0
        np.testing.assert_array_equal(got, tensor.transpose(permutation))


@pytest.mark.parametrize("permutation", [(0, 0), (0, 2), (1, 2**32 - 1)])
def test_transpose_refuses_what_is_no_permutation(
    library: KernelLibrary, permutation: tuple[int, ...]
) -> None:
    status, _ = transpose(library, np.zeros((2, 2), np.int8), permutation, (2, 2))
    assert status == ARG_ERROR


def test_transpose_refuses_other_output_dims(library: KernelLibrary) -> None:
    status, _ = transpose(library, np.zeros((2, 3), np.int8), (1, 0), (2, 3))
    assert status == ARG_ERROR


@pytest.mark.parametrize("rank", [0, 5])
def test_transpose_refuses_other_ranks(library: KernelLibrary, rank: int) -> None:
    with library.memory() as memory:
        data = memory.input(np.zeros(1, np.int8))
        order = memory.input(np.arange(5, dtype=np.uint32))
        dims = Dims(1, 1, 1, 1)
        parameters = TransposeParams(rank, order.address)
        out = memory.output((1,), np.int8)
        assert library.call("arm_transpose_s8", data, out, dims, dims, parameters) == ARG_ERROR


@quick
@given(st.data())
def test_concatenation_along_x(library: KernelLibrary, data: st.DataObject) -> None:
    """Parts of any width, none too; what stands between them in the output stays."""
    w, z, y = (data.draw(st.integers(0, 3)) for _ in "wzy")
    widths = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=4))
    gap = data.draw(st.integers(0, 3))
    total = sum(widths) + gap
    initial = source(w * z * y * total, 1).view(np.int8).reshape(w, z, y, total)
    expected = initial.copy()
    with library.memory() as memory:
        out, start = memory.inout(initial), gap
        for width in widths:
            part = 100 - source(w * z * y * width, 1).view(np.int8).reshape(w, z, y, width)
            expected[..., start : start + width] = part
            block = memory.input(part)
            library.call("arm_concatenation_s8_x", block, width, y, z, w, out, total, start)
            start += width
        np.testing.assert_array_equal(out.value(), expected)


def concatenate(
    library: KernelLibrary, parts: list[Array], part_bytes: list[int], rows: int, out: Array
) -> tuple[int, Array]:
    with library.memory() as memory:
        addresses = np.array([memory.input(part).address for part in parts], np.uintp)
        block = memory.inout(out)
        status = library.call(
            "cmlir_concatenate",
            memory.input(addresses),
            memory.input(np.array(part_bytes, np.int32)),
            len(parts),
            rows,
            block,
        )
        return status, block.value()


@quick
@given(st.data())
def test_concatenate(library: KernelLibrary, data: st.DataObject) -> None:
    """Elements of every size, rows of every length, parts without elements among them."""
    element_size, rows = data.draw(element_sizes), data.draw(st.integers(0, 5))
    widths = data.draw(st.lists(st.integers(0, 7), max_size=5))
    parts = [source(rows * width, element_size).reshape(rows, width) for width in widths]
    parts = [part + np.array(k, part.dtype) for k, part in enumerate(parts)]
    empty = np.zeros((rows, 0), UNSIGNED[element_size])
    expected = np.concatenate([empty, *parts], axis=1)
    part_bytes = [width * element_size for width in widths]
    status, got = concatenate(library, parts, part_bytes, rows, np.zeros_like(expected))
    assert status == 0
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize(("part_bytes", "rows"), [([1, -1], 2), ([1, 1], -1)])
def test_concatenate_refuses_negative_sizes(
    library: KernelLibrary, part_bytes: list[int], rows: int
) -> None:
    parts, out = [source(2, 1), source(2, 1)], source(4, 1)
    status, got = concatenate(library, parts, part_bytes, rows, out)
    assert status == ARG_ERROR
    np.testing.assert_array_equal(got, out)
