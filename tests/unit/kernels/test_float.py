"""Float kernels against numpy, which rounds after every operation as they must."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import clamps, flat_int8, int8s, quick

floats = st.floats(width=32)
flat_floats = hnp.arrays(np.float32, st.integers(0, 40), elements=floats)
positive = st.floats(2.0**-60, 2.0**60, width=32)
full_range = (-128, 127)


def quantize(
    library: KernelLibrary, x: Array, inv_scale: float, zero_point: int, bounds: tuple[int, int]
) -> Array:
    with library.memory() as memory:
        out = memory.output(x.shape, np.int8)
        arguments = (memory.input(x), out, x.size, inv_scale, zero_point, *bounds)
        assert library.call("cmlir_quantize_f32_s8", *arguments) == 0
        return out.value()


def quantize_model(x: float, inv_scale: float, zero_point: int, bounds: tuple[int, int]) -> int:
    low, high = bounds
    with np.errstate(all="ignore"):
        product = float(np.float32(x) * np.float32(inv_scale))
    if math.isnan(product):
        return min(max(zero_point, low), high)
    if math.isinf(product):
        return high if product > 0 else low
    return min(max(round(product) + zero_point, low), high)


@quick
@given(flat_floats, positive, st.one_of(int8s, st.integers(-32768, 32767)), clamps())
def test_quantize_any_float(
    library: KernelLibrary,
    x: Array,
    inv_scale: float,
    zero_point: int,
    bounds: tuple[int, int],
) -> None:
    got = quantize(library, x, inv_scale, zero_point, bounds)
    assert got.tolist() == [quantize_model(v, inv_scale, zero_point, bounds) for v in x.tolist()]


@quick
@given(st.integers(-300, 300), st.integers(-300, 300), int8s)
@example(1, 0, 0)
def test_quantize_near_ties(library: KernelLibrary, half: int, steps: int, zero_point: int) -> None:
    """Halves, and the floats a few steps from them."""
    x = np.float32(half / 2)
    for _ in range(abs(steps) % 3):
        x = np.nextafter(x, np.float32(math.copysign(np.inf, steps)))
    got = quantize(library, np.array([x], np.float32), 1.0, zero_point, full_range)
    assert got[0] == quantize_model(float(x), 1.0, zero_point, full_range)


def test_quantize_special_values(library: KernelLibrary) -> None:
    x = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-45, -0.0, 0.5, 1.5, -0.5], np.float32)
    got = quantize(library, x, 1.0, 5, full_range)
    assert got.tolist() == [5, 127, -128, 127, -128, 5, 5, 5, 7, 5]
    assert quantize(library, x[:1], 1.0, 5, (-3, 3)).tolist() == [3]
    assert quantize(library, x[:1], 1.0, -9, (-3, 3)).tolist() == [-3]


@quick
@given(flat_int8, st.floats(0, width=32, allow_infinity=False), st.integers(-32768, 32767))
def test_dequantize(library: KernelLibrary, x: Array, scale: float, zero_point: int) -> None:
    with library.memory() as memory:
        out = memory.output(x.shape, np.float32)
        arguments = (memory.input(x), out, x.size, scale, zero_point)
        assert library.call("cmlir_dequantize_s8_f32", *arguments) == 0
        got = out.value()
    with np.errstate(over="ignore"):
        expected = (x.astype(np.int32) - zero_point).astype(np.float32) * np.float32(scale)
    np.testing.assert_array_equal(got, expected)


pairs = st.integers(0, 40).flatmap(
    lambda n: st.tuples(*(hnp.arrays(np.float32, n, elements=floats) for _ in "ab"))
)


@pytest.mark.parametrize("in_place", [False, True])
@quick
@given(pairs, floats)
def test_arithmetic(
    library: KernelLibrary, in_place: bool, operands: tuple[Array, Array], scalar: float
) -> None:
    a, b = operands
    with np.errstate(all="ignore"):
        expected = {
            "cmlir_add_f32": a + b,
            "cmlir_mul_f32": a * b,
            "cmlir_mul_scalar_f32": a * np.float32(scalar),
        }
    for function, values in expected.items():
        with library.memory() as memory:
            x = memory.inout(a)
            y = scalar if function == "cmlir_mul_scalar_f32" else memory.input(b)
            out = x if in_place else memory.output(a.shape, np.float32)
            assert library.call(function, x, y, out, a.size) == 0
            np.testing.assert_array_equal(out.value(), values)
