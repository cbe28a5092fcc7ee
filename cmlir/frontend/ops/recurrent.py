"""Recurrent layers, as the operators of `cmlir.frontend.recurrences`."""

from __future__ import annotations

import torch
from torch.fx import Node
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, StringAttr, f64, i64
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import (
    GruOp,
    GruStatesOp,
    LstmCellsOp,
    LstmHiddenOp,
    LstmOp,
    RecurrentOp,
    RnnOp,
)
from cmlir.frontend import recurrences
from cmlir.frontend.graph import GraphImporter, Handler

_OPERANDS = frozenset(
    {
        *("input", "hidden", "cell", "cells"),
        *("input_weight", "hidden_weight", "input_bias", "hidden_bias"),
    }
)


def _attribute(value: object) -> Attribute:
    match value:
        case bool() | int():
            return IntegerAttr(int(value), i64)
        case float():
            return FloatAttr(value, f64)
        case _:
            return StringAttr(str(value))


def _handler(operator: torch._ops.OpOverload, kind: type[RecurrentOp]) -> Handler:
    """Arguments have the names of operands and properties; tensors are operands."""
    names = [argument.name for argument in operator._schema.arguments]

    def run(graph: GraphImporter, *arguments: object) -> SSAValue:
        given = dict(zip(names, arguments, strict=True))
        operands = {
            name: graph.value(value) if isinstance(value, Node) else None
            for name, value in given.items()
            if name in _OPERANDS
        }
        properties = {n: _attribute(v) for n, v in given.items() if n not in _OPERANDS}
        return graph.emit(kind(operands, properties, graph.result_type))

    return run


_KINDS: dict[torch._ops.OpOverload, type[RecurrentOp]] = {
    torch.ops.cmlir.gru.default: GruOp,
    torch.ops.cmlir.gru_states.default: GruStatesOp,
    torch.ops.cmlir.lstm.default: LstmOp,
    torch.ops.cmlir.lstm_cells.default: LstmCellsOp,
    torch.ops.cmlir.lstm_hidden.default: LstmHiddenOp,
    torch.ops.cmlir.rnn.default: RnnOp,
}

__all__ = ["HANDLERS", "recurrences"]

HANDLERS: dict[object, Handler] = {op: _handler(op, kind) for op, kind in _KINDS.items()}
