"""Convolutions over one or two axes."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import ConvOp, ConvTransposeOp, Spread
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.windows import Window
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.images import batched, each_axis


def conv(
    graph: GraphImporter,
    input: Node,
    weight: Node,
    bias: Node | None,
    stride: Sequence[int],
    padding: Sequence[int] | str,
    dilation: Sequence[int],
    groups: int,
) -> SSAValue:
    value, filters = graph.value(input), graph.value(weight)
    offset = None if bias is None else graph.value(bias)
    graph.require_result_dtype(value, filters, *([] if offset is None else [offset]))
    kernel = shape_of(filters)[2:]
    axes = _axes_of(graph, kernel)
    dilations = each_axis(dilation, axes)
    before, behind = _padding(padding, kernel, dilations)
    window = Window(each_axis(stride, axes), before, behind, dilations)

    def compute(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        return graph.emit(ConvOp(image, filters, offset, window, groups, kind))

    return batched(graph, value, axes, graph.result_type.get_shape(), compute)


def convolution(
    graph: GraphImporter,
    input: Node,
    weight: Node,
    bias: Node | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> SSAValue:
    """The form in which all convolutions are after decomposition."""
    if transposed:
        return conv_transpose(
            graph, input, weight, bias, stride, padding, output_padding, groups, dilation
        )
    return conv(graph, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose(
    graph: GraphImporter,
    input: Node,
    weight: Node,
    bias: Node | None,
    stride: Sequence[int],
    padding: Sequence[int],
    output_padding: Sequence[int],
    groups: int,
    dilation: Sequence[int],
) -> SSAValue:
    value, filters = graph.value(input), graph.value(weight)
    offset = None if bias is None else graph.value(bias)
    graph.require_result_dtype(value, filters, *([] if offset is None else [offset]))
    axes = _axes_of(graph, shape_of(filters)[2:])
    numbers = (stride, padding, output_padding, dilation)
    spread = Spread(*(each_axis(given, axes) for given in numbers))

    def compute(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        return graph.emit(ConvTransposeOp(image, filters, offset, spread, groups, kind))

    return batched(graph, value, axes, graph.result_type.get_shape(), compute)


def _axes_of(graph: GraphImporter, kernel: Sequence[int]) -> int:
    """1 or 2; fails for any other number."""
    axes = len(kernel)
    if axes not in (1, 2):
        graph.fail(f"no support for {axes} spatial axes", "use one or two")
    return axes


def _padding(
    padding: Sequence[int] | str, kernel: Sequence[int], dilations: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Before and behind; "same" has the odd one behind, as PyTorch does."""
    if padding == "same":
        totals = [d * (k - 1) for d, k in zip(dilations, kernel, strict=True)]
        return tuple(t // 2 for t in totals), tuple(t - t // 2 for t in totals)
    numbers = each_axis(0 if isinstance(padding, str) else padding, len(kernel))
    return numbers, numbers


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.conv1d.default: conv,
    _ATEN.conv1d.padding: conv,
    _ATEN.conv2d.default: conv,
    _ATEN.conv2d.padding: conv,
    _ATEN.conv_transpose1d.default: conv_transpose,
    _ATEN.conv_transpose2d.input: conv_transpose,
    _ATEN.convolution.default: convolution,
}
