"""Elements in order along an axis: sorted, or each with all that are before it."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, BoolAttr, IntegerAttr, StringAttr, f32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.float32 import FloatOp, require_function
from cmlir.dialects.cortex_m.integers import ELEMENTS, INTEGERS
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of

CUMULATIONS = ("sum", "prod", "max", "min")


def _require_blocks(input: SSAValue) -> None:
    if len(shape_of(input)) != 3:
        raise VerifyException(f"input must have 3 axes, but its shape is {shape_of(input)}")


@irdl_op_definition
class CumulateOp(KernelOp):
    """out[o, r, i] = function of input[o, 0 to r, i], of integers; upper bits are lost."""

    name = "cortex_m.cumulate"
    input = operand_def(AnyBuffer)
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_cumulate_integer"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        require_function(self.function.data, CUMULATIONS)
        require_element(self.input, INTEGERS, "input")
        require_element(self.destination, [element_of(self.input)], "out")
        same_shape([self.input, self.destination])
        _require_blocks(self.input)


@irdl_op_definition
class F32CumulateOp(FloatOp):
    """out[o, r, i] = function of input[o, 0 to r, i], in order.

    Sums and products are made in double precision, and each is rounded once.
    """

    name = "cortex_m.f32_cumulate"
    input = operand_def(AnyBuffer)
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_cum{self.function.data}_f32"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        require_function(self.function.data, CUMULATIONS)
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [f32], name)
        same_shape([self.input, self.destination])
        _require_blocks(self.input)


@irdl_op_definition
class ArgsortOp(KernelOp):
    """out = the indices of the first elements of each row, in order; codes or numbers.

    Equal elements stay in their order; NaN is the largest number.
    """

    name = "cortex_m.argsort"
    input = operand_def(AnyBuffer)
    count = prop_def(IntegerAttr[I64])
    descending = prop_def(BoolAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_argsort"

    def verify_kernel(self) -> None:
        require_element(self.input, ELEMENTS, "input")
        require_element(self.destination, [i64], "out")
        shape, count = shape_of(self.input), self.count.value.data
        if len(shape) != 2 or not 0 < count <= shape[1]:
            raise VerifyException(f"there are no {count} elements in rows of {shape}")
        require_shape(self.destination, (shape[0], count), "out")
