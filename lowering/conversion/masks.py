"""Masks: softmax of what they leave, selection, comparisons with a number, logic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import (
    DenseArrayBase,
    StringAttr,
    TensorType,
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.alignment import together
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Rearranged,
    Unsupported,
    integer,
    number,
    spelled,
)
from cmlir.lowering.conversion.softmax import (
    convert_wide_rows,
    output_parameters,
    require_length,
    shared_exponentials,
)
from cmlir.lowering.strided import Layout, Steps, axis_last, merged


def convert_masked_softmax(conversion: Conversion, op: Operation) -> None:
    """As softmax; the mask is read where it lies, however it repeats."""
    assert isinstance(op, aten.MaskedSoftmaxOp)
    shape, dim = shape_of(op.input), op.dim.value.data
    if op.diagonal is not None and dim != len(shape) - 1:
        raise Unsupported("with a diagonal is only supported along the last axis")
    order, back = axis_last(len(shape), dim)
    value = conversion.values[op.input]
    permuted = replace(value, layout=value.layout.permuted(order))
    rows_shape = permuted.layout.shape
    indexed = 1 if op.diagonal is None else 2
    mask = _mask_of_rows(conversion, op, shape, order, indexed)
    steps = _steps_of_rows(rows_shape, indexed, mask)
    rows = conversion.materialize(permuted, [size for size, _ in steps])
    result = _softmax_of_rows(conversion, op, rows, mask, [stride for _, stride in steps])
    conversion.values[op.result] = Rearranged(result, Layout.dense(rows_shape).permuted(back))


def _mask_of_rows(
    conversion: Conversion,
    op: aten.MaskedSoftmaxOp,
    shape: Sequence[int],
    order: Sequence[int],
    indexed: int,
) -> Rearranged | None:
    """The mask repeated to ``shape`` and permuted; moved if the kernel cannot read it so.

    Along the last ``indexed`` axes one stride must describe it, along the last one 0 or 1.
    """
    if op.mask is None:
        return None
    value = conversion.values[op.mask]
    layout = value.layout.expanded(shape).permuted(order)
    tail = [merged(steps) for steps in layout.axes[-indexed:]]
    strides = [stride for _, stride in tail[-1]]
    if all(len(steps) <= 1 for steps in tail) and strides in ([], [0], [1]):
        return replace(value, layout=layout)
    dense = conversion.materialize(replace(value, layout=layout), layout.shape)
    return Rearranged(dense, Layout.dense(layout.shape))


def _steps_of_rows(shape: Sequence[int], indexed: int, mask: Rearranged | None) -> Steps:
    """Sizes, and strides of the mask, with few axes in front of the last ``indexed`` ones."""
    if mask is None:
        leading = math.prod(shape[:-indexed])
        return (*merged([(leading, 0)]), *((size, 0) for size in shape[-indexed:]))
    axes = mask.layout.axes
    tail = [merged(steps) or ((1, 0),) for steps in axes[-indexed:]]
    return (
        *merged([step for steps in axes[:-indexed] for step in steps]),
        *(steps[0] for steps in tail),
    )


def _softmax_of_rows(
    conversion: Conversion,
    op: aten.MaskedSoftmaxOp,
    rows: SSAValue,
    mask: Rearranged | None,
    strides: Sequence[int],
) -> SSAValue:
    shape = shape_of(rows)
    if len(shape) > cortex_m.MOST_AXES:
        raise Unsupported(f"has a mask that repeats along too many axes of {shape_of(op.input)}")
    require_length(shape[-1])
    before, after = CodeForm.of(op.input), Int8Form.of(op.result)
    properties = dict[str, Attribute]()
    if op.diagonal is not None:
        properties["diagonal"] = op.diagonal
    if mask is not None:
        properties["mask_offset"] = integer(mask.layout.offset)
        properties["mask_strides"] = DenseArrayBase.from_list(i64, strides)
    masks = [] if mask is None else [mask.source]
    if before.bits > 8:
        return convert_wide_rows(conversion, rows, before, after, masks, **properties)
    operands = [rows, shared_exponentials(conversion, before), masks]
    properties |= output_parameters(after)
    return conversion.kernel(cortex_m.MaskedSoftmaxOp, operands, rows.type, **properties)


def convert_where(conversion: Conversion, op: Operation) -> None:
    """All three operands are read where they lie, however they repeat."""
    assert isinstance(op, aten.WhereOp)
    for operand in (op.lhs, op.rhs):
        if element_of(operand) != element_of(op.result):
            raise Unsupported(
                f"mixes {spelled(element_of(operand))} and {spelled(element_of(op.result))}"
            )
    lhs, rhs = (_read(conversion, value) for value in (op.lhs, op.rhs))
    read = (conversion.values[op.condition], lhs, rhs)
    element = conversion.result_type(op.result).element_type
    conversion.values[op.result] = choose(conversion, read, shape_of(op.result), element)


def choose(
    conversion: Conversion,
    read: tuple[Rearranged, Rearranged, Rearranged],
    shape: Sequence[int],
    element: Attribute,
) -> Rearranged:
    """Of condition, lhs and rhs, which broadcast to ``shape``: lhs where the condition holds."""
    operands = [replace(value, layout=value.layout.expanded(shape)) for value in read]
    axes = together([operand.layout for operand in operands])
    if axes is None or len(axes) > cortex_m.MOST_AXES:
        operands = [_moved(conversion, operand) for operand in operands]
        axes = together([operand.layout for operand in operands])
    assert axes is not None
    names = ("condition_strides", "lhs_strides", "rhs_strides")
    strides = {
        name: DenseArrayBase.from_list(i64, [steps[k] for _, steps in axes])
        for k, name in enumerate(names)
    }
    result = conversion.kernel(
        cortex_m.WhereOp,
        [operand.source for operand in operands],
        TensorType(element, [size for size, _ in axes]),
        offsets=DenseArrayBase.from_list(i64, [operand.layout.offset for operand in operands]),
        **strides,
    )
    return Rearranged(result, Layout.dense(shape))


def _read(conversion: Conversion, old: SSAValue) -> Rearranged:
    """The converted value; a repeated number is stored once."""
    full = old.owner
    if not isinstance(full, aten.FullOp) or element_of(old) != f32:
        return conversion.values[old]
    stored = conversion.constant("number", np.array(full.value.value.data, np.float32))
    return Rearranged(stored, Layout.dense(()).expanded(shape_of(old)))


def _moved(conversion: Conversion, operand: Rearranged) -> Rearranged:
    """The operand with its elements in order."""
    shape = operand.layout.shape
    return Rearranged(conversion.materialize(operand, shape), Layout.dense(shape))


_COMPARABLE: tuple[Attribute, ...] = (f32, i8, i32, i64)


def convert_compare(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.CompareScalarOp)
    element, value = element_of(op.input), op.value.value.data
    if element not in _COMPARABLE:
        raise Unsupported(f"of {spelled(element)} is not supported")
    if element != f32 and not (value.is_integer() and -(2**31) <= value < 2**31):
        raise Unsupported(f"of integers with {value} is not supported")
    result = conversion.kernel(
        cortex_m.CompareOp,
        [conversion.dense(op.input)],
        op.result.type,
        predicate=StringAttr(op.PREDICATE),
        number=number(value),
    )
    conversion.define(op.result, result)


_LOGIC: dict[type[Operation], type[cortex_m.KernelOp]] = {
    aten.LogicalAndOp: cortex_m.LogicalAndOp,
    aten.LogicalOrOp: cortex_m.LogicalOrOp,
    aten.LogicalXorOp: cortex_m.LogicalXorOp,
}


def convert_logic(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.LogicOp)
    operands = _in_one_shape(conversion, op)
    conversion.define(op.result, conversion.kernel(_LOGIC[type(op)], operands, op.result.type))


def _in_one_shape(conversion: Conversion, op: aten.LogicOp) -> list[SSAValue]:
    """Both operands in the shape of the result."""
    shape = shape_of(op.result)
    values = [conversion.values[operand] for operand in (op.lhs, op.rhs)]
    return [
        conversion.materialize(replace(value, layout=value.layout.expanded(shape)), shape)
        for value in values
    ]


def convert_not(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.LogicalNotOp)
    if element_of(op.input) != i1:
        raise Unsupported(f"of {spelled(element_of(op.input))} is not supported")
    operands = [conversion.dense(op.input)]
    conversion.define(op.result, conversion.kernel(cortex_m.LogicalNotOp, operands, op.result.type))


CONVERTERS: dict[type[Operation], Converter] = {
    **{op: convert_compare for op in aten.Aten.operations if issubclass(op, aten.CompareScalarOp)},
    **dict.fromkeys(_LOGIC, convert_logic),
    aten.LogicalNotOp: convert_not,
    aten.MaskedSoftmaxOp: convert_masked_softmax,
    aten.WhereOp: convert_where,
}
