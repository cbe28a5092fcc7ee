"""The calls of ops that compute in float on images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cmlir.codegen.call import Addresses, Call, dims, long_array, pointer
from cmlir.codegen.resampling_calls import span_array
from cmlir.codegen.spelling import double_literal
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.shapes import shape_of


def _images(op: cm.F32ConvOp | cm.F32ResampleOp | cm.F32WindowOp) -> list[str]:
    named = (("input_dims", op.input), ("output_dims", op.destination))
    return [dims(name, *shape_of(value)) for name, value in named]


def _conv(op: cm.F32ConvOp, at: Addresses) -> Call:
    tiles = [a.get_values() for a in (op.strides, op.padding, op.dilations, op.spread)]
    places = ", ".join(f"{{{width}, {height}}}" for height, width in tiles)
    return Call(
        (
            f"&places, &input_dims, {at(op.input)}",
            f"&filter_dims, {at(op.weights)}",
            pointer(at, op.bias),
            f"&output_dims, {at(op.destination)}",
        ),
        (
            f"static const cmlir_conv_places places = {{{places}}};",
            *_images(op),
            dims("filter_dims", *shape_of(op.weights)),
        ),
    )


def _window(op: cm.F32WindowOp, at: Addresses) -> Call:
    height, width = op.dilations.get_values()
    names = f"rows, columns, {height}, {width}, row_divisors, column_divisors"
    return Call(
        (f"&input_dims, {at(op.input)}", "&windows", f"&output_dims, {at(op.destination)}"),
        (
            *_images(op),
            span_array("rows", op.rows.get_values()),
            span_array("columns", op.columns.get_values()),
            long_array("int32_t", "row_divisors", op.row_divisors.get_values()),
            long_array("int32_t", "column_divisors", op.column_divisors.get_values()),
            f"static const cmlir_windows windows = {{{names}}};",
        ),
    )


def _resample(op: cm.F32ResampleOp, at: Addresses) -> Call:
    named = (("rows", op.rows, op.row_weights), ("columns", op.columns, op.column_weights))
    axes = [
        declared
        for (name, places, weights), taps in zip(named, op.taps, strict=True)
        for declared in (
            long_array("int32_t", f"{name}_places", places.get_values()),
            f"static const double {name}_weights[] = "
            f"{{{', '.join(map(double_literal, weights.get_values()))}}};",
            f"static const cmlir_real_taps {name} = {{{name}_places, {name}_weights, {taps}}};",
        )
    ]
    return Call(
        (
            f"&input_dims, {at(op.input)}",
            "&rows, &columns",
            f"&output_dims, {at(op.destination)}",
        ),
        (*_images(op), *axes),
    )


FLOAT_IMAGE_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.F32ConvOp: _conv,
    cm.F32ResampleOp: _resample,
    cm.F32WindowOp: _window,
}
