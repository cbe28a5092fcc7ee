"""Int8 images of another size."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m import RescaleAttr
from cmlir.dialects.cortex_m.fixed_point import Int64
from cmlir.dialects.cortex_m.resampling import WindowsOp
from cmlir.dialects.spans import Spans
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.kernels_int8 import finished
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array

Int8: TypeAlias = npt.NDArray[np.int8]


def reduced(values: Array, spans: Spans, axis: int, reduce: Callable[..., Array]) -> Array:
    """Each span of an axis reduced to one element."""
    parts = [reduce(values.take(places, axis), axis=axis) for places in spans.elements()]
    return np.stack(parts, axis)


def _over_windows(op: WindowsOp, values: Array, reduce: Callable[..., Array]) -> Array:
    rows, columns = op.spans
    return reduced(reduced(values, rows, 1, reduce), columns, 2, reduce)


def _window_max(op: cortex_m.WindowMaxOp, codes: Int8) -> Array:
    return np.clip(_over_windows(op, codes, np.max), *op.clamp.bounds)


def _window_mean(op: cortex_m.WindowMeanOp, codes: Int8) -> Array:
    sums = _over_windows(op, codes.astype(np.int64) + op.input_offset.value.data, np.sum)
    rows, columns = op.row_kinds.get_values(), op.column_kinds.get_values()
    kinds = np.add.outer(np.array(rows) * (max(columns) + 1), columns)
    result = np.empty(sums.shape, np.int64)
    for kind, pair in enumerate(op.rescale.pairs):
        rescale, offset = RescaleAttr.of_pairs([pair]), op.output_offset.value.data
        result[:, kinds == kind] = finished(sums[:, kinds == kind], rescale, offset, op.clamp)
    return result


def _pick(op: cortex_m.PickOp, pixels: Array) -> Array:
    rows, columns = op.rows.get_values(), op.columns.get_values()
    return pixels[:, list(rows)][:, :, list(columns)]


def _resample(op: cortex_m.ResampleOp, codes: Int8) -> Int64:
    values = codes.astype(np.int64) + op.input_offset.value.data
    axes = ((op.rows, op.row_weights), (op.columns, op.column_weights))
    for axis, ((places, weights), taps) in enumerate(zip(axes, op.taps, strict=True), 1):
        indices = np.array(places.get_values()).reshape(-1, taps)
        factors = np.array(weights.get_values(), np.int64).reshape(-1, taps)
        taken = np.moveaxis(values.take(indices, axis), (axis, axis + 1), (0, 1))
        values = np.moveaxis(np.einsum("ot,ot...->o...", factors, taken), 0, axis)
    return finished(values, op.rescale, op.output_offset.value.data, op.clamp)


RESAMPLING_KERNELS = functions_of(
    "ResamplingKernels",
    {
        cortex_m.PickOp: kernel(_pick),
        cortex_m.ResampleOp: kernel(_resample),
        cortex_m.WindowMaxOp: kernel(_window_max),
        cortex_m.WindowMeanOp: kernel(_window_mean),
    },
)
