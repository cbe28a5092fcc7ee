"""Aten operations that compute.

Each one takes and gives real numbers; quantized operands are dequantized one by one and a
quantized result is quantized, which is what the Q/DQ graph around the operation does.  Pointwise
arithmetic is in f32 as in PyTorch.  Sums and exponentials are computed in f64 and rounded once to
f32, so that neither the order of a sum nor the layout of an operand shows in the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from xdsl.interpreter import PythonValues
from xdsl.ir import Operation

from cmlir.dialects import aten
from cmlir.errors import InvalidInputError
from cmlir.interpreter.tables import Run, functions_of
from cmlir.interpreter.values import (
    Array,
    cast_elements,
    dtype_of,
    from_reals,
    location_of,
    shape_of_type,
    to_reals,
)

Compute: TypeAlias = Callable[..., Array]
"""(operation, real operands …) to the real result."""


def on_reals(compute: Compute) -> Run:
    """dequantize the operands, compute, quantize the result; each where its type says so."""

    def run(op: Operation, args: PythonValues) -> PythonValues:
        operands = zip(args, op.operands, strict=True)
        reals = [to_reals(value, operand.type) for value, operand in operands]
        return (from_reals(compute(op, *reals), op.results[0].type),)

    return run


def _add(_: aten.AddOp, lhs: Array, rhs: Array) -> Array:
    return lhs + rhs


def _sub(_: aten.SubOp, lhs: Array, rhs: Array) -> Array:
    return lhs - rhs


def _mul(_: aten.MulOp, lhs: Array, rhs: Array) -> Array:
    return lhs * rhs


def _div(_: aten.DivOp, lhs: Array, rhs: Array) -> Array:
    return lhs / rhs


def _maximum(_: aten.MaximumOp, lhs: Array, rhs: Array) -> Array:
    return np.maximum(lhs, rhs)


def _minimum(_: aten.MinimumOp, lhs: Array, rhs: Array) -> Array:
    return np.minimum(lhs, rhs)


def _pow(_: aten.PowOp, lhs: Array, rhs: Array) -> Array:
    return np.power(lhs.astype(np.float64), rhs.astype(np.float64)).astype(lhs.dtype)


def _arithmetic(op: aten.ArithmeticOp, lhs: Array, rhs: Array) -> Array:
    """Raises InvalidInputError for integers that are divided by 0."""
    try:
        return op.evaluate(lhs, rhs)
    except ZeroDivisionError as error:
        raise InvalidInputError(f"{op.name}: {error}", where=location_of(op)) from error


def _pointwise(op: aten.PointwiseOp, values: Array) -> Array:
    return op.evaluate(values)


COMPARISONS: dict[str, Compute] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def _compare(op: aten.CompareScalarOp, values: Array) -> Array:
    """Beside f32 the number is one of f32 too."""
    number = op.value.value.data
    compared = np.float32(number) if values.dtype == np.float32 else number
    return COMPARISONS[op.PREDICATE](values, compared)


def _cast(op: aten.CastOp, values: Array) -> Array:
    return cast_elements(values, dtype_of(op.result.type))


def _compare_elements(op: aten.CompareOp, lhs: Array, rhs: Array) -> Array:
    return COMPARISONS[op.predicate.data](lhs, rhs)


_LOGIC: dict[type[Operation], Compute] = {
    aten.LogicalAndOp: lambda _, lhs, rhs: np.logical_and(lhs, rhs),
    aten.LogicalOrOp: lambda _, lhs, rhs: np.logical_or(lhs, rhs),
    aten.LogicalXorOp: lambda _, lhs, rhs: np.logical_xor(lhs, rhs),
}


def _logical_not(_: aten.LogicalNotOp, values: Array) -> Array:
    return values == 0


def _any(op: aten.AnyOp, values: Array) -> Array:
    return np.any(values != 0, axis=op.dim.value.data, keepdims=bool(op.keepdim))


def _where(_: aten.WhereOp, condition: Array, lhs: Array, rhs: Array) -> Array:
    return np.where(condition != 0, lhs, rhs)


def _full(op: aten.FullOp | aten.FullLikeOp, *_: Array) -> Array:
    return np.full(shape_of_type(op.result.type), op.value.value.data)


def _linear(op: aten.LinearOp, values: Array, weight: Array, bias: Array | None = None) -> Array:
    return _scaled(op, _product(values, weight.T, bias))


def _addmm(_: aten.AddmmOp, bias: Array, lhs: Array, rhs: Array) -> Array:
    return _product(lhs, rhs, bias).astype(np.float32)


def _matmul(op: aten.MmOp | aten.BmmOp | aten.MatmulOp, lhs: Array, rhs: Array) -> Array:
    return _scaled(op, _product(lhs, rhs))


def _product(lhs: Array, rhs: Array, bias: Array | None = None) -> Array:
    product = np.matmul(lhs.astype(np.float64), rhs.astype(np.float64))
    return product if bias is None else product + bias


def _scaled(op: aten.ProductOp, product: Array) -> Array:
    """The product in f32, times the scale that the operation carries, if any."""
    single = product.astype(np.float32)
    return single if op.scale is None else single * np.float32(op.factor)


def _softmax(op: aten.SoftmaxOp | aten.SafeSoftmaxOp, values: Array) -> Array:
    """exp(x - max) / sum exp(x - max); a scalar is a row of one element."""
    dim, wide = op.dim.value.data, np.atleast_1d(values).astype(np.float64)
    e = np.exp(wide - wide.max(axis=dim, keepdims=True))
    probabilities = e / e.sum(axis=dim, keepdims=True)
    return probabilities.astype(np.float32).reshape(values.shape)


def _log_softmax(op: aten.LogSoftmaxOp, values: Array) -> Array:
    dim, wide = op.dim.value.data, np.atleast_1d(values).astype(np.float64)
    below = wide - wide.max(axis=dim, keepdims=True)
    logarithms = below - np.log(np.exp(below).sum(axis=dim, keepdims=True))
    return logarithms.astype(np.float32).reshape(values.shape)


def _safe_softmax(op: aten.SafeSoftmaxOp, values: Array) -> Array:
    masked = np.all(np.isneginf(values), axis=op.dim.value.data, keepdims=True)
    return np.where(masked, np.float32(0), _softmax(op, values))


def _layer_norm(op: aten.LayerNormOp, values: Array, *parameters: Array) -> Array:
    x = values.astype(np.float64)
    axes = tuple(range(-len(op.row_shape), 0))
    return _normalized(op, x - x.mean(axis=axes, keepdims=True), *parameters)


def _normalized(op: aten.NormOp, x: Array, *parameters: Array) -> Array:
    """x / sqrt(mean(x^2) + eps) * weight + bias over the last axes."""
    axes = tuple(range(-len(op.row_shape), 0))
    result = x / np.sqrt((x * x).mean(axis=axes, keepdims=True) + op.epsilon)
    rest = iter(parameters)
    if op.weight is not None:
        result = result * next(rest)
    if op.bias is not None:
        result = result + next(rest)
    return result.astype(np.float32)


def _masked_softmax(op: aten.MaskedSoftmaxOp, values: Array, mask: Array | None = None) -> Array:
    """Where nothing of a row is kept, softmax is NaN, for which there is 0."""
    keep = np.ones(values.shape, np.bool_) if mask is None else mask
    if op.diagonal is not None:
        steps = np.arange(values.shape[-1]) - np.arange(values.shape[-2])[:, None]
        keep = np.logical_and(keep, steps <= op.diagonal.value.data)
    hidden = np.where(keep, values.astype(np.float64), -np.inf)
    e = np.exp(hidden - hidden.max(axis=op.dim.value.data, keepdims=True))
    probabilities = e / e.sum(axis=op.dim.value.data, keepdims=True)
    return np.where(keep, probabilities, 0).astype(np.float32)


def _mean(op: aten.MeanOp, values: Array) -> Array:
    wide = values.astype(np.float64)
    return wide.mean(axis=op.axes, keepdims=bool(op.keepdim)).astype(np.float32)


def _sum(op: aten.SumOp, values: Array) -> Array:
    """In f64, unless they are integers."""
    wide = values.astype(np.float64) if np.issubdtype(values.dtype, np.floating) else values
    return wide.sum(axis=op.axes, keepdims=bool(op.keepdim)).astype(values.dtype)


def _amax(op: aten.AmaxOp, values: Array) -> Array:
    return values.max(axis=op.axes, keepdims=bool(op.keepdim))


def _amin(op: aten.AminOp, values: Array) -> Array:
    return values.min(axis=op.axes, keepdims=bool(op.keepdim))


def _argmax(op: aten.ArgmaxOp, values: Array) -> Array:
    return values.argmax(axis=op.axes[0], keepdims=bool(op.keepdim))


def _argmin(op: aten.ArgminOp, values: Array) -> Array:
    return values.argmin(axis=op.axes[0], keepdims=bool(op.keepdim))


_MEANINGS: dict[type[Operation], Compute] = {
    **{op: _compare for op in aten.Aten.operations if issubclass(op, aten.CompareScalarOp)},
    **_LOGIC,
    **{op: _arithmetic for op in aten.Aten.operations if issubclass(op, aten.ArithmeticOp)},
    **{op: _pointwise for op in aten.Aten.operations if issubclass(op, aten.PointwiseOp)},
    aten.AddOp: _add,
    aten.AddmmOp: _addmm,
    aten.AmaxOp: _amax,
    aten.AminOp: _amin,
    aten.AnyOp: _any,
    aten.ArgmaxOp: _argmax,
    aten.ArgminOp: _argmin,
    aten.BmmOp: _matmul,
    aten.CastOp: _cast,
    aten.CompareOp: _compare_elements,
    aten.DivOp: _div,
    aten.FullLikeOp: _full,
    aten.FullOp: _full,
    aten.LayerNormOp: _layer_norm,
    aten.LinearOp: _linear,
    aten.LogSoftmaxOp: _log_softmax,
    aten.LogicalNotOp: _logical_not,
    aten.MaskedSoftmaxOp: _masked_softmax,
    aten.MatmulOp: _matmul,
    aten.MaximumOp: _maximum,
    aten.MeanOp: _mean,
    aten.MinimumOp: _minimum,
    aten.MmOp: _matmul,
    aten.MulOp: _mul,
    aten.PowOp: _pow,
    aten.RmsNormOp: _normalized,
    aten.SafeSoftmaxOp: _safe_softmax,
    aten.SoftmaxOp: _softmax,
    aten.SubOp: _sub,
    aten.SumOp: _sum,
    aten.WhereOp: _where,
}

ATEN_REALS = functions_of(
    "AtenReals", {op_type: on_reals(compute) for op_type, compute in _MEANINGS.items()}
)
