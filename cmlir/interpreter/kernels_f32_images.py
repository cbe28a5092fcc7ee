"""Float kernels on images, bit for bit as `kernels/include/cmlir_nn_f32.h` defines them."""

from __future__ import annotations

import numpy as np

from cmlir.dialects import cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.interpreter.arithmetic import Float32
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.real_functions import sum_in_order
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array


def _conv(
    op: cortex_m.F32ConvOp, image: Float32, weights: Float32, bias: Float32 | None = None
) -> Float32:
    """A step for each tap and channel, so that sums go in order."""
    outputs, kernel_h, kernel_w, depth = weights.shape
    out = shape_of(op.destination)
    groups = image.shape[3] // depth
    total = np.zeros((*out[:3], groups, outputs // groups), np.float32)
    grouped = weights.reshape(groups, outputs // groups, kernel_h, kernel_w, depth)
    with np.errstate(all="ignore"):
        for i, j in np.ndindex(kernel_h, kernel_w):
            pixels = _taken(op, image, (i, j)).reshape(*out[:3], groups, depth)
            for c in range(depth):
                total += pixels[..., c, None] * grouped[:, :, i, j, c]
        result = total.reshape(out)
        return result if bias is None else result + bias


def _taken(op: cortex_m.F32ConvOp, image: Float32, tap: tuple[int, int]) -> Float32:
    """The pixel that a tap of each window meets; zeros where there is none."""
    inside: list[Array] = []
    for axis in (0, 1):
        numbers = (op.strides, op.padding, op.dilations, op.spread)
        stride, padding, dilation, spread = (n.get_values()[axis] for n in numbers)
        count, size = shape_of(op.destination)[1 + axis], image.shape[1 + axis]
        place = np.arange(count) * stride + tap[axis] * dilation - padding
        found = (place % spread == 0) & (place >= 0) & (place // spread < size)
        inside.append(found)
        image = image.take(np.where(found, place // spread, 0), 1 + axis)
    mask = inside[0][:, None] & inside[1]
    return np.where(mask[None, :, :, None], image, np.float32(0))


def _window(op: cortex_m.F32WindowOp, image: Float32) -> Float32:
    rows, columns = (spans.elements() for spans in op.spans)
    divisors = (op.row_divisors.get_values(), op.column_divisors.get_values())
    result = np.empty(shape_of(op.destination), np.float32)
    with np.errstate(all="ignore"):
        for y, x in np.ndindex(len(rows), len(columns)):
            window = image[:, rows[y]][:, :, columns[x]]
            flat = window.reshape(image.shape[0], -1, image.shape[3])
            if op.function.data == "max":
                result[:, y, x] = flat.max(axis=1)
                continue
            total = sum_in_order(flat.astype(np.float64), 1)[:, 0]
            result[:, y, x] = total / (divisors[0][y] * divisors[1][x])
    return result


def _resample(op: cortex_m.F32ResampleOp, image: Float32) -> Float32:
    values = image.astype(np.float64)
    axes = ((op.columns, op.column_weights), (op.rows, op.row_weights))
    with np.errstate(all="ignore"):
        for axis, (places, weights), taps in zip((2, 1), axes, op.taps[::-1], strict=True):
            indices = np.reshape(places.get_values(), (-1, taps))
            factors = np.reshape(weights.get_values(), (-1, taps))
            shape = (-1, *[1] * (3 - axis))
            parts = [
                values.take(indices[:, i], axis) * factors[:, i].reshape(shape) for i in range(taps)
            ]
            values = sum_in_order(np.stack(parts, 0), 0)[0]
        return values.astype(np.float32)


F32_IMAGE_KERNELS = functions_of(
    "F32ImageKernels",
    {
        cortex_m.F32ConvOp: kernel(_conv),
        cortex_m.F32ResampleOp: kernel(_resample),
        cortex_m.F32WindowOp: kernel(_window),
    },
)
