"""Padding: with a number, or with elements of the tensor itself."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue

from cmlir.dialects.aten import CatOp, CloneOp, PadOp, PickOp, SliceOp
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter, Handler


def pad(
    graph: GraphImporter,
    input: Node,
    amounts: Sequence[int],
    mode: str = "constant",
    value: float | None = None,
) -> SSAValue:
    """`amounts` are (before, behind) of the last axis, then of the one before it, and so on."""
    image = graph.value(input)
    pairs = list(zip(amounts[::2], amounts[1::2], strict=True))
    each = [(0, 0)] * (len(shape_of(image)) - len(pairs)) + pairs[::-1]
    for axis, (before, behind) in enumerate(each):
        image = _cropped(graph, image, axis, max(0, -before), max(0, -behind))
    more = [(max(0, before), max(0, behind)) for before, behind in each]
    if mode != "constant":
        spatial = len(shape_of(image)) - 2
        if 1 <= spatial <= 2 and not any(map(any, more[:2])):
            return graph.emit(PickOp(image, _places(image, mode, more[2:]), graph.result_type))
        for axis, (before, behind) in enumerate(more):
            image = _extended(
                graph, image, axis, _PLACES[mode](shape_of(image)[axis], before, behind)
            )
        return image
    if not any(map(any, more)):
        return graph.emit(CloneOp(image, graph.result_type))
    befores, behinds = zip(*more, strict=True)
    return graph.emit(PadOp(image, befores, behinds, float(value or 0.0), graph.result_type))


def _places(image: SSAValue, mode: str, pads: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Which element stands where along each spatial axis."""
    axes: list[list[int]] = []
    for size, (before, behind) in zip(shape_of(image)[2:], pads, strict=True):
        first, last = _PLACES[mode](size, before, behind)
        axes.append([*first, *range(size), *last])
    return axes


def _cropped(
    graph: GraphImporter, value: SSAValue, axis: int, before: int, behind: int
) -> SSAValue:
    if not before and not behind:
        return value
    return _part(graph, value, axis, before, shape_of(value)[axis] - before - behind)


def _part(graph: GraphImporter, value: SSAValue, axis: int, start: int, count: int) -> SSAValue:
    shape = list(shape_of(value))
    shape[axis] = count
    kind = TensorType(element_of(value), shape)
    return graph.emit(SliceOp(value, axis, start, 1, kind))


Places = tuple[list[int], list[int]]
"""Which elements stand before and behind the tensor, in order."""


def _reflected(size: int, before: int, behind: int) -> Places:
    return list(range(before, 0, -1)), [size - 2 - k for k in range(behind)]


def _replicated(size: int, before: int, behind: int) -> Places:
    return [0] * before, [size - 1] * behind


def _circular(size: int, before: int, behind: int) -> Places:
    return [size - before + k for k in range(before)], list(range(behind))


_PLACES = {"reflect": _reflected, "replicate": _replicated, "circular": _circular}


def _extended(graph: GraphImporter, value: SSAValue, axis: int, places: Places) -> SSAValue:
    before, behind = places
    if not before and not behind:
        return value
    parts = [
        *(_part(graph, value, axis, place, 1) for place in before),
        value,
        *(_part(graph, value, axis, place, 1) for place in behind),
    ]
    shape = list(shape_of(value))
    shape[axis] += len(before) + len(behind)
    return graph.emit(CatOp(parts, axis, TensorType(element_of(value), shape)))


def constant_pad(
    graph: GraphImporter, input: Node, amounts: Sequence[int], value: float
) -> SSAValue:
    return pad(graph, input, amounts, "constant", value)


def of_mode(mode: str) -> Handler:
    def handler(graph: GraphImporter, input: Node, amounts: Sequence[int]) -> SSAValue:
        return pad(graph, input, amounts, mode)

    return handler


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.constant_pad_nd.default: constant_pad,
    _ATEN.pad.default: pad,
    _ATEN.reflection_pad1d.default: of_mode("reflect"),
    _ATEN.reflection_pad2d.default: of_mode("reflect"),
    _ATEN.replication_pad1d.default: of_mode("replicate"),
    _ATEN.replication_pad2d.default: of_mode("replicate"),
}
