"""What runs in float: counted and reported."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def

from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.shapes import require_element


class FloatOp(KernelOp):
    """Base class of ops that compute in f32; what has it appears among the report's float ops."""


class _F32BinaryOp(FloatOp):
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.lhs, self.rhs)

    def verify_kernel(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs), ("out", self.destination)):
            require_element(value, [f32], name)
        same_shape([self.lhs, self.rhs, self.destination])


@irdl_op_definition
class F32MulOp(_F32BinaryOp):
    """out = lhs * rhs in IEEE single precision."""

    name = "cortex_m.f32_mul"

    @property
    def kernel(self) -> str:
        return "cmlir_mul_f32"


@irdl_op_definition
class F32AddOp(_F32BinaryOp):
    """out = lhs + rhs in IEEE single precision."""

    name = "cortex_m.f32_add"

    @property
    def kernel(self) -> str:
        return "cmlir_add_f32"


@irdl_op_definition
class F32MulScalarOp(FloatOp):
    """out = input * float32(value) in IEEE single precision."""

    name = "cortex_m.f32_mul_scalar"
    input = operand_def(AnyBuffer)
    value = prop_def(FloatAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_mul_scalar_f32"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [f32], name)
        same_shape([self.input, self.destination])
