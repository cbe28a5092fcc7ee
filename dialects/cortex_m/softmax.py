"""Integer softmax along the last axis."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i8, i16, i32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code, same_shape
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of

LONGEST_ROW = 4095
"""Rows whose sum of exponentials cannot overflow 32 bits (CMSIS-NN specification, softmax)."""

LONGEST_S8_ROW = 511
"""Rows for which every version of ``arm_softmax_s8`` is right: the sum stays below 512."""


@irdl_op_definition
class SoftmaxOp(KernelOp):
    """out = softmax(input * scale) along the last axis, in fixed point (specification section 7).

    ``input_rescale`` and ``diff_min`` are TFLite's for the input's scale.  Without
    ``output_rescale`` the result has the fixed parameters (1/256, -128) as i8 or (1/65536, -32768)
    as i16.  With it the 16-bit result is rescaled to i8: clamp(rescale(y16 + 32768) +
    output_offset), in one kernel.

    ``exponentials`` are those that follow from ``input_rescale`` and ``diff_min``, of the
    differences -255 to 0 to a row's maximum; only for the fixed parameters as i8.
    """

    name = "cortex_m.softmax"
    input = operand_def(AnyBuffer)
    exponentials = opt_operand_def(AnyBuffer)
    input_rescale = prop_def(RescaleAttr)
    diff_min = prop_def(IntegerAttr[I64])
    output_rescale = opt_prop_def(RescaleAttr)
    output_offset = opt_prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        if self.exponentials is not None:
            return "cmlir_softmax_table_s8"
        if self.output_rescale is not None:
            return "cmlir_softmax_s8"
        return "arm_softmax_s8_s16" if element_of(self.destination) == i16 else "arm_softmax_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        """In place as i8: every version takes a row's maximum and sum before it writes the row.

        Arm's does so as well; then it reads each element before it writes the result there.
        """
        return (self.input,) if element_of(self.destination) == i8 else ()

    def verify_kernel(self) -> None:
        require_element(self.input, [i8], "input")
        require_element(self.destination, [i8, i16], "out")
        same_shape([self.input, self.destination])
        shape = shape_of(self.input)
        if not shape or shape[-1] > LONGEST_ROW:
            raise VerifyException(
                f"rows must have 1 to {LONGEST_ROW} elements, but shape is {shape}"
            )
        if self.input_rescale.per_channel or self.input_rescale.pairs[0][1] < 0:
            raise VerifyException("input_rescale must be one pair with a shift >= 0")
        self._verify_output(shape[-1])
        self._verify_exponentials()

    def _verify_exponentials(self) -> None:
        if self.exponentials is None:
            return
        require_element(self.exponentials, [i32], "exponentials")
        require_shape(self.exponentials, (256,), "exponentials")
        if self.output_rescale is not None or element_of(self.destination) != i8:
            raise VerifyException("exponentials are for the fixed output parameters as i8")

    def _verify_output(self, row: int) -> None:
        if (self.output_rescale is None) != (self.output_offset is None):
            raise VerifyException("output_rescale and output_offset belong together")
        if self.output_rescale is not None and self.output_offset is not None:
            require_element(self.destination, [i8], "a rescaled out")
            require_code("output_offset", self.output_offset.value.data)
            if self.output_rescale.per_channel:
                raise VerifyException("output_rescale must be one pair")
        elif element_of(self.destination) == i8 and row > LONGEST_S8_ROW:
            raise VerifyException(
                f"rows of {row} elements need output_rescale: "
                f"arm_softmax_s8 breaks above {LONGEST_S8_ROW}"
            )
