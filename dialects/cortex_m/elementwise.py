"""Pointwise arithmetic on codes."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import (
    I64,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    TensorType,
    UnitAttr,
    i8,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.codes import (
    CODES,
    greatest_magnitude,
    is_wide,
    require_clamp,
    require_offset,
    require_zero_point,
)
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code, same_shape
from cmlir.dialects.shapes import element_of, require_element

WIDE_LEFT_SHIFT = 14
"""Bits for which a sum of 16-bit codes has room: code and offset have 17, the sum one more."""


class BinaryOp(KernelOp):
    """Base class of arithmetic on two tensors of codes."""

    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    lhs_offset = prop_def(IntegerAttr[I64])
    rhs_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        element = element_of(self.destination)
        return tuple(value for value in (self.lhs, self.rhs) if element_of(value) == element)

    def verify_kernel(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs), ("out", self.destination)):
            require_element(value, self.elements(), name)
        self.verify_shapes()
        require_offset("lhs_offset", self.lhs_offset.value.data, self.lhs)
        require_offset("rhs_offset", self.rhs_offset.value.data, self.rhs)
        require_zero_point("output_offset", self.output_offset.value.data, self.destination)
        require_clamp(self.clamp, self.destination)
        if self.rescale.per_channel:
            raise VerifyException("rescale must be one pair")

    def elements(self) -> tuple[Attribute, ...]:
        """The element types that operands and result may have."""
        return (i8,)

    def verify_shapes(self) -> None:
        same_shape([self.lhs, self.rhs, self.destination])


@irdl_op_definition
class MulOp(BinaryOp):
    """out = clamp(rescale((lhs + lhs_offset) * (rhs + rhs_offset)) + output_offset).

    Each is i8 or i16; beside 16-bit codes the product must have room for the rescale's shift.
    """

    name = "cortex_m.mul"

    def elements(self) -> tuple[Attribute, ...]:
        return CODES

    @property
    def wide(self) -> bool:
        """Whether any of the three has 16 bits."""
        return any(map(is_wide, (self.lhs, self.rhs, self.destination)))

    @property
    def kernel(self) -> str:
        return "cmlir_mul_wide" if self.wide else "arm_elementwise_mul_s8"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        factors = (self.lhs, self.lhs_offset), (self.rhs, self.rhs_offset)
        largest = math.prod(greatest_magnitude(v, offset.value.data) for v, offset in factors)
        if self.wide and largest << max(self.rescale.pairs[0][1], 0) >= 1 << 31:
            raise VerifyException(
                f"products of up to {largest}, shifted by {self.rescale.pairs[0][1]}, "
                "do not fit into 32 bits"
            )


class SumOp(BinaryOp):
    """Base class: out = clamp(rescale(A + B) + output_offset).

    A = lhs_rescale((lhs + lhs_offset) << left_shift), B = rhs_rescale((rhs + rhs_offset) <<
    left_shift).
    """

    lhs_rescale = prop_def(RescaleAttr)
    rhs_rescale = prop_def(RescaleAttr)
    left_shift = prop_def(IntegerAttr[I64])

    def verify_kernel(self) -> None:
        super().verify_kernel()
        if self.lhs_rescale.per_channel or self.rhs_rescale.per_channel:
            raise VerifyException("lhs_rescale and rhs_rescale must be one pair")
        self.verify_left_shift()

    def verify_left_shift(self) -> None:
        if not 16 <= self.left_shift.value.data <= 20:
            raise VerifyException(
                "left_shift must be 16 to 20: CMSIS-NN is wrong below on some targets"
            )


@irdl_op_definition
class AddOp(SumOp):
    """out = clamp(rescale(A + B) + output_offset), A and B as in `SumOp`; each i8 or i16.

    A - B in place of A + B with ``subtracted``, which is for 16-bit codes.
    """

    name = "cortex_m.add"
    subtracted = opt_prop_def(UnitAttr)

    def elements(self) -> tuple[Attribute, ...]:
        return CODES

    @property
    def wide(self) -> bool:
        """Whether any of the three has 16 bits."""
        return any(map(is_wide, (self.lhs, self.rhs, self.destination)))

    @property
    def kernel(self) -> str:
        return "cmlir_add_wide" if self.wide else "arm_elementwise_add_s8"

    def verify_left_shift(self) -> None:
        if self.subtracted is not None and not self.wide:
            raise VerifyException("subtracted is for 16-bit codes")
        if not self.wide:
            super().verify_left_shift()
        elif not 0 <= self.left_shift.value.data <= WIDE_LEFT_SHIFT:
            raise VerifyException(
                f"left_shift must be 0 to {WIDE_LEFT_SHIFT} beside 16-bit codes: their 17 bits "
                "with an offset must stay in 32"
            )


@irdl_op_definition
class RequantizeOp(KernelOp):
    """out = clamp(rescale(input + input_offset) + output_offset), i8 or i16 to either."""

    name = "cortex_m.requantize"
    input = operand_def(AnyBuffer)
    input_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        before, after = ("s16" if is_wide(v) else "s8" for v in (self.input, self.destination))
        return f"cmlir_requantize_{before}" + ("" if before == after else f"_{after}")

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,) if is_wide(self.input) == is_wide(self.destination) else ()

    def verify_kernel(self) -> None:
        require_element(self.input, CODES, "input")
        require_element(self.destination, CODES, "out")
        same_shape([self.input, self.destination])
        require_code("input_offset", self.input_offset.value.data, -32767, 32768)
        require_zero_point("output_offset", self.output_offset.value.data, self.destination)
        require_clamp(self.clamp, self.destination)
        if self.rescale.per_channel:
            raise VerifyException("rescale must be one pair")


@irdl_op_definition
class TableOp(KernelOp):
    """out = table[input + 128]: any function of one int8 code."""

    name = "cortex_m.table"
    input = operand_def(AnyBuffer)
    table = prop_def(DenseIntOrFPElementsAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_table_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [i8], name)
        same_shape([self.input, self.destination])
        if self.table.type != TensorType(i8, [256]):
            raise VerifyException(f"table must be a tensor<256xi8>, but is {self.table.type}")
