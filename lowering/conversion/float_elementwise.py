"""Pointwise operations in float."""

from __future__ import annotations

import math
from dataclasses import replace

from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.context import Rearranged, Unsupported, number
from cmlir.lowering.conversion.in_float import FloatConverter, InFloat, repeated_number
from cmlir.lowering.strided import Layout

_NAMES: dict[type[aten.PointwiseOp], str] = {
    aten.AbsOp: "abs",
    aten.AcosOp: "acos",
    aten.AcoshOp: "acosh",
    aten.AsinOp: "asin",
    aten.AsinhOp: "asinh",
    aten.AtanhOp: "atanh",
    aten.CoshOp: "cosh",
    aten.ErfcOp: "erfc",
    aten.SinhOp: "sinh",
    aten.TanOp: "tan",
    aten.AtanOp: "atan",
    aten.CeilOp: "ceil",
    aten.CosOp: "cos",
    aten.ErfOp: "erf",
    aten.Exp2Op: "exp2",
    aten.ExpOp: "exp",
    aten.Expm1Op: "expm1",
    aten.FloorOp: "floor",
    aten.HardsigmoidOp: "hardsigmoid",
    aten.HardswishOp: "hardswish",
    aten.Log10Op: "log10",
    aten.Log1pOp: "log1p",
    aten.Log2Op: "log2",
    aten.LogOp: "log",
    aten.LogSigmoidOp: "log_sigmoid",
    aten.MishOp: "mish",
    aten.RoundOp: "round",
    aten.RsqrtOp: "rsqrt",
    aten.SigmoidOp: "sigmoid",
    aten.SignOp: "sign",
    aten.SiluOp: "silu",
    aten.SinOp: "sin",
    aten.SqrtOp: "sqrt",
    aten.TanhOp: "tanh",
    aten.TruncOp: "trunc",
}
_BINARY: dict[type[aten.BinaryOp], str] = {
    aten.AddOp: "add",
    aten.Atan2Op: "atan2",
    aten.CopysignOp: "copysign",
    aten.DivOp: "div",
    aten.FloorDivideOp: "floor_divide",
    aten.FmodOp: "fmod",
    aten.MaximumOp: "maximum",
    aten.MinimumOp: "minimum",
    aten.MulOp: "mul",
    aten.PowOp: "pow",
    aten.RemainderOp: "remainder",
    aten.SubOp: "sub",
}
_DENSE: dict[type[aten.BinaryOp], type[cortex_m.FloatOp]] = {
    aten.AddOp: cortex_m.F32AddOp,
    aten.MulOp: cortex_m.F32MulOp,
}
"""Kernels for operands of one shape."""


def _named(name: str) -> FloatConverter:
    def convert(floats: InFloat, op: Operation) -> SSAValue:
        assert isinstance(op, aten.PointwiseOp)
        return floats.unary(name, floats.dense(op.input))

    return convert


def _pointwise(floats: InFloat, op: Operation) -> SSAValue:
    assert isinstance(op, aten.PointwiseOp)
    x = floats.dense(op.input)
    if isinstance(op, aten.ScalarOp):
        return _scalar(floats, op, x)
    parametrized = _parametrized(op)
    if parametrized is not None:
        name, *numbers = parametrized
        return floats.unary(name, x, *numbers)
    return _composed(floats, op, x)


def _parametrized(op: aten.PointwiseOp) -> tuple[str, *tuple[float, ...]] | None:
    match op:
        case aten.EluOp():
            numbers = (op.alpha, op.scale, op.input_scale)
            return "elu", *(n.value.data for n in numbers)
        case aten.GeluOp():
            return ("gelu" if op.approximate.data == "none" else "gelu_tanh",)
        case aten.HardshrinkOp():
            return "hardshrink", op.lambd.value.data
        case aten.LeakyReluOp():
            return "leaky_relu", op.negative_slope.value.data
        case aten.SoftplusOp():
            return "softplus", op.beta.value.data, op.threshold.value.data
        case aten.SoftshrinkOp():
            return "softshrink", op.lambd.value.data
        case aten.ThresholdOp():
            return "threshold", op.threshold.value.data, op.value.value.data
        case _:
            return None


