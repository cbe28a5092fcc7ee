"""The calls of ops on integers that are no codes, and of quotients of codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import f32, i1, i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from cmlir.codegen.call import Addresses, Call, bounds, count, integer
from cmlir.codegen.loops import loop_arrays
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.storage import element_bytes
from cmlir.dialects.shapes import element_of, shape_of

_ELEMENTS: dict[Attribute, str] = {
    f32: "CMLIR_F32",
    i1: "CMLIR_BOOL",
    i8: "CMLIR_S8",
    i32: "CMLIR_S32",
    i64: "CMLIR_S64",
}


def element(value: SSAValue) -> str:
    """The name of the type of elements in C."""
    return _ELEMENTS[element_of(value)]


def _cast(op: cm.CastOp, at: Addresses) -> Call:
    source, target = element(op.input), element(op.destination)
    return Call((at(op.input), source, at(op.destination), target, count(op)))


def _integer(op: cm.IntegerOp, at: Addresses) -> Call:
    rank, loops = loop_arrays(op)
    function = f"CMLIR_{op.function.data.upper()}"
    operands = (at(op.lhs), at(op.rhs), str(element_bytes(op.destination)), function)
    return Call((*operands, rank, "dims, strides", at(op.destination)), loops)


def _compare(op: cm.CompareTensorsOp, at: Addresses) -> Call:
    rank, loops = loop_arrays(op)
    operands = (at(op.lhs), at(op.rhs), element(op.lhs), f"CMLIR_{op.predicate.data.upper()}")
    return Call((*operands, rank, "dims, strides", at(op.destination)), loops)


def _sum(op: cm.SumIntegersOp, at: Addresses) -> Call:
    sizes = map(str, (element_bytes(op.input), *shape_of(op.input)))
    return Call((at(op.input), *sizes, at(op.destination)))


def _div(op: cm.BroadcastDivOp, at: Addresses) -> Call:
    rank, loops = loop_arrays(op)
    return Call(
        (
            *(at(op.lhs), at(op.rhs), rank, "dims, strides"),
            *(integer(op.lhs_offset), at(op.factors)),
            *(at(op.destination), integer(op.output_offset), *bounds(op.clamp)),
        ),
        loops,
    )


_CUMULATIONS = {
    "sum": "CMLIR_ADD",
    "prod": "CMLIR_MUL",
    "max": "CMLIR_MAXIMUM",
    "min": "CMLIR_MINIMUM",
}


def _cumulate(op: cm.CumulateOp, at: Addresses) -> Call:
    sizes = map(str, shape_of(op.input))
    kind = (str(element_bytes(op.input)), _CUMULATIONS[op.function.data])
    return Call((at(op.input), *kind, *sizes, at(op.destination)))


def _argsort(op: cm.ArgsortOp, at: Addresses) -> Call:
    sizes = (*map(str, shape_of(op.input)), integer(op.count), str(int(bool(op.descending))))
    return Call((at(op.input), element(op.input), *sizes, at(op.destination)))


INTEGER_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.ArgsortOp: _argsort,
    cm.BroadcastDivOp: _div,
    cm.CastOp: _cast,
    cm.CompareTensorsOp: _compare,
    cm.CumulateOp: _cumulate,
    cm.IntegerOp: _integer,
    cm.SumIntegersOp: _sum,
}
