"""Codes around a tensor."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i64
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.shapes import require_element, require_shape, shape_of


@irdl_op_definition
class PadOp(KernelOp):
    """out = the input with ``before`` and ``behind`` codes of ``value`` along each of four axes."""

    name = "cortex_m.pad"
    input = operand_def(AnyBuffer)
    before = prop_def(DenseArrayBase.constr(i64))
    behind = prop_def(DenseArrayBase.constr(i64))
    value = prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return "arm_pad_s8"

    def verify_kernel(self) -> None:
        require_element(self.input, [i8], "input")
        require_element(self.destination, [i8], "out")
        require_code("value", self.value.value.data)
        shape = shape_of(self.input)
        before, behind = self.before.get_values(), self.behind.get_values()
        if not len(shape) == len(before) == len(behind) == 4 or min((*before, *behind)) < 0:
            raise VerifyException(
                f"before {list(before)} and behind {list(behind)} must be numbers from 0 up for "
                f"the four axes of {shape}"
            )
        sums = zip(shape, before, behind, strict=True)
        require_shape(self.destination, [sum(numbers) for numbers in sums], "out")
