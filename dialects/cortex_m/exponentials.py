"""The exponentials of integer softmax: the 256 that differences of int8 codes can have, and two
times 256 whose products are those of int16 codes.

The formula of the former is that of the CMSIS-NN specification, section 7: gemmlowp's fixed-point
`exp_on_negative_values`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cmlir.dialects.cortex_m.fixed_point import (
    INT32_MAX,
    Int64,
    rounding_divide_by_power_of_two,
    saturating_doubling_high_multiply,
    wrap32,
)
from cmlir.dialects.deferred import np

if TYPE_CHECKING:
    import numpy.typing as npt

_QUARTER = 1 << 24
_EXP_MINUS_EIGHTH = 1895147668
_ONE_THIRD = 715827883
_EXP_FACTORS = (1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)
"""exp(-2^j) in Q0.31 for j = -2..4."""


def exp_on_negative_values(v: Int64) -> Int64:
    """exp(v / 2^26) in Q0.31 for v <= 0.

    v is a multiple of 1/4 and a rest in [-1/4, 0): the rest by exp(-1/8) and a Taylor polynomial of
    degree 4 around -1/8, then one factor exp(-2^j) for each bit of the multiple.
    """
    multiply, divide = saturating_doubling_high_multiply, rounding_divide_by_power_of_two
    rest = (v & (_QUARTER - 1)) - _QUARTER
    multiple = rest - v
    x = (rest << 5) + (1 << 28)
    x2 = multiply(x, x)
    x3, x4 = multiply(x2, x), multiply(x2, x2)
    polynomial = x + divide(multiply(divide(x4, 2) + x3, _ONE_THIRD) + x2, 1)
    e = _EXP_MINUS_EIGHTH + multiply(_EXP_MINUS_EIGHTH, polynomial)
    for k, factor in enumerate(_EXP_FACTORS):
        e = np.where(multiple & (_QUARTER << k), multiply(e, factor), e)
    return np.where(v == 0, INT32_MAX, e)


@lru_cache(maxsize=64)
def exponentials(multiplier: int, shift: int, diff_min: int) -> Int64:
    """e of the difference -i to the row's maximum at index i: all 256 that int8 codes can have."""
    difference = -np.arange(256, dtype=np.int64)
    scaled = saturating_doubling_high_multiply(wrap32(difference << shift), multiplier)
    return np.where(difference < diff_min, 0, exp_on_negative_values(scaled))


def wide_exponentials(scale: float) -> npt.NDArray[np.int32]:
    """exp(-scale * 256 k) and exp(-scale * k) for k = 0..255 in Q0.31: the two rows of [2, 256]."""
    steps = np.arange(256) * np.array([[256.0], [1.0]])
    rounded = np.rint(2.0**31 * np.exp(-scale * steps))
    return np.minimum(rounded, INT32_MAX).astype(np.int32)
