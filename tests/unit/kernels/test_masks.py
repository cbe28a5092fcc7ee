"""Masked softmax, selection, comparisons and logic against numpy."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.lib.stride_tricks import as_strided

from support.fixed_point import rescale, softmax_codes, softmax_parameters
from support.kernel_library import Array, KernelLibrary, Memory
from support.kernel_strategies import int8_arrays, int8s, multipliers, quick, shifts
from support.masked_softmax import MaskedSoftmaxCall, exponentials_of

ARG_ERROR = -1
UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


@st.composite
def masked_calls(draw: st.DrawFn) -> MaskedSoftmaxCall:
    """Tensors of any rank with a mask that repeats along any axes, or none, and any diagonal."""
    rank = draw(st.integers(1, 5))
    shape = (*draw(st.lists(st.integers(0, 3), min_size=rank - 1, max_size=rank - 1)),)
    shape = (*shape, draw(st.integers(0, 20)))
    x = draw(int8_arrays(st.just(shape)))
    diagonal = draw(st.one_of(st.integers(-5, 25), st.sampled_from([-(2**31), 2**31 - 1])))
    if draw(st.integers(0, 3)) == 0:
        return MaskedSoftmaxCall(x, None, diagonal)
    kept = tuple(draw(st.booleans()) for _ in shape)
    mask_shape = tuple(size if keep else 1 for size, keep in zip(shape, kept, strict=True))
    values = st.sampled_from([0, 0, 1, 1, 255])
    return MaskedSoftmaxCall(x, draw(hnp.arrays(np.uint8, mask_shape, elements=values)), diagonal)


def model(call: MaskedSoftmaxCall, parameters: tuple[int, int, int], bits: int) -> Array:
    """Unsigned codes: softmax of a row of the kept elements alone, 0 for all others."""
    codes = np.zeros(call.x.shape, np.int64)
    keep = call.keep()
    for place in np.ndindex(call.x.shape[:-1]):
        row, kept = call.x[place], keep[place]
        if kept.any():
            codes[place][kept] = softmax_codes(row[kept], *parameters, bits)
    return codes


@quick
@given(masked_calls(), st.floats(1e-6, 1.0))
def test_masked_softmax_is_softmax_of_the_kept_elements(
    library: KernelLibrary, call: MaskedSoftmaxCall, scale: float
) -> None:
    parameters = softmax_parameters(scale)
    with library.memory() as memory:
        got = call.run(library, memory, parameters)
    np.testing.assert_array_equal(got, model(call, parameters, 8) - 128)


@quick
@given(masked_calls(), st.floats(1e-6, 1.0), multipliers, shifts, int8s)
def test_masked_softmax_in_other_parameters(
    library: KernelLibrary,
    call: MaskedSoftmaxCall,
    scale: float,
    multiplier: int,
    shift: int,
    offset: int,
) -> None:
    parameters = softmax_parameters(scale)
    with library.memory() as memory:
        got = call.run(library, memory, parameters, (multiplier, shift, offset))
    wide = model(call, parameters, 16)
    expected = [
        rescale(code, multiplier, shift, offset, -128, 127) for code in wide.ravel().tolist()
    ]
    assert got.ravel().tolist() == expected


def test_kept_elements_have_the_bits_of_plain_softmax(library: KernelLibrary) -> None:
    rng = np.random.default_rng(1)
    x = rng.integers(-128, 128, (4, 33)).astype(np.int8)
    keep = rng.random((4, 33)) < 0.6
    parameters = softmax_parameters(0.05)
    with library.memory() as memory:
        got = MaskedSoftmaxCall(x, keep.astype(np.uint8), 99).run(library, memory, parameters)
    for row, kept, codes in zip(x, keep, got, strict=True):
        with library.memory() as memory:
            out = memory.output((kept.sum(),), np.int8)
            count = int(kept.sum())
            library.call("arm_softmax_s8", memory.input(row[kept]), 1, count, *parameters, out)
            np.testing.assert_array_equal(codes[kept], out.value())
        assert (codes[~kept] == -128).all()


def test_masked_softmax_in_place(library: KernelLibrary) -> None:
    x = np.random.default_rng(2).integers(-128, 128, (2, 3, 9, 9)).astype(np.int8)
    keep = (np.random.default_rng(3).random((2, 1, 1, 9)) < 0.7).astype(np.uint8)
    call, parameters = MaskedSoftmaxCall(x, keep, 0), softmax_parameters(0.03)
    with library.memory() as memory:
        separate = call.run(library, memory, parameters)
        in_place = call.run(library, memory, parameters, in_place=True)
    np.testing.assert_array_equal(in_place, separate)
    assert len(np.unique(separate)) > 5


@pytest.mark.parametrize(
    ("dims", "strides"),
    [([], []), ([1] * 9, [0] * 9), ([2, -1], [0, 1]), ([2, 2], [2, 2]), ([2, 2], [4, -1])],
)
def test_masked_softmax_refuses(
    library: KernelLibrary, dims: list[int], strides: list[int]
) -> None:
    with library.memory() as memory:
        out = memory.inout(np.arange(4, dtype=np.int8))
        status = library.call(
            "cmlir_masked_softmax_s8",
            memory.input(np.zeros(4, np.int8)),
            memory.input(np.ones(8, np.uint8)),
            len(dims),
            memory.input(np.array(dims, np.int32)),
            memory.input(np.array(strides, np.int32)),
            *(0, memory.input(exponentials_of(*softmax_parameters(0.1))), None, 0, out),
        )
        assert status == ARG_ERROR
        np.testing.assert_array_equal(out.value(), np.arange(4))


@st.composite
def strided(draw: st.DrawFn, memory: Memory, dims: tuple[int, ...], dtype: type) -> tuple:
    """(pointer, strides, the elements read) of an operand of `cmlir_where`."""
    strides = tuple(draw(st.integers(-6, 6)) for _ in dims)
    reach = [(d - 1) * s for d, s in zip(dims, strides, strict=True) if d > 0]
    start = -sum(r for r in reach if r < 0)
    count = start + sum(r for r in reach if r > 0) + 1
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    data = rng.integers(0, 256, count * np.dtype(dtype).itemsize, np.uint8).view(dtype)
    if dtype is bool:
        data = data.view(np.uint8) % 3
    address = memory.input(data).address + start * data.itemsize
    read = as_strided(data[start:], dims, [s * data.itemsize for s in strides])
    return ctypes.c_void_p(address), strides, read.copy()


@quick
@given(st.data())
def test_where(library: KernelLibrary, data: st.DataObject) -> None:
    rank = data.draw(st.integers(0, 6))
    dims = tuple(data.draw(st.lists(st.integers(0, 4), min_size=rank, max_size=rank)))
    dtype = UNSIGNED[data.draw(st.sampled_from(sorted(UNSIGNED)))]
    with library.memory() as memory:
        condition, lhs, rhs = (data.draw(strided(memory, dims, t)) for t in (bool, dtype, dtype))
        out = memory.output(dims, dtype)
        strides = memory.input(np.array([*condition[1], *lhs[1], *rhs[1]], np.int32))
        extents = memory.input(np.array(dims, np.int32))
        pointers = (condition[0], lhs[0], rhs[0], out)
        size = np.dtype(dtype).itemsize
        assert library.call("cmlir_where", *pointers, size, rank, extents, strides) == 0
        expected = np.where(condition[2] != 0, lhs[2], rhs[2])
        np.testing.assert_array_equal(out.value(), expected)


@pytest.mark.parametrize(("element_size", "dims"), [(3, [1]), (0, [1]), (1, [1] * 9), (1, [1, -1])])
def test_where_refuses(library: KernelLibrary, element_size: int, dims: list[int]) -> None:
    with library.memory() as memory:
        data = memory.input(np.zeros(8, np.uint8))
        extents = memory.input(np.array(dims, np.int32))
        strides = memory.input(np.zeros(3 * len(dims), np.int32))
        out = memory.inout(np.arange(8, dtype=np.uint8))
        arguments = (data, data, data, out, element_size, len(dims), extents, strides)
        assert library.call("cmlir_where", *arguments) == ARG_ERROR
        np.testing.assert_array_equal(out.value(), np.arange(8))


COMPARISONS = (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
ELEMENTS = {"f32": np.float32, "s8": np.int8, "s32": np.int32, "s64": np.int64}


@pytest.mark.parametrize("kind", sorted(ELEMENTS))
@pytest.mark.parametrize("comparison", range(6))
def test_compare(library: KernelLibrary, kind: str, comparison: int) -> None:
    dtype = ELEMENTS[kind]
    numbers = [-3.0, 0.0, 2.0]
    if kind == "f32":
        x = np.array([-np.inf, np.inf, np.nan, -3, -0.0, 2, 1e-45], dtype)
    else:
        x = np.array([np.iinfo(dtype).min, np.iinfo(dtype).max, -3, -2, 0, 2, 3], dtype)
    for number in numbers:
        value = number if kind == "f32" else int(number)
        with library.memory() as memory:
            out = memory.output(x.shape, np.uint8)
            arguments = (memory.input(x), out, x.size, comparison, value)
            assert library.call(f"cmlir_compare_{kind}", *arguments) == 0
            expected = COMPARISONS[comparison](x, dtype(value)).astype(np.uint8)
            np.testing.assert_array_equal(out.value(), expected)


@pytest.mark.parametrize("kind", sorted(ELEMENTS))
@pytest.mark.parametrize("comparison", [-1, 6])
def test_compare_refuses(library: KernelLibrary, kind: str, comparison: int) -> None:
    with library.memory() as memory:
        out = memory.output((1,), np.uint8)
        value = 0.0 if kind == "f32" else 0
        data = memory.input(np.zeros(1, ELEMENTS[kind]))
        assert library.call(f"cmlir_compare_{kind}", data, out, 1, comparison, value) == ARG_ERROR


@pytest.mark.parametrize("kind", ["s32", "s64"])
@pytest.mark.parametrize("comparison", range(6))
def test_compare_elements(library: KernelLibrary, kind: str, comparison: int) -> None:
    dtype = ELEMENTS[kind]
    numbers = np.array([np.iinfo(dtype).min, -3, 0, 2, np.iinfo(dtype).max], dtype)
    a, b = (side.ravel() for side in np.meshgrid(numbers, numbers))
    with library.memory() as memory:
        out = memory.output(a.shape, np.uint8)
        arguments = (memory.input(a), memory.input(b), out, a.size, comparison)
        assert library.call(f"cmlir_compare_elements_{kind}", *arguments) == 0
        expected = COMPARISONS[comparison](a, b).astype(np.uint8)
        np.testing.assert_array_equal(out.value(), expected)


@pytest.mark.parametrize("kind", ["s32", "s64"])
@pytest.mark.parametrize("comparison", [-1, 6])
def test_compare_elements_refuses(library: KernelLibrary, kind: str, comparison: int) -> None:
    with library.memory() as memory:
        out, data = memory.output((1,), np.uint8), memory.input(np.zeros(1, ELEMENTS[kind]))
        arguments = (data, data, out, 1, comparison)
        assert library.call(f"cmlir_compare_elements_{kind}", *arguments) == ARG_ERROR


@pytest.mark.parametrize("name", ["and", "or", "xor"])
def test_logic(library: KernelLibrary, name: str) -> None:
    a, b = (side.ravel() for side in np.meshgrid([0, 1, 2, 255], [0, 1, 2, 255]))
    expected = getattr(np, f"logical_{name}")(a, b).astype(np.uint8)
    with library.memory() as memory:
        out = memory.output(a.shape, np.uint8)
        left, right = (memory.inout(side.astype(np.uint8)) for side in (a, b))
        assert library.call(f"cmlir_logical_{name}", left, right, out, a.size) == 0
        np.testing.assert_array_equal(out.value(), expected)
        library.call(f"cmlir_logical_{name}", left, right, right, a.size)
        np.testing.assert_array_equal(right.value(), expected)


def test_logical_not(library: KernelLibrary) -> None:
    with library.memory() as memory:
        data = memory.inout(np.array([0, 1, 2, 255, 0], np.uint8))
        assert library.call("cmlir_logical_not", data, data, 5) == 0
        np.testing.assert_array_equal(data.value(), [1, 0, 0, 0, 1])


@pytest.mark.parametrize("shape", [(2, 3, 4), (1, 70, 1), (5, 1, 3), (0, 2, 2)])
def test_any(library: KernelLibrary, shape: tuple[int, int, int]) -> None:
    outer, reduced, inner = shape
    random = np.random.default_rng(0)
    values = random.choice(np.array([0, 0, 0, 1, 255], np.uint8), shape)
    with library.memory() as memory:
        data, out = memory.input(values), memory.output((outer, inner), np.uint8)
        assert library.call("cmlir_any", data, outer, reduced, inner, out) == 0
        np.testing.assert_array_equal(out.value(), values.any(axis=1))
