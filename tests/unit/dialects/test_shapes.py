"""Shapes of results against numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import MemRefType, TensorType, UnrankedTensorType, f32, i8, i16
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.shapes import (
    broadcast_shapes,
    element_count,
    element_of,
    joined_shape,
    require_element,
    require_shape,
    shape_of,
    shaped,
)
from support.kernel_strategies import quick

shapes = st.lists(st.integers(1, 3), max_size=4).map(tuple)


@quick
@given(shapes, shapes)
def test_broadcasting(lhs: tuple[int, ...], rhs: tuple[int, ...]) -> None:
    try:
        expected = np.broadcast_shapes(lhs, rhs)
    except ValueError:
        with pytest.raises(VerifyException, match="do not broadcast"):
            broadcast_shapes(lhs, rhs)
        return
    assert broadcast_shapes(lhs, rhs) == expected


@quick
@given(st.lists(shapes, min_size=1, max_size=3), st.integers(-1, 4))
def test_joining(parts: list[tuple[int, ...]], axis: int) -> None:
    try:
        expected = np.concatenate([np.zeros(part) for part in parts], axis).shape
    except ValueError:
        expected = None
    if expected is None or axis < 0:
        with pytest.raises(VerifyException):
            joined_shape(parts, axis)
        return
    assert joined_shape(parts, axis) == expected


@pytest.mark.parametrize("kind", [TensorType, MemRefType])
def test_what_shaped_types_say(kind: type[TensorType | MemRefType]) -> None:
    value = kind(i8, [2, 0, 3])
    assert shape_of(value) == (2, 0, 3)
    assert element_of(value) == i8
    assert element_count(value) == 0
    require_shape(value, [2, 0, 3], "value")
    require_element(value, [f32, i8], "value")


@pytest.mark.parametrize("other", [f32, UnrankedTensorType(f32)])
def test_other_types_have_no_shape(other: UnrankedTensorType) -> None:
    with pytest.raises(VerifyException, match="expected a ranked tensor or memref, but got"):
        shaped(other)


def test_messages() -> None:
    value = TensorType(i8, [2])
    with pytest.raises(VerifyException, match="w must have shape 3x4, but has tensor<2xi8>"):
        require_shape(value, [3, 4], "w")
    with pytest.raises(VerifyException, match="w must have shape scalar, but has tensor<2xi8>"):
        require_shape(value, [], "w")
    with pytest.raises(VerifyException, match="w must have elements of type f32 or i16, but has"):
        require_element(value, [f32, i16], "w")
