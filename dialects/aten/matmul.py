"""Matrix products as ATen spells them.

A product may carry a ``scale``: a positive number that multiplies its whole result before it is
quantized.  No ATen op has it; it is what a score scale folds into.
"""

from __future__ import annotations

import math

from xdsl.dialects.builtin import FloatAttr
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import broadcast_shapes, require_shape, shape_of


class ProductOp(NamedFormatOp):
    """Base class of the products that can carry a scale."""

    scale = opt_prop_def(FloatAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    @property
    def factor(self) -> float:
        """The scale as a number, 1 where there is none."""
        return 1.0 if self.scale is None else self.scale.value.data

    def verify_(self) -> None:
        if not (math.isfinite(self.factor) and self.factor > 0):
            raise VerifyException(f"scale must be positive and finite, but is {self.factor}")
        self.verify_shapes()

    def verify_shapes(self) -> None:
        """Raises VerifyException unless operands and result fit together."""


@irdl_op_definition
class LinearOp(ProductOp):
    """result[..., n] = bias[n] + sum_k input[..., k] * weight[n, k]."""

    name = "aten.linear"
    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)

    def verify_shapes(self) -> None:
        input_shape, weight_shape = shape_of(self.input), shape_of(self.weight)
        if len(weight_shape) != 2 or not input_shape or input_shape[-1] != weight_shape[1]:
            raise VerifyException(
                f"input {input_shape} does not fit weight {weight_shape}: "
                "expected [..., K] and [N, K]"
            )
        if self.bias is not None:
            require_shape(self.bias, weight_shape[:1], "bias")
        require_shape(self.result, (*input_shape[:-1], weight_shape[0]), "result")


@irdl_op_definition
class AddmmOp(NamedFormatOp):
    """result[m, n] = bias[..., n] + sum_k lhs[m, k] * rhs[k, n]  (alpha = beta = 1)."""

    name = "aten.addmm"
    bias = operand_def(AnyTensor)
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        shape = _product_shape(shape_of(self.lhs), shape_of(self.rhs), rank=2)
        if broadcast_shapes(shape_of(self.bias), shape) != shape:
            raise VerifyException(f"bias {shape_of(self.bias)} does not broadcast to {shape}")
        require_shape(self.result, shape, "result")


@irdl_op_definition
class MmOp(ProductOp):
    """result[m, n] = sum_k lhs[m, k] * rhs[k, n]."""

    name = "aten.mm"
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)

    def verify_shapes(self) -> None:
        shape = _product_shape(shape_of(self.lhs), shape_of(self.rhs), rank=2)
        require_shape(self.result, shape, "result")


@irdl_op_definition
class BmmOp(ProductOp):
    """result[b, m, n] = sum_k lhs[b, m, k] * rhs[b, k, n]."""

    name = "aten.bmm"
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)

    def verify_shapes(self) -> None:
        lhs, rhs = shape_of(self.lhs), shape_of(self.rhs)
        shape = _product_shape(lhs, rhs, rank=3)
        if lhs[0] != rhs[0]:
            raise VerifyException(f"batches differ: {lhs} and {rhs}")
        require_shape(self.result, shape, "result")


@irdl_op_definition
class MatmulOp(ProductOp):
    """torch.matmul for operands of rank >= 2: batch dimensions broadcast."""

    name = "aten.matmul"
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)

    def verify_shapes(self) -> None:
        lhs, rhs = shape_of(self.lhs), shape_of(self.rhs)
        if len(lhs) < 2 or len(rhs) < 2:
            raise VerifyException(f"operands must have rank >= 2, but have {lhs} and {rhs}")
        require_shape(self.result, _product_shape(lhs, rhs), "result")


def _product_shape(
    lhs: tuple[int, ...], rhs: tuple[int, ...], rank: int | None = None
) -> tuple[int, ...]:
    if rank is not None and (len(lhs) != rank or len(rhs) != rank):
        raise VerifyException(f"operands must have rank {rank}, but have shapes {lhs} and {rhs}")
    if lhs[-1] != rhs[-2]:
        raise VerifyException(f"contraction sizes differ: {lhs} and {rhs}")
    return (*broadcast_shapes(lhs[:-2], rhs[:-2]), lhs[-2], rhs[-1])
