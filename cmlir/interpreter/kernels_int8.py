"""The integer kernels: exact in int64, wrapped to int32 where C's accumulators wrap."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import as_strided

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.exponentials import exponentials as exponentials_of
from cmlir.dialects.cortex_m.fixed_point import Int64, requantize, requantize_64, wrap32
from cmlir.interpreter.arithmetic import softmax, wide_softmax
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.kernels_masks import kept_codes
from cmlir.interpreter.normalization import layer_norm, rms_norm
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array, array_of, dtype_of, read_strided, shape_of_type

Int8 = npt.NDArray[np.int8]
Int32 = npt.NDArray[np.int32]


def widen(codes: Array, offset: int) -> Int64:
    return codes.astype(np.int64) + offset


def _pairs(rescale: RescaleAttr) -> tuple[Int64, Int64]:
    """Multipliers and shifts, which belong to the last axis."""
    arrays = (rescale.multipliers.data.data, rescale.shifts.data.data)
    multipliers, shifts = (np.frombuffer(data, "<i4").astype(np.int64) for data in arrays)
    return multipliers, shifts


def _rescaled(accumulator: Int64, rescale: RescaleAttr) -> Int64:
    """rescale(accumulator mod 2^32)"""
    return requantize(accumulator, *_pairs(rescale))


def finished(accumulator: Int64, rescale: RescaleAttr, offset: int, clamp: ClampAttr) -> Int64:
    """clamp(rescale(accumulator) + offset)"""
    return np.clip(wrap32(_rescaled(accumulator, rescale) + offset), *clamp.bounds)


def finished_wide(products: Int64, bias: Array, rescale: RescaleAttr, clamp: ClampAttr) -> Int64:
    """clamp(rescale(bias + products of 16-bit codes)), with sums of as many bits as the bias."""
    accumulator = products + bias
    if bias.dtype == np.int32:
        return finished(accumulator, rescale, 0, clamp)
    return np.clip(requantize_64(accumulator, *_pairs(rescale)), *clamp.bounds)


def dot(lhs: Int64, rhs: Int64) -> Int64:
    """sum_k lhs[…, i, k] * rhs[…, j, k], exact: f64 holds sums of 2^37 products of codes."""
    product = np.matmul(lhs.astype(np.float64), rhs.astype(np.float64).swapaxes(-1, -2))
    return product.astype(np.int64)


def _linear(
    op: cortex_m.LinearOp, codes: Array, weights: Int8, start: Array | None = None
) -> Int64:
    """`start` is the bias, or the sums of which the input's offset is already part."""
    if op.has_wide_input:
        assert start is not None
        return finished_wide(dot(widen(codes, 0), widen(weights, 0)), start, op.rescale, op.clamp)
    offset = 0 if op.sums is not None else op.input_offset.value.data
    sums = dot(widen(codes, offset), widen(weights, op.weights_offset.value.data))
    accumulator = sums if start is None else sums + start
    return finished(accumulator, op.rescale, op.output_offset.value.data, op.clamp)


def _blocked_linear(op: cortex_m.BlockedLinearOp, codes: Int8, weights: Int8, sums: Int32) -> Int64:
    total = dot(widen(codes, 0), widen(weights, op.weights_offset.value.data)) + sums
    return finished(total, op.rescale, op.output_offset.value.data, op.clamp)


def _linear_table(op: cortex_m.LinearTableOp, codes: Int8, weights: Int8, sums: Int32) -> Array:
    total = dot(widen(codes, 0), widen(weights, op.weights_offset.value.data)) + sums
    found = finished(total, op.rescale, op.output_offset.value.data, ClampAttr.of(-128, 127))
    return array_of(op.table)[found + 128]


def _feed_forward(
    op: cortex_m.FeedForwardOp,
    codes: Int8,
    hidden_weights: Int8,
    hidden_sums: Int32,
    weights: Int8,
    sums: Int32,
) -> Int64:
    wide = widen(hidden_weights, op.hidden_weights_offset.value.data)
    total = dot(widen(codes, 0), wide) + hidden_sums
    hidden = finished(total, op.hidden_rescale, op.hidden_output_offset.value.data, op.hidden_clamp)
    if op.table is not None:
        hidden = array_of(op.table)[hidden + 128].astype(np.int64)
    total = dot(hidden, widen(weights, op.weights_offset.value.data)) + sums
    return finished(total, op.rescale, op.output_offset.value.data, op.clamp)


def _batch_matmul(op: cortex_m.BatchMatmulOp, lhs: Int8, rhs: Int8) -> Int64:
    sums = dot(widen(lhs, op.lhs_offset.value.data), widen(rhs, op.rhs_offset.value.data))
    return finished(sums, op.rescale, op.output_offset.value.data, op.clamp)


def _strided_matmul(op: cortex_m.StridedMatmulOp, lhs: Int8, rhs: Int8) -> Array:
    n, h, rows, columns, depth = op.sizes.get_values()
    strides = (*op.lhs_strides.get_values(), 1)
    a = read_strided(lhs, op.lhs_start.value.data, strides, (n, h, rows, depth))
    strides = tuple(op.rhs_strides.get_values())
    b = read_strided(rhs, op.rhs_start.value.data, strides, (n, h, columns, depth))
    sums = dot(widen(a, op.lhs_offset.value.data), widen(b, op.rhs_offset.value.data))
    return _written(op, finished(sums, op.rescale, op.output_offset.value.data, op.clamp))


