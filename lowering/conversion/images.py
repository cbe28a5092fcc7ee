"""NCHW of PyTorch, NHWC of the kernels: two orders of the same axes.

A kernel's result is seen through a layout with its channels moved to the front, and a kernel's
operand is made dense with the channels moved back: where one follows the other, nothing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import DenseArrayBase, LocationAttr, i64
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import Conversion, Rearranged
from cmlir.lowering.strided import Layout


def image_of(conversion: Conversion, value: SSAValue) -> SSAValue:
    """[N, H, W, C] of a value [N, C, size…]; one spatial axis is the width."""
    return with_channels_last(conversion, conversion.values[value], shape_of(value))


def with_channels_last(conversion: Conversion, found: Rearranged, shape: Sequence[int]) -> SSAValue:
    """[N, H, W, C] of what has ``shape`` [N, C, size…]."""
    batch, channels, *spatial = found.layout.axes
    placed = replace(found, layout=replace(found.layout, axes=(batch, *spatial, channels)))
    n, c, *size = shape
    return conversion.materialize(placed, (n, *two_axes(size, 1), c))


def define_image(conversion: Conversion, old: SSAValue, image: SSAValue) -> None:
    """``image`` [N, H, W, C] is the converted ``old`` [N, C, size…]."""
    conversion.values[old] = seen_in_front(image, shape_of(old), conversion.current.location)


def seen_in_front(image: SSAValue, shape: Sequence[int], origin: LocationAttr) -> Rearranged:
    """``image`` [N, H, W, C] as what has ``shape`` [N, C, size…]."""
    layout = Layout.dense(shape_of(image))
    batch, height, width, channels = layout.axes
    spatial = (height, width)[4 - len(shape) :]
    return Rearranged(image, replace(layout, axes=(batch, channels, *spatial)), origin)


def two_axes(numbers: Sequence[int], missing: int) -> tuple[int, int]:
    """(height, width) of the numbers for all spatial axes; ``missing`` is for a height there is
    none of.
    """
    height, width = (missing, missing, *numbers)[-2:]
    return height, width


def numbers(values: Sequence[int]) -> Attribute:
    return DenseArrayBase.from_list(i64, list(values))
