"""The transposed convolution of int8 images."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.fixed_point import Int64
from cmlir.dialects.shapes import shape_of
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.kernels_int8 import finished
from cmlir.interpreter.tables import functions_of

Int8: TypeAlias = npt.NDArray[np.int8]
Int32: TypeAlias = npt.NDArray[np.int32]


def _transpose_conv(
    op: cortex_m.TransposeConvOp, codes: Int8, weights: Int8, start: Int32
) -> Int64:
    offset, clamp = op.input_offset.value.data, op.clamp
    filters = _filters(op, weights) if op.sums is not None else weights
    accumulator = _spread(op, codes.astype(np.int64) + offset, filters.astype(np.int64))
    accumulator += _starts(op, filters, start) if op.sums is not None else start
    return finished(accumulator, op.rescale, op.output_offset.value.data, clamp)


def _spread(op: cortex_m.TransposeConvOp, image: Int64, filters: Int64) -> Int64:
    """The sums of products [N, H, W, O]; filters [O, KH, KW, C / groups]."""
    (batch, height, width, _), groups = image.shape, op.groups.value.data
    _, rows, columns, outputs = shape_of(op.destination)
    (sy, sx), (dy, dx) = op.strides.get_values(), op.dilations.get_values()
    (py, px), (kh, kw) = op.padding.get_values(), op.kernel_shape
    room = (
        max(py + rows, (height - 1) * sy + dy * (kh - 1) + 1),
        max(px + columns, (width - 1) * sx + dx * (kw - 1) + 1),
    )
    sums = np.zeros((batch, *room, outputs), np.int64)
    grouped = image.reshape(batch, height, width, groups, -1)
    split = filters.reshape(groups, outputs // groups, kh, kw, -1)
    for i, j in np.ndindex(kh, kw):
        product = np.einsum("nyxgc,goc->nyxgo", grouped, split[:, :, i, j])
        ends = (i * dy + (height - 1) * sy + 1, j * dx + (width - 1) * sx + 1)
        place = slice(i * dy, ends[0], sy), slice(j * dx, ends[1], sx)
        sums[(slice(None), *place)] += product.reshape(batch, height, width, outputs)
    return sums[:, py : py + rows, px : px + columns]


def _filters(op: cortex_m.TransposeConvOp, ordered: Int8) -> Int8:
    """[O, KH, KW, C / groups] of weights that lie phase by phase."""
    outputs, depth = shape_of(op.destination)[3], op.group_channels
    filters = np.zeros((outputs, *op.kernel_shape, depth), np.int8)
    first = 0
    for rows, columns in op.phases:
        shape = (outputs, len(rows), len(columns), depth)
        size = int(np.prod(shape))
        taps = np.ix_(range(outputs), rows, columns)
        filters[taps] = ordered[first : first + size].reshape(shape)
        first += size
    return filters


def _starts(op: cortex_m.TransposeConvOp, filters: Int8, sums: Int32) -> Int64:
    """[H, W, O]: the sums of each phase without what the input's offset adds in all its taps."""
    _, rows, columns, outputs = shape_of(op.destination)
    (sy, sx), (py, px) = op.strides.get_values(), op.padding.get_values()
    totals = [
        filters[:, list(taps[0])][:, :, list(taps[1])].sum(axis=(1, 2, 3), dtype=np.int64)
        for taps in op.phases
    ]
    starts = sums.astype(np.int64) - op.input_offset.value.data * np.stack(totals)
    by_phase = starts.reshape(sy, sx, outputs)
    return by_phase[(np.arange(rows) + py)[:, None] % sy, (np.arange(columns) + px)[None] % sx]


TRANSPOSED_KERNELS = functions_of(
    "TransposedKernels", {cortex_m.TransposeConvOp: kernel(_transpose_conv)}
)
