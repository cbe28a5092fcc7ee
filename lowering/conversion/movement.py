"""view, permute, expand, slice, select and clone: only the layout changes, nothing moves yet."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.cortex_m.integers import ELEMENTS
from cmlir.dialects.cortex_m.movement import MOST_AXES
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.conversion.context import (
    Conversion,
    Converter,
    Rearranged,
    Unsupported,
    number,
)
from cmlir.lowering.strided import Layout


def convert_movement(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.UnaryOp)
    if element_of(op.input) != element_of(op.result):
        raise Unsupported(f"cannot change {element_of(op.input)}: it only moves elements")
    value = conversion.values[op.input]
    source, layout = value.source, moved(op, value.layout)
    if layout is None or len(layout.steps) > MOST_AXES:
        source = conversion.dense(op.input)
        layout = moved(op, Layout.dense(shape_of(source)))
        assert layout is not None
    conversion.values[op.result] = Rearranged(source, layout, op.location)
    if isinstance(op, aten.SliceOp) and op.step.value.data < 0:  # no kernel reads backwards
        conversion.define(op.result, conversion.dense(op.result))


def moved(op: aten.UnaryOp, layout: Layout) -> Layout | None:
    """Where the elements of the result lie, given that for the input; None if no steps say it."""
    match op:
        case aten.ViewOp():
            return layout.viewed(shape_of(op.result))
        case aten.PermuteOp():
            return layout.permuted(list(op.dims.get_values()))
        case aten.ExpandOp():
            return layout.expanded(shape_of(op.result))
        case aten.SelectOp():
            return layout.selected(op.dim.value.data, op.index.value.data)
        case aten.SliceOp():
            dim = op.dim.value.data
            count = shape_of(op.result)[dim]
            return layout.sliced(dim, op.start.value.data, op.step.value.data, count)
        case _:
            return layout


def convert_relabel(conversion: Conversion, op: Operation) -> None:
    """Storage casts change no byte; only they may see unsigned codes, which are kept 128 less."""
    assert isinstance(op, quant.StorageCastOp)
    users, producer = [use.operation for use in op.result.uses], op.input.owner
    stays = all(isinstance(u, quant.StorageCastOp) and _is_unsigned(u.result) for u in users)
    was = isinstance(producer, quant.StorageCastOp) and _is_unsigned(producer.input)
    if (_is_unsigned(op.input) and not stays) or (_is_unsigned(op.result) and not was):
        raise Unsupported("shows the bytes of unsigned codes, which are kept signed")
    conversion.values[op.result] = conversion.values[op.input]


def _is_unsigned(value: SSAValue) -> bool:
    quantized = quant.quantized_element_type(value)
    return quantized is not None and not quantized.is_signed


def convert_full(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.FullOp | aten.FullLikeOp)
    if element_of(op.result) not in ELEMENTS:
        raise Unsupported(f"of {element_of(op.result)} is not supported")
    value, element = op.value.value.data, element_of(op.result)
    if isinstance(element, IntegerType) and isinstance(op, aten.FullOp):
        bits = element.width.data
        stored = np.array(value).astype(np.bool_ if bits == 1 else f"i{bits // 8}")
        layout = Layout.dense(()).expanded(shape_of(op.result))
        conversion.values[op.result] = Rearranged(conversion.constant("number", stored), layout)
        return
    filled = conversion.kernel(
        cortex_m.FillOp, [], op.result.type, value=number(op.value.value.data)
    )
    conversion.define(op.result, filled)


CONVERTERS: dict[type[Operation], Converter] = {
    aten.CloneOp: convert_movement,
    aten.ExpandOp: convert_movement,
    aten.FullLikeOp: convert_full,
    aten.FullOp: convert_full,
    aten.PermuteOp: convert_movement,
    aten.SelectOp: convert_movement,
    aten.SliceOp: convert_movement,
    aten.ViewOp: convert_movement,
    quant.StorageCastOp: convert_relabel,
}
