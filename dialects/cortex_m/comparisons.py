"""Comparisons of two tensors, element by element; masks.py has those with a number."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, i1, i32, i64
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.cortex_m.masks import PREDICATES
from cmlir.dialects.shapes import element_of, require_element

_SUFFIXES: dict[Attribute, str] = {i32: "s32", i64: "s64"}


@irdl_op_definition
class CompareElementsOp(KernelOp):
    """out = (lhs ``predicate`` rhs), integers of one shape."""

    name = "cortex_m.compare_elements"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    predicate = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_compare_elements_{_SUFFIXES[element_of(self.lhs)]}"

    def verify_kernel(self) -> None:
        require_element(self.lhs, list(_SUFFIXES), "lhs")
        require_element(self.rhs, [element_of(self.lhs)], "rhs")
        require_element(self.destination, [i1], "out")
        same_shape([self.lhs, self.rhs, self.destination])
        if self.predicate.data not in PREDICATES:
            raise VerifyException(
                f'predicate "{self.predicate.data}" is none of {", ".join(PREDICATES)}'
            )
