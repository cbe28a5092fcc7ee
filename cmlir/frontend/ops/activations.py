"""Functions of one number: activations, clamps, exponentials, rounding."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.fx import Node
from xdsl.ir import SSAValue

from cmlir.dialects import aten
from cmlir.frontend.graph import GraphImporter, Handler
from cmlir.frontend.ops.elementwise import unary

SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805
"""PyTorch's constants of SELU."""


def gelu(graph: GraphImporter, input: Node, approximate: str) -> SSAValue:
    return graph.emit(aten.GeluOp(_value(graph, input), approximate, graph.result_type))


def clamp(
    graph: GraphImporter, input: Node, min: float | None = None, max: float | None = None
) -> SSAValue:
    return graph.emit(aten.ClampOp(_value(graph, input), graph.result_type, min=min, max=max))


def clamp_max(graph: GraphImporter, input: Node, max: float) -> SSAValue:
    return clamp(graph, input, None, max)


def relu6(graph: GraphImporter, input: Node) -> SSAValue:
    return clamp(graph, input, 0.0, 6.0)


def elu(
    graph: GraphImporter, input: Node, alpha: float, scale: float, input_scale: float
) -> SSAValue:
    value = _value(graph, input)
    numbers = {"alpha": alpha, "scale": scale, "input_scale": input_scale}
    return graph.emit(aten.EluOp(value, graph.result_type, **numbers))


def selu(graph: GraphImporter, input: Node) -> SSAValue:
    return elu(graph, input, SELU_ALPHA, SELU_SCALE, 1.0)


def celu(graph: GraphImporter, input: Node, alpha: float) -> SSAValue:
    """x above 0, else alpha * (e^(x / alpha) - 1)"""
    return elu(graph, input, alpha, 1.0, 1 / alpha)


def leaky_relu(graph: GraphImporter, input: Node, negative_slope: float) -> SSAValue:
    value = _value(graph, input)
    return graph.emit(aten.LeakyReluOp(value, graph.result_type, negative_slope=negative_slope))


def prelu(graph: GraphImporter, input: Node, weight: Node) -> SSAValue:
    """With one constant slope it is a leaky relu, else max(x, 0) + slope * min(x, 0)."""
    slope = graph.stored(weight)
    if isinstance(slope, Tensor) and slope.numel() == 1:
        return leaky_relu(graph, input, float(slope.item()))
    value, result = _value(graph, input), graph.result_type
    shape = result.get_shape()
    channels = [1] * len(shape)
    if len(shape) > 1:
        channels[1] = weight.meta["val"].numel()
    slopes = graph.emit(aten.ViewOp(graph.value(weight), graph.like_result(channels)))
    above = graph.emit(aten.ReluOp(operands=[value], result_types=[result]))
    below = graph.emit(aten.ClampOp(value, result, max=0.0))
    scaled = graph.emit(aten.MulOp(operands=[below, slopes], result_types=[result]))
    return graph.emit(aten.AddOp(operands=[above, scaled], result_types=[result]))


def softplus(graph: GraphImporter, input: Node, beta: float, threshold: float) -> SSAValue:
    value = _value(graph, input)
    return graph.emit(
        aten.SoftplusOp(value, graph.result_type, beta=float(beta), threshold=float(threshold))
    )


def hardshrink(graph: GraphImporter, input: Node, lambd: float) -> SSAValue:
    return graph.emit(aten.HardshrinkOp(_value(graph, input), graph.result_type, lambd=lambd))


def softshrink(graph: GraphImporter, input: Node, lambd: float) -> SSAValue:
    return graph.emit(aten.SoftshrinkOp(_value(graph, input), graph.result_type, lambd=lambd))


def threshold(graph: GraphImporter, input: Node, threshold: float, value: float) -> SSAValue:
    operand = _value(graph, input)
    return graph.emit(
        aten.ThresholdOp(operand, graph.result_type, threshold=threshold, value=value)
    )


def pow_scalar(graph: GraphImporter, input: Node, exponent: float) -> SSAValue:
    return graph.emit(aten.PowScalarOp(_value(graph, input), float(exponent), graph.result_type))


def square(graph: GraphImporter, input: Node) -> SSAValue:
    return pow_scalar(graph, input, 2)


def rpow_scalar(graph: GraphImporter, base: float, exponent: Node) -> SSAValue:
    return graph.emit(aten.RpowScalarOp(_value(graph, exponent), base, graph.result_type))


def round_decimals(graph: GraphImporter, input: Node, decimals: int) -> SSAValue:
    """round(x * 10^decimals) / 10^decimals"""
    value, power = _value(graph, input), math.pow(10, decimals)
    scaled = graph.emit(aten.MulScalarOp(value, power, graph.result_type))
    rounded = graph.emit(aten.RoundOp(operands=[scaled], result_types=[graph.result_type]))
    return graph.emit(aten.DivScalarOp(rounded, power, graph.result_type))


