"""Integer logarithm of softmax along the last axis."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i8
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import MULTIPLIER_MAX, ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code, same_shape
from cmlir.dialects.shapes import require_element, shape_of

MOST_FRACTION_BITS = 40


@irdl_op_definition
class LogSoftmaxOp(KernelOp):
    """out = clamp(round(((input - max) * multiplier - L * log_multiplier) / 2^shift) +
    output_offset).

    L is log2 of the sum of exponentials of a row, with 16 fraction bits.  ``input_rescale`` and
    ``diff_min`` are those of ``cortex_m.softmax``.
    """

    name = "cortex_m.log_softmax"
    input = operand_def(AnyBuffer)
    input_rescale = prop_def(RescaleAttr)
    diff_min = prop_def(IntegerAttr[I64])
    multiplier = prop_def(IntegerAttr[I64])
    log_multiplier = prop_def(IntegerAttr[I64])
    shift = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_log_softmax_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [i8], name)
        same_shape([self.input, self.destination])
        if not shape_of(self.input):
            raise VerifyException("input must have rows, but is a scalar")
        if self.input_rescale.per_channel or self.input_rescale.pairs[0][1] < 0:
            raise VerifyException("input_rescale must be one pair with a shift >= 0")
        require_code("output_offset", self.output_offset.value.data)
        require_code("shift", self.shift.value.data, 1, MOST_FRACTION_BITS)
        for name, factor in (
            ("multiplier", self.multiplier),
            ("log_multiplier", self.log_multiplier),
        ):
            require_code(name, factor.value.data, 0, MULTIPLIER_MAX)
