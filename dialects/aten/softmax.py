"""Softmax, plain and safe."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import require_shape, shape_of


class _SoftmaxOp(NamedFormatOp):
    input = operand_def(AnyTensor)
    dim = prop_def(IntegerAttr[I64])
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, input: SSAValue, dim: int, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"dim": IntegerAttr(dim, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        shape = shape_of(self.input)
        if not 0 <= self.dim.value.data < max(len(shape), 1):
            raise VerifyException(f"dim {self.dim.value.data} is out of range for shape {shape}")
        require_shape(self.result, shape, "result")


@irdl_op_definition
class SoftmaxOp(_SoftmaxOp):
    """result = exp(input - max) / sum exp(input - max) along ``dim`` (counted from the front)."""

    name = "aten.softmax"


@irdl_op_definition
class SafeSoftmaxOp(_SoftmaxOp):
    """Softmax along ``dim``; a row whose elements are all -inf gives zeros instead of NaN."""

    name = "aten.safe_softmax"
