"""Elements chosen by indices that the program computes with."""

from __future__ import annotations

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of


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
