"""What the safe-softmax guard is made of."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, BoolAttr, FloatAttr, IntegerAttr, f64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor, UnaryOp
from cmlir.dialects.shapes import broadcast_shapes, require_shape, shape_of


@irdl_op_definition
class EqScalarOp(UnaryOp):
    """result = (input == value), of i1."""

    name = "aten.eq_scalar"
    value = prop_def(FloatAttr)

    def __init__(self, input: SSAValue, value: float, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"value": FloatAttr(value, f64)},
            result_types=[result_type],
        )


@irdl_op_definition
class LogicalNotOp(UnaryOp):
    """result = (input == 0), of i1."""

    name = "aten.logical_not"


@irdl_op_definition
class AnyOp(NamedFormatOp):
    """Whether any element along ``dim`` is not zero; the axis keeps size 1 with ``keepdim``."""

    name = "aten.any"
    input = operand_def(AnyTensor)
    dim = prop_def(IntegerAttr[I64])
    keepdim = prop_def(BoolAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        shape, dim = shape_of(self.input), self.dim.value.data
        if not 0 <= dim < len(shape):
            raise VerifyException(f"dim {dim} is out of range for shape {shape}")
        kept = (1,) if self.keepdim else ()
        require_shape(self.result, (*shape[:dim], *kept, *shape[dim + 1 :]), "result")


@irdl_op_definition
class WhereOp(NamedFormatOp):
    """result = lhs where condition, else rhs; all three broadcast."""

    name = "aten.where"
    condition = operand_def(AnyTensor)
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        values = broadcast_shapes(shape_of(self.lhs), shape_of(self.rhs))
        require_shape(self.result, broadcast_shapes(shape_of(self.condition), values), "result")
