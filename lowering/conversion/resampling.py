"""Windows of any kind, pixels that are picked, interpolation: what CMSIS-NN has no function for."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, i8
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.resampling import GREATEST_WEIGHT
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.dialects.spans import Spans
from cmlir.lowering.conversion.context import Conversion, Converter, Int8Form, integer
from cmlir.lowering.conversion.images import define_image, image_of, numbers, two_axes
from cmlir.lowering.conversion.rescale import sum_rescale

WHOLE = Spans((0,), (1,))
"""The height of an image that has only a width."""


def image_type(old: SSAValue, element: Attribute = i8) -> TensorType[Attribute]:
    """[N, H, W, C] of a value [N, C, size…]."""
    n, c, *size = shape_of(old)
    return TensorType(element, (n, *two_axes(size, 1), c))


def _both(spans: Sequence[Spans]) -> tuple[Spans, Spans]:
    rows, columns = (WHOLE, *spans)[-2:]
    return rows, columns


def convert_windows_max(conversion: Conversion, op: Operation, spans: Sequence[Spans]) -> None:
    """The largest code stands for the largest number."""
    (old,), (result,) = op.operands, op.results
    Int8Form.of(old)
    rows, columns = _both(spans)
    image = conversion.kernel(
        cortex_m.WindowMaxOp,
        [image_of(conversion, old)],
        image_type(result),
        rows=numbers(rows.flat),
        columns=numbers(columns.flat),
        dilations=numbers((rows.dilation, columns.dilation)),
        clamp=Int8Form.of(result).clamp,
    )
    define_image(conversion, result, image)


def convert_windows_mean(
    conversion: Conversion,
    op: Operation,
    spans: Sequence[Spans],
    divisors: Sequence[Sequence[int]],
    divisor: int | None = None,
) -> None:
    """y = rescale(sum of (x - z_x)) + z_y, the factor being s_x / s_y / the window's divisor.

    ``divisors`` along each axis, the product of which counts unless there is a ``divisor``.
    """
    (old,), (result,) = op.operands, op.results
    before, after = Int8Form.of(old), Int8Form.of(result)
    rows, columns = _both(spans)
    along = [[1] * len(axis.starts) for axis in (rows, columns)]
    if divisor is None:
        along[2 - len(divisors) :] = [list(axis) for axis in divisors]
    kinds = [sorted(set(axis)) for axis in along]
    factor = before.scale / after.scale / (divisor or 1)
    factors = [factor / (r * c) for r in kinds[0] for c in kinds[1]]
    image = conversion.kernel(
        cortex_m.WindowMeanOp,
        [image_of(conversion, old)],
        image_type(result),
        rows=numbers(rows.flat),
        columns=numbers(columns.flat),
        row_kinds=numbers([kinds[0].index(number) for number in along[0]]),
        column_kinds=numbers([kinds[1].index(number) for number in along[1]]),
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=sum_rescale(factors),
        clamp=after.clamp,
    )
    define_image(conversion, result, image)


def convert_adaptive_avg_pool(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.AdaptiveAvgPoolOp)
    spans = [op.spans(axis) for axis in range(len(op.sizes[1]))]
    convert_windows_mean(conversion, op, spans, [axis.counts for axis in spans])


def convert_adaptive_max_pool(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.AdaptiveMaxPoolOp)
    spans = [op.spans(axis) for axis in range(len(op.sizes[1]))]
    convert_windows_max(conversion, op, spans)


def convert_pick(conversion: Conversion, op: Operation) -> None:
    """Whole pixels are copied, whatever they hold."""
    assert isinstance(op, aten.PickOp)
    image = image_of(conversion, op.input)
    rows, columns = ((0,), *op.axes)[-2:]
    picked = conversion.kernel(
        cortex_m.PickOp,
        [image],
        image_type(op.result, element_of(image)),
        rows=numbers(rows),
        columns=numbers(columns),
    )
    define_image(conversion, op.result, picked)


def convert_resample(conversion: Conversion, op: Operation) -> None:
    """Weights as integers that add up to what they add up to in real numbers, rounded once."""
    assert isinstance(op, aten.ResampleOp)
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    given = ((((0,), (1.0,)),) * 2 + tuple(op.axes))[-2:]
    taps = (1, *op.taps.get_values())[-2:]
    weights = [
        np.array(axis[1], np.float64).reshape(-1, count)
        for axis, count in zip(given, taps, strict=True)
    ]
    bits = _fraction_bits(weights)
    codes = [_rounded(matrix, count) for matrix, count in zip(weights, bits, strict=True)]
    image = conversion.kernel(
        cortex_m.ResampleOp,
        [image_of(conversion, op.input)],
        image_type(op.result),
        rows=numbers(given[0][0]),
        row_weights=numbers(codes[0].reshape(-1).tolist()),
        columns=numbers(given[1][0]),
        column_weights=numbers(codes[1].reshape(-1).tolist()),
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=sum_rescale([before.scale / after.scale / 2.0 ** sum(bits)]),
        clamp=after.clamp,
    )
    define_image(conversion, op.result, image)


def _fraction_bits(weights: Sequence[npt.NDArray[np.float64]]) -> list[int]:
    """Of the weights along each axis: none where they are 0 and 1, else as many as there is room.

    A sum of products of 8 bits with weights stays below 2^31.
    """
    gains = [float(np.abs(matrix).sum(axis=1).max()) for matrix in weights]
    needs = [not np.isin(matrix, (0.0, 1.0)).all() for matrix in weights]
    room = 30 - 8 - math.ceil(sum(math.log2(max(gain, 1.0)) for gain in gains))
    most = min(int(math.log2(GREATEST_WEIGHT)), room // max(1, sum(needs)))
    return [most if need else 0 for need in needs]


def _rounded(weights: npt.NDArray[np.float64], bits: int) -> npt.NDArray[np.int64]:
    """weights * 2^bits; what rounding changes in a row's sum the largest weight makes good."""
    scaled = weights * 2.0**bits
    codes = np.rint(scaled).astype(np.int64)
    missing = np.rint(scaled.sum(axis=1)).astype(np.int64) - codes.sum(axis=1)
    codes[np.arange(len(codes)), np.abs(codes).argmax(axis=1)] += missing
    return codes


CONVERTERS: dict[type[Operation], Converter] = {
    aten.AdaptiveAvgPoolOp: convert_adaptive_avg_pool,
    aten.AdaptiveMaxPoolOp: convert_adaptive_max_pool,
    aten.PickOp: convert_pick,
    aten.ResampleOp: convert_resample,
}
