"""Convolutions, pooling, padding and interpolation in float."""

from __future__ import annotations

from collections.abc import Sequence

import numpy.typing as npt
from xdsl.dialects.builtin import DenseArrayBase, StringAttr, TensorType, f32, f64
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import dequantize
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.spans import Spans
from cmlir.lowering.constants import constant_array
from cmlir.lowering.conversion.context import (
    Rearranged,
    Unsupported,
    constant_behind,
    integer,
    number,
)
from cmlir.lowering.conversion.images import numbers, seen_in_front, two_axes, with_channels_last
from cmlir.lowering.conversion.in_float import FloatConverter, InFloat
from cmlir.lowering.conversion.pooling import spans_of
from cmlir.lowering.conversion.resampling import WHOLE, image_type

Reals = npt.NDArray[np.float32]


def _image(floats: InFloat, value: SSAValue) -> SSAValue:
    """[N, H, W, C]"""
    return with_channels_last(floats.conversion, floats.read(value), shape_of(value))


def _shape(value: SSAValue) -> tuple[int, ...]:
    """That of the image which a value becomes."""
    return image_type(value, f32).get_shape()


def _seen(floats: InFloat, image: SSAValue, old: SSAValue) -> Rearranged:
    return seen_in_front(image, shape_of(old), floats.op.location)


def _reals(value: SSAValue) -> tuple[str, Reals]:
    """A constant's name and numbers; raises Unsupported for what is computed."""
    constant = constant_behind(value)
    if constant is None:
        raise Unsupported("needs constant weights")
    stored, quantized = constant_array(constant), quant.quantized_element_type(value)
    reals = stored if quantized is None else dequantize(stored, quantized)
    return constant.symbol.string_value(), reals.astype(np.float32).reshape(shape_of(value))


def _stored(floats: InFloat, name: str, weights: Reals) -> SSAValue:
    """[O, KH, KW, C / groups] of weights [O, C / groups, kernel…]."""
    outputs, depth, *kernel = weights.shape
    turned = np.moveaxis(weights, 1, -1).reshape(outputs, *two_axes(kernel, 1), depth)
    return floats.conversion.constant(f"{name}_f32", np.ascontiguousarray(turned))


def _conv(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.ConvOp)
    name, weights = _reals(op.weight)
    window = op.window
    image = floats.kernel(
        cortex_m.F32ConvOp,
        [_image(floats, op.input), _stored(floats, name, weights), _bias(floats, op)],
        _shape(op.result),
        strides=numbers(two_axes(window.strides, 1)),
        padding=numbers(two_axes(window.padding, 0)),
        dilations=numbers(two_axes(window.dilations, 1)),
        spread=numbers((1, 1)),
    )
    return _seen(floats, image, op.result)


def _bias(floats: InFloat, op: aten.ConvOp | aten.ConvTransposeOp) -> list[SSAValue]:
    return [] if op.bias is None else [floats.dense(op.bias)]


