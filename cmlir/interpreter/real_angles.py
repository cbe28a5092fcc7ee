"""Trigonometric and hyperbolic functions as in kernels/source, operation by operation.

Each function takes and gives arrays of f64; every step is one IEEE operation, rounded.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cmlir.interpreter.real_functions import (
    Float32,
    Float64,
    exp,
    expm1,
    log,
    log1p,
    magnitude,
    rint,
    sqrt,
)

_ATAN_TERMS, _SINE_TERMS = 22, 8
_HALF_PI_PARTS = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21)
_INVERSE_TURN = np.array(
    [0, 0x28BE60DB, 0x9391054A, 0x7F09D5F4, 0x7D4D3770, 0x36D8A566, 0x4F10E410, 0x7F9458EA],
    np.uint64,
)
"""1 / (2 pi) in binary, 32 bits before the point."""
_LARGEST_SINGLE = 3.4028234663852886e38
_LN2 = 0.6931471805599453


def sine(x: Float32, quarters: int) -> Float64:
    """sin(x + quarters * pi / 2)"""
    wide = x.astype(np.float64)
    finite = magnitude(wide) <= _LARGEST_SINGLE
    rest, turn = _reduced(np.where(finite, wide, 0.0))
    far = finite & (magnitude(wide) >= 1048576.0)
    far_rest, far_turn = _reduced_large(np.where(far, x, np.float32(1048576.0)))
    rest, turn = np.where(far, far_rest, rest), np.where(far, far_turn, turn) + quarters & 3
    square = rest * rest
    result = np.where(
        turn & 1, _alternating(square, np.ones(x.shape), 1), _alternating(square, rest, 2)
    )
    return np.where(finite, np.where(turn & 2, -result, result), np.nan)


def _reduced(x: Float64) -> tuple[Float64, npt.NDArray[np.int64]]:
    x = np.where(magnitude(x) < 1048576.0, x, 0.0)
    n = rint(x * 0.6366197723675814)
    first, second, third = _HALF_PI_PARTS
    return ((x - n * first) - n * second) - n * third, n.astype(np.int64)


def _reduced_large(x: Float32) -> tuple[Float64, npt.NDArray[np.int64]]:
    bits = np.abs(x).view(np.uint32).astype(np.uint64)
    m = (bits & np.uint64(0x7FFFFF)) | np.uint64(0x800000)
    first = (bits >> np.uint64(23)) - np.uint64(150 - 32)
    word, left = (first >> np.uint64(5)).astype(np.int64), first & np.uint64(31)
    low32, by32 = np.uint64(0xFFFFFFFF), np.uint64(32)
    pairs = [(_INVERSE_TURN[word + i] << by32) | _INVERSE_TURN[word + i + 1] for i in range(3)]
    high, middle, low = (((both << left) >> by32) & low32 for both in pairs)
    turns = m * ((high << by32) | middle) + ((m * low) >> by32)
    quarters = (turns + np.uint64(1 << 61)) >> np.uint64(62)
    rest = (turns - (quarters << np.uint64(62))).view(np.int64) * 3.406121580086554e-19
    turn = quarters.astype(np.int64)
    return np.where(x < 0, -rest, rest), np.where(x < 0, -turn, turn)


def _alternating(square: Float64, first: Float64, start: int) -> Float64:
    total, term = first, first
    for n in range(_SINE_TERMS):
        term = -term * square / ((2 * n + start) * (2 * n + start + 1))
        total = total + term
    return total


def atan(x: Float64) -> Float64:
    size = magnitude(x)
    below_1 = np.where(size > 1.0, 1.0 / size, size)
    upper = below_1 > 0.41421356237309503
    z = np.where(upper, (below_1 - 1.0) / (below_1 + 1.0), below_1)
    square, total = z * z, np.full(x.shape, 1.0 / (2 * _ATAN_TERMS + 1))
    for i in range(_ATAN_TERMS - 1, -1, -1):
        total = 1.0 / (2 * i + 1) - total * square
    angle = np.where(upper, 0.7853981633974483 + z * total, z * total)
    result = np.where(size > 1.0, 1.5707963267948966 - angle, angle)
    return np.where(x < 0.0, -result, result)


def sinh(x: Float64) -> Float64:
    size = magnitude(x)
    m = expm1(np.where(size > 100.0, 100.0, size))
    result = 0.5 * (m + m / (m + 1.0))
    return np.where(x < 0.0, -result, result)


def cosh(x: Float64) -> Float64:
    size = magnitude(x)
    e = exp(np.where(size > 100.0, 100.0, size))
    return 0.5 * (e + 1.0 / e)


def asinh(x: Float64) -> Float64:
    size = magnitude(x)
    near = np.where(size > 1e8, 0.0, size)
    square = near * near
    result = log1p(near + square / (1.0 + sqrt(square + 1.0)))
    result = np.where(size > 1e8, log(size) + _LN2, result)
    return np.where(x < 0.0, -result, result)


def acosh(x: Float64) -> Float64:
    t = np.where(x > 1e8, 0.0, x) - 1.0
    near = log1p(t + sqrt(t * (t + 2.0)))
    return np.select([x < 1.0, x > 1e8], [np.nan, log(x) + _LN2], near)


def atanh(x: Float64) -> Float64:
    size = magnitude(x)
    result = 0.5 * log1p(2.0 * size / (1.0 - size))
    return np.where(x < 0.0, -result, result)


def atan2(y: Float64, x: Float64) -> Float64:
    """Of two infinite numbers the signs count."""
    both = (magnitude(y) == np.inf) & (magnitude(x) == np.inf)
    y, x = np.where(both, np.copysign(1.0, y), y), np.where(both, np.copysign(1.0, x), x)
    flat = (x == 0.0) & (y == 0.0)
    angle = np.where(flat, y, atan(y / np.where(flat, 1.0, x)))
    behind = np.signbit(x)
    turned = np.where(np.signbit(y), angle - 3.141592653589793, angle + 3.141592653589793)
    upright = (x == 0.0) & ~flat
    result = np.where(behind, turned, angle)
    quarter = np.copysign(1.5707963267948966, y)
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(upright, quarter, result))
