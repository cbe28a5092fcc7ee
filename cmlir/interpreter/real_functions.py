"""The functions of kernels/source/cmlir_real.h, operation by operation: the same bits as in C.

Each function takes and gives arrays of f64; every step is one IEEE operation, rounded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Float32: TypeAlias = npt.NDArray[np.float32]
Float64: TypeAlias = npt.NDArray[np.float64]

_EXP_SERIES = [1 / math.factorial(n) for n in range(13, 0, -1)]
_LOG_TERMS, _ERF_TERMS = 12, 14
_LN2_PARTS = (0.6931471803691238, 1.9082149292705877e-10)
_ERFC = (
    *(4.4480783762260745e-09, -6.733947414934173e-09, -4.472365902405181e-08),
    *(1.2233052390395928e-07, 2.2396439965938214e-07, -1.3146029335227553e-06),
    *(-2.573553803829828e-07, 1.1373618116666406e-05, -9.110478959656813e-06),
    *(-9.316893147463947e-05, 0.0001484058410398219, 0.0008578537130892478),
    *(-0.0018198558958896127, -0.011554265104153706, 0.0208432639869013),
    *(0.42391039425775917, -0.6941611968563774),
)


def magnitude(x: Float64) -> Float64:
    """|x|, but -0 stays itself."""
    return np.where(x < 0.0, -x, x)


def rint(x: Float64) -> Float64:
    no_fraction = 6755399441055744.0
    return (x + no_fraction) - no_fraction


def _horner(coefficients: Sequence[float], x: Float64) -> Float64:
    total = np.full(x.shape, coefficients[0])
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total


def exp(x: Float64) -> Float64:
    inside = np.where((x <= 709.0) & (x >= -708.0), x, 0.0)
    k = rint(inside * 1.4426950408889634)
    r = (inside - k * _LN2_PARTS[0]) - k * _LN2_PARTS[1]
    power = (1.0 + r * _horner(_EXP_SERIES, r)) * np.ldexp(1.0, k.astype(np.int32))
    return np.select([x > 709.0, x < -708.0, np.isnan(x)], [np.inf, 0.0, x], power)


def expm1(x: Float64) -> Float64:
    near = magnitude(x) < 0.34
    inside = np.where(near, x, 0.0)
    return np.where(near, inside * _horner(_EXP_SERIES, inside), exp(x) - 1.0)


def _artanh_twice(f: Float64) -> Float64:
    series = [1.0 / (2 * i + 1) for i in range(_LOG_TERMS, -1, -1)]
    return 2.0 * f * _horner(series, f * f)


def log(x: Float64) -> Float64:
    usual = (x > 0.0) & (x < np.inf)
    half, exponent = np.frexp(np.where(usual, x, 1.0))
    m, k = half * 2.0, exponent.astype(np.float64) - 1.0
    upper = m > 1.4142135623730951
    m, k = np.where(upper, m * 0.5, m), np.where(upper, k + 1.0, k)
    logarithm = k * 0.6931471805599453 + _artanh_twice((m - 1.0) / (m + 1.0))
    return np.select([usual, x < 0.0, x == 0.0], [logarithm, np.nan, -np.inf], x)


def log1p(x: Float64) -> Float64:
    near = magnitude(x) < 0.4
    inside = np.where(near, x, 0.0)
    return np.where(near, _artanh_twice(inside / (2.0 + inside)), log(1.0 + x))


def erf(x: Float64) -> Float64:
    near = magnitude(x) < 0.5
    return np.where(near, _erf_near_0(np.where(near, x, 0.0)), 1.0 - _erfc_far(x))


def erfc(x: Float64) -> Float64:
    near = magnitude(x) < 0.5
    return np.where(near, 1.0 - _erf_near_0(np.where(near, x, 0.0)), _erfc_far(x))


def _erf_near_0(x: Float64) -> Float64:
    square, total, term = x * x, np.zeros(x.shape), np.ones(x.shape)
    for n in range(_ERF_TERMS):
        total = total + term / (2 * n + 1)
        term = -term * square / (n + 1)
    return x * 1.1283791670955126 * total


def _erfc_far(x: Float64) -> Float64:
    size = magnitude(x)
    inside = np.where(size <= 10.0, size, 10.0)
    t = 2.0 / (2.0 + inside)
    u = (t - 0.48333333333333334) / 0.31666666666666665
    above = t * exp(_horner(_ERFC, u) - inside * inside)
    above = np.select([size > 10.0, np.isnan(x)], [0.0, x], above)
    return np.where(x < 0.0, 2.0 - above, above)


def tanh(x: Float64) -> Float64:
    size = magnitude(x)
    m = expm1(2.0 * np.where(size > 22.0, 0.0, size))
    result = np.where(size > 22.0, 1.0, m / (m + 2.0))
    return np.where(x < 0.0, -result, result)


def softplus(x: Float64) -> Float64:
    rest = log1p(exp(-magnitude(x)))
    return np.where(x > 0.0, x + rest, rest)


def power(x: Float64, y: Float64) -> Float64:
    """x^y"""
    size = magnitude(x)
    result = np.where(size == 1.0, 1.0, exp(y * log(size)))
    odd = _is_whole(y) & ~_is_whole(0.5 * y)
    negative = np.where(_is_whole(y), np.where(odd, -result, result), np.nan)
    chosen = np.where(x < 0.0, negative, result)
    return np.where((y == 0.0) | (x == 1.0), 1.0, chosen)


def _is_whole(y: Float64) -> npt.NDArray[np.bool_]:
    return (magnitude(y) >= 2251799813685248.0) | (y == rint(y))


def sqrt(x: Float64) -> Float64:
    """One step of Newton's from the root of the nearest float."""
    root = np.sqrt(x.astype(np.float32)).astype(np.float64)
    usual = (root > 0.0) & (root < np.inf)
    safe = np.where(usual, root, 1.0)
    return np.where(usual, 0.5 * (safe + x / safe), root)


def sum_in_order(values: Float64, axis: int) -> Float64:
    """The sum along an axis from 0, one element after the other; the axis keeps size 1."""
    if not values.shape[axis]:
        return np.zeros_like(values.sum(axis=axis, keepdims=True))
    return np.take(np.cumsum(values, axis=axis), [-1], axis=axis)
