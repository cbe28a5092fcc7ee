"""Moving elements without computing."""

from __future__ import annotations

from itertools import pairwise

from xdsl.dialects.builtin import I64, DenseArrayBase, FloatAttr, IntegerAttr, i8, i64
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp
from cmlir.dialects.shapes import (
    element_count,
    element_of,
    require_element,
    require_shape,
    shape_of,
)


@irdl_op_definition
class TransposeOp(KernelOp):
    """Axis k of the result is axis permutation[k] of the input; int8, rank 2 to 4.

    The permutation is in its shortest form - no axes of size 1, no two axes that stay neighbours -
    so that the cases that CMSIS-NN gets wrong cannot be written.
    """

    name = "cortex_m.transpose"
    input = operand_def(AnyBuffer)
    permutation = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel(self) -> str:
        return "arm_transpose_s8"

    def verify_kernel(self) -> None:
        require_element(self.input, [i8], "input")
        shape, axes = shape_of(self.input), list(self.permutation.get_values())
        if not 2 <= len(shape) <= 4 or sorted(axes) != list(range(len(shape))):
            raise VerifyException(f"{axes} does not permute the axes of {shape}, rank 2 to 4")
        if 1 in shape or any(b == a + 1 for a, b in pairwise(axes)):
            raise VerifyException(f"{axes} of {shape} is not in its shortest form")
        require_element(self.destination, [element_of(self.input)], "out")
        require_shape(self.destination, [shape[a] for a in axes], "out")


@irdl_op_definition
class CopyOp(KernelOp):
    """out[i0, i1, …] = flat(input)[offset + sum_k i_k * strides[k]].

    Expansions, slices, and transposes that ``cortex_m.transpose`` cannot say.
    """

    name = "cortex_m.copy"
    input = operand_def(AnyBuffer)
    offset = prop_def(IntegerAttr[I64])
    strides = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel(self) -> str:
        return "cmlir_strided_copy"

    def verify_kernel(self) -> None:
        require_element(self.destination, [element_of(self.input)], "out")
        shape, strides = shape_of(self.destination), list(self.strides.get_values())
        if len(strides) != len(shape) or len(shape) > 8:
            raise VerifyException(f"{len(strides)} strides for shape {shape}, rank at most 8")
        spans = [stride * (size - 1) for stride, size in zip(strides, shape, strict=True)]
        first = self.offset.value.data + sum(min(s, 0) for s in spans)
        last = self.offset.value.data + sum(max(s, 0) for s in spans)
        if not 0 <= first <= last < element_count(self.input):
            raise VerifyException(
                f"reads elements {first} to {last} of an input of {element_count(self.input)}"
            )


@irdl_op_definition
class FillOp(KernelOp):
    """Every element of the result is ``value`` (rounded to the element type)."""

    name = "cortex_m.fill"
    value = prop_def(FloatAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_fill"
