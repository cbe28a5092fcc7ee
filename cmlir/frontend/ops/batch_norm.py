"""Batch norm as it is after training: a factor and a summand for each channel."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import BatchNormOp
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
}
