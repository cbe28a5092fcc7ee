"""Elements chosen by indices that the program computes with."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, BoolAttr, IntegerAttr, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor, UnaryOp
from cmlir.dialects.shapes import (
    element_of,
    require_element,
    require_shape,
    require_slices,
    shape_of,
)


@irdl_op_definition
class EmbeddingOp(NamedFormatOp):
    """result[i, …] = weight[indices[i], …], i being an index of ``indices``; moves elements as
    they are.  An index outside of the first axis of ``weight`` is an error.
    """

    name = "aten.embedding"
    weight = operand_def(AnyTensor)
    indices = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, weight: SSAValue, indices: SSAValue, result_type: Attribute):
        super().__init__(operands=[weight, indices], result_types=[result_type])

    def verify_(self) -> None:
        rows = shape_of(self.weight)
        if not rows:
            raise VerifyException("weight must have rows, but is a scalar")
        require_element(self.indices, [i32, i64], "indices")
        require_element(self.result, [element_of(self.weight)], "result")
        require_shape(self.result, (*shape_of(self.indices), *rows[1:]), "result")


@irdl_op_definition
class CheckedIndexOp(UnaryOp):
    """result = the indices of an axis of ``size`` elements; one outside of it is an error.

    Negative ones count from the end of the axis, if ``from_end``; else they are outside.
    """

    name = "aten.checked_index"
    size = prop_def(IntegerAttr[I64])
    from_end = prop_def(BoolAttr)

    def __init__(self, input: SSAValue, size: int, from_end: bool):
        super().__init__(
            operands=[input],
            properties={"size": IntegerAttr(size, i64), "from_end": BoolAttr.from_bool(from_end)},
            result_types=[input.type],
        )

    def verify_(self) -> None:
        super().verify_()
        require_element(self.input, [i32, i64], "input")
        require_element(self.result, [element_of(self.input)], "result")


class SlicesOp(NamedFormatOp):
    """Base class: slices of ``input`` along ``dim`` at the indices meet those of ``source``.

    They do so in order.  A negative index counts from the end; one outside of the axis is an error.
    """

    input = operand_def(AnyTensor)
    indices = operand_def(AnyTensor)
    source = operand_def(AnyTensor)
    dim = prop_def(IntegerAttr[I64])
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(
        self,
        input: SSAValue,
        indices: SSAValue,
        source: SSAValue,
        dim: int,
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input, indices, source],
            properties={"dim": IntegerAttr(dim, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        require_slices(self.source, self.input, self.indices, self.dim.value.data)
        require_element(self.source, [element_of(self.input)], "source")
        require_element(self.result, [element_of(self.input)], "result")
        require_shape(self.result, shape_of(self.input), "result")


@irdl_op_definition
class IndexCopyOp(SlicesOp):
    """The input with slices along ``dim`` replaced: result[…, indices[i], …] = source[…, i, …].

    Slices are replaced in order, so the last of equal indices counts.  A negative index counts from
    the end; one outside of the axis is an error.
    """

    name = "aten.index_copy"


@irdl_op_definition
class IndexAddOp(SlicesOp):
    """The input with slices along ``dim`` added: result[…, indices[i], …] += source[…, i, …].

    A negative index counts from the end; one outside of the axis is an error.
    """

    name = "aten.index_add"
