"""Kernels of masks: softmax of what they leave, selection, comparisons, logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.fixed_point import Int64, requantize, wrap32
from cmlir.interpreter.arithmetic import softmax, wide_softmax
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array, read_strided, shape_of_type

Bool = npt.NDArray[np.bool_]


def kept_codes(
    op: cortex_m.AttentionOp | cortex_m.MaskedSoftmaxOp | cortex_m.WideSoftmaxOp,
    codes: Array,
    mask: Bool | None,
) -> Bool:
    """What mask and diagonal leave of rows of codes."""
    keep = np.ones(codes.shape, np.bool_)
    if mask is not None and op.mask_offset is not None and op.mask_strides is not None:
        strides = tuple(op.mask_strides.get_values())
        keep &= read_strided(mask, op.mask_offset.value.data, strides, codes.shape)
    if op.diagonal is not None:
        steps = np.arange(codes.shape[-1]) - np.arange(codes.shape[-2])[:, None]
        keep &= steps <= op.diagonal.value.data
    return keep


def _wide_softmax(
    op: cortex_m.WideSoftmaxOp,
    codes: npt.NDArray[np.int16],
    exponentials: npt.NDArray[np.int32],
    mask: Bool | None = None,
) -> Int64:
    return wide_softmax(codes, exponentials, kept_codes(op, codes, mask))


def _masked_softmax(
    op: cortex_m.MaskedSoftmaxOp,
    codes: npt.NDArray[np.int8],
    exponentials: npt.NDArray[np.int32],
    mask: Bool | None = None,
) -> Int64:
    keep = kept_codes(op, codes, mask)
    if op.output_rescale is None or op.output_offset is None:
        return softmax(codes, exponentials, 8, keep)
    wide = softmax(codes, exponentials, 16, keep) + 32768
    ((multiplier, shift),) = op.output_rescale.pairs
    scaled = wrap32(requantize(wide, multiplier, shift) + op.output_offset.value.data)
    return np.clip(scaled, -128, 127)


def _where(op: cortex_m.WhereOp, *operands: Array) -> Array:
    shape = shape_of_type(op.destination.type)
    condition, lhs, rhs = (
        read_strided(elements, offset, strides, shape)
        for elements, (_, offset, strides) in zip(operands, op.readings, strict=True)
    )
    return np.where(condition, lhs, rhs)


_COMPARISONS: dict[str, Callable[[Array, float], Bool]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def _compare_elements(op: cortex_m.CompareElementsOp, lhs: Array, rhs: Any) -> Bool:
    return _COMPARISONS[op.predicate.data](lhs, rhs)


def _compare(op: cortex_m.CompareOp, elements: Array) -> Bool:
    number = op.number.value.data
    compared: Any = np.float32(number) if elements.dtype == np.float32 else int(number)
    return _COMPARISONS[op.predicate.data](elements, compared)


def _and(_: cortex_m.LogicalAndOp, lhs: Bool, rhs: Bool) -> Bool:
    return lhs & rhs


def _or(_: cortex_m.LogicalOrOp, lhs: Bool, rhs: Bool) -> Bool:
    return lhs | rhs


def _xor(_: cortex_m.LogicalXorOp, lhs: Bool, rhs: Bool) -> Bool:
    return lhs ^ rhs


def _not(_: cortex_m.LogicalNotOp, values: Bool) -> Bool:
    return ~values


def _any(_: cortex_m.AnyOp, values: Bool) -> Array:
    return np.asarray(values.any(axis=1))


MASK_KERNELS = functions_of(
    "MaskKernels",
    {
        cortex_m.AnyOp: kernel(_any),
        cortex_m.CompareElementsOp: kernel(_compare_elements),
        cortex_m.CompareOp: kernel(_compare),
        cortex_m.LogicalAndOp: kernel(_and),
        cortex_m.LogicalNotOp: kernel(_not),
        cortex_m.LogicalOrOp: kernel(_or),
        cortex_m.LogicalXorOp: kernel(_xor),
        cortex_m.MaskedSoftmaxOp: kernel(_masked_softmax),
        cortex_m.WhereOp: kernel(_where),
        cortex_m.WideSoftmaxOp: kernel(_wide_softmax),
    },
)
