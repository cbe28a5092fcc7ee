"""Rescale pairs against their definition in unbounded integers."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cmlir.dialects.cortex_m import ClampAttr, RescaleAttr, rescale_pair
from support.kernel_strategies import quick


def defined(real: Fraction) -> tuple[int, int]:
    """(round(f * 2^31), e) for real = f * 2^e with f in [0.5, 1), half away from zero."""
    shift = 0
    while real * Fraction(2) ** -shift >= 1:
        shift += 1
    while real * Fraction(2) ** -shift < Fraction(1, 2):
        shift -= 1
    multiplier = math.floor(real * Fraction(2) ** (31 - shift) + Fraction(1, 2))
    return (1 << 30, shift + 1) if multiplier == 1 << 31 else (multiplier, shift)


def value(pair: tuple[int, int]) -> Fraction:
    multiplier, shift = pair
    return multiplier * Fraction(2) ** (shift - 31)


@quick
@given(st.floats(2.0**-40, 2.0**30 - 1))
@example(1.0)
@example(0.5)
@example(1 - 2.0**-33)
@example(1 - 2.0**-32)
@example(0.5 + 2.0**-32)
@example(math.nextafter(2.0**29, 0))
def test_the_definition(real: float) -> None:
    multiplier, shift = defined(Fraction(real))
    pair = rescale_pair(real)
    assert pair == ((multiplier, shift) if shift >= -31 else (0, 0))
    if shift >= -31:
        assert 1 << 30 <= multiplier < 1 << 31
        assert abs(value(pair) - Fraction(real)) <= Fraction(real) / (1 << 31)


@pytest.mark.parametrize("real", [1 - 2.0**-32, 1 - 2.0**-33, 1 - 2.0**-53])
def test_a_fraction_that_rounds_up_to_one_takes_the_next_shift(real: float) -> None:
    assert rescale_pair(real) == (1 << 30, 1)
    assert rescale_pair(real * 2.0**-20) == (1 << 30, -19)


def test_halves_round_away_from_zero() -> None:
    assert rescale_pair(0.5 + 2.0**-32) == ((1 << 30) + 1, 0)
    assert rescale_pair(0.5 + 3 * 2.0**-32) == ((1 << 30) + 2, 0)


@pytest.mark.parametrize("real", [0.0, -0.0, 5e-324, 2.0**-33, math.nextafter(2.0**-32, 0)])
def test_what_is_too_small_is_zero(real: float) -> None:
    expected = (1 << 30, -31) if real > 2.0**-33 else (0, 0)
    assert rescale_pair(real) == expected


def test_the_least_shift() -> None:
    assert rescale_pair(2.0**-32) == (1 << 30, -31)
    assert rescale_pair(math.nextafter(2.0**-32, 1)) == (1 << 30, -31)


def test_the_greatest_shift() -> None:
    assert rescale_pair(2.0**30 - 1) == ((1 << 31) - 2, 30)
    assert rescale_pair(2.0**29) == (1 << 30, 30)


@pytest.mark.parametrize("real", [2.0**30, math.nextafter(2.0**30, 0), 1e300])
def test_what_is_too_large_is_refused(real: float) -> None:
    with pytest.raises(ValueError, match="must be below"):
        rescale_pair(real)


@pytest.mark.parametrize("real", [-1.0, -5e-324, math.inf, -math.inf, math.nan])
def test_what_is_no_factor_is_refused(real: float) -> None:
    with pytest.raises(ValueError, match="finite and not negative"):
        rescale_pair(real)


def test_pairs_of_an_attribute() -> None:
    pairs = ((1 << 30, -3), (0, 0), ((1 << 31) - 1, 30))
    attribute = RescaleAttr.of_pairs(pairs)
    assert attribute.pairs == pairs
    assert attribute.per_channel
    assert not RescaleAttr.of_pairs(pairs[:1]).per_channel


def test_reals_of_an_attribute_keep_their_order() -> None:
    reals = [0.25, 3.0, 0.0]
    found = RescaleAttr.of_reals(reals).pairs
    assert [float(value(pair)) for pair in found] == reals


def test_bounds_of_a_clamp() -> None:
    assert ClampAttr.of(-5, 7).bounds == (-5, 7)
