"""The calls of what is computed by blocks of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cmlir.codegen.call import Addresses, Call, fc_params, integer, strided_params
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.storage import byte_size


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
    return Call(
        (
            "&context, &params",
            at(op.query, op.query_start.value.data),
            at(op.key, op.key_start.value.data),
            at(op.value, op.value_start.value.data),
            at(op.exponentials),
            at(op.destination),
        ),
        (
            f"static const cmlir_attention_params params = {params};",
            f"const cmsis_nn_context context = {{{at(op.scratch)}, {byte_size(op.scratch)}}};",
        ),
    )


ATTENTION_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.AttentionOp: _attention,
}
