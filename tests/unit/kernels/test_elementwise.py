"""Integer elementwise kernels against the model in unbounded integers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from support.fixed_point import requantize, rescale, wrap
from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import (
    clamps,
    flat_int8,
    int8_arrays,
    int8s,
    multipliers,
    offsets,
    quick,
    shifts,
)

int32s = st.integers(-(2**31), 2**31 - 1)
flat_int16 = hnp.arrays(np.int16, st.integers(0, 70))


@quick
@given(int32s, multipliers, shifts)
def test_requantize_one(library: KernelLibrary, x: int, multiplier: int, shift: int) -> None:
    got = library.call("arm_nn_requantize", x, multiplier, shift)
    assert got == requantize(x, multiplier, shift)


@pytest.mark.parametrize(("shift", "sign"), [(n, sign) for n in range(-31, 1) for sign in (1, -1)])
def test_requantize_ties(library: KernelLibrary, shift: int, sign: int) -> None:
    half = sign * 2 ** max(0, -shift)
    for x in (half - 1, half, half + 1):
        x = wrap(x)
        expected = requantize(x, 2**30, shift)
        assert library.call("arm_nn_requantize", x, 2**30, shift) == expected


@quick
@given(flat_int8, offsets, multipliers, shifts, int8s, clamps())
def test_requantize_s8(
    library: KernelLibrary,
    x: Array,
    input_offset: int,
    multiplier: int,
    shift: int,
    output_offset: int,
    clamp: tuple[int, int],
) -> None:
    check_requantize(
        library, "cmlir_requantize_s8", x, input_offset, multiplier, shift, output_offset, clamp
    )


@quick
@given(flat_int16, st.integers(-32768, 32768), multipliers, shifts, int8s, clamps())
def test_requantize_s16_s8(
    library: KernelLibrary,
    x: Array,
    input_offset: int,
    multiplier: int,
    shift: int,
    output_offset: int,
    clamp: tuple[int, int],
) -> None:
    check_requantize(
        library, "cmlir_requantize_s16_s8", x, input_offset, multiplier, shift, output_offset, clamp
    )


def check_requantize(
    library: KernelLibrary,
    function: str,
    x: Array,
    input_offset: int,
    multiplier: int,
    shift: int,
    output_offset: int,
    clamp: tuple[int, int],
) -> None:
    numbers = (input_offset, multiplier, shift, output_offset, *clamp)
    with library.memory() as memory:
        out = memory.output(x.shape, np.int8)
        assert library.call(function, memory.input(x), out, x.size, *numbers) == 0
        got = out.value().tolist()
    assert got == [
        rescale(v + input_offset, multiplier, shift, output_offset, *clamp) for v in x.tolist()
    ]


@quick
@given(flat_int8, int8_arrays(st.just((256,))))
def test_table(library: KernelLibrary, x: Array, table: Array) -> None:
    with library.memory() as memory:
        out = memory.output(x.shape, np.int8)
        arguments = (memory.input(x), out, x.size, memory.input(table))
        assert library.call("cmlir_table_s8", *arguments) == 0
        np.testing.assert_array_equal(out.value(), table[x.astype(int) + 128])


pairs = st.integers(0, 70).flatmap(
    lambda n: st.tuples(int8_arrays(st.just((n,))), int8_arrays(st.just((n,))))
)


@quick
@given(pairs, offsets, offsets, int8s, multipliers, shifts, clamps(), st.sampled_from("ab-"))
def test_mul(
    library: KernelLibrary,
    operands: tuple[Array, Array],
    offset_a: int,
    offset_b: int,
    out_offset: int,
    multiplier: int,
    shift: int,
    clamp: tuple[int, int],
    overwritten: str,
) -> None:
    a, b = operands
    with library.memory() as memory:
        x = memory.inout(a)
        y = memory.inout(b)
        out = {"a": x, "b": y, "-": memory.output(a.shape, np.int8)}[overwritten]
        arguments = (x, y, offset_a, offset_b, out, out_offset, multiplier, shift, *clamp, a.size)
        assert library.call("arm_elementwise_mul_s8", *arguments) == 0
        got = out.value().tolist()
    assert got == [
        rescale((p + offset_a) * (q + offset_b), multiplier, shift, out_offset, *clamp)
        for p, q in zip(a.tolist(), b.tolist(), strict=True)
    ]


@quick
@given(
    pairs,
    st.tuples(offsets, multipliers, shifts),
    st.tuples(offsets, multipliers, shifts),
    st.integers(0, 22),
    st.tuples(int8s, multipliers, shifts),
    clamps(),
    st.sampled_from("ab-"),
)
def test_add(
    library: KernelLibrary,
    operands: tuple[Array, Array],
    rescale_a: tuple[int, int, int],
    rescale_b: tuple[int, int, int],
    left_shift: int,
    rescale_out: tuple[int, int, int],
    clamp: tuple[int, int],
    overwritten: str,
) -> None:
    a, b = operands
    with library.memory() as memory:
        x = memory.inout(a)
        y = memory.inout(b)
        out = {"a": x, "b": y, "-": memory.output(a.shape, np.int8)}[overwritten]
        arguments = (x, y, *rescale_a, *rescale_b, left_shift, out, *rescale_out, *clamp, a.size)
        assert library.call("arm_elementwise_add_s8", *arguments) == 0
        got = out.value().tolist()

    def term(code: int, offset: int, multiplier: int, shift: int) -> int:
        return requantize(wrap((code + offset) << left_shift), multiplier, shift)

    offset, multiplier, shift = rescale_out
    assert got == [
        rescale(wrap(term(p, *rescale_a) + term(q, *rescale_b)), multiplier, shift, offset, *clamp)
        for p, q in zip(a.tolist(), b.tolist(), strict=True)
    ]


@pytest.mark.parametrize("function", ["cmlir_requantize_s8", "cmlir_table_s8"])
def test_in_place(library: KernelLibrary, function: str) -> None:
    x = np.arange(-128, 128, dtype=np.int8)
    with library.memory() as memory:
        data = memory.inout(x)
        table = memory.input(x[::-1])
        halve = (0, 2**30, 0, 0, -128, 127)
        arguments = (table,) if function == "cmlir_table_s8" else halve
        assert library.call(function, data, data, x.size, *arguments) == 0
        got = data.value()
    halves = [requantize(int(v), 2**30, 0) for v in x]
    expected = x[::-1] if function == "cmlir_table_s8" else np.array(halves)
    np.testing.assert_array_equal(got, expected)
