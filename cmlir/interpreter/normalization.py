"""Integer layer norm and RMS norm, bit for bit as `kernels/include/cmlir_nn.h` defines them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.fixed_point import (
    Int64,
    doubling_high_multiply,
    rounding_divide_by_power_of_two,
    wrap32,
)

Int8 = npt.NDArray[np.int8]
Int32 = npt.NDArray[np.int32]


def layer_norm(op: cortex_m.LayerNormOp, codes: Int8, multipliers: Int32, bias: Int32) -> Int64:
    x, size = codes.astype(np.int64), codes.shape[-1]
    total = x.sum(axis=-1, keepdims=True)
    deviation = size * (x * x).sum(axis=-1, keepdims=True) - total**2
    return _normalized(op, size * x - total, deviation, multipliers, bias)


def rms_norm(op: cortex_m.RmsNormOp, codes: Int8, multipliers: Int32, bias: Int32) -> Int64:
    x, size = codes.astype(np.int64) + op.input_offset.value.data, codes.shape[-1]
    deviation = size * (x * x).sum(axis=-1, keepdims=True)
    return _normalized(op, size * x, deviation, multipliers, bias)


def _normalized(
    op: cortex_m.LayerNormOp | cortex_m.RmsNormOp,
    u: Int64,
    deviation: Int64,
    multipliers: Int32,
    bias: Int32,
) -> Int64:
    """clamp((DHM(t, multipliers) + bias) >> shift), t from ``u`` and its mean square."""
    bits, epsilon = op.epsilon_bits.value.data, op.epsilon.value.data
    radicand = (deviation << bits if bits >= 0 else deviation >> -bits) + epsilon
    leading_zeros = _even_leading_zeros(radicand)
    v = (radicand.astype(np.uint64) << leading_zeros.astype(np.uint64)) >> np.uint64(33)
    inverse = np.where(radicand == 0, 0, inverse_sqrt(v.astype(np.int64)))
    left = 30 - op.range_bits.value.data - (64 - leading_zeros - bits) // 2
    inverse = rounding_divide_by_power_of_two(inverse, np.clip(-left, 0, 31))
    u = wrap32(u << np.clip(left, 0, 31))
    t = doubling_high_multiply(u, inverse)
    scaled = wrap32(doubling_high_multiply(t, multipliers.astype(np.int64)) + bias)
    return np.clip(scaled >> op.shift.value.data, *op.clamp.bounds)


_LINE = 1145023540, -654299166
"""2.132773 - 1.218727 v in Q2.29: 1 / sqrt(v) from 1/4 to 1 with the least relative error."""


def inverse_sqrt(v: Int64) -> Int64:
    """1 / sqrt(v / 2^31) in Q1.30 for 2^29 <= v < 2^31: three Newton-Raphson steps from a line."""
    y = 2 * (_LINE[0] + doubling_high_multiply(v, _LINE[1]))
    for _ in range(3):
        square = doubling_high_multiply(y, y)
        y = 2 * doubling_high_multiply(y, (3 << 29) - doubling_high_multiply(v, square))
    return y


def _even_leading_zeros(x: Int64) -> Int64:
    """Those of 64 bits, one less if they are odd; 64 for 0."""
    high, low = (np.frexp(part.astype(np.float64))[1] for part in (x >> 32, x & 0xFFFFFFFF))
    bits = np.where(high > 0, high + 32, low).astype(np.int64)
    return (64 - bits) & ~1
