"""Softmax and quantization against unbounded integers, real functions and PyTorch."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.ao.quantization.fx._decomposed import dequantize_per_tensor, quantize_per_tensor
from xdsl.dialects.builtin import f32, i8

from cmlir.dialects.cortex_m.exponentials import exp_on_negative_values, exponentials
from cmlir.dialects.quant import UniformQuantizedType, codes
from cmlir.interpreter import arithmetic
from support import fixed_point
from support.kernel_strategies import quick

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1


def single(x: int) -> np.ndarray:
    return np.array([x], np.int64)


@quick
@given(st.integers(INT32_MIN, 0))
def test_exponential_is_that_of_unbounded_integers(v: int) -> None:
    assert exp_on_negative_values(single(v)) == fixed_point.exp(v)


def test_exponential_is_near_the_real_one() -> None:
    v = -np.arange(0, 2**31, 12_345_677, dtype=np.int64)
    real = np.exp(v / 2**26)
    assert np.abs(exp_on_negative_values(v) / 2**31 - real).max() < 1e-6


@quick
@given(st.integers(0, INT32_MAX))
def test_reciprocal(a: int) -> None:
    result = arithmetic.one_over_one_plus(single(a))
    assert result == fixed_point.one_over_one_plus(a)
    assert result / 2**31 == pytest.approx(1 / (1 + a / 2**31), abs=1e-7)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("row", [1, 2, 7, 33, 600, 4095])
@pytest.mark.parametrize("scale", [0.001, 0.05, 0.3])
def test_softmax_is_that_of_unbounded_integers(bits: int, row: int, scale: float) -> None:
    x = np.random.default_rng(row).integers(-128, 128, (2, row)).astype(np.int8)
    x[0] = x[0, 0]
    mult, shift, diff_min = fixed_point.softmax_parameters(scale)
    result = arithmetic.softmax(x, exponentials(mult, shift, diff_min)[::-1], bits)
    for line, values in zip(result, x, strict=True):
        expected = fixed_point.softmax_codes(values, mult, shift, diff_min, bits)
        np.testing.assert_array_equal(line + 2 ** (bits - 1), expected)


def test_softmax_leaves_out_what_is_below_the_least_difference() -> None:
    x = np.arange(-20, 1, dtype=np.int8)
    mult, shift, _ = fixed_point.softmax_parameters(0.05)
    result = arithmetic.softmax(x, exponentials(mult, shift, -10)[::-1], 8) + 128
    np.testing.assert_array_equal(result, fixed_point.softmax_codes(x, mult, shift, -10, 8))
    assert result[9] == 0 < result[10]


@pytest.mark.parametrize("row", [32, 2000])
def test_softmax_is_near_the_real_one(row: int) -> None:
    x = np.random.default_rng(0).integers(-128, 128, (4, row)).astype(np.int8)
    mult, shift, diff_min = fixed_point.softmax_parameters(0.02)
    real = torch.softmax(torch.from_numpy(x).double() * 0.02, -1).numpy()
    for bits, bound in ((8, 0.51), (16, 1.0)):
        unsigned = arithmetic.softmax(x, exponentials(mult, shift, diff_min)[::-1], bits) + 2 ** (
            bits - 1
        )
        assert np.abs(unsigned - real * 2**bits).max() < bound


def test_softmax_of_nothing() -> None:
    assert arithmetic.softmax(np.empty((0, 4), np.int8), (2**30, 0), -100, 8).shape == (0, 4)


SPECIAL = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e30, -1e30, 1e-45]


@pytest.mark.parametrize(
    ("scale", "zero_point"), [(0.1, 0), (0.0279, -1), (3.7, 127), (1e-3, -128)]
)
def test_quantize_is_pt2es_on_finite_numbers(scale: float, zero_point: int) -> None:
    random = np.random.default_rng(1)
    half_way = (np.arange(-300, 300) + 0.5) * scale
    values = np.concatenate([half_way, random.normal(0, 50 * scale, 2000)]).astype(np.float32)
    expected = quantize_per_tensor(
        torch.from_numpy(values), scale, zero_point, -128, 127, torch.int8
    )
    inverse = np.float32(1 / scale)
    result = arithmetic.quantize(values, inverse, zero_point, -128, 127)
    np.testing.assert_array_equal(result, expected.numpy())


def test_quantize_of_numbers_that_are_none() -> None:
    with np.errstate(all="ignore"):
        result = arithmetic.quantize(np.array(SPECIAL, np.float32), np.float32(10), 3, -128, 100)
    assert result.tolist() == [3, 100, -128, 3, 3, 100, -128, 3]


@quick
@given(st.floats(width=32), st.floats(1e-6, 1e6), st.integers(-128, 127))
def test_kernels_quantize_as_quantized_types_do(x: float, scale: float, zero_point: int) -> None:
    quantized = UniformQuantizedType(i8, f32, scale, zero_point, -127, 126)
    values = np.array([x], np.float32)
    with np.errstate(all="ignore"):
        kernel = arithmetic.quantize(values, np.float32(1 / scale), zero_point, -127, 126)
    np.testing.assert_array_equal(kernel, codes.quantize(values, quantized))


@quick
@given(st.integers(-128, 127), st.floats(1e-6, 1e6), st.integers(-128, 127))
def test_dequantize_is_pt2es(code: int, scale: float, zero_point: int) -> None:
    expected = dequantize_per_tensor(
        torch.tensor([code], dtype=torch.int8), scale, zero_point, -128, 127, torch.int8
    )
    result = arithmetic.dequantize(np.array([code], np.int8), np.float32(scale), zero_point)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, expected.numpy())
