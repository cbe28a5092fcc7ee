"""Kernels between float and int8, and those that compute in float element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from cmlir.dialects import aten, cortex_m
from cmlir.interpreter import real_angles as angles
from cmlir.interpreter import real_functions as real
from cmlir.interpreter.arithmetic import Float32, Int64, dequantize, quantize
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.real_functions import Float64
from cmlir.interpreter.tables import functions_of


def _quantize(op: cortex_m.QuantizeOp, values: Float32) -> Int64:
    inverse = np.float32(1.0 / op.scale.value.data)
    return quantize(values, inverse, op.zero_point.value.data, *op.clamp.bounds)


def _dequantize(op: cortex_m.DequantizeOp, codes: npt.NDArray[np.int8]) -> Float32:
    return dequantize(codes, np.float32(op.scale.value.data), op.zero_point.value.data)


def _mul(_: cortex_m.F32MulOp, lhs: Float32, rhs: Float32) -> Float32:
    return lhs * rhs


def _add(_: cortex_m.F32AddOp, lhs: Float32, rhs: Float32) -> Float32:
    return lhs + rhs


def _mul_scalar(op: cortex_m.F32MulScalarOp, values: Float32) -> Float32:
    return values * np.float32(op.value.value.data)


def _to_six(x: Float32) -> Float32:
    return np.minimum(np.maximum(x + np.float32(3), np.float32(0)), np.float32(6))


_SINGLE: dict[str, Callable[[Float32], Any]] = {
    "abs": np.abs,
    "ceil": np.ceil,
    "floor": np.floor,
    "hardsigmoid": lambda x: _to_six(x) / np.float32(6),
    "hardswish": lambda x: x * _to_six(x) / np.float32(6),
    "round": np.rint,
    "rsqrt": lambda x: np.float32(1) / np.sqrt(x),
    "sign": lambda x: np.where(x > 0, np.float32(1), np.where(x < 0, np.float32(-1), x)),
    "sqrt": np.sqrt,
    "trunc": np.trunc,
}
"""Computed in single precision."""

_DOUBLE: dict[str, Callable[[Float64], Float64]] = {
    "acos": lambda x: 2.0 * angles.atan(real.sqrt((1.0 - x) / (1.0 + x))),
    "acosh": angles.acosh,
    "asin": lambda x: angles.atan(x / real.sqrt((1.0 - x) * (1.0 + x))),
    "asinh": angles.asinh,
    "atan": angles.atan,
    "atanh": angles.atanh,
    "cosh": angles.cosh,
    "erf": real.erf,
    "erfc": real.erfc,
    "exp": real.exp,
    "exp2": lambda x: real.exp(x * 0.6931471805599453),
    "expm1": real.expm1,
    "gelu": lambda x: 0.5 * x * real.erfc(-0.7071067811865476 * x),
    "gelu_tanh": lambda x: x / (1.0 + real.exp(-1.5957691216057308 * (x + 0.044715 * (x * x * x)))),
    "log": real.log,
    "log10": lambda x: real.log(x) * 0.4342944819032518,
    "log1p": real.log1p,
    "log2": lambda x: real.log(x) * 1.4426950408889634,
    "log_sigmoid": lambda x: -real.softplus(-x),
    "mish": lambda x: x * real.tanh(real.softplus(x)),
    "sigmoid": lambda x: 1.0 / (1.0 + real.exp(-x)),
    "silu": lambda x: x / (1.0 + real.exp(-x)),
    "sinh": angles.sinh,
    "tanh": real.tanh,
}
"""Computed in double precision and rounded once."""

_PARAMETRIZED: dict[str, Callable[..., Float64 | Float32]] = {
    "elu": lambda x, alpha, scale, slope: np.where(
        x > 0,
        np.float64(scale) * x.astype(np.float64),
        np.float64(scale) * np.float64(alpha) * real.expm1(np.float64(slope) * x),
    ),
    "hardshrink": lambda x, lambd: np.where((x >= -lambd) & (x <= lambd), np.float32(0), x),
    "leaky_relu": lambda x, slope: np.where(x > 0, x, x * slope),
    "softplus": lambda x, beta, threshold: np.where(
        x * np.float64(beta) > threshold,
        x.astype(np.float64),
        real.softplus(x * np.float64(beta)) / np.float64(beta),
    ),
    "softshrink": lambda x, lambd: np.where(
        x > lambd, x - lambd, np.where(x < -lambd, x + lambd, x * np.float32(0))
    ),
    "threshold": lambda x, threshold, value: np.where(x <= threshold, value, x),
}


def _unary(op: cortex_m.F32UnaryOp, values: Float32) -> Float32 | Float64:
    function = op.function.data
    with np.errstate(all="ignore"):
        if function in ("sin", "cos"):
            return angles.sine(values, int(function == "cos")).astype(np.float32)
        if function == "tan":
            return (angles.sine(values, 0) / angles.sine(values, 1)).astype(np.float32)
        if function in _SINGLE:
            return _SINGLE[function](values)
        if function in _DOUBLE:
            return _DOUBLE[function](values.astype(np.float64)).astype(np.float32)
        return _PARAMETRIZED[function](values, *map(np.float32, op.numbers)).astype(np.float32)


def _in_double(
    function: Callable[[Float64, Float64], Float64],
) -> Callable[[Float32, Float32], Float32]:
    return lambda a, b: function(a.astype(np.float64), b.astype(np.float64)).astype(np.float32)


_BINARY: dict[str, Callable[[Float32, Float32], Float32]] = {
    "add": np.add,
    "atan2": lambda y, x: angles.atan2(y.astype(np.float64), x.astype(np.float64)).astype(
        np.float32
    ),
    "copysign": np.copysign,
    "div": np.divide,
    "floor_divide": aten.FloorDivideOp.evaluate,
    "fmod": np.fmod,
    "maximum": lambda a, b: np.where((a >= b) | np.isnan(a), a, b),
    "minimum": lambda a, b: np.where((a <= b) | np.isnan(a), a, b),
    "mul": np.multiply,
    "pow": _in_double(real.power),
    "remainder": aten.RemainderOp.evaluate,
    "sub": np.subtract,
}


def _binary(op: cortex_m.F32BinaryOp, lhs: Float32, rhs: Float32) -> Float32:
    with np.errstate(all="ignore"):
        return _BINARY[op.function.data](*np.broadcast_arrays(lhs, rhs))


F32_KERNELS = functions_of(
    "F32Kernels",
    {
        cortex_m.DequantizeOp: kernel(_dequantize),
        cortex_m.F32AddOp: kernel(_add),
        cortex_m.F32BinaryOp: kernel(_binary),
        cortex_m.F32MulOp: kernel(_mul),
        cortex_m.F32MulScalarOp: kernel(_mul_scalar),
        cortex_m.F32UnaryOp: kernel(_unary),
        cortex_m.QuantizeOp: kernel(_quantize),
    },
)
