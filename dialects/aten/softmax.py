"""Softmax: plain, safe, masked."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, IntegerAttr, i1, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import broadcast_shapes, require_element, require_shape, shape_of


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


@irdl_op_definition
class MaskedSoftmaxOp(NamedFormatOp):
    """Softmax along ``dim`` of what is kept; all else, and a row of which nothing is kept, gives 0.

    Kept is what the mask, of i1 and broadcast to the input's shape, holds for, and of the last two
    axes [i, j] what has j <= i + diagonal.  At least one of mask and diagonal is there.
    """

    name = "aten.masked_softmax"
    input = operand_def(AnyTensor)
    mask = opt_operand_def(AnyTensor)
    dim = prop_def(IntegerAttr[I64])
    diagonal = opt_prop_def(IntegerAttr[I64])
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(
        self,
        input: SSAValue,
        mask: SSAValue | None,
        dim: int,
        result_type: Attribute,
        diagonal: int | None = None,
    ):
        properties = {"dim": dim, "diagonal": diagonal}
        super().__init__(
            operands=[input, [] if mask is None else [mask]],
            properties={k: IntegerAttr(v, i64) for k, v in properties.items() if v is not None},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        shape = shape_of(self.input)
        if not 0 <= self.dim.value.data < len(shape):
            raise VerifyException(f"dim {self.dim.value.data} is out of range for shape {shape}")
        require_shape(self.result, shape, "result")
        self._verify_mask(shape)

    def _verify_mask(self, shape: Sequence[int]) -> None:
        if self.mask is None and self.diagonal is None:
            raise VerifyException("expected a mask or a diagonal")
        if self.diagonal is not None and len(shape) < 2:
            raise VerifyException("a diagonal needs two axes")
        if self.mask is None:
            return
        require_element(self.mask, [i1], "mask")
        if broadcast_shapes(shape, shape_of(self.mask)) != tuple(shape):
            raise VerifyException(f"mask of shape {shape_of(self.mask)} does not fit {shape}")
