"""Integer log_softmax, bit for bit as `kernels/include/cmlir_nn.h` defines it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.exponentials import exponentials
from cmlir.dialects.cortex_m.fixed_point import Int64, rounding_divide_by_power_of_two
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of

SUM_BITS, LOG_BITS = 19, 16


def log2(total: npt.NDArray[np.uint64]) -> Int64:
    """log2(total / 2^19) with 16 fraction bits, rounded down: a bit for each squaring."""
    _, bits = np.frexp(total.astype(np.float64))
    left, right = np.maximum(32 - bits, 0), np.maximum(bits - 32, 0)
    mantissa = (total << left.astype(np.uint64)) >> right.astype(np.uint64)
    result = bits.astype(np.int64) - 1 - SUM_BITS
    for _ in range(LOG_BITS):
        square = mantissa * mantissa
        is_two = (square >> np.uint64(63)).astype(np.int64)
        mantissa = square >> (31 + is_two).astype(np.uint64)
        result = 2 * result + is_two
    return result


def _log_softmax(op: cortex_m.LogSoftmaxOp, codes: npt.NDArray[np.int8]) -> Int64:
    if codes.size == 0:
        return codes.astype(np.int64)
    (pair,), diff_min = op.input_rescale.pairs, op.diff_min.value.data
    x = codes.astype(np.int64)
    below = x.max(axis=-1, keepdims=True) - x
    terms = rounding_divide_by_power_of_two(exponentials(*pair, diff_min)[below], 12)
    logarithm = log2(terms.sum(axis=-1, keepdims=True).astype(np.uint64))
    shift = op.shift.value.data
    steps = -below * op.multiplier.value.data - logarithm * op.log_multiplier.value.data
    rounded = (steps + (1 << (shift - 1))) >> shift
    return np.clip(rounded + op.output_offset.value.data, *op.clamp.bounds)


LOG_SOFTMAX = functions_of("LogSoftmax", {cortex_m.LogSoftmaxOp: kernel(_log_softmax)})
