"""The calls of ops that compute in float."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from xdsl.ir import SSAValue

from cmlir.codegen.call import Addresses, Call, count, dims, pointer, rank_4
from cmlir.codegen.loops import loop_arrays
from cmlir.codegen.spelling import double_literal, float_literal
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.shapes import shape_of


def _binary(op: cm.F32AddOp | cm.F32MulOp, at: Addresses) -> Call:
    return Call((at(op.lhs), at(op.rhs), at(op.destination), count(op)))


def _mul_scalar(op: cm.F32MulScalarOp, at: Addresses) -> Call:
    return Call((at(op.input), float_literal(op.value.value.data), at(op.destination), count(op)))


def _unary(op: cm.F32UnaryOp, at: Addresses) -> Call:
    parameters = map(float_literal, op.numbers)
    return Call((at(op.input), at(op.destination), count(op), *parameters))


def _broadcast(op: cm.F32BinaryOp, at: Addresses) -> Call:
    rank, loops = loop_arrays(op)
    return Call((at(op.lhs), at(op.rhs), rank, "dims, strides", at(op.destination)), loops)


def _reduce(op: cm.F32ReduceOp | cm.F32CumulateOp, at: Addresses) -> Call:
    return Call((at(op.input), *map(str, shape_of(op.input)), at(op.destination)))


def _softmax(op: cm.F32SoftmaxOp, at: Addresses) -> Call:
    return Call((at(op.input), *_rows(op.input), at(op.destination)))


def _norm(op: cm.F32NormOp, at: Addresses) -> Call:
    parameters = (double_literal(op.epsilon.value.data), pointer(at, op.weight))
    return Call(
        (at(op.input), *_rows(op.input), *parameters, pointer(at, op.bias), at(op.destination))
    )


def _rows(value: SSAValue) -> tuple[str, str]:
    *rows, row = shape_of(value)
    return str(math.prod(rows)), str(row)


def _matmul(op: cm.F32MatmulOp, at: Addresses) -> Call:
    return Call(
        (
            f"&lhs_dims, {at(op.lhs)}",
            f"&rhs_dims, {at(op.rhs)}",
            pointer(at, op.bias),
            f"&out_dims, {at(op.destination)}",
        ),
        (
            dims("lhs_dims", *rank_4(op.lhs)),
            dims("rhs_dims", *rank_4(op.rhs)),
            dims("out_dims", *rank_4(op.destination)),
        ),
    )


FLOAT_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.F32AddOp: _binary,
    cm.F32BinaryOp: _broadcast,
    cm.F32CumulateOp: _reduce,
    cm.F32MatmulOp: _matmul,
    cm.F32MulOp: _binary,
    cm.F32MulScalarOp: _mul_scalar,
    cm.F32NormOp: _norm,
    cm.F32ReduceOp: _reduce,
    cm.F32SoftmaxOp: _softmax,
    cm.F32UnaryOp: _unary,
}
