"""What runs in float: counted and reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, StringAttr, f32, f64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.broadcast import verify_broadcast, whole_operands
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, same_shape
from cmlir.dialects.shapes import require_element

UNARY_FUNCTIONS: Mapping[str, int] = {
    **dict.fromkeys(("acos", "acosh", "asin", "asinh", "atanh", "cosh", "erfc", "sinh", "tan"), 0),
    **dict.fromkeys(("abs", "atan", "ceil", "cos", "erf", "exp", "exp2", "expm1", "floor"), 0),
    **dict.fromkeys(("gelu", "gelu_tanh", "hardsigmoid", "hardswish", "log", "log10"), 0),
    **dict.fromkeys(("log1p", "log2", "log_sigmoid", "mish", "round", "rsqrt", "sigmoid"), 0),
    **dict.fromkeys(("sign", "silu", "sin", "sqrt", "tanh", "trunc"), 0),
    **dict.fromkeys(("hardshrink", "leaky_relu", "softshrink"), 1),
    **dict.fromkeys(("softplus", "threshold"), 2),
    "elu": 3,
}
"""Functions of one number to how many parameters they have; cmlir_nn_f32.h defines them."""

BINARY_FUNCTIONS = (
    *("add", "sub", "mul", "div", "maximum", "minimum", "pow"),
    *("atan2", "copysign", "floor_divide", "fmod", "remainder"),
)
"""Functions of two numbers; cmlir_nn_f32.h defines them."""


def require_function(name: str, known: Sequence[str] | Mapping[str, int]) -> None:
    """Raises VerifyException unless there is a kernel for a function."""
    if name not in known:
        raise VerifyException(f'function "{name}" is none of {", ".join(known)}')


class FloatOp(KernelOp):
    """Base class of ops that compute in f32; what has it appears among the report's float ops.

    ``why`` says what keeps the operation that it stands for from running on integers.
    """

    why = opt_prop_def(StringAttr)


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


@irdl_op_definition
class F32UnaryOp(FloatOp):
    """out = function(input), with the function's parameters in the order of the kernel's."""

    name = "cortex_m.f32_unary"
    input = operand_def(AnyBuffer)
    function = prop_def(StringAttr)
    parameters = opt_prop_def(DenseArrayBase.constr(f64))

    @property
    def numbers(self) -> tuple[float, ...]:
        """The parameters; none where the function has none."""
        return () if self.parameters is None else tuple(self.parameters.get_values())

    @property
    def kernel(self) -> str:
        return f"cmlir_{self.function.data}_f32"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [f32], name)
        same_shape([self.input, self.destination])
        function = self.function.data
        require_function(function, UNARY_FUNCTIONS)
        if len(self.numbers) != UNARY_FUNCTIONS[function]:
            raise VerifyException(
                f"{function} has {UNARY_FUNCTIONS[function]} parameters, not {len(self.numbers)}"
            )


@irdl_op_definition
class F32BinaryOp(FloatOp):
    """out = function(lhs, rhs) with PyTorch's broadcasting."""

    name = "cortex_m.f32_binary"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_broadcast_{self.function.data}_f32"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return whole_operands(self)

    def verify_kernel(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs), ("out", self.destination)):
            require_element(value, [f32], name)
        verify_broadcast(self)
        require_function(self.function.data, BINARY_FUNCTIONS)
