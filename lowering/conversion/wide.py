"""Linear layers and convolutions on activations of 16 bits: how their sums start and end.

Sums have 32 bits, and are rescaled by a factor of 31, where that is enough for the largest sum of a
layer's weights and bias; else 64 bits, with a factor of 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, i16
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.cortex_m.fixed_point import LARGEST_SHIFT_64
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Unsupported,
    constant_behind,
    integer,
    spelled,
)
from cmlir.lowering.conversion.images import numbers, two_axes
from cmlir.lowering.conversion.rescale import sum_rescale
from cmlir.lowering.conversion.weights import Weights

LARGEST_RESULT = float(1 << 30)
"""Rescaled sums stay below this before they are clamped."""

LARGEST_SUM = float(1 << 46)

Weighted: TypeAlias = aten.LinearOp | aten.ConvOp


def is_wide_input(op: Weighted | aten.AvgPoolOp | aten.MeanOp | aten.SumOp) -> bool:
    """Whether the activations that are read have 16 bits."""
    quantized = quant.quantized_element_type(op.input)
    is_uniform = isinstance(quantized, quant.UniformQuantizedType)
    return is_uniform and quantized.storage_type.width.data == 16


def wide_forms(
    op: Weighted | aten.AvgPoolOp | aten.MeanOp | aten.SumOp,
) -> tuple[CodeForm, CodeForm]:
    """Those of input and result; raises Unsupported unless both have 16 bits with zero point 0."""
    forms = CodeForm.of(op.input), CodeForm.of(op.result)
    for value, form in zip((op.input, op.result), forms, strict=True):
        if form.bits != 16 or form.zero_point:
            raise Unsupported(
                f"with a 16-bit input needs 16-bit codes with zero point 0 on both sides, but has "
                f"{spelled(element_of(value))}"
            )
    return forms


def wide_weights(op: Weighted) -> aten.ConstantOp:
    constant = constant_behind(op.weight)
    if constant is None:
        raise Unsupported("on 16-bit codes needs constant weights")
    return constant


@dataclass(frozen=True)
class WideEnd:
    """The bias, of 32 or 64 bits, and how sums become codes."""

    bias: npt.NDArray[np.int32] | npt.NDArray[np.int64]
    rescale: cortex_m.RescaleAttr


def wide_end(
    weights: Weights,
    forms: tuple[CodeForm, CodeForm],
    factor: float = 1.0,
    public_is_64: bool = False,
    only_64: bool = False,
) -> WideEnd:
    """The narrower kind of sums that the kernel has: one of ``only_64`` has but one.

    ``public_is_64``: CMSIS-NN's function for a single factor has sums of 64 bits.
    Raises Unsupported where even those are too narrow.
    """
    if weights.zero_point:
        raise Unsupported("on 16-bit codes needs weights with zero point 0")
    factors = weights.accumulator_scales * (factor / forms[1].scale)
    largest = weights.largest_sums(forms[0]) + np.abs(weights.start_values())
    if largest.max(initial=0) > LARGEST_SUM or (largest * factors).max(initial=0) > LARGEST_RESULT:
        raise Unsupported(f"has sums of products up to {largest.max():.3g}, out of range")
    rescale = sum_rescale(factors.tolist(), 16)
    lefts = np.exp2(np.maximum([shift for _, shift in rescale.pairs], 0))
    fits = (largest * lefts).max(initial=0) <= np.iinfo(np.int32).max
    if fits and not only_64 and not (public_is_64 and len(factors) == 1):
        return WideEnd(weights.start_values().astype(np.int32), rescale)
    pairs = [cortex_m.rescale_pair(real) for real in factors.tolist()]
    if max(shift for _, shift in pairs) > LARGEST_SHIFT_64:
        raise Unsupported("multiplies its sums by 2^7 or more")
    return WideEnd(weights.start_values().astype(np.int64), cortex_m.RescaleAttr.of_pairs(pairs))


def wide_convolution(
    conversion: Conversion,
    kind: type[cortex_m.ConvOp | cortex_m.DepthwiseConvOp],
    operands: tuple[SSAValue, str, npt.NDArray[np.int8]],
    end: WideEnd,
    form: CodeForm,
    shape: Sequence[int],
    places: dict[str, Attribute],
) -> SSAValue:
    """The kernel on an image with weights of a symbol; ``shape`` [N, O, size…] is the result's."""
    image, symbol, weights = operands
    n, o, *size = shape
    pairs = end.rescale.pairs * (o if len(end.rescale.pairs) == 1 else 1)
    return conversion.kernel(
        kind,
        [
            *(image, conversion.constant(symbol, np.ascontiguousarray(weights))),
            *([conversion.constant(f"{symbol}_bias", end.bias)], []),
        ],
        TensorType(i16, (n, *two_axes(size, 1), o)),
        **places,
        input_offset=integer(0),
        output_offset=integer(0),
        rescale=cortex_m.RescaleAttr.of_pairs(pairs),
        clamp=form.clamp,
    )


def wide_sums(
    conversion: Conversion,
    image: SSAValue,
    window: tuple[tuple[int, int], int],
    forms: tuple[CodeForm, CodeForm],
    shape: Sequence[int],
    places: dict[str, Attribute],
) -> SSAValue:
    """y = the sum of a window (height, width) / a divisor, by a convolution with weights of 1."""
    (height, width), divisor = window
    channels = shape[1]
    weights = Weights(
        np.ones((channels, height * width), np.int8),
        0,
        np.full(channels, forms[0].scale / divisor),
    )
    return wide_convolution(
        conversion,
        cortex_m.DepthwiseConvOp,
        (image, f"ones_{height}x{width}x{channels}", np.ones((height, width, channels), np.int8)),
        wide_end(weights, forms, only_64=True),
        forms[1],
        shape,
        {**places, "dilations": numbers((1, 1))},
    )
