"""The fixed-point primitives against unbounded integers and golden vectors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cmlir.dialects.cortex_m import fixed_point as primitives
from support import fixed_point
from support.golden_cases import GOLDEN_DIR, load_cases
from support.kernel_strategies import quick

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1

int32s = st.integers(INT32_MIN, INT32_MAX) | st.sampled_from(
    [INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX]
)


def single(x: int) -> np.ndarray:
    return np.array([x], np.int64)


@quick
@given(int32s, int32s)
def test_doubling_high_multiply(a: int, b: int) -> None:
    expected = fixed_point.high_multiply(a, b)
    assert primitives.doubling_high_multiply(single(a), single(b)) == expected


@quick
@given(int32s, int32s)
def test_saturating_form_differs_at_one_point_only(a: int, b: int) -> None:
    result = primitives.saturating_doubling_high_multiply(single(a), single(b))
    if a == b == INT32_MIN:
        assert result == INT32_MAX
    else:
        assert result == primitives.doubling_high_multiply(single(a), single(b))


def test_doubling_high_multiply_at_its_only_overflow() -> None:
    least = single(INT32_MIN)
    assert primitives.doubling_high_multiply(least, least) == INT32_MIN
    assert primitives.saturating_doubling_high_multiply(least, least) == INT32_MAX


@quick
@given(int32s, st.integers(0, 40))
def test_rounding_divide(x: int, n: int) -> None:
    expected = fixed_point.divide_by_power_of_two(x, n)
    assert primitives.rounding_divide_by_power_of_two(single(x), n) == expected


@pytest.mark.parametrize(("x", "expected"), [(6, 2), (-6, -2), (5, 1), (-5, -1), (2, 1), (-2, -1)])
def test_rounding_divide_takes_ties_away_from_zero(x: int, expected: int) -> None:
    assert primitives.rounding_divide_by_power_of_two(single(x), 2) == expected


@quick
@given(int32s, st.integers(2**30, INT32_MAX) | st.just(0), st.integers(-31, 30))
def test_requantize(x: int, multiplier: int, shift: int) -> None:
    expected = fixed_point.requantize(x, multiplier, shift)
    assert primitives.requantize(single(x), multiplier, shift) == expected


def test_requantize_golden_vectors() -> None:
    cases = list(load_cases(GOLDEN_DIR / "arm_nn_requantize.npz"))
    for case in cases:
        result = primitives.requantize(*(case.inputs[n] for n in ("value", "mult", "shift")))
        np.testing.assert_array_equal(result, case.outputs["output"], err_msg=str(case))
    assert cases
