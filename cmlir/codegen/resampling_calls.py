"""The calls that make images of another size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cmlir.codegen.call import Addresses, Call, bounds, dims, integer, long_array, pair
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.resampling import WindowsOp
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.shapes import element_count, shape_of


def _array(name: str, values: Sequence[int]) -> str:
    return long_array("int32_t", name, values)


def _images(op: cm.PickOp | cm.ResampleOp | WindowsOp) -> list[str]:
    """What every call declares."""
    named = (("input_dims", op.input), ("output_dims", op.destination))
    return [dims(name, *shape_of(value)) for name, value in named]


def _activation(clamp: cm.ClampAttr) -> str:
    return f"static const cmsis_nn_activation activation = {{{', '.join(bounds(clamp))}}};"


def _spans(op: WindowsOp) -> list[str]:
    axes = (("rows", op.rows), ("columns", op.columns))
    return [span_array(name, array.get_values()) for name, array in axes]


def span_array(name: str, numbers: Sequence[int]) -> str:
    """Of numbers start, count, start, count, …"""
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    spans = ", ".join(f"{{{start}, {size}}}" for start, size in pairs)
    return f"static const cmlir_span {name}[] = {{{spans}}};"


def _window_max(op: cm.WindowMaxOp, at: Addresses) -> Call:
    height, width = op.dilations.get_values()
    return Call(
        (
            f"&input_dims, {at(op.input)}",
            f"rows, columns, {height}, {width}, &activation",
            f"&output_dims, {at(op.destination)}",
        ),
        (*_images(op), *_spans(op), _activation(op.clamp)),
    )


def _window_mean(op: cm.WindowMeanOp, at: Addresses) -> Call:
    columns = op.column_kinds.get_values()
    kinds = max(columns) + 1
    rows = [row * kinds for row in op.row_kinds.get_values()]
    multipliers, shifts = zip(*op.rescale.pairs, strict=True)
    return Call(
        (
            f"&input_dims, {at(op.input)}",
            "rows, columns, row_kinds, column_kinds",
            integer(op.input_offset),
            "multipliers, shifts",
            f"{integer(op.output_offset)}, &activation",
            f"&output_dims, {at(op.destination)}",
        ),
        (
            *_images(op),
            *_spans(op),
            _array("row_kinds", rows),
            _array("column_kinds", columns),
            _array("multipliers", multipliers),
            _array("shifts", shifts),
            _activation(op.clamp),
        ),
    )


def _pick(op: cm.PickOp, at: Addresses) -> Call:
    element = byte_size(op.input) // element_count(op.input)
    return Call(
        (
            f"&input_dims, {at(op.input)}, {element}",
            f"rows, columns, &output_dims, {at(op.destination)}",
        ),
        (
            *_images(op),
            _array("rows", op.rows.get_values()),
            _array("columns", op.columns.get_values()),
        ),
    )


def _resample(op: cm.ResampleOp, at: Addresses) -> Call:
    names = (("rows", op.rows, op.row_weights), ("columns", op.columns, op.column_weights))
    axes = [
        declared
        for (name, places, weights), taps in zip(names, op.taps, strict=True)
        for declared in (
            _array(f"{name}_places", places.get_values()),
            _array(f"{name}_weights", weights.get_values()),
            f"static const cmlir_taps {name} = {{{name}_places, {name}_weights, {taps}}};",
        )
    ]
    return Call(
        (
            f"&input_dims, {at(op.input)}",
            f"&rows, &columns, {integer(op.input_offset)}",
            *pair(op.rescale),
            f"{integer(op.output_offset)}, &activation",
            f"&output_dims, {at(op.destination)}",
        ),
        (*_images(op), *axes, _activation(op.clamp)),
    )


RESAMPLING_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.PickOp: _pick,
    cm.ResampleOp: _resample,
    cm.WindowMaxOp: _window_max,
    cm.WindowMeanOp: _window_mean,
}
