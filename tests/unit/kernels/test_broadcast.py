"""Arithmetic on operands that repeat, against operands written out for the elementwise kernels."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided

from support.fixed_point import rescale
from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import clamps, int8s, multipliers, offsets, quick, shifts

ARG_ERROR = -1
Strides = tuple[int, ...]


@st.composite
def views(draw: st.DrawFn) -> tuple[tuple[int, ...], Strides, Strides]:
    """(dims, strides of either input); long rows too, beyond what is repeated at once."""
    rank = draw(st.integers(1, 8))
    outer = draw(st.lists(st.integers(0, 3), min_size=rank - 1, max_size=rank - 1))
    row = draw(st.integers(0, 9) | st.integers(60, 140))
    steps = st.lists(st.integers(-9, 9), min_size=rank - 1, max_size=rank - 1)
    strides = [(*draw(steps), draw(st.integers(0, 1))) for _ in range(2)]
    return (*outer, row), *strides


def placed(dims: tuple[int, ...], strides: Strides, seed: int) -> tuple[Array, int]:
    """Random codes and where in them the element with all indices 0 is."""
    reach = [(d - 1) * s for d, s in zip(dims, strides, strict=True) if d > 0]
    start = -sum(r for r in reach if r < 0)
    count = start + sum(r for r in reach if r > 0) + 1
    return np.random.default_rng(seed).integers(-128, 128, count).astype(np.int8), start


def assert_as_written_out(
    library: KernelLibrary,
    kind: str,
    view: tuple[tuple[int, ...], Strides, Strides],
    before: tuple[int, ...],
    after: tuple[int, ...],
) -> None:
    """`before` and `after` are the arguments on both sides of the output's address."""
    dims, *strides = view
    data = [placed(dims, s, seed) for seed, s in enumerate(strides)]
    written = [as_strided(x[at:], dims, s) for (x, at), s in zip(data, strides, strict=True)]
    with library.memory() as memory:
        expected, out = (memory.output(dims, np.int8) for _ in range(2))
        dense = [memory.input(np.ascontiguousarray(x)) for x in written]
        arguments = (*dense, *before, expected, *after, int(np.prod(dims)))
        assert library.call(f"arm_elementwise_{kind}_s8", *arguments) == 0
        inputs = [ctypes.c_void_p(memory.input(x).address + at) for x, at in data]
        arrays = [memory.input(np.array(x, np.int32)) for x in (dims, strides)]
        arguments = (*inputs, len(dims), *arrays, *before, out, *after)
        assert library.call(f"cmlir_broadcast_{kind}_s8", *arguments) == 0
        np.testing.assert_array_equal(out.value(), expected.value())


@quick
@given(views(), st.tuples(offsets, offsets), st.tuples(int8s, multipliers, shifts), clamps())
def test_mul(
    library: KernelLibrary,
    view: tuple[tuple[int, ...], Strides, Strides],
    before: tuple[int, ...],
    after: tuple[int, ...],
    clamp: tuple[int, int],
) -> None:
    assert_as_written_out(library, "mul", view, before, (*after, *clamp))


@quick
@given(
    views(),
    st.tuples(offsets, multipliers, shifts, offsets, multipliers, shifts, st.integers(0, 22)),
    st.tuples(int8s, multipliers, shifts),
    clamps(),
)
def test_add(
    library: KernelLibrary,
    view: tuple[tuple[int, ...], Strides, Strides],
    before: tuple[int, ...],
    after: tuple[int, ...],
    clamp: tuple[int, int],
) -> None:
    assert_as_written_out(library, "add", view, before, (*after, *clamp))


@pytest.mark.parametrize("whole", [0, 1])
@pytest.mark.parametrize("strides", [(0, 1), (1, 0), (0, 0)])
def test_in_place_of_the_whole_operand(
    library: KernelLibrary, whole: int, strides: tuple[int, int]
) -> None:
    dims = (5, 150)
    rng = np.random.default_rng(0)
    x = rng.integers(-128, 128, dims).astype(np.int8)
    y = rng.integers(-128, 128, 150).astype(np.int8)
    other = as_strided(y, dims, strides)
    with library.memory() as memory:
        inputs = [memory.inout(x), memory.input(y)]
        both = [(150, 1), strides]
        if whole == 1:
            inputs.reverse()
            both.reverse()
        out = inputs[whole]
        arrays = [memory.input(np.array(v, np.int32)) for v in (dims, both)]
        arguments = (*inputs, 2, *arrays, 0, 0, out, 0, 2**30, -6, -128, 127)
        assert library.call("cmlir_broadcast_mul_s8", *arguments) == 0
        got = out.value()
    products = (x.astype(int) * other).ravel().tolist()
    assert got.ravel().tolist() == [rescale(p, 2**30, -6, 0, -128, 127) for p in products]


@pytest.mark.parametrize(
    ("dims", "strides"),
    [((), ((), ())), ((2,) * 9, ((0,) * 9,) * 2), ((2,), ((2,), (1,))), ((2,), ((1,), (-1,)))],
    ids=["rank 0", "rank 9", "step of input_1", "step of input_2"],
)
def test_refused(
    library: KernelLibrary, dims: tuple[int, ...], strides: tuple[Strides, Strides]
) -> None:
    refused(library, dims, strides)


def test_negative_size_refused(library: KernelLibrary) -> None:
    refused(library, (-1, 2), ((0, 1), (0, 1)))


def refused(
    library: KernelLibrary, dims: tuple[int, ...], strides: tuple[Strides, Strides]
) -> None:
    with library.memory() as memory:
        data, out = memory.input(np.zeros(8, np.int8)), memory.output((8,), np.int8)
        arrays = [memory.input(np.array(v, np.int32)) for v in (dims, strides)]
        arguments = (data, data, len(dims), *arrays, 0, 0, out, 0, 0, 0, -128, 127)
        assert library.call("cmlir_broadcast_mul_s8", *arguments) == ARG_ERROR
        assert (out.value() == 0x5A).all()
