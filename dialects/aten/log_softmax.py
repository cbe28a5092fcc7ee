"""Logarithms of probabilities."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.aten.base import UnaryOp
from cmlir.dialects.shapes import shape_of


@irdl_op_definition
class LogSoftmaxOp(UnaryOp):
    """result = input - log sum exp input along ``dim`` (counted from the front)."""

    name = "aten.log_softmax"
    dim = prop_def(IntegerAttr[I64])

    def __init__(self, input: SSAValue, dim: int, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"dim": IntegerAttr(dim, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        super().verify_()
        shape = shape_of(self.input)
        if not 0 <= self.dim.value.data < max(len(shape), 1):
            raise VerifyException(f"dim {self.dim.value.data} is out of range for shape {shape}")
