"""Elements of another type."""

from __future__ import annotations

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.aten.base import UnaryOp
from cmlir.dialects.shapes import element_of


@irdl_op_definition
class CastOp(UnaryOp):
    """The same numbers as elements of the result's type: floats go towards 0, integers wrap."""

    name = "aten.cast"

    def __init__(self, input: SSAValue, result_type: Attribute):
        super().__init__(operands=[input], result_types=[result_type])

    def verify_(self) -> None:
        super().verify_()
        if element_of(self.input) == element_of(self.result):
            raise VerifyException(
                f"input and result both have elements of {element_of(self.input)}"
            )
