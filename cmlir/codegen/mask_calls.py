"""The calls of masks: softmax of what they leave, selection, comparisons, logic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cmlir.codegen.call import Addresses, Call, count, integer, pair
from cmlir.codegen.spelling import float_literal, integer_literal
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.storage import element_bytes
from cmlir.dialects.shapes import shape_of

EVERYTHING = (1 << 31) - 1
"""A diagonal that leaves out nothing."""


def _rows(
    op: cm.MaskedSoftmaxOp | cm.WideSoftmaxOp, at: Addresses
) -> tuple[tuple[str, str], list[str]]:
    """The arguments from the input to the diagonal, and the declarations that they need."""
    shape = shape_of(op.input)
    declarations = [_integers("sizes", shape)]
    mask, strides = "NULL", "NULL"
    if op.mask is not None and op.mask_offset is not None and op.mask_strides is not None:
        mask, strides = at(op.mask, op.mask_offset.value.data), "strides"
        declarations.append(_integers("strides", op.mask_strides.get_values()))
    diagonal = EVERYTHING if op.diagonal is None else op.diagonal.value.data
    layout = f"{len(shape)}, sizes, {strides}, {integer_literal(diagonal)}"
    return (f"{at(op.input)}, {mask}", layout), declarations


def _wide_softmax(op: cm.WideSoftmaxOp, at: Addresses) -> Call:
    arguments, declarations = _rows(op, at)
    ends = at(op.exponentials), at(op.destination)
    return Call((*arguments, *ends), tuple(declarations))


def _masked_softmax(op: cm.MaskedSoftmaxOp, at: Addresses) -> Call:
    arguments, declarations = _rows(op, at)
    rescale, offset = "NULL", "0"
    if op.output_rescale is not None:
        rescale, offset = "&output_scale", integer(op.output_offset)
        numbers = ", ".join(pair(op.output_rescale))
        declarations.append(
            f"static const cmsis_nn_per_tensor_quant_params output_scale = {{{numbers}}};"
        )
    return Call(
        (
            *arguments,
            at(op.exponentials),
            rescale,
            offset,
            at(op.destination),
        ),
        tuple(declarations),
    )


def _where(op: cm.WhereOp, at: Addresses) -> Call:
    shape = shape_of(op.destination)
    pointers = [at(operand, offset * element_bytes(operand)) for operand, offset, _ in op.readings]
    arguments = (*pointers, at(op.destination), str(element_bytes(op.destination)))
    if not shape:
        return Call((*arguments, "0", "NULL", "NULL"))
    strides = [stride for _, _, steps in op.readings for stride in steps]
    return Call(
        (*arguments, str(len(shape)), "sizes", "strides"),
        (_integers("sizes", shape), _integers("strides", strides)),
    )


def _compare(op: cm.CompareOp, at: Addresses) -> Call:
    number = op.number.value.data
    is_float = op.kernel.endswith("f32")
    literal = float_literal(number) if is_float else integer_literal(int(number))
    comparison = f"CMLIR_{op.predicate.data.upper()}"
    return Call((at(op.input), at(op.destination), count(op), comparison, literal))


def _compare_elements(op: cm.CompareElementsOp, at: Addresses) -> Call:
    comparison = f"CMLIR_{op.predicate.data.upper()}"
    return Call((at(op.lhs), at(op.rhs), at(op.destination), count(op), comparison))


def _logic(op: cm.LogicalAndOp | cm.LogicalOrOp | cm.LogicalXorOp, at: Addresses) -> Call:
    return Call((at(op.lhs), at(op.rhs), at(op.destination), count(op)))


def _not(op: cm.LogicalNotOp, at: Addresses) -> Call:
    return Call((at(op.input), at(op.destination), count(op)))


def _integers(name: str, values: Sequence[int]) -> str:
    return f"static const int32_t {name}[] = {{{', '.join(map(integer_literal, values))}}};"


MASK_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.CompareElementsOp: _compare_elements,
    cm.CompareOp: _compare,
    cm.LogicalAndOp: _logic,
    cm.LogicalNotOp: _not,
    cm.LogicalOrOp: _logic,
    cm.LogicalXorOp: _logic,
    cm.MaskedSoftmaxOp: _masked_softmax,
    cm.WhereOp: _where,
    cm.WideSoftmaxOp: _wide_softmax,
}
