"""The convolutions and pooling of int8 and int16 images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.codes import is_wide
from cmlir.dialects.cortex_m.fixed_point import Int64
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.shapes import shape_of
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.kernels_int8 import finished, finished_wide
from cmlir.interpreter.tables import functions_of

Int8: TypeAlias = npt.NDArray[np.int8]
Int32: TypeAlias = npt.NDArray[np.int32]
Wide: TypeAlias = npt.NDArray[np.float64]
"""Sums of products of codes are exact in f64."""


def _windows(op: ImageOp, image: Wide, dilations: Sequence[int], outside: float) -> Wide:
    """[N, out H, out W, C, kernel H, kernel W] of an image [N, H, W, C]."""
    strides, padding = op.strides.get_values(), op.padding.get_values()
    counts = shape_of(op.destination)[1:3]
    spans = [d * (k - 1) + 1 for d, k in zip(dilations, op.kernel_shape, strict=True)]
    pads: list[tuple[int, int]] = []
    for axis in (0, 1):
        end = (counts[axis] - 1) * strides[axis] + spans[axis] - padding[axis]
        pads.append((padding[axis], max(0, end - image.shape[1 + axis])))
    padded = np.pad(image, [(0, 0), *pads, (0, 0)], constant_values=outside)
    views = np.lib.stride_tricks.sliding_window_view(padded, spans, (1, 2))
    placed = views[:, :: strides[0], :: strides[1], :, :: dilations[0], :: dilations[1]]
    return placed[:, : counts[0], : counts[1]]


def _weighted_windows(op: cortex_m.ConvOp | cortex_m.DepthwiseConvOp, codes: Int8) -> Wide:
    """The windows of what is multiplied: with `sums` the codes themselves."""
    offset = op.input_offset.value.data
    image = codes.astype(np.float64) + (offset if op.sums is None else 0)
    outside = 0.0 if op.sums is None else float(-offset)
    return _windows(op, image, op.dilations.get_values(), outside)


def _finish(op: cortex_m.ConvOp | cortex_m.DepthwiseConvOp, product: Wide, start: Int32) -> Int64:
    if is_wide(op.input):
        return finished_wide(product.astype(np.int64), start, op.rescale, op.clamp)
    accumulator = product.astype(np.int64) + start
    return finished(accumulator, op.rescale, op.output_offset.value.data, op.clamp)


def _conv(op: cortex_m.ConvOp, codes: Int8, weights: Int8, start: Int32) -> Int64:
    windows = _weighted_windows(op, codes)
    channels, per_group = windows.shape[3], weights.shape[3]
    groups = channels // per_group
    grouped = windows.reshape(*windows.shape[:3], groups, per_group, *windows.shape[4:])
    filters = weights.astype(np.float64).reshape(groups, -1, *weights.shape[1:])
    product = np.einsum("nyxgcij,goijc->nyxgo", grouped, filters, optimize=True)
    return _finish(op, product.reshape(*product.shape[:3], -1), start)


def _depthwise_conv(
    op: cortex_m.DepthwiseConvOp, codes: Int8, weights: Int8, start: Int32
) -> Int64:
    windows = np.repeat(_weighted_windows(op, codes), op.multiplier, axis=3)
    product = np.einsum("nyxoij,ijo->nyxo", windows, weights.astype(np.float64), optimize=True)
    return _finish(op, product, start)


def _max_pool(op: cortex_m.MaxPoolOp, codes: Int8) -> Wide:
    windows = _windows(op, codes.astype(np.float64), (1, 1), -np.inf)
    return np.clip(windows.max(axis=(4, 5)), *op.clamp.bounds)


def _avg_pool(op: cortex_m.AvgPoolOp, codes: Int8) -> Int64:
    """trunc((S ± count // 2) / count), which is S / count rounded, ties away from zero."""
    image = codes.astype(np.float64)
    sums = _windows(op, image, (1, 1), 0.0).sum(axis=(4, 5)).astype(np.int64)
    inside = _windows(op, np.ones_like(image), (1, 1), 0.0).sum(axis=(4, 5)).astype(np.int64)
    magnitude = (np.abs(sums) + inside // 2) // inside
    return np.clip(np.where(sums > 0, magnitude, -magnitude), *op.clamp.bounds)


def _pad(op: cortex_m.PadOp, codes: Int8) -> Int8:
    pairs = list(zip(op.before.get_values(), op.behind.get_values(), strict=True))
    return np.pad(codes, pairs, constant_values=op.value.value.data)


IMAGE_KERNELS = functions_of(
    "ImageKernels",
    {
        cortex_m.AvgPoolOp: kernel(_avg_pool),
        cortex_m.ConvOp: kernel(_conv),
        cortex_m.DepthwiseConvOp: kernel(_depthwise_conv),
        cortex_m.MaxPoolOp: kernel(_max_pool),
        cortex_m.PadOp: kernel(_pad),
    },
)
