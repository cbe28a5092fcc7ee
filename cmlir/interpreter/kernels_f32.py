"""Kernels between float and int8, and those that compute in float."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cmlir.dialects import cortex_m
from cmlir.interpreter.arithmetic import Float32, Int64, dequantize, quantize
from cmlir.interpreter.kernel_calls import kernel
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


F32_KERNELS = functions_of(
    "F32Kernels",
    {
        cortex_m.DequantizeOp: kernel(_dequantize),
        cortex_m.F32AddOp: kernel(_add),
        cortex_m.F32MulOp: kernel(_mul),
        cortex_m.F32MulScalarOp: kernel(_mul_scalar),
        cortex_m.QuantizeOp: kernel(_quantize),
    },
)
