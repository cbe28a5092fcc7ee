"""Pooling by windows."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import AvgPoolOp, MaxPoolOp
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.windows import Window
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.images import batched, each_axis


def max_pool(
    graph: GraphImporter,
    input: Node,
    kernel_size: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil_mode: bool,
) -> SSAValue:
    value = graph.value(input)
    results = graph.node.meta["val"]
    result = results if isinstance(results, torch.Tensor) else results[0]
    axes = _axes(graph)
    kernel = each_axis(kernel_size, axes)
    window = _window(
        shape_of(value)[-axes:], result.shape[-axes:], kernel, stride or kernel, padding, dilation
    )

    def compute(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        return graph.emit(MaxPoolOp(image, kernel, window, kind))

    return batched(graph, value, axes, result.shape, compute)


def max_pool_with_indices(graph: GraphImporter, *arguments: object) -> Sequence[SSAValue]:
    for user in graph.node.users:
        if user.target is operator.getitem and user.args[1] != 0 and user.users:
            graph.fail("no support for the indices of the largest elements", "do not return them")
    return [max_pool(graph, *arguments)]  # pyright: ignore[reportArgumentType]


def avg_pool(
    graph: GraphImporter,
    input: Node,
    kernel_size: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor: int | None = None,
) -> SSAValue:
    value, shape = graph.value(input), graph.result_type.get_shape()
    axes = _axes(graph)
    kernel = each_axis(kernel_size, axes)
    window = _window(
        shape_of(value)[-axes:], shape[-axes:], kernel, stride or kernel, padding, (1,)
    )

    def compute(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        return graph.emit(AvgPoolOp(image, kernel, window, count_include_pad, divisor, kind))

    return batched(graph, value, axes, shape, compute)


def _axes(graph: GraphImporter) -> int:
    """1 or 2, as the operation's name says."""
    return 1 if "pool1d" in str(graph.node.target) else 2


def _window(
    sizes: Sequence[int],
    counts: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
) -> Window:
    """As much padding behind as the windows need that there are: ceil_mode may add one."""
    axes = len(kernel)
    strides, before = each_axis(stride, axes), each_axis(padding, axes)
    dilations = each_axis(dilation, axes)
    window = Window(strides, before, before, dilations)
    reach = [
        (count - 1) * step + span - size - pad
        for count, step, span, size, pad in zip(
            counts, strides, window.spans(kernel), sizes, before, strict=True
        )
    ]
    behind = tuple(max(pad, need) for pad, need in zip(before, reach, strict=True))
    return Window(strides, before, behind, dilations)


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.avg_pool1d.default: avg_pool,
    _ATEN.avg_pool2d.default: avg_pool,
    _ATEN.max_pool1d.default: max_pool,
    _ATEN.max_pool2d.default: max_pool,
    _ATEN.max_pool2d_with_indices.default: max_pool_with_indices,
}
