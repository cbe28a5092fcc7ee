"""Integer layer norm and RMS norm along the last axis."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i8, i32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code, same_shape
from cmlir.dialects.shapes import require_element, require_shape, shape_of

LONGEST_NORM_ROW = 65536
"""Rows whose sum of squares cannot overflow 32 bits."""


class NormOp(KernelOp):
    """Base class: out = clamp((t * multipliers * 2^-(2 + range_bits) + bias) >> shift).

    t is the normalized row, |t| <= 2^range_bits; ``multipliers`` and ``bias`` have one number for
    each column.  ``epsilon`` * 2^-epsilon_bits is the term beside the variance in the square root,
    in squared codes times the squared row size.  `kernels/include/cmlir_nn.h` has the arithmetic.
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
        return (self.input,)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [i8], name)
        same_shape([self.input, self.destination])
        shape = shape_of(self.input)
        if not shape or not 1 <= shape[-1] <= LONGEST_NORM_ROW:
            raise VerifyException(
                f"rows must have 1 to {LONGEST_NORM_ROW} elements, but shape is {shape}"
            )
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
        return "cmlir_layer_norm_s8"


@irdl_op_definition
class RmsNormOp(NormOp):
    """t = x / sqrt(mean(x^2) + e) with x = input + input_offset, over each row."""

    name = "cortex_m.rms_norm"
    input_offset = prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return "cmlir_rms_norm_s8"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        require_code("input_offset", self.input_offset.value.data, -127, 128)
