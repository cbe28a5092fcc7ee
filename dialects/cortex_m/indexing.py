"""Elements chosen by indices at run time."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, BoolAttr, IntegerAttr, f32, i8, i32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.float32 import FloatOp
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.shapes import (
    element_of,
    require_element,
    require_shape,
    require_slices,
    shape_of,
)


@irdl_op_definition
class EmbeddingOp(KernelOp):
    """out[i, …] = table[indices[i], …]; an index that the table does not have is an error."""

    name = "cortex_m.embedding"
    table = operand_def(AnyBuffer)
    indices = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_embedding"

    def verify_kernel(self) -> None:
        rows = shape_of(self.table)
        if not rows:
            raise VerifyException("table must have rows, but is a scalar")
        require_element(self.indices, [i32, i64], "indices")
        require_element(self.destination, [element_of(self.table)], "out")
        require_shape(self.destination, (*shape_of(self.indices), *rows[1:]), "out")


@irdl_op_definition
class CheckIndicesOp(KernelOp):
    """out = the indices of an axis of ``size`` elements; one outside of it is an error.

    Negative ones count from the end of the axis, if ``from_end``; else they are outside.
    """

    name = "cortex_m.check_indices"
    input = operand_def(AnyBuffer)
    size = prop_def(IntegerAttr[I64])
    from_end = prop_def(BoolAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_check_indices"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        require_element(self.input, [i32, i64], "input")
        require_element(self.destination, [element_of(self.input)], "out")
        same_shape([self.input, self.destination])


class SlicesOp(KernelOp):
    """Base class: slices of ``input`` along ``dim`` at the indices meet those of ``source``.

    A negative index counts from the end; one outside of the axis is an error, and nothing is
    written.  In place only the slices are.
    """

    input = operand_def(AnyBuffer)
    indices = operand_def(AnyBuffer)
    source = operand_def(AnyBuffer)
    dim = prop_def(IntegerAttr[I64])

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        require_slices(self.source, self.input, self.indices, self.dim.value.data)
        require_element(self.source, [element_of(self.input)], "source")
        require_element(self.destination, [element_of(self.input)], "out")
        require_shape(self.destination, shape_of(self.input), "out")


@irdl_op_definition
class IndexCopyOp(SlicesOp):
    """out = input, then out[…, indices[i], …] = source[…, i, …] along ``dim``, in order.

    A negative index counts from the end; one outside of the axis is an error, and nothing is
    written.  In place only the slices are.
    """

    name = "cortex_m.index_copy"

    @property
    def kernel(self) -> str:
        return "cmlir_index_copy"


@irdl_op_definition
class IndexAddOp(SlicesOp):
    """out = input, then out[…, indices[i], …] += source[…, i, …] along ``dim``, of integers.

    A negative index counts from the end; one outside of the axis is an error, and nothing is
    written.  Upper bits are lost.
    """

    name = "cortex_m.index_add"

    @property
    def kernel(self) -> str:
        return "cmlir_index_add"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        require_element(self.input, [i8, i32, i64], "input")


@irdl_op_definition
class F32IndexAddOp(FloatOp, SlicesOp):
    """out = input, then out[…, indices[i], …] += source[…, i, …] along ``dim``, in order.

    A negative index counts from the end; one outside of the axis is an error, and nothing is
    written.
    """

    name = "cortex_m.f32_index_add"

    @property
    def kernel(self) -> str:
        return "cmlir_index_add"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        require_element(self.input, [f32], "input")
