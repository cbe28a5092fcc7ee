"""What computes in float on rows: reductions, softmax, norms, matrix products."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import FloatAttr, StringAttr, f32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.float32 import FloatOp, require_function
from cmlir.dialects.cortex_m.kernel import AnyBuffer, same_shape
from cmlir.dialects.cortex_m.matmul import verify_product
from cmlir.dialects.shapes import require_element, require_shape, shape_of

REDUCTIONS = ("sum", "mean", "max", "min", "argmax", "argmin")
SOFTMAXES = ("softmax", "safe_softmax", "log_softmax")
NORMS = ("layer_norm", "rms_norm")


@irdl_op_definition
class F32ReduceOp(FloatOp):
    """out[o, i] = function of all input[o, r, i]; argmax and argmin give the first index, of i64.

    Sums go in order in double precision and are rounded once; NaN is beyond all numbers.
    """

    name = "cortex_m.f32_reduce"
    input = operand_def(AnyBuffer)
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_{self.function.data}_f32"

    def verify_kernel(self) -> None:
        require_function(self.function.data, REDUCTIONS)
        require_element(self.input, [f32], "input")
        element = i64 if self.function.data.startswith("arg") else f32
        require_element(self.destination, [element], "out")
        shape = shape_of(self.input)
        if len(shape) != 3 or shape[1] < 1:
            raise VerifyException(f"input must have 3 axes, the middle one not empty: {shape}")
        require_shape(self.destination, (shape[0], shape[2]), "out")


def _verify_rows(input: SSAValue, destination: SSAValue) -> None:
    """Raises VerifyException unless both are f32, of one shape with a last axis."""
    for name, value in (("input", input), ("out", destination)):
        require_element(value, [f32], name)
    same_shape([input, destination])
    if not shape_of(input):
        raise VerifyException("input must have at least one axis")


@irdl_op_definition
class F32SoftmaxOp(FloatOp):
    """Along the last axis: softmax, its logarithm, or with 0 for rows of -inf alone."""

    name = "cortex_m.f32_softmax"
    input = operand_def(AnyBuffer)
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_{self.function.data}_f32"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        _verify_rows(self.input, self.destination)
        require_function(self.function.data, SOFTMAXES)


@irdl_op_definition
class F32NormOp(FloatOp):
    """(x - mean) / sqrt(variance + epsilon) * weight + bias along the last axis.

    In an RMS norm the mean is left out.
    """

    name = "cortex_m.f32_norm"
    input = operand_def(AnyBuffer)
    weight = opt_operand_def(AnyBuffer)
    bias = opt_operand_def(AnyBuffer)
    function = prop_def(StringAttr)
    epsilon = prop_def(FloatAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_{self.function.data}_f32"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        _verify_rows(self.input, self.destination)
        require_function(self.function.data, NORMS)
        for name, value in (("weight", self.weight), ("bias", self.bias)):
            if value is not None:
                require_element(value, [f32], name)
                require_shape(value, shape_of(self.input)[-1:], name)
        epsilon = self.epsilon.value.data
        if not (math.isfinite(epsilon) and epsilon >= 0):
            raise VerifyException(f"epsilon must be finite and not negative, but is {epsilon}")


@irdl_op_definition
class F32MatmulOp(FloatOp):
    """out[.., i, j] = sum_k lhs[.., i, k] * rhs[.., j, k] + bias[j], the sum in order from 0.

    Ranks 2 to 4; the leading axes of either operand may be 1 against the other's.
    """

    name = "cortex_m.f32_matmul"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    bias = opt_operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_matmul_f32"

    def macs(self) -> int:
        return math.prod(shape_of(self.destination)) * shape_of(self.lhs)[-1]

    def verify_kernel(self) -> None:
        verify_product(self.lhs, self.rhs, self.destination, f32, [f32])
        if self.bias is not None:
            require_element(self.bias, [f32], "bias")
            require_shape(self.bias, shape_of(self.rhs)[-2:-1], "bias")
