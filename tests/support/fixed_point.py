"""The kernels' fixed-point arithmetic on Python's unbounded integers: slow, and plainly right."""

from __future__ import annotations

from functools import cache

import numpy as np

from support.kernel_library import Array

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1


def wrap(x: int) -> int:
    """x mod 2^32, as int32."""
    return (x - INT32_MIN) % 2**32 + INT32_MIN


def saturate(x: int) -> int:
    return min(max(x, INT32_MIN), INT32_MAX)


def high_multiply(a: int, b: int) -> int:
    """a * b / 2^31, to nearest, ties up; wraps."""
    return wrap((2 * a * b + 2**31) // 2**32)


def divide_by_power_of_two(x: int, n: int) -> int:
    """x / 2^n, to nearest, ties away from zero, for any n >= 0."""
    magnitude = (2 * abs(x) + 2**n) // 2 ** (n + 1)
    return -magnitude if x < 0 else magnitude


def requantize(x: int, multiplier: int, shift: int) -> int:
    product = high_multiply(wrap(x * 2 ** max(shift, 0)), multiplier)
    return divide_by_power_of_two(product, max(-shift, 0))


def rescale(x: int, multiplier: int, shift: int, offset: int, low: int, high: int) -> int:
    """The end of every integer kernel."""
    return min(max(wrap(requantize(x, multiplier, shift) + offset), low), high)


@cache
def exp(v: int) -> int:
    """exp(v / 2^26) in Q0.31, for v <= 0."""
    if v == 0:
        return INT32_MAX
    rest = v % 2**24 - 2**24
    quarters = (rest - v) // 2**24
    x = 32 * rest + 2**28
    x2 = high_multiply(x, x)
    x3, x4 = high_multiply(x2, x), high_multiply(x2, x2)
    terms = high_multiply(divide_by_power_of_two(x4, 2) + x3, 715827883) + x2
    e = 1895147668
    e += high_multiply(e, x + divide_by_power_of_two(terms, 1))
    factors = (1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)
    for bit, factor in enumerate(factors):
        if quarters >> bit & 1:
            e = high_multiply(e, factor)
    return e


def one_over_one_plus(a: int) -> int:
    """1 / (1 + a / 2^31) in Q0.31, for 0 <= a < 2^31."""
    half = (a + 2**31) // 2
    x = 1515870810 + high_multiply(half, -1010580540)
    for _ in range(3):
        x += saturate(4 * high_multiply(x, 2**29 - high_multiply(half, x)))
    return saturate(2 * x)


def softmax_codes(row: Array, mult: int, shift: int, diff_min: int, bits: int) -> list[int]:
    """The probabilities of one row as unsigned codes of `bits` bits (scale 2^-bits)."""
    differences = [int(x) - int(row.max()) for x in row]
    exps = [exp(high_multiply(wrap(d << shift), mult)) if d >= diff_min else 0 for d in differences]
    return probability_codes(exps, bits)


def probability_codes(exps: list[int], bits: int) -> list[int]:
    """Each exponential (Q0.31) over the sum of all of them, as an unsigned code of `bits` bits."""
    total = sum(divide_by_power_of_two(e, 12) for e in exps)
    point = total.bit_length() - 1
    aligned = total << 31 >> point
    reciprocal = one_over_one_plus(aligned - 2**31)
    right = point - 19 + 31 - bits
    codes = (divide_by_power_of_two(high_multiply(reciprocal, e), right) for e in exps)
    return [min(code, 2**bits - 1) for code in codes]


def softmax_parameters(scale: float) -> tuple[int, int, int]:
    """(mult, shift, diff_min) for an input scale and beta = 1, as TensorFlow Lite derives them."""
    mantissa, shift = np.frexp(min(scale * 2.0**26, 2.0**31 - 1))
    mult = int(np.floor(mantissa * 2.0**31 + 0.5))
    if mult == 2**31:
        mult, shift = 2**30, shift + 1
    return mult, int(shift), -int(np.floor(31 * 2.0**26 / 2.0 ** int(shift)))
