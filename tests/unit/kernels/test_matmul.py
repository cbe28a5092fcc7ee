"""Fully connected, batch matmul and vector sum against the model in unbounded integers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fixed_point import rescale, wrap
from support.kernel_library import (
    Array,
    BmmParams,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    PerTensor,
    Quant,
    StridedMatmulParams,
)
from support.kernel_strategies import clamps, int8_arrays, int8s, multipliers, offsets, quick
from support.strided_matmul import Place, StridedMatmulCall

biases = st.one_of(st.integers(-5000, 5000), st.integers(-(2**31), 2**31 - 1))
factors = st.tuples(multipliers, st.integers(-20, 8))


@st.composite
def layers(draw: st.DrawFn) -> tuple[Array, Array, list[int] | None]:
    """(input [batch, depth], filter [channels, depth], bias)"""
    batch, depth, channels = (draw(st.integers(0, high)) for high in (5, 20, 70))
    bias = st.lists(biases, min_size=channels, max_size=channels)
    return (
        draw(int8_arrays(st.just((batch, depth)))),
        draw(int8_arrays(st.just((channels, depth)))),
        draw(st.one_of(st.none(), bias)),
    )


def accumulate(x: Array, w: Array, input_offset: int, filter_offset: int) -> Array:
    return (x.astype(np.int64) + input_offset) @ (w.astype(np.int64) + filter_offset).T


@quick
@given(layers(), offsets, offsets, int8s, clamps(), st.booleans(), st.booleans(), st.data())
def test_fully_connected(
    library: KernelLibrary,
    layer: tuple[Array, Array, list[int] | None],
    input_offset: int,
    filter_offset: int,
    output_offset: int,
    clamp: tuple[int, int],
    per_channel: bool,
    kernel_sums: bool,
    data: st.DataObject,
) -> None:
    """Filter offsets included for both kinds, and sums that overflow and wrap."""
    x, w, bias = layer
    (batch, depth), channels = x.shape, w.shape[0]
    count = channels if per_channel else 1
    rescales = data.draw(st.lists(factors, min_size=count, max_size=count))
    start = bias or [0] * channels
    sums = input_offset * (w.astype(np.int64) + filter_offset).sum(1) + np.array(start, np.int64)
    columns = np.array(rescales, np.int32).reshape(count, 2)
    with library.memory() as memory:
        out = memory.output((batch, channels), np.int8)
        arrays = [memory.input(np.ascontiguousarray(columns[:, i])) for i in (0, 1)]
        start_values = memory.input(sums.astype(np.int32)) if kernel_sums else None
        status = library.call(
            "arm_fully_connected_wrapper_s8",
            Context(start_values.address if start_values else None, 0),
            FcParams(input_offset, filter_offset, output_offset, *clamp),
            Quant(arrays[0].address, arrays[1].address, int(per_channel)),
            Dims(batch, 1, 1, depth),
            memory.input(x),
            Dims(depth, 1, 1, channels),
            memory.input(w),
            Dims(1, 1, 1, channels),
            # with kernel sums the bias must be ignored: hand over a wrong one
            memory.input(np.full(channels, 99, np.int32))
            if kernel_sums
            else (None if bias is None else memory.input(np.array(bias, np.int32))),
            Dims(batch, 1, 1, channels),
            out,
        )
        assert status == 0
        got = out.value()
    exact = accumulate(x, w, input_offset, filter_offset) + np.array(start, np.int64)
    for row in range(batch):
        for channel in range(channels):
            factor = rescales[channel if per_channel else 0]
            total = wrap(int(exact[row, channel]))
            assert got[row, channel] == rescale(total, *factor, output_offset, *clamp)


@st.composite
def operands(draw: st.DrawFn) -> tuple[Array, Array]:
    """(lhs [n, h, rows, depth], rhs [n, h, columns, depth]), extents of 1 broadcast."""
    batch = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    rows, columns, depth = (draw(st.integers(0, high)) for high in (5, 40, 20))

    def one(matrix: tuple[int, int]) -> Array:
        own = tuple(1 if draw(st.booleans()) else extent for extent in batch)
        return draw(int8_arrays(st.just((*own, *matrix))))

    return one((rows, depth)), one((columns, depth))


@quick
@given(operands(), offsets, offsets, int8s, clamps(), factors, st.booleans(), st.booleans())
def test_batch_matmul(
    library: KernelLibrary,
    matrices: tuple[Array, Array],
    input_offset: int,
    filter_offset: int,
    output_offset: int,
    clamp: tuple[int, int],
    factor: tuple[int, int],
    adj_x: bool,
    adj_y: bool,
) -> None:
    lhs, rhs = matrices
    exact = (lhs.astype(np.int64) + input_offset) @ np.swapaxes(
        rhs.astype(np.int64) + filter_offset, 2, 3
    )
    with library.memory() as memory:
        out = memory.output(exact.shape, np.int8)
        status = library.call(
            "arm_batch_matmul_s8",
            Context(None, 0),
            BmmParams(adj_x, adj_y, FcParams(input_offset, filter_offset, output_offset, *clamp)),
            PerTensor(*factor),
            Dims(*lhs.shape),
            memory.input(lhs),
            Dims(*rhs.shape),
            memory.input(rhs),
            Dims(*exact.shape),
            out,
        )
        assert status == 0
        got = out.value().ravel().tolist()
    totals = exact.ravel().tolist()
    assert got == [rescale(wrap(total), *factor, output_offset, *clamp) for total in totals]


@st.composite
def strided_calls(draw: st.DrawFn) -> StridedMatmulCall:
    batch = draw(st.tuples(st.integers(1, 2), st.integers(1, 3)))
    rows, columns, depth = (draw(st.integers(1, high)) for high in (5, 40, 20))
    in_rows = st.sampled_from([(0, 1, 2, 3), (0, 2, 1, 3), (2, 1, 0, 3)])
    in_columns = st.sampled_from([(0, 1, 3, 2), (3, 0, 1, 2)])

    def place(shape: tuple[int, ...], orders: st.SearchStrategy[tuple[int, ...]]) -> Place:
        return Place.of(shape, draw(orders), draw(st.integers(0, 3)), draw(st.integers(0, 2)))

    return StridedMatmulCall(
        (*batch, rows, columns, depth),
        place((*batch, rows, depth), in_rows),
        place((*batch, columns, depth), st.one_of(in_rows, in_columns)),
        Place.of((*batch, rows, columns), draw(in_rows), draw(st.integers(0, 3)), 0),
        (draw(offsets), draw(offsets), draw(int8s)),
        draw(clamps()),
        draw(factors),
    )


@quick
@given(strided_calls(), st.integers(0, 2**32 - 1))
def test_strided_matmul(library: KernelLibrary, call: StridedMatmulCall, seed: int) -> None:
    rng = np.random.default_rng(seed)
    lhs = rng.integers(-128, 128, call.lhs.elements).astype(np.int8)
    rhs = rng.integers(-128, 128, call.rhs.elements).astype(np.int8)
    with library.memory() as memory:
        status, out = call.run(library, memory, lhs, rhs)
        assert status == 0
        np.testing.assert_array_equal(out.value(), call.expected(lhs, rhs))


@pytest.mark.parametrize(
    ("strides", "has_buffer", "status"),
    [
        ((0, 0, 3, 1), False, 0),
        ((0, 0, 1, 2), True, 0),
        ((0, 0, 1, 2), False, -1),
        ((0, 0, 2, 3), True, -1),
    ],
)
def test_strides_of_the_second_operand(
    library: KernelLibrary, strides: tuple[int, ...], has_buffer: bool, status: int
) -> None:
    with library.memory() as memory:
        params = StridedMatmulParams(
            *((1, 1, 2, 2, 3), (0, 0, 3), strides, (0, 0, 2)),
            FcParams(1, 2, 3, -128, 127),
            PerTensor(2**30, 0),
        )
        buffer = memory.output((6,), np.int8).address if has_buffer else None
        data = memory.input(np.zeros(9, np.int8))
        out = memory.output((4,), np.int8)
        arguments = (Context(buffer, 6), params, data, data, out)
        assert library.call("cmlir_strided_matmul_s8", *arguments) == status


@quick
@given(
    int8_arrays(st.tuples(st.integers(0, 9), st.integers(0, 40))),
    st.integers(-(2**20), 2**20),
    offsets,
    st.one_of(st.none(), biases),
)
def test_vector_sum(
    library: KernelLibrary, x: Array, lhs_offset: int, rhs_offset: int, bias: int | None
) -> None:
    rows, cols = x.shape
    with library.memory() as memory:
        start = None if bias is None else memory.input(np.full(rows, bias, np.int32))
        sums = memory.output((rows,), np.int32)
        arguments = (sums, cols, rows, memory.input(x), lhs_offset, rhs_offset, start)
        assert library.call("arm_vector_sum_s8", *arguments) == 0
        got = sums.value().tolist()
    totals = (x.astype(np.int64) + rhs_offset).sum(1).tolist()
    assert got == [wrap((bias or 0) + lhs_offset * total) for total in totals]


@pytest.mark.parametrize(
    ("suffix", "size"), [("", 0), ("_dsp", 0), ("_mve", 68)], ids=["host", "dsp", "mve"]
)
def test_buffer_size(library: KernelLibrary, suffix: str, size: int) -> None:
    function = f"arm_fully_connected_s8_get_buffer_size{suffix}"
    assert library.call(function, Dims(5, 1, 1, 17)) == size