def _written(op: cortex_m.StridedMatmulOp | cortex_m.AttentionOp, codes: Int64) -> Array:
    """The memory of the result, with the codes [n, h, row, column] in their places."""
    out = np.empty(shape_of_type(op.destination.type), dtype_of(op.destination.type))
    strides = [out.itemsize * stride for stride in (*op.out_strides.get_values(), 1)]
    as_strided(out, codes.shape, strides)[...] = codes
    return out


def _attention(
    op: cortex_m.AttentionOp,
    query: Int8,
    key: Int8,
    value: Int8,
    exponentials: Int32,
    mask: npt.NDArray[np.bool_] | None = None,
) -> Array:
    n, h, rows, columns, depth, width = op.sizes.get_values()
    strides = (*op.query_strides.get_values(), 1)
    q = read_strided(query, op.query_start.value.data, strides, (n, h, rows, depth))
    strides = tuple(op.key_strides.get_values())
    x = read_strided(key, op.key_start.value.data, strides, (n, h, columns, depth))
    strides = tuple(op.value_strides.get_values())
    v = read_strided(value, op.value_start.value.data, strides, (n, h, width, columns))
    sums = dot(widen(q, op.query_offset.value.data), widen(x, op.key_offset.value.data))
    scores = finished(sums, op.scores_rescale, op.scores_offset.value.data, op.scores_clamp)
    kept = kept_codes(op, scores, mask)
    if op.is_wide:
        weights = wide_softmax(scores.astype(np.int16), exponentials, kept)
    else:
        weights = softmax(scores.astype(np.int8), exponentials, 8, kept)
    weights = weights + op.probabilities_offset.value.data
    sums = dot(weights, widen(v, op.value_offset.value.data))
    return _written(op, finished(sums, op.rescale, op.output_offset.value.data, op.clamp))


def _mul(op: cortex_m.MulOp | cortex_m.BroadcastMulOp, lhs: Int8, rhs: Int8) -> Int64:
    product = widen(lhs, op.lhs_offset.value.data) * widen(rhs, op.rhs_offset.value.data)
    return finished(product, op.rescale, op.output_offset.value.data, op.clamp)


def _add(op: cortex_m.AddOp | cortex_m.BroadcastAddOp, lhs: Int8, rhs: Int8) -> Int64:
    left = op.left_shift.value.data
    a = _rescaled(widen(lhs, op.lhs_offset.value.data) << left, op.lhs_rescale)
    b = _rescaled(widen(rhs, op.rhs_offset.value.data) << left, op.rhs_rescale)
    subtracted = isinstance(op, cortex_m.AddOp) and op.subtracted is not None
    total = a - b if subtracted else a + b
    return finished(total, op.rescale, op.output_offset.value.data, op.clamp)


def _requantize(op: cortex_m.RequantizeOp, codes: Array) -> Int64:
    wide = widen(codes, op.input_offset.value.data)
    return finished(wide, op.rescale, op.output_offset.value.data, op.clamp)


def _table(op: cortex_m.TableOp, codes: Int8) -> Array:
    return array_of(op.table)[widen(codes, 128)]


def _softmax(op: cortex_m.SoftmaxOp, codes: Int8, exponentials: Int32 | None = None) -> Int64:
    if exponentials is not None:
        return softmax(codes, exponentials, 8)
    (pair,), diff_min = op.input_rescale.pairs, op.diff_min.value.data
    table = exponentials_of(*pair, diff_min)[::-1]
    if op.output_rescale is None or op.output_offset is None:
        bits = 8 * dtype_of(op.destination.type).itemsize
        return softmax(codes, table, bits)
    wide = softmax(codes, table, 16) + 32768
    return finished(wide, op.output_rescale, op.output_offset.value.data, ClampAttr.of(-128, 127))


def _sum(op: cortex_m.SumOp, codes: Int8) -> Int64:
    sums = widen(codes, op.input_offset.value.data).sum(axis=1)
    return finished(sums, op.rescale, op.output_offset.value.data, op.clamp)


def _max(_: cortex_m.MaxOp, codes: Int8) -> Array:
    return codes.max(axis=1)


def _min(_: cortex_m.MinOp, codes: Int8) -> Array:
    return codes.min(axis=1)


def _argmax(_: cortex_m.ArgmaxOp, codes: Int8) -> Array:
    return codes.argmax(axis=1)


def _argmin(_: cortex_m.ArgminOp, codes: Int8) -> Array:
    return codes.argmin(axis=1)


INT8_KERNELS = functions_of(
    "Int8Kernels",
    {
        cortex_m.AddOp: kernel(_add),
        cortex_m.ArgmaxOp: kernel(_argmax),
        cortex_m.ArgminOp: kernel(_argmin),
        cortex_m.AttentionOp: kernel(_attention),
        cortex_m.BatchMatmulOp: kernel(_batch_matmul),
        cortex_m.BlockedLinearOp: kernel(_blocked_linear),
        cortex_m.BroadcastAddOp: kernel(_add),
        cortex_m.BroadcastMulOp: kernel(_mul),
        cortex_m.FeedForwardOp: kernel(_feed_forward),
        cortex_m.LayerNormOp: kernel(layer_norm),
        cortex_m.LinearOp: kernel(_linear),
        cortex_m.LinearTableOp: kernel(_linear_table),
        cortex_m.MaxOp: kernel(_max),
        cortex_m.MinOp: kernel(_min),
        cortex_m.MulOp: kernel(_mul),
        cortex_m.RequantizeOp: kernel(_requantize),
        cortex_m.RmsNormOp: kernel(rms_norm),
        cortex_m.SoftmaxOp: kernel(_softmax),
        cortex_m.StridedMatmulOp: kernel(_strided_matmul),
        cortex_m.SumOp: kernel(_sum),
        cortex_m.TableOp: kernel(_table),
    },
)
