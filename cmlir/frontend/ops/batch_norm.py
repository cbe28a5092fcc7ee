"""Batch norm as it is after training: a factor and a summand for each channel."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import BatchNormOp, LayerNormOp, ViewOp
from cmlir.dialects.shapes import shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def batch_norm(
    graph: GraphImporter,
    input: Node,
    weight: Node | None,
    bias: Node | None,
    mean: Node | None,
    variance: Node | None,
    training: bool,
    momentum: float,
    eps: float,
    *_: object,
) -> SSAValue:
    if training or mean is None or variance is None:
        graph.fail("it computes statistics of its input", "call model.eval() before exporting")
    numbers = [_numbers(graph, node) for node in (weight, bias, mean, variance)]
    center, spread = numbers[2], numbers[3]
    assert center is not None
    assert spread is not None
    factor = 1 / torch.sqrt(spread + eps)
    scale = factor if numbers[0] is None else factor * numbers[0]
    shift = -center * scale if numbers[1] is None else numbers[1] - center * scale
    value = graph.value(input)
    name = graph.node.name
    results = graph.node.meta["val"]
    kind = graph.type_of(results if isinstance(results, Tensor) else results[0])
    operands = (
        graph.constant(f"{name}_scale", scale.float()),
        graph.constant(f"{name}_shift", shift.float()),
    )
    return graph.emit(BatchNormOp(value, *operands, kind))


def group_norm(
    graph: GraphImporter,
    input: Node,
    groups: int,
    weight: Node | None,
    bias: Node | None,
    eps: float,
    *_: object,
) -> SSAValue:
    """Rows, one a group, that are normalized; then a factor and a summand for each channel."""
    value, kind = graph.value(input), graph.result_type
    batch, *_rest = shape = kind.get_shape()
    rows = graph.like_result([batch, groups, math.prod(shape[1:]) // groups])
    normalized = graph.emit(LayerNormOp(graph.emit(ViewOp(value, rows)), None, None, 1, eps, rows))
    result = graph.emit(ViewOp(normalized, kind))
    if weight is None and bias is None:
        return result
    scale, shift = _numbers(graph, weight), _numbers(graph, bias)
    factors = torch.ones(shape[1]) if scale is None else scale.float()
    summands = torch.zeros(shape[1]) if shift is None else shift.float()
    return _scaled(graph, result, factors, summands)


def instance_norm(
    graph: GraphImporter,
    input: Node,
    weight: Node | None,
    bias: Node | None,
    mean: Node | None,
    variance: Node | None,
    own_statistics: bool,
    momentum: float,
    eps: float,
    *_: object,
) -> SSAValue:
    """Of each channel by itself; without statistics of its own it is batch norm."""
    if not own_statistics:
        return batch_norm(graph, input, weight, bias, mean, variance, False, momentum, eps)
    channels = graph.result_type.get_shape()[1]
    return group_norm(graph, input, channels, weight, bias, eps)


def _scaled(graph: GraphImporter, value: SSAValue, scale: Tensor, shift: Tensor) -> SSAValue:
    name = graph.node.name
    operands = graph.constant(f"{name}_scale", scale), graph.constant(f"{name}_shift", shift)
    return graph.emit(BatchNormOp(value, *operands, graph.like_result(shape_of(value))))


def no_training(
    graph: GraphImporter,
    input: Node,
    weight: Node | None,
    bias: Node | None,
    mean: Node,
    variance: Node,
    momentum: float,
    eps: float,
) -> Sequence[SSAValue]:
    """The form after decomposition, which gives empty statistics besides."""
    return [batch_norm(graph, input, weight, bias, mean, variance, False, momentum, eps)]


def _numbers(graph: GraphImporter, node: Node | None) -> Tensor | None:
    if node is None:
        return None
    stored = graph.stored(node)
    if stored is None:
        graph.fail("its parameters are not constants", "leave them as they are after training")
    return stored.detach().double()


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN._native_batch_norm_legit_no_training.default: no_training,
    _ATEN.batch_norm.default: batch_norm,
    _ATEN.group_norm.default: group_norm,
    _ATEN.instance_norm.default: instance_norm,
}
