"""Kernels on 16-bit codes against the model in unbounded integers, and norms against real ones."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from support.fixed_point import rescale
from support.kernel_library import Array, KernelLibrary
from support.norms import real_norm
from support.random_calls import Draw
from support.wide_calls import (
    DTYPES,
    AddOperand,
    AddParams,
    MulParams,
    WideLinear,
    WideProduct,
    WideSum,
    codes,
    random_wide_norm,
    run_wide_norm,
    wide_norm,
)

CALLS = int(os.environ.get("CMLIR_TEST_EXAMPLES", "50"))


@pytest.mark.parametrize("kind", [WideSum, WideProduct, WideLinear])
def test_sums_products_and_linears_are_the_model(
    library: KernelLibrary, kind: type[WideSum | WideProduct | WideLinear]
) -> None:
    rng = np.random.default_rng(1)
    for _ in range(CALLS):
        with library.memory() as memory:
            draw = Draw(rng, memory)
            call = kind.drawn(draw)
            got = call.run(library, draw).value()
        expected = np.array(call.expected(), np.int64).reshape(got.shape)
        np.testing.assert_array_equal(got, expected, str(call))


def test_norms_are_the_model(library: KernelLibrary) -> None:
    rng = np.random.default_rng(2)
    for index in range(CALLS):
        with library.memory() as memory:
            draw = Draw(rng, memory)
            norm, x, dtype = random_wide_norm(draw)
            in_place = index % 2 == 0 and x.dtype == np.dtype(dtype)
            got = run_wide_norm(library, draw, norm, x, dtype, in_place).value()
        expected = np.array([norm.row(row) for row in x], np.int64).reshape(x.shape)
        np.testing.assert_array_equal(got, expected, f"{norm} {x.dtype} {dtype}")


@pytest.mark.parametrize("after", DTYPES)
@pytest.mark.parametrize("offset", [None, 0, -300])
def test_norms_are_real_norms_rounded(
    library: KernelLibrary, offset: int | None, after: Any
) -> None:
    """Also of rows as long as they may be, of codes as large as they may be."""
    rng = np.random.default_rng(3)
    for size in (1, 2, 7, 384, 16384):
        x = rng.integers(-(2**15), 2**15, (3, size)).astype(np.int16)
        x[1] >>= 9
        norm = wide_norm(size, offset, after)
        with library.memory() as memory:
            got = run_wide_norm(library, Draw(rng, memory), norm, x, after).value()
        steps = 16 if after == np.int8 else 4096
        exact = steps * real_norm(x.astype(float) + (offset or 0), 1, 0, 0, offset is None)
        bound = 0.501 if after == np.int8 else 0.6
        assert np.abs(got - np.clip(exact, *norm.clamp)).max() <= bound


@pytest.mark.parametrize("function", ["cmlir_requantize_s16", "cmlir_requantize_s8_s16"])
def test_requantize(library: KernelLibrary, function: str) -> None:
    rng, before = np.random.default_rng(4), np.int8 if "s8" in function else np.int16
    for _ in range(CALLS):
        with library.memory() as memory:
            draw = Draw(rng, memory)
            x = codes(draw, draw.size(70), before)
            low, high = sorted((draw.between(-(2**15), 2**15), draw.between(-(2**15), 2**15 - 1)))
            offset = draw.between(-(2**15) + 1, 2**15)
            end = (draw.multiplier(), draw.shift(-14, 2), draw.between(-(2**15), 2**15 - 1))
            bounds = (min(low, 2**15 - 1), min(high, 2**15 - 1))
            out = memory.output(x.shape, np.int16)
            arguments = (memory.input(x), out, x.size, offset, *end, *bounds)
            assert library.call(function, *arguments) == 0
            got = out.value().tolist()
        assert got == [rescale(v + offset, *end, *bounds) for v in x.tolist()]


def quantized(library: KernelLibrary, x: Array, inverse: float, *codes: int) -> list[int]:
    with library.memory() as memory:
        out = memory.output(x.shape, np.int16)
        call = (memory.input(x), out, x.size, inverse, *codes)
        assert library.call("cmlir_quantize_f32_s16", *call) == 0
        return out.value().tolist()


def test_quantize(library: KernelLibrary) -> None:
    x = np.array([0.0, 0.25, 0.75, -0.75, 1e4, 1e30, -np.inf, np.inf, np.nan], np.float32)
    whole = (0, -(2**15), 2**15 - 1)
    expected = [0, 0, 2, -2, 20000, 32767, -32768, 32767, 0]
    assert quantized(library, x, 2.0, *whole) == expected
    assert quantized(library, x[-3:], 2.0, 500, -100, 100) == [-100, 100, 100]


@pytest.mark.parametrize("zero_point", [0, -32768, 32767])
def test_dequantize_is_undone_by_quantize(library: KernelLibrary, zero_point: int) -> None:
    x = np.arange(-(2**15), 2**15, dtype=np.int16)
    with library.memory() as memory:
        out = memory.output(x.shape, np.float32)
        arguments = (memory.input(x), out, x.size, 0.125, zero_point)
        assert library.call("cmlir_dequantize_s16_f32", *arguments) == 0
        real = out.value()
    np.testing.assert_array_equal(real, (x.astype(int) - zero_point) * 0.125)
    assert quantized(library, real, 8.0, zero_point, -(2**15), 2**15 - 1) == x.tolist()


@pytest.mark.parametrize("sizes", [(0, 1), (1, 4), (3, 2)])
def test_other_sizes_of_codes_are_an_error(library: KernelLibrary, sizes: tuple[int, int]) -> None:
    before, after = sizes
    side = AddOperand(before, 0, 2**30, 0)
    params = AddParams(side, AddOperand(1, 0, 2**30, 0), 14, 0, after, 0, 2**30, 0, -128, 127)
    norm = wide_norm(4, None, np.int8)
    with library.memory() as memory:
        x = memory.input(np.zeros(4, np.int32))
        columns = (norm.params, memory.input(norm.multipliers), memory.input(norm.bias))
        out = memory.output((4,), np.int32)
        untouched = out.value()
        rows = (x, before, 1, 4)
        assert library.call("cmlir_add_wide", x, x, 4, params, out) == -1
        product = MulParams(before, 0, 1, 0, after, 0, 2**30, 0, -128, 127)
        assert library.call("cmlir_mul_wide", x, x, 4, product, out) == -1
        assert library.call("cmlir_layer_norm_wide", *rows, *columns, out, after) == -1
        assert library.call("cmlir_rms_norm_wide", *rows, 0, *columns, out, after) == -1
        np.testing.assert_array_equal(out.value(), untouched)
