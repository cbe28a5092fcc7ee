"""Truth values: comparisons, logic, selection."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import (
    I64,
    BoolAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor, UnaryOp
from cmlir.dialects.shapes import (
    broadcast_shapes,
    element_of,
    require_element,
    require_shape,
    shape_of,
)


class CompareScalarOp(UnaryOp):
    """result = (input <predicate> value), of i1."""

    value = prop_def(FloatAttr)
    PREDICATE: ClassVar[str]
    """Its usual abbreviation: eq, ne, lt, le, gt or ge."""

    def __init__(self, input: SSAValue, value: float, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={"value": FloatAttr(value, f64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        super().verify_()
        require_element(self.result, [i1], "result")


@irdl_op_definition
class EqScalarOp(CompareScalarOp):
    """result = (input == value), of i1."""

    name = "aten.eq_scalar"
    PREDICATE: ClassVar[str] = "eq"


@irdl_op_definition
class NeScalarOp(CompareScalarOp):
    """result = (input != value), of i1."""

    name = "aten.ne_scalar"
    PREDICATE: ClassVar[str] = "ne"


@irdl_op_definition
class LtScalarOp(CompareScalarOp):
    """result = (input < value), of i1."""

    name = "aten.lt_scalar"
    PREDICATE: ClassVar[str] = "lt"


@irdl_op_definition
class LeScalarOp(CompareScalarOp):
    """result = (input <= value), of i1."""

    name = "aten.le_scalar"
    PREDICATE: ClassVar[str] = "le"


@irdl_op_definition
class GtScalarOp(CompareScalarOp):
    """result = (input > value), of i1."""

    name = "aten.gt_scalar"
    PREDICATE: ClassVar[str] = "gt"


@irdl_op_definition
class GeScalarOp(CompareScalarOp):
    """result = (input >= value), of i1."""

    name = "aten.ge_scalar"
    PREDICATE: ClassVar[str] = "ge"


PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")


@irdl_op_definition
class CompareOp(NamedFormatOp):
    """result = (lhs <predicate> rhs), of i1, with PyTorch's broadcasting; no codes."""

    name = "aten.compare"
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    predicate = prop_def(StringAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        if self.predicate.data not in PREDICATES:
            raise VerifyException(
                f'predicate "{self.predicate.data}" is none of {", ".join(PREDICATES)}'
            )
        require_element(self.lhs, [i1, i8, i32, i64, f32], "lhs")
        require_element(self.rhs, [element_of(self.lhs)], "rhs")
        require_element(self.result, [i1], "result")
        shape = broadcast_shapes(shape_of(self.lhs), shape_of(self.rhs))
        require_shape(self.result, shape, "result")


class LogicOp(NamedFormatOp):
    """A function of two truth values, element by element with PyTorch's broadcasting."""

    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs), ("result", self.result)):
            require_element(value, [i1], name)
        shape = broadcast_shapes(shape_of(self.lhs), shape_of(self.rhs))
        require_shape(self.result, shape, "result")


@irdl_op_definition
class LogicalAndOp(LogicOp):
    """result = lhs and rhs, all of i1."""

    name = "aten.logical_and"


@irdl_op_definition
class LogicalOrOp(LogicOp):
    """result = lhs or rhs, all of i1."""

    name = "aten.logical_or"


@irdl_op_definition
class LogicalXorOp(LogicOp):
    """result = lhs or rhs but not both, all of i1."""

    name = "aten.logical_xor"


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
