"""Float kernels on rows, bit for bit as `kernels/include/cmlir_nn_f32.h` defines them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cmlir.dialects import cortex_m
from cmlir.interpreter import real_functions as real
from cmlir.interpreter.arithmetic import Float32
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.real_functions import Float64, sum_in_order
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array


def _sum(x: Float32) -> Float64:
    return sum_in_order(x.astype(np.float64), 1)[:, 0]


_REDUCTIONS: dict[str, Callable[[Float32], Array]] = {
    "argmax": lambda x: x.argmax(axis=1),
    "argmin": lambda x: x.argmin(axis=1),
    "max": lambda x: x.max(axis=1),
    "mean": lambda x: _sum(x) / x.shape[1],
    "min": lambda x: x.min(axis=1),
    "sum": _sum,
}


def _reduce(op: cortex_m.F32ReduceOp, values: Float32) -> Array:
    with np.errstate(all="ignore"):
        reduced = _REDUCTIONS[op.function.data](values)
        return reduced if reduced.dtype == np.int64 else reduced.astype(np.float32)


def _softmax(op: cortex_m.F32SoftmaxOp, values: Float32) -> Float32:
    if not values.size:
        return values
    with np.errstate(all="ignore"):
        largest = values.max(axis=-1, keepdims=True).astype(np.float64)
        below = values.astype(np.float64) - largest
        e = real.exp(below)
        total = sum_in_order(e, -1)
        if op.function.data == "log_softmax":
            return (below - real.log(total)).astype(np.float32)
        result = (e.astype(np.float32).astype(np.float64) / total).astype(np.float32)
    masked = np.isneginf(largest) if op.function.data == "safe_softmax" else np.False_
    return np.where(masked, np.float32(0), result)


def _norm(op: cortex_m.F32NormOp, values: Float32, *parameters: Float32) -> Float32:
    x, size = values.astype(np.float64), values.shape[-1]
    with np.errstate(all="ignore"):
        if op.function.data == "layer_norm":
            x = x - sum_in_order(x, -1) / size
        result = x / real.sqrt(sum_in_order(x * x, -1) / size + op.epsilon.value.data)
        rest = iter(parameters)
        if op.weight is not None:
            result = result * next(rest)
        if op.bias is not None:
            result = result + next(rest)
        return result.astype(np.float32)


def _matmul(
    _: cortex_m.F32MatmulOp, lhs: Float32, rhs: Float32, bias: Float32 | None = None
) -> Float32:
    """A step for each k, so that sums go in order."""
    batch = np.broadcast_shapes(lhs.shape[:-2], rhs.shape[:-2])
    total = np.zeros((*batch, lhs.shape[-2], rhs.shape[-2]), np.float32)
    with np.errstate(all="ignore"):
        for k in range(lhs.shape[-1]):
            total += lhs[..., :, None, k] * rhs[..., None, :, k]
        return total if bias is None else total + bias


F32_ROW_KERNELS = functions_of(
    "F32RowKernels",
    {
        cortex_m.F32MatmulOp: kernel(_matmul),
        cortex_m.F32NormOp: kernel(_norm),
        cortex_m.F32ReduceOp: kernel(_reduce),
        cortex_m.F32SoftmaxOp: kernel(_softmax),
    },
)
