"""Integer layer norm and RMS norm along the last axis."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.codes import CODES, is_wide, require_clamp, require_offset
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.shapes import require_element, require_shape, shape_of

LONGEST_NORM_ROW = 65536
"""Rows of int8 whose sum of squares cannot overflow 32 bits."""

LONGEST_WIDE_NORM_ROW = 16384
"""Rows of which row_size * code has 32 bits, also if codes or results have 16."""


def longest_norm_row(wide: bool) -> int:
    """Elements of a row that the kernel takes; ``wide`` if input or result have 16 bits."""
    return LONGEST_WIDE_NORM_ROW if wide else LONGEST_NORM_ROW


class NormOp(KernelOp):
    """Base class: out = clamp((t * multipliers * 2^-(2 + range_bits) + bias) >> shift).

    t is the normalized row, |t| <= 2^range_bits; ``multipliers`` and ``bias`` have one number for
    each column.  ``epsilon`` * 2^-epsilon_bits is the term beside the variance in the square root,
    in squared codes times the squared row size.  Input and result are i8 or i16.
    `kernels/include/cmlir_nn.h` has the arithmetic.
    """

    input = operand_def(AnyBuffer)
    multipliers = operand_def(AnyBuffer)
    bias = operand_def(AnyBuffer)
    epsilon = prop_def(IntegerAttr[I64])
    epsilon_bits = prop_def(IntegerAttr[I64])
    range_bits = prop_def(IntegerAttr[I64])
    shift = prop_def(IntegerAttr[I64])
    clamp = prop_def(ClampAttr)

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,) if is_wide(self.input) == is_wide(self.destination) else ()

    @property
    def wide(self) -> bool:
        """Whether the input or the result have 16 bits."""
        return is_wide(self.input) or is_wide(self.destination)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, CODES, name)
        same_shape([self.input, self.destination])
        shape, longest = shape_of(self.input), longest_norm_row(self.wide)
        if not shape or not 1 <= shape[-1] <= longest:
            raise VerifyException(f"rows must have 1 to {longest} elements, but shape is {shape}")
        require_clamp(self.clamp, self.destination)
        for name, value in (("multipliers", self.multipliers), ("bias", self.bias)):
            require_element(value, [i32], name)
            require_shape(value, shape[-1:], name)
        self._verify_numbers()

    def _verify_numbers(self) -> None:
        if self.epsilon.value.data < 0:
            raise VerifyException(f"epsilon must not be negative, but is {self.epsilon.value.data}")
        if self.epsilon_bits.value.data % 2:
            raise VerifyException(f"epsilon_bits must be even, but is {self.epsilon_bits}")
        for name, attribute, least, greatest in (
            ("epsilon_bits", self.epsilon_bits, -62, 30),
            ("range_bits", self.range_bits, -60, 16),
            ("shift", self.shift, 0, 29),
        ):
            if not least <= attribute.value.data <= greatest:
                raise VerifyException(
                    f"{name} {attribute.value.data} is not in [{least}, {greatest}]"
                )


@irdl_op_definition
class LayerNormOp(NormOp):
    """t = (input - mean) / sqrt(variance + e), over each row."""

    name = "cortex_m.layer_norm"

    @property
    def kernel(self) -> str:
        return "cmlir_layer_norm_wide" if self.wide else "cmlir_layer_norm_s8"


@irdl_op_definition
class RmsNormOp(NormOp):
    """t = x / sqrt(mean(x^2) + e) with x = input + input_offset, over each row."""

    name = "cortex_m.rms_norm"
    input_offset = prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return "cmlir_rms_norm_wide" if self.wide else "cmlir_rms_norm_s8"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        require_offset("input_offset", self.input_offset.value.data, self.input)
