"""Integers that are no codes, and what is made of them: casts, arithmetic, comparisons, sums."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, f32, i1, i8, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.broadcast import verify_broadcast, whole_operands
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.cortex_m.masks import PREDICATES
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of

INTEGERS: tuple[Attribute, ...] = (i8, i32, i64)
ELEMENTS: tuple[Attribute, ...] = (i1, *INTEGERS, f32)
INTEGER_FUNCTIONS = (
    *("add", "sub", "mul", "maximum", "minimum", "floor_divide", "trunc_divide", "remainder"),
    *("fmod", "bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right"),
)


@irdl_op_definition
class CastOp(KernelOp):
    """out = input as another type of element; floats go towards 0, integers lose their upper bits.

    Truth values are 0 and 1.
    """

    name = "cortex_m.cast"
    input = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_cast"

    def verify_kernel(self) -> None:
        require_element(self.input, ELEMENTS, "input")
        require_element(self.destination, ELEMENTS[1:], "out")
        same_shape([self.input, self.destination])
        if element_of(self.input) == element_of(self.destination):
            raise VerifyException(f"input and out both have elements of {element_of(self.input)}")


@irdl_op_definition
class IntegerOp(KernelOp):
    """out = function(lhs, rhs) on integers with PyTorch's broadcasting; upper bits are lost.

    To divide by 0 is an error.
    """

    name = "cortex_m.integer"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_broadcast_integer"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return whole_operands(self)

    def verify_kernel(self) -> None:
        require_element(self.destination, INTEGERS, "out")
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs)):
            require_element(value, [element_of(self.destination)], name)
        verify_broadcast(self)
        if self.function.data not in INTEGER_FUNCTIONS:
            raise VerifyException(
                f'function "{self.function.data}" is none of {", ".join(INTEGER_FUNCTIONS)}'
            )


@irdl_op_definition
class CompareTensorsOp(KernelOp):
    """out = (lhs ``predicate`` rhs) with PyTorch's broadcasting; with NaN only "ne" holds."""

    name = "cortex_m.compare_tensors"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    predicate = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_broadcast_compare"

    def verify_kernel(self) -> None:
        require_element(self.lhs, ELEMENTS, "lhs")
        require_element(self.rhs, [element_of(self.lhs)], "rhs")
        require_element(self.destination, [i1], "out")
        verify_broadcast(self)
        if self.predicate.data not in PREDICATES:
            raise VerifyException(
                f'predicate "{self.predicate.data}" is none of {", ".join(PREDICATES)}'
            )


@irdl_op_definition
class SumIntegersOp(KernelOp):
    """out[o, i] = sum of input[o, r, i] over r, of integers; upper bits are lost."""

    name = "cortex_m.sum_integers"
    input = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_sum_integer"

    def verify_kernel(self) -> None:
        require_element(self.input, INTEGERS, "input")
        require_element(self.destination, [element_of(self.input)], "out")
        shape = shape_of(self.input)
        if len(shape) != 3:
            raise VerifyException(f"input must have 3 axes, but its shape is {shape}")
        require_shape(self.destination, (shape[0], shape[2]), "out")
