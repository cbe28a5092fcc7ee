"""Where the elements of a lowered tensor lie before the operations that only move them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from xdsl.ir import SSAValue

from cmlir.dialects import cortex_m
from cmlir.dialects.shapes import element_count, shape_of
from cmlir.lowering.strided import Layout

MovingOp = cortex_m.ViewOp | cortex_m.TransposeOp | cortex_m.CopyOp


@dataclass(frozen=True)
class Reading:
    """A tensor's elements in order, over the flat elements of an earlier one."""

    source: SSAValue
    layout: Layout

    @classmethod
    def dense(cls, value: SSAValue) -> Self:
        return cls(value, Layout.dense(shape_of(value)))


def reading_of(value: SSAValue) -> Reading:
    """``value`` through the views, transposes and copies that made it, as far back as it goes."""
    op = value.owner
    if isinstance(op, MovingOp):
        before = reading_of(op.input)
        layout = _through(op, before.layout)
        if layout is not None:
            return Reading(before.source, layout)
    return Reading.dense(value)


def _through(op: MovingOp, layout: Layout) -> Layout | None:
    """The layout of the op's result, given that of its input; None where no steps describe it."""
    if isinstance(op, cortex_m.TransposeOp):
        return layout.permuted(list(op.permutation.get_values()))
    if isinstance(op, cortex_m.ViewOp) and element_count(op.result) == layout.size:
        return layout.viewed(shape_of(op.result))
    if not layout.is_run():
        return None
    offset = layout.offset + op.offset.value.data
    if isinstance(op, cortex_m.ViewOp):
        return Layout(offset, Layout.dense(shape_of(op.result)).axes)
    steps = zip(shape_of(op.destination), op.strides.get_values(), strict=True)
    return Layout(offset, tuple((step,) for step in steps))
