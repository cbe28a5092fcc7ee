"""Images of another size: adaptive pooling and upsampling.

Upsampling works along each axis by itself, and linearly: what it does to an axis is read off
PyTorch's own operation, applied to every unit vector of that axis.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.fx import Node
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import (
    AdaptiveAvgPoolOp,
    AdaptiveMaxPoolOp,
    AvgPoolOp,
    MaxPoolOp,
    PickOp,
    ResampleOp,
)
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.windows import Window
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.images import batched
from cmlir.frontend.ops.reductions import global_average


def adaptive_avg_pool(graph: GraphImporter, input: Node, sizes: Sequence[int]) -> SSAValue:
    """A mean, windows of one size where they fit the image, or adaptive ones."""
    shape = graph.result_type.get_shape()
    if math.prod(shape[-len(sizes) :]) == 1:
        return global_average(graph, input, [1] * len(sizes))
    return batched(graph, graph.value(input), len(sizes), shape, _average(graph))


def adaptive_max_pool(
    graph: GraphImporter, input: Node, sizes: Sequence[int]
) -> Sequence[SSAValue]:
    for user in graph.node.users:
        if user.target is operator.getitem and user.args[1] != 0 and user.users:
            graph.fail("no support for the indices of the largest elements", "do not return them")
    shape = graph.node.meta["val"][0].shape

    def largest(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        found = _even(shape_of(image)[2:], kind.get_shape()[2:])
        if found is None:
            return graph.emit(AdaptiveMaxPoolOp(image, kind))
        return graph.emit(MaxPoolOp(image, *found, kind))

    return [batched(graph, graph.value(input), len(sizes), shape, largest)]


def _average(graph: GraphImporter) -> Callable[[SSAValue, TensorType[Attribute]], SSAValue]:
    def mean(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        found = _even(shape_of(image)[2:], kind.get_shape()[2:])
        if found is None:
            return graph.emit(AdaptiveAvgPoolOp(image, kind))
        return graph.emit(AvgPoolOp(image, *found, False, None, kind))

    return mean


def _even(sizes: Sequence[int], results: Sequence[int]) -> tuple[list[int], Window] | None:
    """Size and places of adaptive windows that are all of one size and do not overlap."""
    if any(size % result for size, result in zip(sizes, results, strict=True)):
        return None
    kernel = [size // result for size, result in zip(sizes, results, strict=True)]
    ones, zeros = (1,) * len(kernel), (0,) * len(kernel)
    return kernel, Window(tuple(kernel), zeros, zeros, ones)


def upsample(axes: int) -> Handler:
    """The handler of the overloads that are given sizes, and perhaps a factor for each axis."""

    def handler(graph: GraphImporter, input: Node, sizes: Sequence[int], *options: Any) -> SSAValue:
        flags, factors = options[: len(options) - axes], options[len(options) - axes :]

        def along(axis: int, image: Tensor) -> Tensor:
            chosen = [sizes[k] if k == axis else 1 for k in range(axes)]
            scales = [factors[k] if k == axis else None for k in range(axes)]
            return graph.node.target(image, chosen, *flags, *scales)  # pyright: ignore[reportCallIssue]

        return _resized(graph, input, axes, along)

    return handler


def upsample_by(axes: int) -> Handler:
    """The handler of the overloads that are given sizes or factors, and work out the other."""

    def handler(
        graph: GraphImporter, input: Node, sizes: Sequence[int] | None, *options: Any
    ) -> SSAValue:
        *flags, factors = options

        def along(axis: int, image: Tensor) -> Tensor:
            chosen = None if sizes is None else [sizes[k] if k == axis else 1 for k in range(axes)]
            scales = None
            if factors is not None:
                scales = [factors[k] if k == axis else 1.0 for k in range(axes)]
            return graph.node.target(image, chosen, *flags, scales)  # pyright: ignore[reportCallIssue]

        return _resized(graph, input, axes, along)

    return handler


def _resized(
    graph: GraphImporter, input: Node, axes: int, along: Callable[[int, Tensor], Tensor]
) -> SSAValue:
    value, shape = graph.value(input), graph.result_type.get_shape()
    sizes = shape_of(value)[-axes:]
    matrices = [
        _matrix(along, axis, axes, size, shape[axis - axes]) for axis, size in enumerate(sizes)
    ]

    def compute(image: SSAValue, kind: TensorType[Attribute]) -> SSAValue:
        if all(map(_picks, matrices)):
            return graph.emit(PickOp(image, [m.argmax(1).tolist() for m in matrices], kind))
        return graph.emit(ResampleOp(image, *_taps(matrices), kind))

    return batched(graph, value, axes, shape, compute)


def _picks(matrix: Tensor) -> bool:
    """Whether each result is one of the elements."""
    return bool((matrix.sum(1) == 1).all() and ((matrix == 0) | (matrix == 1)).all())


def _matrix(
    along: Callable[[int, Tensor], Tensor], axis: int, axes: int, size: int, results: int
) -> Tensor:
    """[results, size]: how an axis of the result depends on that of the input."""
    shape = [size if k == axis else 1 for k in range(axes)]
    units = torch.eye(size).reshape(size, 1, *shape)
    with torch.no_grad():
        return along(axis, units).reshape(size, results).T.contiguous()


def _taps(matrices: Sequence[Tensor]) -> tuple[list[int], list[int], list[float]]:
    """Counts of taps, places, weights; rows with fewer than the most repeat one without weight."""
    counts: list[int] = []
    places: list[int] = []
    weights: list[float] = []
    for matrix in matrices:
        most = max(1, int((matrix != 0).sum(1).max()))
        counts.append(most)
        for row in matrix:
            found = [int(place) for place in row.nonzero().flatten()] or [0]
            padded = found + found[-1:] * (most - len(found))
            places += padded
            weights += [float(row[p]) if k < len(found) else 0.0 for k, p in enumerate(padded)]
    return counts, places, weights


_ATEN = torch.ops.aten
_BY_AXES = {
    1: ("upsample_nearest1d", "_upsample_nearest_exact1d", "upsample_linear1d"),
    2: (
        "upsample_nearest2d",
        "_upsample_nearest_exact2d",
        "upsample_bilinear2d",
        "upsample_bicubic2d",
    ),
}

HANDLERS: dict[object, Handler] = {
    _ATEN.adaptive_avg_pool1d.default: adaptive_avg_pool,
    _ATEN.adaptive_avg_pool2d.default: adaptive_avg_pool,
    _ATEN.adaptive_max_pool1d.default: adaptive_max_pool,
    _ATEN.adaptive_max_pool2d.default: adaptive_max_pool,
    **{
        getattr(_ATEN, name).default: upsample(axes)
        for axes, names in _BY_AXES.items()
        for name in names
    },
    **{
        getattr(_ATEN, name).vec: upsample_by(axes)
        for axes, names in _BY_AXES.items()
        for name in names
    },
}