def _scalar(floats: InFloat, op: aten.ScalarOp, x: SSAValue) -> SSAValue:
    c, shape = op.number, shape_of(x)
    match op:
        case aten.MulScalarOp():
            return floats.kernel(cortex_m.F32MulScalarOp, [x], shape, value=number(c))
        case aten.AddScalarOp():
            return floats.binary("add", x, c, shape)
        case aten.SubScalarOp():
            return floats.binary("sub", x, c, shape)
        case aten.RsubScalarOp():
            return floats.binary("sub", c, x, shape)
        case aten.DivScalarOp():
            return floats.binary("div", x, c, shape)
        case aten.PowScalarOp() if c == 2:
            return floats.kernel(cortex_m.F32MulOp, [x, x], shape)
        case aten.PowScalarOp():
            return floats.binary("pow", x, c, shape)
        case _:
            raise Unsupported("in float32 is not supported")


def _composed(floats: InFloat, op: aten.PointwiseOp, x: SSAValue) -> SSAValue:
    shape = shape_of(x)
    match op:
        case aten.ClampOp():
            return _clamped(floats, op, x)
        case aten.NegOp():
            return floats.kernel(cortex_m.F32MulScalarOp, [x], shape, value=number(-1.0))
        case aten.ReciprocalOp():
            return floats.binary("div", 1.0, x, shape)
        case aten.ReluOp():
            return floats.binary("maximum", x, 0.0, shape)
        case aten.RpowScalarOp():
            return floats.binary("pow", op.base.value.data, x, shape)
        case _:
            raise Unsupported("in float32 is not supported")


def _clamped(floats: InFloat, op: aten.ClampOp, x: SSAValue) -> SSAValue:
    """min(max(x, least), greatest), in this order."""
    if op.min is not None and op.min.value.data > -math.inf:
        x = floats.binary("maximum", x, op.min.value.data, shape_of(x))
    if op.max is not None and op.max.value.data < math.inf:
        x = floats.binary("minimum", x, op.max.value.data, shape_of(x))
    return x


def _two(floats: InFloat, op: Operation) -> Rearranged | SSAValue:
    """Operands are computed with what they hold once, and axes along which both repeat as well."""
    assert isinstance(op, aten.BinaryOp)
    shape = shape_of(op.result)
    values = [_operand(floats, value, len(shape)) for value in (op.lhs, op.rhs)]
    sizes = [value.layout.shape for value in values]
    common = tuple(max(a, b) if min(a, b) else 0 for a, b in zip(*sizes, strict=True))
    lhs, rhs = (floats.conversion.materialize(v, v.layout.shape) for v in values)
    kind = _DENSE.get(type(op))
    if kind is not None and lhs.type == rhs.type:
        result = floats.kernel(kind, [lhs, rhs], common)
    else:
        result = _of_two(floats, op, lhs, rhs, common)
    return Rearranged(result, Layout.dense(common).expanded(shape), op.location)


def _of_two(
    floats: InFloat, op: aten.BinaryOp, lhs: SSAValue, rhs: SSAValue, shape: tuple[int, ...]
) -> SSAValue:
    if isinstance(op, aten.TruncDivideOp):
        return floats.unary("trunc", floats.binary("div", lhs, rhs, shape))
    return floats.binary(_BINARY[type(op)], lhs, rhs, shape)


def _operand(floats: InFloat, value: SSAValue, rank: int) -> Rearranged:
    repeated = repeated_number(value)
    if repeated is None:
        read = floats.read(value)
        return replace(read, layout=read.layout.padded(rank).once())
    return Rearranged(floats.number(repeated), Layout.dense(()).padded(rank))


FLOAT_CONVERTERS: dict[type[Operation], FloatConverter] = {
    **{op: _pointwise for op in aten.Aten.operations if issubclass(op, aten.PointwiseOp)},
    **{op: _named(name) for op, name in _NAMES.items()},
    **dict.fromkeys(_BINARY, _two),
    aten.TruncDivideOp: _two,
}
