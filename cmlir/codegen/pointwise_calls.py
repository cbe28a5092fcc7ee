"""The calls of ops that work element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.ir import SSAValue

from cmlir.codegen.call import Addresses, Call, bounds, count, integer, pair, table_declaration
from cmlir.codegen.loops import loop_arrays
from cmlir.codegen.spelling import float_literal
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.storage import element_bytes


def _quantize(op: cm.QuantizeOp, at: Addresses) -> Call:
    inverse = float_literal(1.0 / op.scale.value.data)
    codes = (integer(op.zero_point), *bounds(op.clamp))
    return Call((at(op.input), at(op.destination), count(op), inverse, *codes))


def _dequantize(op: cm.DequantizeOp, at: Addresses) -> Call:
    scale, zero_point = float_literal(op.scale.value.data), integer(op.zero_point)
    return Call((at(op.input), at(op.destination), count(op), scale, zero_point))


def _requantize(op: cm.RequantizeOp, at: Addresses) -> Call:
    return Call(
        (
            at(op.input),
            at(op.destination),
            count(op),
            integer(op.input_offset),
            *pair(op.rescale),
            integer(op.output_offset),
            *bounds(op.clamp),
        )
    )


def _table(op: cm.TableOp, at: Addresses) -> Call:
    arguments = (at(op.input), at(op.destination), count(op), "table")
    return Call(arguments, (table_declaration(op.table),))


def _mul(op: cm.MulOp, at: Addresses) -> Call:
    if op.wide:
        return _wide_mul(op, at)
    return Call(
        (
            at(op.lhs),
            at(op.rhs),
            integer(op.lhs_offset),
            integer(op.rhs_offset),
            at(op.destination),
            integer(op.output_offset),
            *pair(op.rescale),
            *bounds(op.clamp),
            count(op),
        )
    )


def _broadcast_mul(op: cm.BroadcastMulOp, at: Addresses) -> Call:
    rank, loops = loop_arrays(op)
    return Call(
        (
            *(at(op.lhs), at(op.rhs), rank, "dims, strides"),
            *map(integer, (op.lhs_offset, op.rhs_offset)),
            at(op.destination),
            integer(op.output_offset),
            *pair(op.rescale),
            *bounds(op.clamp),
        ),
        loops,
    )


def _broadcast_add(op: cm.BroadcastAddOp, at: Addresses) -> Call:
    rank, loops = loop_arrays(op)
    return Call(
        (
            *(at(op.lhs), at(op.rhs), rank, "dims, strides"),
            *(integer(op.lhs_offset), *pair(op.lhs_rescale)),
            *(integer(op.rhs_offset), *pair(op.rhs_rescale)),
            integer(op.left_shift),
            at(op.destination),
            integer(op.output_offset),
            *pair(op.rescale),
            *bounds(op.clamp),
        ),
        loops,
    )


def _wide_add(op: cm.AddOp, at: Addresses) -> Call:
    out = (str(element_bytes(op.destination)), integer(op.output_offset), *pair(op.rescale))
    fields = (
        _wide_operand(op.lhs, op.lhs_offset, op.lhs_rescale),
        _wide_operand(op.rhs, op.rhs_offset, op.rhs_rescale),
        integer(op.left_shift),
        str(int(op.subtracted is not None)),
        *out,
        f"{{{', '.join(bounds(op.clamp))}}}",
    )
    return Call(
        (at(op.lhs), at(op.rhs), count(op), "&params", at(op.destination)),
        (f"static const cmlir_add_params params = {{{', '.join(fields)}}};",),
    )


def _wide_mul(op: cm.MulOp, at: Addresses) -> Call:
    fields = (
        *(str(element_bytes(op.lhs)), integer(op.lhs_offset)),
        *(str(element_bytes(op.rhs)), integer(op.rhs_offset)),
        *(str(element_bytes(op.destination)), integer(op.output_offset), *pair(op.rescale)),
        f"{{{', '.join(bounds(op.clamp))}}}",
    )
    return Call(
        (at(op.lhs), at(op.rhs), count(op), "&params", at(op.destination)),
        (f"static const cmlir_mul_params params = {{{', '.join(fields)}}};",),
    )


def _wide_operand(value: SSAValue, offset: Any, rescale: cm.RescaleAttr) -> str:
    return f"{{{element_bytes(value)}, {integer(offset)}, {', '.join(pair(rescale))}}}"


def _add(op: cm.AddOp, at: Addresses) -> Call:
    if op.wide:
        return _wide_add(op, at)
    return Call(
        (
            at(op.lhs),
            at(op.rhs),
            integer(op.lhs_offset),
            *pair(op.lhs_rescale),
            integer(op.rhs_offset),
            *pair(op.rhs_rescale),
            integer(op.left_shift),
            at(op.destination),
            integer(op.output_offset),
            *pair(op.rescale),
            *bounds(op.clamp),
            count(op),
        )
    )


POINTWISE_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.AddOp: _add,
    cm.BroadcastAddOp: _broadcast_add,
    cm.BroadcastMulOp: _broadcast_mul,
    cm.DequantizeOp: _dequantize,
    cm.MulOp: _mul,
    cm.QuantizeOp: _quantize,
    cm.RequantizeOp: _requantize,
    cm.TableOp: _table,
}
