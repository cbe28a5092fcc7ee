"""The start values of a linear layer that already hold its input's offset, on every target."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from cmlir.dialects import cortex_m
from cmlir.dialects.deferred import np
from cmlir.lowering.constants import add_global, constant_array

LARGEST = 2**31


def start_values(op: cortex_m.LinearOp, rewriter: PatternRewriter) -> SSAValue | None:
    """bias[n] + input_offset * sum_k (weights[n, k] + weights_offset), as a constant.

    None where weights or bias are computed, or where 32 bits do not hold the sums.
    """
    if op.sums is not None:
        return op.sums
    weights, bias = op.weights.owner, None if op.bias is None else op.bias.owner
    if not isinstance(weights, cortex_m.ConstantOp):
        return None
    codes = constant_array(weights).astype(np.int64) + op.weights_offset.value.data
    sums = op.input_offset.value.data * codes.sum(axis=1)
    if isinstance(bias, cortex_m.ConstantOp):
        sums = sums + constant_array(bias)
    elif bias is not None:
        return None
    if np.abs(sums).max(initial=0) >= LARGEST:
        return None
    name = f"{weights.symbol.root_reference.data}_sums"
    symbol = add_global(op, name, sums.astype(np.int32))
    return rewriter.insert(cortex_m.ConstantOp(symbol, TensorType(i32, sums.shape))).result
