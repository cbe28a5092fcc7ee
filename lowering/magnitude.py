"""A bound on the absolute value of any element, from types and constants alone."""

from __future__ import annotations

import math

import numpy as np
from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from cmlir.dialects import aten, quant
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import constant_array
from cmlir.lowering.movement import MOVEMENT

FLOAT32_SAFE = 1e38
"""A bound below this leaves room for every rounding before f32 overflows."""


def is_finite(value: SSAValue) -> bool:
    """Whether no element of an f32 value can be infinite or NaN."""
    return magnitude(value) < FLOAT32_SAFE


def magnitude(value: SSAValue) -> float:
    """The greatest absolute value an element can have; inf where nothing is known."""
    op = value.owner
    match op:
        case quant.DequantizeCastOp():
            return _of_codes(op.input)
        case aten.ConstantOp() if element_of(value) == f32:
            array = constant_array(op)
            return float(np.abs(array).max()) if np.isfinite(array).all() else math.inf
        case aten.FullOp() | aten.FullLikeOp():
            return abs(op.value.value.data)
        case aten.SoftmaxOp() if is_finite(op.input):
            return 1.0
        case aten.MulScalarOp():
            return magnitude(op.input) * abs(op.number)
        case aten.DivScalarOp() if op.number != 0:
            return magnitude(op.input) / abs(op.number)
        case aten.AddScalarOp() | aten.SubScalarOp() | aten.RsubScalarOp():
            return magnitude(op.input) + abs(op.number)
        case aten.NegOp() | aten.ReluOp():
            return magnitude(op.input)
        case aten.AddOp() | aten.SubOp():
            return magnitude(op.lhs) + magnitude(op.rhs)
        case aten.MulOp():
            return magnitude(op.lhs) * magnitude(op.rhs)
        case aten.LinearOp():
            bias = 0.0 if op.bias is None else magnitude(op.bias)
            return (_of_product(op.input, op.weight) + bias) * op.factor
        case aten.AddmmOp():
            return _of_product(op.lhs, op.rhs) + magnitude(op.bias)
        case aten.MmOp() | aten.BmmOp() | aten.MatmulOp():
            return _of_product(op.lhs, op.rhs) * op.factor
        case aten.CatOp():
            return max(magnitude(tensor) for tensor in op.tensors)
        case _ if isinstance(op, MOVEMENT):
            return magnitude(op.input)
        case _:
            return math.inf


def _of_product(lhs: SSAValue, rhs: SSAValue) -> float:
    return shape_of(lhs)[-1] * magnitude(lhs) * magnitude(rhs)


def _of_codes(value: SSAValue) -> float:
    quantized = quant.quantized_element_type(value)
    if isinstance(quantized, quant.UniformQuantizedType):
        scale, zero_points = quantized.scale, np.array([quantized.zero_point])
    elif isinstance(quantized, quant.UniformQuantizedPerAxisType):
        scale, zero_points = float(quantized.scales.max()), quantized.zero_points
    else:
        return math.inf
    ends = (quantized.storage_min, quantized.storage_max)
    return scale * max(float(np.abs(end - zero_points).max()) for end in ends)
