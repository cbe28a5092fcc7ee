"""Elements in order along an axis: sorted, or each with all that are before it."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, BoolAttr, IntegerAttr, StringAttr, TensorType, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor, UnaryOp
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of

CUMULATIONS = ("sum", "prod", "max", "min")


@irdl_op_definition
class CumulateOp(UnaryOp):
    """result[…, i, …] = the sum, product, largest or smallest of input[…, 0 to i, …]."""

    name = "aten.cumulate"
    function = prop_def(StringAttr)
    dim = prop_def(IntegerAttr[I64])

    def __init__(self, input: SSAValue, function: str, dim: int, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"function": StringAttr(function), "dim": IntegerAttr(dim, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        super().verify_()
        require_element(self.result, [element_of(self.input)], "result")
        if self.function.data not in CUMULATIONS:
            raise VerifyException(
                f'function "{self.function.data}" is none of {", ".join(CUMULATIONS)}'
            )
        if not 0 <= self.dim.value.data < len(shape_of(self.input)):
            raise VerifyException(f"dim {self.dim.value.data} is no axis of the input")


@irdl_op_definition
class ArgsortOp(NamedFormatOp):
    """result = the indices of the first ``count`` elements of each row, in order.

    Rows are along the last axis.  Equal elements stay in their order; NaN is the largest number.
    """

    name = "aten.argsort"
    input = operand_def(AnyTensor)
    count = prop_def(IntegerAttr[I64])
    descending = prop_def(BoolAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, input: SSAValue, count: int, descending: bool):
        super().__init__(
            operands=[input],
            properties={
                "count": IntegerAttr(count, i64),
                "descending": BoolAttr.from_bool(descending),
            },
            result_types=[TensorType(i64, (*shape_of(input)[:-1], count))],
        )

    def verify_(self) -> None:
        shape, count = shape_of(self.input), self.count.value.data
        if not shape or not 0 < count <= shape[-1]:
            raise VerifyException(f"there are no {count} elements in rows of {shape}")
        require_element(self.result, [i64], "result")
        require_shape(self.result, (*shape[:-1], count), "result")
