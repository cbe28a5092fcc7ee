"""The fixed-point primitives of the integer kernels, bit for bit, on arrays of any shape.

Values are int32 numbers held in int64 arrays, so that products of two are exact; what overflows in
C wraps here by `wrap32`.  The formulas are those of the CMSIS-NN specification, section 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from cmlir.dialects.deferred import np

if TYPE_CHECKING:
    import numpy.typing as npt


Int64: TypeAlias = "npt.NDArray[np.int64]"
Integers: TypeAlias = "Int64 | int"

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1


def wrap32(x: npt.NDArray[Any]) -> Int64:
    """x mod 2^32 as a signed number: what a 32-bit register keeps."""
    return x.astype(np.int64).astype(np.int32).astype(np.int64)


def saturate32(x: Int64) -> Int64:
    return np.clip(x, INT32_MIN, INT32_MAX)


def doubling_high_multiply(a: Integers, b: Integers) -> Int64:
    """DHM: floor((a * b + 2^30) / 2^31); -2^31 * -2^31 wraps to -2^31."""
    return wrap32((np.asarray(a, np.int64) * b + (1 << 30)) >> 31)


def saturating_doubling_high_multiply(a: Integers, b: Integers) -> Int64:
    """SDHM: DHM, but 2^31 - 1 for -2^31 * -2^31."""
    return saturate32((np.asarray(a, np.int64) * b + (1 << 30)) >> 31)


def rounding_divide_by_power_of_two(x: Integers, n: Integers) -> Int64:
    """RDP: x / 2^n to the nearest integer, ties away from zero; n >= 0."""
    x, n = np.asarray(x, np.int64), np.asarray(n, np.int64)
    mask = (np.int64(1) << n) - 1
    threshold = (mask >> 1) + (x < 0)
    return (x >> n) + ((x & mask) > threshold)


def requantize(x: Integers, multiplier: Integers, shift: Integers) -> Int64:
    """REQ: x * multiplier * 2^(shift - 31), rounded twice as the default build does.

    RDP(DHM(x * 2^max(shift, 0) mod 2^32, multiplier), max(-shift, 0))
    """
    shift = np.asarray(shift, np.int64)
    shifted = wrap32(np.asarray(x, np.int64) << np.maximum(shift, 0))
    product = doubling_high_multiply(shifted, multiplier)
    return rounding_divide_by_power_of_two(product, np.maximum(-shift, 0))


LARGEST_SHIFT_64 = 7


def requantize_64(x: Integers, multiplier: Integers, shift: Integers) -> Int64:
    """REQ64, of sums of 64 bits: x * R * 2^(shift - 15) to nearest, ties up, in 32 bits.

    R is multiplier / 2^16 to nearest, at most 2^15 - 1; shift is at most 7.
    """
    reduced = np.minimum((np.asarray(multiplier, np.int64) + (1 << 15)) >> 16, (1 << 15) - 1)
    doubled = wrap32((np.asarray(x, np.int64) * reduced) >> (14 - np.asarray(shift, np.int64)))
    return wrap32(doubled + 1) >> 1
