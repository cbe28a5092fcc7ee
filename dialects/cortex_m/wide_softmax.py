"""Softmax of scores of 16 bits."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i16, i32, i64
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.cortex_m.masks import MOST_AXES, verify_mask
from cmlir.dialects.cortex_m.softmax import LONGEST_ROW
from cmlir.dialects.shapes import require_element, require_shape, shape_of


@irdl_op_definition
class WideSoftmaxOp(KernelOp):
    """Softmax along the last axis of what is kept of 16-bit scores, as i8 of (1/256, -128).

    ``exponentials`` are those of 256 * k and of k codes less than a row's maximum, k = 0..255, in
    Q0.31; the high half of the doubled product of two is that of any difference.  Mask and diagonal
    are as in ``cortex_m.masked_softmax``; without both of them everything is kept.
    """

    name = "cortex_m.wide_softmax"
    input = operand_def(AnyBuffer)
    exponentials = operand_def(AnyBuffer)
    mask = opt_operand_def(AnyBuffer)
    mask_offset = opt_prop_def(IntegerAttr[I64])
    mask_strides = opt_prop_def(DenseArrayBase.constr(i64))
    diagonal = opt_prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return "cmlir_softmax_s16_s8"

    def verify_kernel(self) -> None:
        require_element(self.input, [i16], "input")
        require_element(self.destination, [i8], "out")
        same_shape([self.input, self.destination])
        require_element(self.exponentials, [i32], "exponentials")
        require_shape(self.exponentials, (2, 256), "exponentials")
        shape = shape_of(self.input)
        if not 1 <= len(shape) <= MOST_AXES or shape[-1] > LONGEST_ROW:
            raise VerifyException(
                f"rows must have 1 to {LONGEST_ROW} elements and the input 1 to {MOST_AXES} axes, "
                f"but its shape is {shape}"
            )
        verify_mask(self, shape)
