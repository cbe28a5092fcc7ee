"""The arithmetic of softmax and of float32 quantization, bit for bit, on arrays of any shape.

The formulas of softmax are those of the CMSIS-NN specification, section 7: gemmlowp's fixed-point
`exp_on_negative_values` and `one_over_one_plus_x`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cmlir.dialects.cortex_m.fixed_point import (
    Int64,
    rounding_divide_by_power_of_two,
    saturate32,
    saturating_doubling_high_multiply,
)

Float32: TypeAlias = npt.NDArray[np.float32]


def one_over_one_plus(a: Int64) -> Int64:
    """1 / (1 + a / 2^31) in Q0.31 for 0 <= a < 2^31.

    Three Newton-Raphson steps from 48/17 - 32/17 h with h = (1 + a) / 2, in Q2.29.
    """
    multiply = saturating_doubling_high_multiply
    half = (a + (1 << 31)) >> 1
    x = 1515870810 + multiply(half, -1010580540)
    for _ in range(3):
        x = x + saturate32(multiply(x, (1 << 29) - multiply(half, x)) << 2)
    return saturate32(x << 1)


def softmax(
    codes: npt.NDArray[np.int8],
    exponentials: npt.NDArray[np.integer],
    bits: int,
    keep: npt.NDArray[np.bool_] | None = None,
) -> Int64:
    """Softmax along the last axis as codes of scale 2^-bits and zero point -2^(bits - 1).

    `exponentials` [256] are those of the differences -255 to 0 to a row's maximum (Q0.31); rows of
    at most 4095 elements.  Elements that `keep`, of the same shape, leaves out take no part and
    get probability 0.
    """
    if codes.size == 0:
        return codes.astype(np.int64)
    kept = np.ones(codes.shape, np.bool_) if keep is None else keep
    wide = np.where(kept, codes.astype(np.int64), -128)
    e = np.where(
        kept, exponentials.astype(np.int64)[255 + wide - wide.max(axis=-1, keepdims=True)], 0
    )
    return probabilities(e, bits)


def probabilities(e: Int64, bits: int) -> Int64:
    """Each exponential (Q0.31) over the sum along the last axis, in codes as `softmax` gives."""
    total = rounding_divide_by_power_of_two(e, 12).sum(axis=-1, keepdims=True)
    total = np.maximum(total, 1)  # where nothing is kept, any number does
    _, bit_length = np.frexp(total.astype(np.float64))
    headroom = 32 - bit_length.astype(np.int64)
    scale = one_over_one_plus((total << headroom) - (1 << 31))
    quotient = saturating_doubling_high_multiply(scale, e)
    unsigned = rounding_divide_by_power_of_two(quotient, 12 - headroom + 31 - bits)
    return np.clip(unsigned, 0, 2**bits - 1) - 2 ** (bits - 1)


def wide_softmax(
    codes: npt.NDArray[np.int16],
    exponentials: npt.NDArray[np.int32],
    keep: npt.NDArray[np.bool_],
) -> Int64:
    """Softmax of what is kept of scores of 16 bits, as 8-bit codes.

    The exponential of -d is the product of `exponentials` at [0, d / 256] and [1, d % 256].
    """
    if codes.size == 0:
        return codes.astype(np.int64)
    scores = np.where(keep, codes.astype(np.int64), -(2**15))
    below = scores.max(axis=-1, keepdims=True) - scores
    high, low = exponentials.astype(np.int64)
    e = saturating_doubling_high_multiply(high[below >> 8], low[below & 255])
    return probabilities(np.where(keep, e, 0), 8)


def quantize(
    x: Float32, inverse_scale: np.float32, zero_point: int, least: int, greatest: int
) -> Int64:
    """clamp(rint(x * inverse_scale) + zero_point), ties to even, the product in f32.

    NaN gives the zero point, infinities saturate.
    """
    code = np.rint(x * inverse_scale).astype(np.float64) + zero_point
    code = np.where(np.isnan(code), zero_point, code)
    return np.clip(code, least, greatest).astype(np.int64)


def dequantize(codes: npt.NDArray[Any], scale: np.float32, zero_point: int) -> Float32:
    """float32(code - zero_point) * scale."""
    return (codes.astype(np.int64) - zero_point).astype(np.float32) * scale
