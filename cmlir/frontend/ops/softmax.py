"""Softmax and its logarithm in their spellings."""

from __future__ import annotations

import torch
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import LogSoftmaxOp, SafeSoftmaxOp, SoftmaxOp
from cmlir.dialects.shapes import shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def softmax(graph: GraphImporter, input: Node, dim: int, *_: object) -> SSAValue:
    return _softmax(graph, SoftmaxOp, input, dim)


def safe_softmax(graph: GraphImporter, input: Node, dim: int, *_: object) -> SSAValue:
    return _softmax(graph, SafeSoftmaxOp, input, dim)


def log_softmax(graph: GraphImporter, input: Node, dim: int, *_: object) -> SSAValue:
    return _softmax(graph, LogSoftmaxOp, input, dim)


def _softmax(
    graph: GraphImporter,
    kind: type[SoftmaxOp] | type[SafeSoftmaxOp] | type[LogSoftmaxOp],
    input: Node,
    dim: int,
) -> SSAValue:
    value = graph.value(input)
    graph.require_result_dtype(value)
    return graph.emit(kind(value, dim % max(len(shape_of(value)), 1), graph.result_type))


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.softmax.int: softmax,
    _ATEN.special_softmax.default: softmax,
    _ATEN._softmax.default: softmax,
    _ATEN._safe_softmax.default: safe_softmax,
    _ATEN.log_softmax.int: log_softmax,
    _ATEN.special_log_softmax.default: log_softmax,
    _ATEN._log_softmax.default: log_softmax,
}
