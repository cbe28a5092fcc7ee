"""Layer norm and RMS norm."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects.aten import LayerNormOp, RmsNormOp
from cmlir.frontend.graph import GraphImporter, Handler


def layer_norm(
    graph: GraphImporter,
    input: Node,
    normalized_shape: Sequence[int],
    weight: Node | None,
    bias: Node | None,
    eps: float,
    *_: object,
) -> SSAValue:
    value, parameters = _operands(graph, input, weight, bias)
    axes = len(normalized_shape)
    return graph.emit(LayerNormOp(value, *parameters, axes, eps, graph.type_of(_first(graph))))


def native_layer_norm(graph: GraphImporter, *arguments: object) -> Sequence[SSAValue]:
    """The result; mean and reciprocal deviation are there for training."""
    _refuse_statistics(graph)
    return [layer_norm(graph, *arguments)]  # pyright: ignore[reportArgumentType]


def rms_norm(
    graph: GraphImporter,
    input: Node,
    normalized_shape: Sequence[int],
    weight: Node | None,
    eps: float | None,
) -> SSAValue:
    """Without an eps it is the distance of 1 to the next f32."""
    value, (scale, _) = _operands(graph, input, weight, None)
    used = torch.finfo(torch.float32).eps if eps is None else eps
    kind = graph.type_of(_first(graph))
    return graph.emit(RmsNormOp(value, scale, None, len(normalized_shape), used, kind))


def fused_rms_norm(graph: GraphImporter, *arguments: object) -> Sequence[SSAValue]:
    _refuse_statistics(graph)
    return [rms_norm(graph, *arguments)]  # pyright: ignore[reportArgumentType]


def _operands(
    graph: GraphImporter, input: Node, *parameters: Node | None
) -> tuple[SSAValue, list[SSAValue | None]]:
    value = graph.value(input)
    given = [None if node is None else graph.value(node) for node in parameters]
    kinds = {v.type.get_element_type() for v in (value, *given) if v is not None}
    if len(kinds) > 1:
        names = " and ".join(sorted(map(str, kinds)))
        graph.fail(f"operands mix {names}", "convert the operands to one dtype")
    return value, given


def _first(graph: GraphImporter) -> torch.Tensor:
    """The result itself, of an operation that may give more."""
    value = graph.node.meta["val"]
    return value if isinstance(value, torch.Tensor) else value[0]


def _refuse_statistics(graph: GraphImporter) -> None:
    for user in graph.node.users:
        if user.target is operator.getitem and user.args[1] != 0 and user.users:
            graph.fail(
                "its mean and deviation are used", "compute them by torch.mean and torch.var"
            )


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN._fused_rms_norm.default: fused_rms_norm,
    _ATEN.layer_norm.default: layer_norm,
    _ATEN.native_layer_norm.default: native_layer_norm,
    _ATEN.rms_norm.default: rms_norm,
}
