"""Between float and codes of 8 or 16 bits."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import I64, FloatAttr, IntegerAttr, f32
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.codes import CODES, is_wide, require_clamp, require_zero_point
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.shapes import require_element


def _verify_scale(scale: float) -> None:
    if not (math.isfinite(scale) and scale > 0):
        raise VerifyException(f"scale must be positive and finite, but is {scale}")


@irdl_op_definition
class QuantizeOp(KernelOp):
    """out = clamp(rint(input * float32(1 / scale)) + zero_point), ties to even.

    NaN gives zero_point.
    """

    name = "cortex_m.quantize"
    input = operand_def(AnyBuffer)
    scale = prop_def(FloatAttr)
    zero_point = prop_def(IntegerAttr[I64])
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_quantize_f32_{'s16' if is_wide(self.destination) else 's8'}"

    def verify_kernel(self) -> None:
        require_element(self.input, [f32], "input")
        require_element(self.destination, CODES, "out")
        same_shape([self.input, self.destination])
        _verify_scale(self.scale.value.data)
        require_zero_point("zero_point", self.zero_point.value.data, self.destination)
        require_clamp(self.clamp, self.destination)


@irdl_op_definition
class DequantizeOp(KernelOp):
    """out = float32(input - zero_point) * float32(scale)."""

    name = "cortex_m.dequantize"
    input = operand_def(AnyBuffer)
    scale = prop_def(FloatAttr)
    zero_point = prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return f"cmlir_dequantize_{'s16' if is_wide(self.input) else 's8'}_f32"

    def verify_kernel(self) -> None:
        require_element(self.input, CODES, "input")
        require_element(self.destination, [f32], "out")
        same_shape([self.input, self.destination])
        _verify_scale(self.scale.value.data)
        require_zero_point("zero_point", self.zero_point.value.data, self.input)
