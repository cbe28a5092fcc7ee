"""Convolutions and pooling on real numbers: sums in f64, rounded once to f32."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from cmlir.dialects import aten
from cmlir.dialects.windows import Window
from cmlir.interpreter.aten_reals import Compute, on_reals
from cmlir.interpreter.kernels_resampling import reduced
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array


def windows_of(image: Array, kernel: Sequence[int], window: Window, outside: float) -> Array:
    """[N, C, count…, kernel…] of an image [N, C, size…] with ``outside`` around it."""
    pads = zip(window.padding, window.padding_behind, strict=True)
    padded = np.pad(image, [(0, 0), (0, 0), *pads], constant_values=outside)
    axes = tuple(range(2, image.ndim))
    views = np.lib.stride_tricks.sliding_window_view(padded, window.spans(kernel), axes)
    steps = [slice(None, None, stride) for stride in window.strides]
    taps = [slice(None, None, dilation) for dilation in window.dilations]
    return views[(slice(None), slice(None), *steps, *taps)]


def _conv(op: aten.ConvOp, image: Array, weight: Array, bias: Array | None = None) -> Array:
    groups = op.groups.value.data
    windows = windows_of(image.astype(np.float64), op.kernel_shape, op.window, 0.0)
    batch, channels, *rest = windows.shape
    grouped = windows.reshape(batch, groups, channels // groups, *rest)
    filters = weight.astype(np.float64).reshape(groups, -1, *weight.shape[1:])
    letters = "yx"[: len(op.kernel_shape)], "ij"[: len(op.kernel_shape)]
    places, taps = letters
    product = np.einsum(
        f"ngc{places}{taps},goc{taps}->ngo{places}", grouped, filters, optimize=True
    )
    result = product.reshape(batch, -1, *product.shape[3:])
    if bias is not None:
        result = result + bias.reshape(-1, *[1] * len(op.kernel_shape))
    return result.astype(np.float32)


def _conv_transpose(
    op: aten.ConvTransposeOp, image: Array, weight: Array, bias: Array | None = None
) -> Array:
    rank, spread = len(op.kernel_shape), op.spread
    codes, (batch, _, *sizes) = image.astype(np.float64), image.shape
    spans = spread.sizes(sizes, op.kernel_shape)
    whole = [size + pad for size, pad in zip(spans, spread.padding, strict=True)]
    room = [
        max(w, (n - 1) * s + d * (k - 1) + 1)
        for w, n, s, d, k in zip(
            whole, sizes, spread.strides, spread.dilations, op.kernel_shape, strict=True
        )
    ]
    groups, letters = op.groups.value.data, "yx"[:rank]
    grouped = codes.reshape(batch, groups, -1, *sizes)
    filters = weight.astype(np.float64).reshape(groups, -1, *weight.shape[1:])
    result = np.zeros((batch, groups, weight.shape[1], *room))
    for taps in np.ndindex(*op.kernel_shape):
        factors = filters[(..., *taps)]
        product = np.einsum(f"ngc{letters},gco->ngo{letters}", grouped, factors)
        places = [
            slice(k * d, k * d + (n - 1) * s + 1, s)
            for k, d, n, s in zip(taps, spread.dilations, sizes, spread.strides, strict=True)
        ]
        result[(..., *places)] += product
    kept = [slice(pad, end) for pad, end in zip(spread.padding, whole, strict=True)]
    flat = result[(..., *kept)].reshape(batch, -1, *spans)
    return (flat if bias is None else flat + bias.reshape(-1, *[1] * rank)).astype(np.float32)


def _max_pool(op: aten.MaxPoolOp, image: Array) -> Array:
    windows = windows_of(image, op.kernel_shape, op.window, -np.inf)
    return windows.max(axis=_taps(op))


def _avg_pool(op: aten.AvgPoolOp, image: Array) -> Array:
    windows = windows_of(image.astype(np.float64), op.kernel_shape, op.window, 0.0)
    sums = windows.sum(axis=_taps(op))
    if op.divisor is not None:
        return (sums / op.divisor.value.data).astype(np.float32)
    for axis in range(len(op.kernel_shape)):
        divisors = np.array(op.divisors(axis), np.float64)
        sums = sums / divisors.reshape([-1 if k == 2 + axis else 1 for k in range(sums.ndim)])
    return sums.astype(np.float32)


def _taps(op: aten.MaxPoolOp | aten.AvgPoolOp) -> tuple[int, ...]:
    return tuple(range(-len(op.kernel_shape), 0))


def _adaptive(op: aten.AdaptiveAvgPoolOp | aten.AdaptiveMaxPoolOp, image: Array) -> Array:
    reduce = np.mean if isinstance(op, aten.AdaptiveAvgPoolOp) else np.max
    values = image.astype(np.float64)
    for axis in range(len(op.sizes[1])):
        values = reduced(values, op.spans(axis), 2 + axis, reduce)
    return values.astype(image.dtype)


def _pick(op: aten.PickOp, image: Array) -> Array:
    for axis, places in enumerate(op.axes, 2):
        image = image.take(places, axis)
    return image


def _resample(op: aten.ResampleOp, image: Array) -> Array:
    values, taps = image.astype(np.float64), op.taps.get_values()
    for axis, ((places, weights), count) in enumerate(zip(op.axes, taps, strict=True), 2):
        taken = values.take(np.reshape(places, (-1, count)), axis)
        factors = np.reshape(weights, (-1, count, *[1] * (image.ndim - axis - 1)))
        values = (taken * factors).sum(axis=axis + 1)
    return values.astype(np.float32)


def _batch_norm(_: aten.BatchNormOp, image: Array, scale: Array, shift: Array) -> Array:
    shape = (-1, *[1] * (image.ndim - 2))
    return image * scale.reshape(shape) + shift.reshape(shape)


def _pad(op: aten.PadOp, values: Array) -> Array:
    pairs = list(zip(*op.amounts, strict=True))
    return np.pad(values, pairs, constant_values=values.dtype.type(op.value.value.data))


_MEANINGS: dict[type[Operation], Compute] = {
    aten.AdaptiveAvgPoolOp: _adaptive,
    aten.AdaptiveMaxPoolOp: _adaptive,
    aten.AvgPoolOp: _avg_pool,
    aten.BatchNormOp: _batch_norm,
    aten.ConvOp: _conv,
    aten.ConvTransposeOp: _conv_transpose,
    aten.MaxPoolOp: _max_pool,
    aten.PadOp: _pad,
    aten.PickOp: _pick,
    aten.ResampleOp: _resample,
}

ATEN_IMAGES = functions_of(
    "AtenImages", {op_type: on_reals(compute) for op_type, compute in _MEANINGS.items()}
)
