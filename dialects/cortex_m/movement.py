"""Moving elements without computing."""

from __future__ import annotations

import math
from itertools import pairwise

from xdsl.dialects.builtin import (
    I64,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    i8,
    i64,
)
from xdsl.ir import BlockArgument
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp
from cmlir.dialects.cortex_m.storage import element_bytes
from cmlir.dialects.shapes import (
    element_count,
    element_of,
    joined_shape,
    require_element,
    require_shape,
    shape_of,
)

MOST_AXES = 8
"""The axes that a copy can go along."""

LONGEST_CONCATENATION = (1 << 16) - 1
"""Rows, and elements of a row, that CMSIS-NN's 16-bit sizes can count."""


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
class ReceiveOp(KernelOp):
    """out = input, an argument of the function, which may be there already.

    The caller may put the input where ``out`` is; so that memory belongs to the input from the
    begin, and calls of this op come before all others.
    """

    name = "cortex_m.receive"
    input = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_receive"

    def verify_kernel(self) -> None:
        if not isinstance(self.input, BlockArgument):
            raise VerifyException("the input must be an argument of the function")
        require_element(self.destination, [element_of(self.input)], "out")
        require_shape(self.destination, shape_of(self.input), "out")


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
        if len(strides) != len(shape) or len(shape) > MOST_AXES:
            raise VerifyException(
                f"{len(strides)} strides for shape {shape}, rank at most {MOST_AXES}"
            )
        spans = [stride * (size - 1) for stride, size in zip(strides, shape, strict=True)]
        first = self.offset.value.data + sum(min(s, 0) for s in spans)
        last = self.offset.value.data + sum(max(s, 0) for s in spans)
        if not 0 <= first <= last < element_count(self.input):
            raise VerifyException(
                f"reads elements {first} to {last} of an input of {element_count(self.input)}"
            )


@irdl_op_definition
class ConcatOp(KernelOp):
    """The parts one after the other along ``axis``.

    Seen as [rows, row] with all axes before ``axis`` in rows, a row of the result is a row of each
    part.
    """

    name = "cortex_m.concat"
    parts = var_operand_def(AnyBuffer)
    axis = prop_def(IntegerAttr[I64])

    @property
    def rows(self) -> int:
        return math.prod(shape_of(self.destination)[: self.axis.value.data])

    @property
    def row_bytes(self) -> tuple[int, ...]:
        """Bytes that a row of each part takes."""
        tails = (shape_of(part)[self.axis.value.data :] for part in self.parts)
        return tuple(math.prod(tail) * element_bytes(self.destination) for tail in tails)

    @property
    def kernel(self) -> str:
        longest = max(self.rows, sum(self.row_bytes))
        if element_of(self.destination) == i8 and longest <= LONGEST_CONCATENATION:
            return "arm_concatenation_s8_x"
        return "cmlir_concatenate"

    def verify_kernel(self) -> None:
        shapes = [shape_of(part) for part in self.parts]
        require_shape(self.destination, joined_shape(shapes, self.axis.value.data), "out")
        for part in self.parts:
            require_element(part, [element_of(self.destination)], "each part")


@irdl_op_definition
class FillOp(KernelOp):
    """Every element of the result is ``value`` (rounded to the element type)."""

    name = "cortex_m.fill"
    value = prop_def(FloatAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_fill"

    def verify_kernel(self) -> None:
        element, value = element_of(self.destination), self.value.value.data
        if not isinstance(element, IntegerType):
            return
        least, greatest = _integer_range(element)
        if not (math.isfinite(value) and least <= round(value) <= greatest):
            raise VerifyException(f"value {value} does not fit into {element}")


def _integer_range(element: IntegerType) -> tuple[int, int]:
    """Of two's complement; i1 is 0 or 1."""
    half = 1 << (element.width.data - 1)
    return (0, 1) if half == 1 else (-half, half - 1)
