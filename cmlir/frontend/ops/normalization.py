"""Layer norm and RMS norm, and the variances of which they can be made."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import (
    LayerNormOp,
    MeanOp,
    MulScalarOp,
    PowScalarOp,
    RmsNormOp,
    SubOp,
    ViewOp,
)
from cmlir.dialects.shapes import element_of, shape_of
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
    value, scale, offset = _operands(graph, input, weight, bias)
    axes, kind = len(normalized_shape), graph.type_of(_first(graph))
    return graph.emit(LayerNormOp(value, scale, offset, axes, eps, kind))


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
    value, scale, _ = _operands(graph, input, weight, None)
    used = torch.finfo(torch.float32).eps if eps is None else eps
    kind = graph.type_of(_first(graph))
    return graph.emit(RmsNormOp(value, scale, None, len(normalized_shape), used, kind))


def fused_rms_norm(graph: GraphImporter, *arguments: object) -> Sequence[SSAValue]:
    _refuse_statistics(graph)
    return [rms_norm(graph, *arguments)]  # pyright: ignore[reportArgumentType]


def variance(
    graph: GraphImporter,
    input: Node,
    dims: Sequence[int] | None,
    correction: float | None = 1,
    keepdim: bool = False,
) -> SSAValue:
    """mean((x - mean(x))^2) * n / (n - correction), n being the number of elements."""
    return _moments(graph, input, dims, correction, keepdim)[0]


def variance_and_mean(graph: GraphImporter, *arguments: object) -> Sequence[SSAValue]:
    return _moments(graph, *arguments)  # pyright: ignore[reportArgumentType]


def variance_unbiased(
    graph: GraphImporter, input: Node, dims: Sequence[int] | None, unbiased: bool, keepdim: bool
) -> SSAValue:
    return variance(graph, input, dims, int(unbiased), keepdim)


def variance_unbiased_and_mean(
    graph: GraphImporter, input: Node, dims: Sequence[int] | None, unbiased: bool, keepdim: bool
) -> Sequence[SSAValue]:
    return _moments(graph, input, dims, int(unbiased), keepdim)


def _moments(
    graph: GraphImporter,
    input: Node,
    dims: Sequence[int] | None,
    correction: float | None,
    keepdim: bool,
) -> tuple[SSAValue, SSAValue]:
    """Variance and mean."""
    value = graph.value(input)
    shape = shape_of(value)
    axes = sorted(d % len(shape) for d in dims or range(len(shape)))
    kept = [1 if axis in axes else size for axis, size in enumerate(shape)]
    row = TensorType(element_of(value), kept)
    count = math.prod(shape[axis] for axis in axes)
    lost = 1 if correction is None else correction
    if lost >= count:
        graph.fail(f"no variance of {count} elements with correction {lost}", "use correction=0")
    mean = graph.emit(MeanOp(value, axes, True, row))
    centered = graph.emit(SubOp(operands=[value, mean], result_types=[value.type]))
    square = graph.emit(PowScalarOp(centered, 2.0, value.type))
    result = graph.emit(MeanOp(square, axes, True, row))
    if lost:
        result = graph.emit(MulScalarOp(result, count / (count - lost), row))
    if keepdim:
        return result, mean
    dropped = TensorType(row.get_element_type(), [s for a, s in enumerate(shape) if a not in axes])
    return graph.emit(ViewOp(result, dropped)), graph.emit(ViewOp(mean, dropped))


def _operands(
    graph: GraphImporter, input: Node, weight: Node | None, bias: Node | None
) -> tuple[SSAValue, SSAValue | None, SSAValue | None]:
    value = graph.value(input)
    scale, offset = (None if node is None else graph.value(node) for node in (weight, bias))
    kinds = {element_of(v) for v in (value, scale, offset) if v is not None}
    if len(kinds) > 1:
        names = " and ".join(sorted(map(str, kinds)))
        graph.fail(f"operands mix {names}", "convert the operands to one dtype")
    return value, scale, offset


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
    _ATEN.var.correction: variance,
    _ATEN.var.dim: variance_unbiased,
    _ATEN.var_mean.correction: variance_and_mean,
    _ATEN.var_mean.dim: variance_unbiased_and_mean,
}
