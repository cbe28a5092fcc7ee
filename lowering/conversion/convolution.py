"""Convolutions: weights are turned and start values computed here, once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, i8
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import (
    Conversion,
    Converter,
    Int8Form,
    Unsupported,
    constant_behind,
    integer,
)
from cmlir.lowering.conversion.images import define_image, image_of, numbers, two_axes
from cmlir.lowering.conversion.rescale import convolution_rescale
from cmlir.lowering.conversion.weights import Weights, as_int32, real_bias
from cmlir.lowering.conversion.wide import (
    is_wide_input,
    wide_convolution,
    wide_end,
    wide_forms,
    wide_weights,
)

LARGEST_WEIGHT = 127
SMALLEST_SCALE = 1e-30
"""Batch norm's factors below this are as good as 0."""


def convert_conv(conversion: Conversion, op: Operation) -> None:
    """conv(x, w, b), with start values and one rescale factor for each output channel.

    start[o]  = round(b[o] / (s_x * s_w[o]))
    factor[o] = s_x * s_w[o] / s_y
    """
    assert isinstance(op, aten.ConvOp)
    if is_wide_input(op):
        _convert_wide(conversion, op)
        return
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    constant = constant_behind(op.weight)
    if constant is None:
        raise Unsupported("needs constant weights")
    weights = _flat(Weights.of(constant, before.scale)).fitted(real_bias(op.bias))
    if weights.zero_point:
        raise Unsupported("needs weights with zero point 0")
    kind, turned = _turned(op, weights)
    image = _weighted(
        conversion,
        kind,
        (image_of(conversion, op.input), constant.symbol.string_value(), turned),
        weights,
        (before, after),
        shape_of(op.result),
        _places(op),
    )
    define_image(conversion, op.result, image)


def _turned(
    op: aten.ConvOp, weights: Weights
) -> tuple[type[cortex_m.ConvOp | cortex_m.DepthwiseConvOp], npt.NDArray[np.int8]]:
    """The kernel for so many groups, and the weights as it reads them."""
    shape = shape_of(op.weight)
    turned = weights.codes.reshape(shape[0], *two_axes(shape[2:], 1), shape[1])
    if op.groups.value.data > 1 and shape[1] == 1:
        return cortex_m.DepthwiseConvOp, turned[..., 0].transpose(1, 2, 0)
    return cortex_m.ConvOp, turned


def _convert_wide(conversion: Conversion, op: aten.ConvOp) -> None:
    """Activations of 16 bits."""
    forms, constant = wide_forms(op), wide_weights(op)
    weights = _flat(Weights.of(constant, forms[0].scale))
    weights = replace(weights, bias=real_bias(op.bias))
    kind, turned = _turned(op, weights)
    if kind is cortex_m.ConvOp and op.groups.value.data > 1:
        raise Unsupported("on 16-bit codes has no groups, but one for each channel")
    image = wide_convolution(
        conversion,
        kind,
        (image_of(conversion, op.input), constant.symbol.string_value(), turned),
        wide_end(weights, forms, only_64=kind is cortex_m.DepthwiseConvOp),
        forms[1],
        shape_of(op.result),
        _places(op),
    )
    define_image(conversion, op.result, image)


def convert_batch_norm(conversion: Conversion, op: Operation) -> None:
    """x * scale[c] + shift[c] as a convolution of one pixel, each channel by itself."""
    assert isinstance(op, aten.BatchNormOp)
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    constant, shift = constant_behind(op.scale), real_bias(op.shift)
    scale = real_bias(op.scale)
    if constant is None or scale is None:
        raise Unsupported("needs a constant scale and shift")
    steps = np.maximum(np.abs(scale), SMALLEST_SCALE) / LARGEST_WEIGHT
    codes = np.rint(scale / steps).astype(np.int8)[:, None]
    weights = Weights(codes, 0, steps * before.scale).fitted(shift)
    symbol = f"{constant.symbol.string_value()}_codes"
    image = _weighted(
        conversion,
        cortex_m.DepthwiseConvOp,
        (image_of(conversion, op.input), symbol, weights.codes.reshape(1, 1, -1)),
        weights,
        (before, after),
        shape_of(op.result),
        {"strides": numbers((1, 1)), "padding": numbers((0, 0)), "dilations": numbers((1, 1))},
    )
    define_image(conversion, op.result, image)


def _weighted(
    conversion: Conversion,
    kind: type[cortex_m.KernelOp],
    operands: tuple[SSAValue, str, npt.NDArray[np.int8]],
    weights: Weights,
    forms: tuple[Int8Form, Int8Form],
    shape: Sequence[int],
    places: dict[str, Attribute],
) -> SSAValue:
    """The kernel on an image with weights of a symbol; ``shape`` [N, O, size…] is the result's."""
    before, after = forms
    image, symbol, turned = operands
    depth, channels = turned.shape[-1], shape_of(image)[-1]
    in_groups = kind is cortex_m.ConvOp and depth != channels
    element = i8 if in_groups and not conversion.fast else weights.element
    codes = conversion.constant(symbol, np.ascontiguousarray(turned), element)
    start = weights.start_values()
    if conversion.fast:
        sums = as_int32(start + weights.offset_sums(-before.zero_point))
        starts = [[], [conversion.constant(f"{symbol}_sums", sums)]]
    else:
        starts = [[conversion.constant(f"{symbol}_bias", as_int32(start))], []]
    n, o, *size = shape
    factors = np.broadcast_to(weights.accumulator_scales / after.scale, (o,))
    return conversion.kernel(
        kind,
        [image, codes, *starts],
        TensorType(i8, (n, *two_axes(size, 1), o)),
        **places,
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=convolution_rescale(factors.tolist()),
        clamp=after.clamp,
    )


def _places(op: aten.ConvOp) -> dict[str, Attribute]:
    return {
        "strides": numbers(two_axes(op.window.strides, 1)),
        "padding": numbers(two_axes(op.window.padding, 0)),
        "dilations": numbers(two_axes(op.window.dilations, 1)),
    }


def _flat(weights: Weights) -> Weights:
    """codes [O, kernel… * C] of codes [O, C, kernel…]."""
    channels, depth = weights.codes.shape[0], math.prod(weights.codes.shape[1:])
    turned = np.moveaxis(weights.codes, 1, -1)
    return replace(weights, codes=turned.reshape(channels, depth))


CONVERTERS: dict[type[Operation], Converter] = {
    aten.BatchNormOp: convert_batch_norm,
    aten.ConvOp: convert_conv,
}
