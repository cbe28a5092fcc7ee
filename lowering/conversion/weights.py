"""The constant operand of a linear layer or convolution, in the integers that its kernel reads."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import IntegerType, i8
from xdsl.ir import SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.shapes import element_of
from cmlir.lowering.constants import constant_array
from cmlir.lowering.conversion.context import CodeForm, Unsupported, constant_behind

LARGEST_START = float(1 << 30)
"""Start values stay below this, so that the products have room beside them."""


@dataclass(frozen=True)
class Weights:
    """codes[n, k] in signed 8 bits; real weight = scale[n] * (codes - zero_point)."""

    codes: npt.NDArray[np.int8]
    zero_point: int
    accumulator_scales: npt.NDArray[np.float64]
    """What one unit of accumulator n is worth: s_x * s_w[n]; one number if equal for all."""
    bias: npt.NDArray[np.float64] | None = None
    bits: int = 8
    """4 where the type says that codes are in -8..7, around 0, and they are."""

    @classmethod
    def of(cls, op: aten.ConstantOp, input_scale: float, axis: int = 0) -> Weights:
        """Output channels lie along ``axis``.

        Raises Unsupported for other than 4 or 8 bits, and for scales along the contraction.
        """
        quantized = quant.quantized_element_type(op.result)
        match quantized:
            case quant.UniformQuantizedType():
                scales, zero_points = np.array([quantized.scale]), {quantized.zero_point}
            case quant.UniformQuantizedPerAxisType() if quantized.axis == axis:
                scales, zero_points = quantized.scales, set(quantized.zero_points.tolist())
            case quant.UniformQuantizedPerAxisType():
                raise Unsupported(
                    f"has weights with a scale along axis {quantized.axis}, the contraction: one "
                    "rescale per output channel cannot express it"
                )
            case _:
                raise Unsupported(f"needs quantized weights, but has {element_of(op.result)}")
        if quantized.storage_type.width.data not in (4, 8):
            raise Unsupported(f"needs weights of 4 or 8 bits, but has {element_of(op.result)}")
        middle = 0 if quantized.is_signed else 1 << (quantized.storage_type.width.data - 1)
        if len(zero_points) > 1 or (len(scales) > 1 and zero_points != {middle}):
            raise Unsupported(f"needs zero point {middle} in weights with a scale per channel")
        if not -128 <= min(zero_points) - middle <= 127:
            raise Unsupported(f"needs a zero point of 8 bits, but has {element_of(op.result)}")
        codes = (constant_array(op).astype(np.int16) - middle).astype(np.int8)
        zero_point = zero_points.pop() - middle
        is_narrow = zero_point == 0 and _are_narrow(codes, quantized, middle)
        return cls(codes, zero_point, scales * input_scale, bits=4 if is_narrow else 8)

    def fitted(self, bias: npt.NDArray[np.float64] | None) -> Weights:
        """Take the bias in; channels whose bias is too large for their scale get coarser weights.

        The codes are halved (and the scale doubled) as often as needed: the products of such a
        channel are far below its bias.
        """
        if bias is None:
            return self
        starts = np.abs(bias) / self.accumulator_scales
        halvings = np.ceil(np.log2(np.maximum(starts / LARGEST_START, 1.0)))
        if not halvings.any():
            return replace(self, bias=bias)
        if self.zero_point:
            raise Unsupported("has a bias beyond 32 bits beside weights with a zero point")
        factors = np.exp2(np.broadcast_to(halvings, self.codes.shape[:1]))
        codes = np.rint(self.codes / factors[:, None]).astype(np.int8)
        return Weights(codes, 0, self.accumulator_scales * factors, bias, self.bits)

    def largest_sums(self, form: CodeForm) -> npt.NDArray[np.float64]:
        """The size of the largest sum of products with such codes, for each output channel."""
        span = max(abs(end - form.zero_point) for end in (form.least, form.greatest))
        sizes = np.abs(self.codes.astype(np.int64) - self.zero_point)
        return sizes.reshape(len(sizes), -1).sum(axis=1).astype(np.float64) * span

    def within(self, form: CodeForm) -> Weights:
        """The same; raises Unsupported if a sum of products with such codes may need over 32 bits.

        Sums that wrap in between are right in the end.
        """
        largest = float(self.largest_sums(form).max(initial=0))
        if largest + LARGEST_START > np.iinfo(np.int32).max and (
            largest + np.abs(self.start_values()).max(initial=0) > np.iinfo(np.int32).max
        ):
            depth = self.codes[0].size
            raise Unsupported(f"adds up {depth} products to as much as {largest:.3g}, over 32 bits")
        return self

    @property
    def element(self) -> IntegerType:
        """In which they are stored, where the kernel takes both."""
        return cortex_m.i4 if self.bits == 4 else i8

    def start_values(self) -> npt.NDArray[np.float64]:
        """round(b[n] / (s_x * s_w[n])), as integers in f64."""
        if self.bias is None:
            return np.zeros(self.codes.shape[0])
        return np.rint(self.bias / self.accumulator_scales)

    def offset_sums(self, input_offset: int) -> npt.NDArray[np.float64]:
        """input_offset * sum_k (codes[n, k] - zero_point), the input's zero point taken in."""
        sums = self.codes.astype(np.int64).sum(axis=1) - self.zero_point * self.codes.shape[1]
        return (input_offset * sums).astype(np.float64)


def _are_narrow(
    codes: npt.NDArray[np.int8], quantized: quant.StoredType, middle: int
) -> np.bool_ | bool:
    """Whether 4 bits hold all codes that a type allows, and those that there are."""
    allowed = quantized.storage_min - middle, quantized.storage_max - middle
    if not -8 <= allowed[0] <= allowed[1] <= 7:
        return False
    return ((codes >= -8) & (codes <= 7)).all()


def real_bias(value: SSAValue | None) -> npt.NDArray[np.float64] | None:
    """The bias in real numbers; None where there is none.  Raises Unsupported if it is computed."""
    if value is None:
        return None
    constant = constant_behind(value)
    if constant is None:
        raise Unsupported("needs a constant bias")
    quantized, numbers = quant.quantized_element_type(value), constant_array(constant)
    bias = numbers.astype(np.float64)
    match quantized:
        case quant.UniformQuantizedType():
            bias = (bias - quantized.zero_point) * quantized.scale
        case quant.UniformQuantizedPerAxisType():
            bias = (bias - quantized.zero_points) * quantized.scales
        case _:
            pass
    if not np.isfinite(bias).all():
        raise Unsupported("has a bias that is not finite")
    return bias


def as_int32(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    if np.abs(values).max(initial=0) > np.iinfo(np.int32).max:
        raise Unsupported("has start values beyond 32 bits: its weights or bias are out of range")
    return values.astype(np.int32)
