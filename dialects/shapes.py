"""Checks and shorthands for the shaped types that our operations use."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import MemRefType, TensorType, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

ShapedTypes: TypeAlias = TensorType[Attribute] | MemRefType[Attribute]


def shaped(value: SSAValue | Attribute) -> ShapedTypes:
    """The tensor or memref type of ``value``; raises VerifyException for any other type."""
    candidate = value.type if isinstance(value, SSAValue) else value
    if not isinstance(candidate, TensorType | MemRefType):
        raise VerifyException(f"expected a ranked tensor or memref, but got {candidate}")
    return candidate


def shape_of(value: SSAValue | Attribute) -> tuple[int, ...]:
    """The static shape; raises VerifyException where a dimension is dynamic."""
    shape = shaped(value).get_shape()
    if any(d < 0 for d in shape):
        raise VerifyException(f"expected a static shape, but got {shaped(value)}")
    return tuple(shape)


def element_of(value: SSAValue | Attribute) -> Attribute:
    return shaped(value).get_element_type()


def element_count(value: SSAValue | Attribute) -> int:
    return math.prod(shape_of(value))


def require_element(value: SSAValue | Attribute, allowed: Sequence[Attribute], name: str) -> None:
    if element_of(value) in allowed:
        return
    names = " or ".join(map(str, allowed))
    raise VerifyException(f"{name} must have elements of type {names}, but has {shaped(value)}")


def require_shape(value: SSAValue | Attribute, shape: Sequence[int], name: str) -> None:
    if shape_of(value) == tuple(shape):
        return
    expected = "x".join(map(str, shape)) or "scalar"
    raise VerifyException(f"{name} must have shape {expected}, but has {shaped(value)}")


def joined_shape(shapes: Sequence[Sequence[int]], axis: int) -> tuple[int, ...]:
    """The shape of tensors one after the other along ``axis``.

    Raises VerifyException if there are none, or if they differ along another axis.
    """
    if not shapes:
        raise VerifyException("expected at least one tensor to join")
    first = tuple(shapes[0])
    if not 0 <= axis < len(first):
        raise VerifyException(f"axis {axis} is out of range for shape {first}")
    frames = {(*shape[:axis], *shape[axis + 1 :]) for shape in shapes}
    if len(frames) > 1 or any(len(shape) != len(first) for shape in shapes):
        raise VerifyException(
            f"shapes {', '.join(str(tuple(s)) for s in shapes)} differ beside axis {axis}"
        )
    return (*first[:axis], sum(shape[axis] for shape in shapes), *first[axis + 1 :])


def broadcast_shapes(lhs: Sequence[int], rhs: Sequence[int]) -> tuple[int, ...]:
    """The shape of an elementwise result by PyTorch's rule.

    Raises VerifyException if there is none.
    """
    rank = max(len(lhs), len(rhs))
    a = (1,) * (rank - len(lhs)) + tuple(lhs)
    b = (1,) * (rank - len(rhs)) + tuple(rhs)
    if any(x != y and 1 not in (x, y) for x, y in zip(a, b, strict=True)):
        raise VerifyException(f"shapes {tuple(lhs)} and {tuple(rhs)} do not broadcast")
    return tuple(y if x == 1 else x for x, y in zip(a, b, strict=True))


def require_slices(source: SSAValue, whole: SSAValue, indices: SSAValue, dim: int) -> None:
    """Raises VerifyException unless ``source`` has one slice of ``whole`` for each index."""
    shape = shape_of(whole)
    if not 0 <= dim < len(shape):
        raise VerifyException(f"dim {dim} is out of range for shape {shape}")
    require_element(indices, [i32, i64], "indices")
    if len(shape_of(indices)) != 1:
        raise VerifyException(f"indices must have one axis, but have shape {shape_of(indices)}")
    require_shape(source, (*shape[:dim], *shape_of(indices), *shape[dim + 1 :]), "source")
