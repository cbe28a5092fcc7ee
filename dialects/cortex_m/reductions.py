"""One number out of the int8 codes, or one truth value out of those, along an axis."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import I64, IntegerAttr, IntegerType, i1, i8, i64
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.shapes import require_element, require_shape, shape_of

LARGEST_SUM = (1 << 31) - 1


class ReductionOp(KernelOp):
    """Base class: out[o, i] from all input[o, r, i]."""

    input = operand_def(AnyBuffer)
    ELEMENT: ClassVar[IntegerType] = i8

    def verify_kernel(self) -> None:
        require_element(self.input, [self.ELEMENT], "input")
        shape = shape_of(self.input)
        if len(shape) != 3 or shape[1] < 1:
            raise VerifyException(f"input must have 3 axes, the middle one not empty: {shape}")
        require_shape(self.destination, (shape[0], shape[2]), "out")
        self.verify_result()

    def verify_result(self) -> None:
        require_element(self.destination, [self.ELEMENT], "out")


@irdl_op_definition
class SumOp(ReductionOp):
    """out = clamp(rescale(sum of (input + input_offset)) + output_offset): a sum or a mean."""

    name = "cortex_m.sum"
    input_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_sum_s8"

    def verify_result(self) -> None:
        super().verify_result()
        require_code("input_offset", self.input_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
        if self.rescale.per_channel:
            raise VerifyException("rescale must be one pair")
        if not sum_fits(shape_of(self.input)[1], self.rescale):
            raise VerifyException(f"sums of {shape_of(self.input)[1]} codes overflow 32 bits")


def sum_fits(count: int, rescale: RescaleAttr) -> bool:
    """Whether sums of ``count`` codes, shifted as ``rescale`` does first, have 32 bits."""
    ((_, shift),) = rescale.pairs
    return 255 * count << max(shift, 0) <= LARGEST_SUM


@irdl_op_definition
class AnyOp(ReductionOp):
    """out = whether any element holds, of i1."""

    name = "cortex_m.any"
    ELEMENT: ClassVar[IntegerType] = i1

    @property
    def kernel(self) -> str:
        return "cmlir_any"


@irdl_op_definition
class MaxOp(ReductionOp):
    """out = the largest code."""

    name = "cortex_m.max"

    @property
    def kernel(self) -> str:
        return "cmlir_max_s8"


@irdl_op_definition
class MinOp(ReductionOp):
    """out = the smallest code."""

    name = "cortex_m.min"

    @property
    def kernel(self) -> str:
        return "cmlir_min_s8"


class _IndexOp(ReductionOp):
    def verify_result(self) -> None:
        require_element(self.destination, [i64], "out")


@irdl_op_definition
class ArgmaxOp(_IndexOp):
    """out = the first index r of the largest code, of i64."""

    name = "cortex_m.argmax"

    @property
    def kernel(self) -> str:
        return "cmlir_argmax_s8"


@irdl_op_definition
class ArgminOp(_IndexOp):
    """out = the first index r of the smallest code, of i64."""

    name = "cortex_m.argmin"

    @property
    def kernel(self) -> str:
        return "cmlir_argmin_s8"
