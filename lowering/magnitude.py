"""A bound on the absolute value of any element, from types and constants alone."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import constant_array
from cmlir.lowering.movement import MOVEMENT

FLOAT32_SAFE = 1e38
"""A bound below this leaves room for every rounding before f32 overflows."""


DEEPEST = 100
"""Operations that are looked through one after the other; behind more of them nothing is known."""


def is_finite(value: SSAValue) -> bool:
    """Whether no element of an f32 value can be infinite or NaN."""
    return magnitude(value) < FLOAT32_SAFE


def magnitude(value: SSAValue) -> float:
    """The greatest absolute value an element can have; inf where nothing is known."""
    return _Bounds({}).of(value)


@dataclass(frozen=True)
class _Bounds:
    """Bounds of values, each found once, whatever number of paths leads to it."""

    known: dict[SSAValue, float]
    depth: int = 0

    def of(self, value: SSAValue) -> float:
        if value not in self.known:
            deeper = replace(self, depth=self.depth + 1)
            bound = math.inf if self.depth == DEEPEST else deeper.found(value)
            self.known[value] = math.inf if math.isnan(bound) else bound
        return self.known[value]

    def found(self, value: SSAValue) -> float:
        """The bound by the operation that gives the value; may be NaN for inf * 0."""
        op = value.owner
        match op:
            case quant.DequantizeCastOp():
                return _of_codes(op.input)
            case aten.ConstantOp() if element_of(value) == f32:
                return float(np.abs(constant_array(op)).max(initial=0))
            case aten.FullOp() | aten.FullLikeOp():
                return abs(op.value.value.data)
            case aten.SoftmaxOp() if self.of(op.input) < FLOAT32_SAFE:
                return 1.0
            case aten.MulScalarOp():
                return self.of(op.input) * abs(float(op.number_f32))
            case aten.DivScalarOp() if op.number_f32 != 0:
                return self.of(op.input) / abs(float(op.number_f32))
            case aten.AddScalarOp() | aten.SubScalarOp() | aten.RsubScalarOp():
                return self.of(op.input) + abs(op.number)
            case aten.NegOp() | aten.ReluOp():
                return self.of(op.input)
            case aten.AddOp() | aten.SubOp():
                return self.of(op.lhs) + self.of(op.rhs)
            case aten.MulOp():
                return self.of(op.lhs) * self.of(op.rhs)
            case aten.LinearOp():
                bias = 0.0 if op.bias is None else self.of(op.bias)
                return (self._of_product(op.input, op.weight) + bias) * op.factor
            case aten.AddmmOp():
                return self._of_product(op.lhs, op.rhs) + self.of(op.bias)
            case aten.MmOp() | aten.BmmOp() | aten.MatmulOp():
                return self._of_product(op.lhs, op.rhs) * op.factor
            case aten.CatOp():
                return max(self.of(tensor) for tensor in op.tensors)
            case _ if isinstance(op, MOVEMENT):
                return self.of(op.input)
            case _:
                return math.inf

    def _of_product(self, lhs: SSAValue, rhs: SSAValue) -> float:
        return shape_of(lhs)[-1] * self.of(lhs) * self.of(rhs)


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
