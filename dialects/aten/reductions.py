"""One number out of the elements along some axes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import BoolAttr, DenseArrayBase, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of


class ReductionOp(NamedFormatOp):
    """Base class: axes ``dims`` (ascending, at least one) disappear, or keep size 1 with
    ``keepdim``.
    """

    input = operand_def(AnyTensor)
    dims = prop_def(DenseArrayBase.constr(i64))
    keepdim = prop_def(BoolAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, input: SSAValue, dims: Sequence[int], keepdim: bool, result_type: Attribute):
        super().__init__(
            operands=[input],
            properties={
                "dims": DenseArrayBase.from_list(i64, list(dims)),
                "keepdim": BoolAttr.from_bool(keepdim),
            },
            result_types=[result_type],
        )

    @property
    def axes(self) -> tuple[int, ...]:
        return tuple(self.dims.get_values())

    def verify_(self) -> None:
        shape, axes = shape_of(self.input), self.axes
        if not axes or list(axes) != sorted({d for d in axes if 0 <= d < len(shape)}):
            raise VerifyException(f"dims {list(axes)} are not ascending axes of shape {shape}")
        kept = [1 if axis in axes else size for axis, size in enumerate(shape)]
        if not self.keepdim:
            kept = [size for axis, size in enumerate(shape) if axis not in axes]
        require_shape(self.result, kept, "result")
        self.verify_element()

    def verify_element(self) -> None:
        """Raises VerifyException if the result's elements do not fit the input's."""


@irdl_op_definition
class MeanOp(ReductionOp):
    """result = sum / number of elements."""

    name = "aten.mean"


@irdl_op_definition
class SumOp(ReductionOp):
    """result = sum of the elements."""

    name = "aten.sum"


class ExtremeOp(ReductionOp):
    """Base class: the result is one of the elements, as it is."""

    def verify_element(self) -> None:
        require_element(self.result, [element_of(self.input)], "result")


@irdl_op_definition
class AmaxOp(ExtremeOp):
    """result = the largest element."""

    name = "aten.amax"


@irdl_op_definition
class AminOp(ExtremeOp):
    """result = the smallest element."""

    name = "aten.amin"


class ArgExtremeOp(ReductionOp):
    """Base class: where along the one axis an element is first, of i64."""

    def verify_element(self) -> None:
        require_element(self.result, [i64], "result")
        if len(self.axes) != 1:
            raise VerifyException(f"an index is along one axis, but dims are {list(self.axes)}")


@irdl_op_definition
class ArgmaxOp(ArgExtremeOp):
    """result = where the largest element is first."""

    name = "aten.argmax"


@irdl_op_definition
class ArgminOp(ArgExtremeOp):
    """result = where the smallest element is first."""

    name = "aten.argmin"