def glu(graph: GraphImporter, input: Node, dim: int) -> SSAValue:
    """a * sigmoid(b), a and b being the halves along `dim`."""
    value, kind = _value(graph, input), graph.result_type
    axis = dim % len(kind.get_shape())
    size = kind.get_shape()[axis]
    a, b = (graph.emit(aten.SliceOp(value, axis, start, 1, kind)) for start in (0, size))
    gate = graph.emit(aten.SigmoidOp(operands=[b], result_types=[kind]))
    return graph.emit(aten.MulOp(operands=[a, gate], result_types=[kind]))


def _value(graph: GraphImporter, input: Node) -> SSAValue:
    """The operand, which must have the result's dtype."""
    value = graph.value(input)
    graph.require_result_dtype(value)
    return value


_ATEN = torch.ops.aten

HANDLERS: dict[object, Handler] = {
    _ATEN.tan.default: unary(aten.TanOp),
    _ATEN.sinh.default: unary(aten.SinhOp),
    _ATEN.cosh.default: unary(aten.CoshOp),
    _ATEN.atanh.default: unary(aten.AtanhOp),
    _ATEN.arctanh.default: unary(aten.AtanhOp),
    _ATEN.asinh.default: unary(aten.AsinhOp),
    _ATEN.arcsinh.default: unary(aten.AsinhOp),
    _ATEN.asin.default: unary(aten.AsinOp),
    _ATEN.arcsin.default: unary(aten.AsinOp),
    _ATEN.acosh.default: unary(aten.AcoshOp),
    _ATEN.arccosh.default: unary(aten.AcoshOp),
    _ATEN.acos.default: unary(aten.AcosOp),
    _ATEN.arccos.default: unary(aten.AcosOp),
    _ATEN.abs.default: unary(aten.AbsOp),
    _ATEN.absolute.default: unary(aten.AbsOp),
    _ATEN.arctan.default: unary(aten.AtanOp),
    _ATEN.atan.default: unary(aten.AtanOp),
    _ATEN.ceil.default: unary(aten.CeilOp),
    _ATEN.celu.default: celu,
    _ATEN.clamp.default: clamp,
    _ATEN.clamp_max.default: clamp_max,
    _ATEN.clamp_min.default: clamp,
    _ATEN.clip.default: clamp,
    _ATEN.cos.default: unary(aten.CosOp),
    _ATEN.elu.default: elu,
    _ATEN.erfc.default: unary(aten.ErfcOp),
    _ATEN.special_erf.default: unary(aten.ErfOp),
    _ATEN.special_erfc.default: unary(aten.ErfcOp),
    _ATEN.erf.default: unary(aten.ErfOp),
    _ATEN.exp.default: unary(aten.ExpOp),
    _ATEN.exp2.default: unary(aten.Exp2Op),
    _ATEN.expm1.default: unary(aten.Expm1Op),
    _ATEN.fix.default: unary(aten.TruncOp),
    _ATEN.floor.default: unary(aten.FloorOp),
    _ATEN.gelu.default: gelu,
    _ATEN.glu.default: glu,
    _ATEN.hardshrink.default: hardshrink,
    _ATEN.hardsigmoid.default: unary(aten.HardsigmoidOp),
    _ATEN.hardswish.default: unary(aten.HardswishOp),
    _ATEN.hardtanh.default: clamp,
    _ATEN.leaky_relu.default: leaky_relu,
    _ATEN.log.default: unary(aten.LogOp),
    _ATEN.log10.default: unary(aten.Log10Op),
    _ATEN.log1p.default: unary(aten.Log1pOp),
    _ATEN.log2.default: unary(aten.Log2Op),
    _ATEN.log_sigmoid.default: unary(aten.LogSigmoidOp),
    _ATEN.mish.default: unary(aten.MishOp),
    _ATEN.pow.Scalar: rpow_scalar,
    _ATEN.pow.Tensor_Scalar: pow_scalar,
    _ATEN.prelu.default: prelu,
    _ATEN.relu6.default: relu6,
    _ATEN.round.decimals: round_decimals,
    _ATEN.round.default: unary(aten.RoundOp),
    _ATEN.rsqrt.default: unary(aten.RsqrtOp),
    _ATEN.selu.default: selu,
    _ATEN.sgn.default: unary(aten.SignOp),
    _ATEN.sigmoid.default: unary(aten.SigmoidOp),
    _ATEN.sign.default: unary(aten.SignOp),
    _ATEN.silu.default: unary(aten.SiluOp),
    _ATEN.sin.default: unary(aten.SinOp),
    _ATEN.softplus.default: softplus,
    _ATEN.softshrink.default: softshrink,
    _ATEN.special_expit.default: unary(aten.SigmoidOp),
    _ATEN.special_exp2.default: unary(aten.Exp2Op),
    _ATEN.special_expm1.default: unary(aten.Expm1Op),
    _ATEN.special_log1p.default: unary(aten.Log1pOp),
    _ATEN.special_round.default: round_decimals,
    _ATEN.sqrt.default: unary(aten.SqrtOp),
    _ATEN.square.default: square,
    _ATEN.tanh.default: unary(aten.TanhOp),
    _ATEN.threshold.default: threshold,
    _ATEN.trunc.default: unary(aten.TruncOp),
}
