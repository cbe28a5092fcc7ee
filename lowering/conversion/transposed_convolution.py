"""Transposed convolutions: weights ordered by phases, so that each is a matrix product."""

from __future__ import annotations

from dataclasses import replace

import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, i8
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.phases import phases
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


def convert_conv_transpose(conversion: Conversion, op: Operation) -> None:
    """CMSIS-NN's function where only it may be used and has groups and dilations for it."""
    assert isinstance(op, aten.ConvTransposeOp)
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    constant = constant_behind(op.weight)
    if constant is None:
        raise Unsupported("needs constant weights")
    weights = _by_output(op, Weights.of(constant, before.scale, axis=_scaled_axis(op)))
    weights = weights.fitted(real_bias(op.bias))
    if weights.zero_point:
        raise Unsupported("needs weights with zero point 0")
    symbol = constant.symbol.string_value()
    n, o, *size = shape_of(op.result)
    simple = op.groups.value.data == 1 and set(op.spread.dilations) == {1}
    kind = _plain if simple and not conversion.fast else _by_phases
    image = conversion.kernel(
        cortex_m.TransposeConvOp,
        [image_of(conversion, op.input), *kind(conversion, op, symbol, weights, before)],
        TensorType(i8, (n, *two_axes(size, 1), o)),
        kernel_size=numbers(two_axes(op.kernel_shape, 1)),
        groups=integer(op.groups.value.data),
        strides=numbers(two_axes(op.spread.strides, 1)),
        padding=numbers(two_axes(op.spread.padding, 0)),
        dilations=numbers(two_axes(op.spread.dilations, 1)),
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=convolution_rescale((weights.accumulator_scales / after.scale).tolist()),
        clamp=after.clamp,
    )
    define_image(conversion, op.result, image)


def _scaled_axis(op: aten.ConvTransposeOp) -> int:
    """The axis of the weights along which scales may lie: that of the output channels.

    Where a group has one input channel, its scale is one of all its output channels.
    """
    quantized = quant.quantized_element_type(op.weight)
    single = op.groups.value.data == shape_of(op.weight)[0]
    along_input = isinstance(quantized, quant.UniformQuantizedPerAxisType) and not quantized.axis
    return 0 if single and along_input else 1


def _by_output(op: aten.ConvTransposeOp, weights: Weights) -> Weights:
    """codes [O, kernel… * C / groups] of codes [C, O / groups, kernel…], a scale for each o."""
    groups, (channels, outputs, *kernel) = op.groups.value.data, weights.codes.shape
    grouped = weights.codes.reshape(groups, channels // groups, outputs, *kernel)
    turned = np.moveaxis(grouped, 1, -1)  # [groups, O / groups, kernel…, C / groups]
    codes = np.ascontiguousarray(turned).reshape(groups * outputs, -1)
    given = weights.accumulator_scales
    if _scaled_axis(op) == 0:
        scales = np.repeat(given, outputs)
    else:
        scales = np.tile(np.broadcast_to(given, (outputs,)), groups)
    return replace(weights, codes=codes, accumulator_scales=scales)


Operands = list[SSAValue | list[SSAValue]]
"""Weights, bias and sums."""


def _shaped(op: aten.ConvTransposeOp, weights: Weights) -> npt.NDArray[np.int8]:
    """[O, KH, KW, C / groups]"""
    kernel = two_axes(op.kernel_shape, 1)
    return weights.codes.reshape(weights.codes.shape[0], *kernel, -1)


def _plain(
    conversion: Conversion, op: aten.ConvTransposeOp, symbol: str, weights: Weights, _: Int8Form
) -> Operands:
    codes = conversion.constant(symbol, np.ascontiguousarray(_shaped(op, weights)))
    bias = conversion.constant(f"{symbol}_bias", as_int32(weights.start_values()))
    return [codes, [bias], []]


def _by_phases(
    conversion: Conversion, op: aten.ConvTransposeOp, symbol: str, weights: Weights, form: Int8Form
) -> Operands:
    """Each phase's taps together, and what the zero point adds in each phase to the start."""
    codes, start = _shaped(op, weights), weights.start_values()
    strides, dilations = two_axes(op.spread.strides, 1), two_axes(op.spread.dilations, 1)
    ordered: list[npt.NDArray[np.int8]] = []
    sums: list[npt.NDArray[np.float64]] = []
    for rows, columns in phases(two_axes(op.kernel_shape, 1), strides, dilations):
        part = codes[:, list(rows)][:, :, list(columns)]
        ordered.append(part.reshape(-1))
        sums.append(start - form.zero_point * part.astype(np.int64).sum(axis=(1, 2, 3)))
    return [
        conversion.constant(f"{symbol}_phases", np.concatenate(ordered)),
        [],
        [conversion.constant(f"{symbol}_sums", as_int32(np.stack(sums)))],
    ]


CONVERTERS: dict[type[Operation], Converter] = {aten.ConvTransposeOp: convert_conv_transpose}
