"""What a mask keeps, as far as constants say: causal masks are a number, not a tensor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from xdsl.dialects.builtin import TensorType, f32, i1
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import AnyArray, add_global, constant_array, moved_array
from cmlir.lowering.magnitude import magnitude
from cmlir.lowering.movement import MOVEMENT

if TYPE_CHECKING:
    import numpy.typing as npt

Bool: TypeAlias = "npt.NDArray[np.bool_]"

MASKED = -5000.0
"""Scores this low are masked: -inf, the least float32, -1e9 and -1e4 are what masks are made of."""

SOFT_MASK = -100.0
"""A number that is added where a mask of two numbers does not add 0 masks from here on down."""

_MARGIN = 128.0
"""Softmax gives less than 1e-55 to what is so much less than another score."""


def known_array(value: SSAValue) -> AnyArray | None:
    """The elements of a constant, also where it was rearranged or repeated; else None."""
    op = value.owner
    if isinstance(op, aten.ConstantOp):
        return constant_array(op)
    if not isinstance(op, MOVEMENT):
        return None
    array = known_array(op.input)
    return None if array is None else moved_array(op, array)


def repeated_number(value: SSAValue) -> float | None:
    """The number that all elements of an f32 value are, if it is known at compile time."""
    op = value.owner
    while isinstance(op, MOVEMENT):
        op = op.input.owner
    if isinstance(op, aten.FullOp) and element_of(op.result) == f32:
        return float(np.float32(op.value.value.data))
    if isinstance(op, aten.ConstantOp) and element_of(op.result) == f32:
        numbers = constant_array(op)
        first = numbers.reshape(-1)[0]
        return float(first) if (numbers == first).all() else None
    return None


def greatest(value: SSAValue) -> float:
    """A bound that no element of an f32 value exceeds; inf where nothing is known."""
    number = repeated_number(value)
    if number is not None:
        return number
    op = value.owner
    if isinstance(op, MOVEMENT):
        return greatest(op.input)
    if isinstance(op, aten.AddScalarOp):
        return magnitude(op.input) + op.number
    return math.inf


def masks_beside(filled: SSAValue, scores: SSAValue) -> bool:
    """Whether ``filled`` is so low that softmax gives it nothing beside any of the scores."""
    bound = greatest(filled)
    return bound == -math.inf or (bound <= MASKED and magnitude(scores) + _MARGIN <= -bound)


def diagonal_of(keep: Bool) -> int | None:
    """d where, over the last two axes, element [i, j] is kept if and only if j <= i + d.

    None for any other mask, and for one that keeps nothing.
    """
    matrix = keep.reshape(-1, *keep.shape[-2:])[0]
    if not (keep == matrix).all():
        return None
    counts = matrix.sum(axis=1)
    rows = np.flatnonzero(counts)
    if rows.size == 0:
        return None
    diagonal = int(counts[rows[0]]) - 1 - int(rows[0])
    steps = np.arange(matrix.shape[1]) - np.arange(matrix.shape[0])[:, None]
    return diagonal if np.array_equal(matrix, steps <= diagonal) else None


def without_repetition(array: AnyArray) -> AnyArray:
    """The array with size 1 along every axis along which it only repeats."""
    for axis in range(array.ndim):
        first = np.take(array, [0], axis=axis)
        array = first if (array == first).all() else array
    return array


def conjuncts(mask: SSAValue) -> list[SSAValue]:
    """The masks that must all hold for the mask to hold."""
    op = mask.owner
    if isinstance(op, aten.LogicalAndOp):
        return [*conjuncts(op.lhs), *conjuncts(op.rhs)]
    return [mask]


def without_expand(mask: SSAValue) -> SSAValue:
    """The mask before it was repeated: it repeats by itself where it is applied."""
    while isinstance(mask.owner, aten.ExpandOp):
        mask = mask.owner.input
    return mask


def combined(masks: Sequence[AnyArray], shape: Sequence[int]) -> Bool:
    """What all of the masks keep of a tensor of ``shape``."""
    keep = np.broadcast_to(np.bool_(True), tuple(shape))
    for mask in masks:
        keep = np.logical_and(keep, mask)
    return keep


def constant_mask(user: Operation, keep: Bool) -> aten.ConstantOp:
    """A new constant of what is kept, for ``user`` to read."""
    symbol = add_global(user, "mask", np.ascontiguousarray(keep))
    return aten.ConstantOp(symbol, TensorType(i1, keep.shape))


def real_array(value: SSAValue) -> AnyArray | None:
    """The numbers of an f32 constant that is not quantized; None for any other value."""
    if element_of(value) != f32 or isinstance(value.owner, quant.DequantizeCastOp):
        return None
    return known_array(value)


def result_shape(shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The shape of an elementwise result of operands of these shapes."""
    return tuple(np.broadcast_shapes(*map(tuple, shapes)))


def fills_whole_row(keep: Bool, shape: Sequence[int], dim: int) -> bool:
    """Whether some row along ``dim`` of a tensor of ``shape`` keeps nothing."""
    return not np.broadcast_to(keep, shape).any(axis=dim).all()


def conjunction(masks: Sequence[SSAValue]) -> tuple[list[aten.LogicalAndOp], SSAValue]:
    """Operations for all masks at once, and their result."""
    whole, ops = masks[0], []
    for mask in masks[1:]:
        shape = result_shape([shape_of(whole), shape_of(mask)])
        ops.append(aten.LogicalAndOp(operands=[whole, mask], result_types=[TensorType(i1, shape)]))
        whole = ops[-1].result
    return ops, whole


def expanded(value: SSAValue, shape: Sequence[int], rewriter: PatternRewriter) -> SSAValue:
    """The value in a shape that it repeats to."""
    if shape_of(value) == tuple(shape):
        return value
    op = aten.ExpandOp(value, TensorType(element_of(value), shape))
    return rewriter.insert(op).result