def _conv_transpose(floats: InFloat, op: Operation) -> Rearranged:
    """A convolution of an image whose elements stand apart, with its taps in reverse."""
    assert isinstance(op, aten.ConvTransposeOp)
    name, weights = _reals(op.weight)
    groups, spread = op.groups.value.data, op.spread
    channels, outputs, *kernel = weights.shape
    grouped = weights.reshape(groups, channels // groups, outputs, *kernel)
    turned = np.moveaxis(grouped, 2, 1).reshape(groups * outputs, channels // groups, *kernel)
    axes = tuple(range(2, turned.ndim))
    reach = [
        d * (k - 1) - p for d, k, p in zip(spread.dilations, kernel, spread.padding, strict=True)
    ]
    image = floats.kernel(
        cortex_m.F32ConvOp,
        [
            _image(floats, op.input),
            _stored(floats, name, np.flip(turned, axes)),
            _bias(floats, op),
        ],
        _shape(op.result),
        strides=numbers((1, 1)),
        padding=numbers(two_axes(reach, 0)),
        dilations=numbers(two_axes(spread.dilations, 1)),
        spread=numbers(two_axes(spread.strides, 1)),
    )
    return _seen(floats, image, op.result)


def _windows(
    floats: InFloat, function: str, spans: Sequence[Spans], divisors: Sequence[Sequence[int]]
) -> Rearranged:
    (old,), (result,) = floats.op.operands, floats.op.results
    rows, columns = (WHOLE, *spans)[-2:]
    row_divisors, column_divisors = ([1], *divisors)[-2:]
    image = floats.kernel(
        cortex_m.F32WindowOp,
        [_image(floats, old)],
        _shape(result),
        function=StringAttr(function),
        rows=numbers(rows.flat),
        columns=numbers(columns.flat),
        dilations=numbers((rows.dilation, columns.dilation)),
        row_divisors=numbers(row_divisors),
        column_divisors=numbers(column_divisors),
    )
    return _seen(floats, image, result)


def _ones(spans: Sequence[Spans]) -> list[list[int]]:
    return [[1] * len(axis.starts) for axis in spans]


def _max_pool(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.MaxPoolOp)
    spans = spans_of(op)
    return _windows(floats, "max", spans, _ones(spans))


def _avg_pool(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.AvgPoolOp)
    spans = spans_of(op)
    divisors = [op.divisors(axis) for axis in range(len(spans))]
    if op.divisor is not None:
        divisors = _ones(spans)
        divisors[0] = [op.divisor.value.data] * len(divisors[0])
    return _windows(floats, "mean", spans, divisors)


def _adaptive(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.AdaptiveAvgPoolOp | aten.AdaptiveMaxPoolOp)
    spans = [op.spans(axis) for axis in range(len(op.sizes[1]))]
    if isinstance(op, aten.AdaptiveMaxPoolOp):
        return _windows(floats, "max", spans, _ones(spans))
    return _windows(floats, "mean", spans, [axis.counts for axis in spans])


def _resample(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.ResampleOp)
    (rows, row_weights), (columns, column_weights) = (((0,), (1.0,)), *op.axes)[-2:]
    image = floats.kernel(
        cortex_m.F32ResampleOp,
        [_image(floats, op.input)],
        _shape(op.result),
        rows=numbers(rows),
        row_weights=DenseArrayBase.from_list(f64, list(row_weights)),
        columns=numbers(columns),
        column_weights=DenseArrayBase.from_list(f64, list(column_weights)),
    )
    return _seen(floats, image, op.result)


def _batch_norm(floats: InFloat, op: Operation) -> SSAValue:
    assert isinstance(op, aten.BatchNormOp)
    shape = shape_of(op.input)
    numbers_of = (shape[1], *[1] * (len(shape) - 2))
    scale, shift = (
        floats.conversion.materialize(floats.read(value), numbers_of)
        for value in (op.scale, op.shift)
    )
    product = floats.binary("mul", floats.dense(op.input), scale, shape)
    return floats.binary("add", product, shift, shape)


def _pad(floats: InFloat, op: Operation) -> SSAValue:
    """The number repeated, in front of and behind the tensor along one axis after the other."""
    assert isinstance(op, aten.PadOp)
    value, conversion = floats.dense(op.input), floats.conversion
    for axis, (before, behind) in enumerate(zip(*op.amounts, strict=True)):
        parts = [_filled(floats, value, axis, before), value, _filled(floats, value, axis, behind)]
        kept = [part for part in parts if shape_of(part)[axis] or part is value]
        if len(kept) > 1:
            shape = list(shape_of(value))
            shape[axis] += before + behind
            result = TensorType(f32, shape)
            value = conversion.kernel(cortex_m.ConcatOp, [kept], result, axis=integer(axis))
    return value


def _filled(floats: InFloat, value: SSAValue, axis: int, count: int) -> SSAValue:
    assert isinstance(floats.op, aten.PadOp)
    shape = list(shape_of(value))
    shape[axis] = count
    filler = number(floats.op.value.value.data)
    return floats.conversion.kernel(cortex_m.FillOp, [], TensorType(f32, shape), value=filler)


FLOAT_CONVERTERS: dict[type[Operation], FloatConverter] = {
    aten.AdaptiveAvgPoolOp: _adaptive,
    aten.AdaptiveMaxPoolOp: _adaptive,
    aten.AvgPoolOp: _avg_pool,
    aten.BatchNormOp: _batch_norm,
    aten.ConvOp: _conv,
    aten.ConvTransposeOp: _conv_transpose,
    aten.MaxPoolOp: _max_pool,
    aten.PadOp: _pad,
    aten.ResampleOp: _resample,
}
