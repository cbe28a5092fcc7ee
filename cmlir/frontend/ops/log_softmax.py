"""Logarithm of softmax in its spellings."""

from __future__ import annotations

import torch
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import LogSoftmaxOp
from cmlir.dialects.shapes import shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def log_softmax(graph: GraphImporter, input: Node, dim: int, *_: object) -> SSAValue:
    value = graph.value(input)
    graph.require_result_dtype(value)
    return graph.emit(LogSoftmaxOp(value, dim % max(len(shape_of(value)), 1), graph.result_type))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN._log_softmax.default: log_softmax,
    _ATEN.log_softmax.int: log_softmax,
    _ATEN.special_log_softmax.default: log_softmax,
}
