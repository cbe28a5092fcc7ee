"""What convolutions and pooling share: numbers for each axis, and inputs without a batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.aten import ViewOp
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.graph import GraphImporter


def each_axis(numbers: Sequence[int] | int, axes: int) -> tuple[int, ...]:
    """One number is for all axes."""
    given = (numbers,) if isinstance(numbers, int) else tuple(numbers)
    return given * axes if len(given) == 1 else given


def batched(
    graph: GraphImporter,
    value: SSAValue,
    axes: int,
    result_shape: Sequence[int],
    compute: Callable[[SSAValue, TensorType[Attribute]], SSAValue],
) -> SSAValue:
    """compute(value, type of the result), with a batch of one if the value has none."""
    kind = element_of(value)
    if len(shape_of(value)) == axes + 2:
        return compute(value, TensorType(kind, result_shape))
    one = graph.emit(ViewOp(value, TensorType(kind, (1, *shape_of(value)))))
    result = compute(one, TensorType(kind, (1, *result_shape)))
    return graph.emit(ViewOp(result, TensorType(kind, result_shape)))
