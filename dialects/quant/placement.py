"""Whether a quantized type fits the value that has it: its axes and number of scales."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, UnrankedTensorType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.quant.base import QuantizedType
from cmlir.dialects.quant.uniform import (
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
)


def verify_placement(quantized: QuantizedType, container: Attribute) -> None:
    """Verify the quantized type for a scalar or tensor shaped like `container`.

    Raises a VerifyException where an axis or the number of scales does not fit.
    """
    if isinstance(quantized, UniformQuantizedPerAxisType):
        _verify_per_axis(quantized, container)
    elif isinstance(quantized, UniformQuantizedSubChannelType):
        _verify_sub_channel(quantized, container)


def _verify_per_axis(quantized: UniformQuantizedPerAxisType, container: Attribute) -> None:
    if isinstance(container, UnrankedTensorType):
        return
    if not isinstance(container, TensorType):
        raise VerifyException("scalar types may not use per-axis quantization")
    shape = container.get_shape()
    if quantized.axis >= len(shape):
        raise VerifyException("quantized dimension must be less than tensor rank")
    if shape[quantized.axis] not in (DYNAMIC_INDEX, len(quantized.scales_data)):
        raise VerifyException("quantized dimension size does not match number of scales")


def _verify_sub_channel(quantized: UniformQuantizedSubChannelType, container: Attribute) -> None:
    if isinstance(container, UnrankedTensorType):
        raise VerifyException("tensor containing the sub-channel quantized type must be ranked")
    if not isinstance(container, TensorType):
        raise VerifyException("scalar types may not use sub-channel quantization")
    shape = container.get_shape()
    for axis, size in quantized.block_sizes.items():
        _verify_block(axis, size, shape)
    if len(quantized.shape) != len(shape):
        raise VerifyException(
            f"rank of scales {len(quantized.shape)} must match the rank of the tensor {len(shape)}"
        )
    for axis, blocks in enumerate(quantized.shape):
        expected = _block_count(axis, quantized, shape)
        if expected not in (DYNAMIC_INDEX, blocks):
            raise VerifyException(
                f"number of scales {blocks} at axis {axis} must be the number of blocks {expected}"
            )


def _block_count(axis: int, quantized: UniformQuantizedSubChannelType, shape: Sequence[int]) -> int:
    """The number of blocks along an axis; an axis without block size is one block."""
    size = quantized.block_sizes.get(axis)
    if size is None:
        return 1
    return DYNAMIC_INDEX if shape[axis] == DYNAMIC_INDEX else shape[axis] // size


def _verify_block(axis: int, size: int, shape: Sequence[int]) -> None:
    if axis >= len(shape):
        raise VerifyException(
            f"quantized dimension {axis} must be less than tensor rank {len(shape)}"
        )
    if shape[axis] != DYNAMIC_INDEX and shape[axis] % size:
        raise VerifyException(
            f"tensor dimension size {shape[axis]} at axis {axis} must be divisible by the "
            f"corresponding block size {size}"
        )
