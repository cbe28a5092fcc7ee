"""Elements around a tensor."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, f64, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import require_shape, shape_of


@irdl_op_definition
class PadOp(NamedFormatOp):
    """result = the input with ``before`` and ``behind`` elements of ``value`` along each axis."""

    name = "aten.pad"
    input = operand_def(AnyTensor)
    before = prop_def(DenseArrayBase.constr(i64))
    behind = prop_def(DenseArrayBase.constr(i64))
    value = prop_def(FloatAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(
        self,
        input: SSAValue,
        before: Sequence[int],
        behind: Sequence[int],
        value: float,
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input],
            properties={
                "before": DenseArrayBase.from_list(i64, list(before)),
                "behind": DenseArrayBase.from_list(i64, list(behind)),
                "value": FloatAttr(value, f64),
            },
            result_types=[result_type],
        )

    @property
    def amounts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Before and behind each axis."""
        return tuple(self.before.get_values()), tuple(self.behind.get_values())

    def verify_(self) -> None:
        shape, (before, behind) = shape_of(self.input), self.amounts
        if len(before) != len(shape) or len(behind) != len(shape):
            raise VerifyException(f"before and behind must have a number for each axis of {shape}")
        if min((*before, *behind), default=0) < 0:
            raise VerifyException(f"padding must not be negative: {list(before)}, {list(behind)}")
        sums = zip(shape, before, behind, strict=True)
        require_shape(self.result, [sum(numbers) for numbers in sums], "result")
