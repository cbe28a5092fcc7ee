"""The calls of what is computed by blocks of rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from xdsl.ir import SSAValue

from cmlir.codegen.call import (
    Addresses,
    Call,
    fc_params,
    integer,
    layer_params,
    strided_params,
    table_declaration,
)
from cmlir.codegen.mask_calls import EVERYTHING
from cmlir.codegen.spelling import integer_literal
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.shapes import shape_of


def _attention(op: cm.AttentionOp, at: Addresses) -> Call:
    assert op.scratch is not None
    *batch, rows, columns, depth, width = op.sizes.get_values()
    block = (0, 0, columns)
    scores = strided_params(
        [
            (*batch, rows, columns, depth),
            op.query_strides.get_values(),
            op.key_strides.get_values(),
            block,
        ],
        fc_params(op.query_offset, op.key_offset, op.scores_offset, op.scores_clamp),
        op.scores_rescale,
    )
    context = strided_params(
        [
            (*batch, rows, width, columns),
            block,
            op.value_strides.get_values(),
            op.out_strides.get_values(),
        ],
        fc_params(op.probabilities_offset, op.value_offset, op.output_offset, op.clamp),
        op.rescale,
    )
    params = f"{{{scores}, {context}, {integer(op.block_rows)}}}"
    mask = _mask(op, at)
    return Call(
        (
            "&context, &params",
            at(op.query, op.query_start.value.data),
            at(op.key, op.key_start.value.data),
            at(op.value, op.value_start.value.data),
            *(["&mask"] if mask else []),
            at(op.exponentials),
            at(op.destination),
        ),
        (
            f"static const cmlir_attention_params params = {params};",
            *mask,
            _context(op.scratch, at),
        ),
    )


def _mask(op: cm.AttentionOp, at: Addresses) -> tuple[str, ...]:
    """The declaration of cmlir_attention_mask, if the op has one."""
    if op.mask is None and op.diagonal is None and not op.is_wide:
        return ()
    kept, strides = "NULL", "0"
    if op.mask is not None and op.mask_offset is not None and op.mask_strides is not None:
        kept = at(op.mask, op.mask_offset.value.data)
        strides = ", ".join(map(str, op.mask_strides.get_values()))
    diagonal = EVERYTHING if op.diagonal is None else op.diagonal.value.data
    fields = f"{kept}, {{{strides}}}, {integer_literal(diagonal)}"
    return (f"const cmlir_attention_mask mask = {{{fields}}};",)


def _blocked_linear(op: cm.BlockedLinearOp, at: Addresses) -> Call:
    assert op.scratch is not None
    params, *arrays = layer_params("", op.weights_offset, op.output_offset, op.rescale, op.clamp)
    sizes = map(str, (_rows(op.input), *shape_of(op.weights), op.block_rows.value.data))
    return Call(
        (
            *("&context", at(op.input), at(op.weights), at(op.sums)),
            *(*sizes, "&params", at(op.destination)),
        ),
        (
            *arrays,
            f"static const cmlir_linear_params params = {params};",
            _context(op.scratch, at),
        ),
    )


def _linear_table(op: cm.LinearTableOp, at: Addresses) -> Call:
    whole = ClampAttr.of(-128, 127)
    params, *arrays = layer_params("", op.weights_offset, op.output_offset, op.rescale, whole)
    sizes = map(str, (_rows(op.input), *shape_of(op.weights)))
    return Call(
        (
            *(at(op.input), at(op.weights), at(op.sums), *sizes),
            *("&params", "table", at(op.destination)),
        ),
        (
            *(*arrays, table_declaration(op.table)),
            f"static const cmlir_linear_params params = {params};",
        ),
    )


def _feed_forward(op: cm.FeedForwardOp, at: Addresses) -> Call:
    assert op.scratch is not None
    first, *hidden_arrays = layer_params(
        "hidden_",
        *(op.hidden_weights_offset, op.hidden_output_offset, op.hidden_rescale, op.hidden_clamp),
    )
    second, *arrays = layer_params("", op.weights_offset, op.output_offset, op.rescale, op.clamp)
    hidden, depth = shape_of(op.hidden_weights)
    sizes = (_rows(op.input), depth, hidden, shape_of(op.weights)[0], op.block_rows.value.data)
    params = ", ".join((*map(str, sizes), first, second))
    table = () if op.table is None else (table_declaration(op.table),)
    return Call(
        (
            *("&context, &params", at(op.input), at(op.hidden_weights), at(op.hidden_sums)),
            *("table" if table else "NULL", at(op.weights), at(op.sums), at(op.destination)),
        ),
        (
            *(*hidden_arrays, *arrays, *table),
            f"static const cmlir_feed_forward_params params = {{{params}}};",
            _context(op.scratch, at),
        ),
    )


def _rows(value: SSAValue) -> int:
    return math.prod(shape_of(value)[:-1])


def _context(scratch: SSAValue, at: Addresses) -> str:
    return f"const cmsis_nn_context context = {{{at(scratch)}, {byte_size(scratch)}}};"


BLOCK_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.AttentionOp: _attention,
    cm.BlockedLinearOp: _blocked_linear,
    cm.FeedForwardOp: _feed_forward,
    cm.LinearTableOp: _linear_table,
}
