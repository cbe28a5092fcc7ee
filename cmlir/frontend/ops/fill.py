"""Tensors of one repeated value."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import FloatAttr, f64
from xdsl.ir import SSAValue

from cmlir.dialects.aten import FullLikeOp, FullOp
from cmlir.frontend.graph import GraphImporter, Handler


def full(graph: GraphImporter, size: Sequence[int], value: float, *_: object) -> SSAValue:
    return graph.emit(FullOp(_exact(graph, value), graph.result_type))


def full_like(graph: GraphImporter, input: Node, value: float, *_: object) -> SSAValue:
    properties = {"value": FloatAttr(_exact(graph, value), f64)}
    op = FullLikeOp(
        operands=[graph.value(input)], properties=properties, result_types=[graph.result_type]
    )
    return graph.emit(op)


def new_full(
    graph: GraphImporter, input: Node, size: Sequence[int], value: float, *_: object
) -> SSAValue:
    return graph.emit(FullOp(_exact(graph, value), graph.result_type))


def scalar_tensor(graph: GraphImporter, value: float, *_: object) -> SSAValue:
    return graph.emit(FullOp(_exact(graph, value), graph.result_type))


def iota(graph: GraphImporter, length: int, start: int, step: int, *_: object) -> SSAValue:
    """start, start + step, …"""
    dtype = graph.node.meta["val"].dtype
    return graph.constant("iota", start + step * torch.arange(length, dtype=dtype))


def _filled(value: float) -> Handler:
    def handler(graph: GraphImporter, *_: object) -> SSAValue:
        return graph.emit(FullOp(value, graph.result_type))

    return handler


def _filled_like(value: float) -> Handler:
    def handler(graph: GraphImporter, input: Node, *_: object) -> SSAValue:
        return full_like(graph, input, value)

    return handler


def _exact(graph: GraphImporter, value: float) -> float:
    if isinstance(value, int) and int(float(value)) != value:
        graph.fail(f"the integer {value} does not fit into float64", "use a smaller value")
    return float(value)


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.full.default: full,
    _ATEN.zeros.default: _filled(0.0),
    _ATEN.ones.default: _filled(1.0),
    _ATEN.full_like.default: full_like,
    _ATEN.zeros_like.default: _filled_like(0.0),
    _ATEN.ones_like.default: _filled_like(1.0),
    _ATEN.new_full.default: new_full,
    _ATEN.new_zeros.default: _filled(0.0),
    _ATEN.new_ones.default: _filled(1.0),
    torch.ops.prims.iota.default: iota,
    _ATEN.scalar_tensor.default: scalar_tensor,
}
