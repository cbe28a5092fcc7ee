"""Reductions, softmax, norms and products in float."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import StringAttr, f32, i64
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.batching import common_batches
from cmlir.lowering.conversion.context import Rearranged, Unsupported, number
from cmlir.lowering.conversion.in_float import FloatConverter, InFloat
from cmlir.lowering.conversion.masks import choose
from cmlir.lowering.conversion.reductions import in_order
from cmlir.lowering.strided import Layout, axis_last

_REDUCTIONS: dict[type[aten.ReductionOp], str] = {
    aten.AmaxOp: "max",
    aten.AminOp: "min",
    aten.ArgmaxOp: "argmax",
    aten.ArgminOp: "argmin",
    aten.MeanOp: "mean",
    aten.SumOp: "sum",
}


def _reduction(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.ReductionOp)
    value = floats.read(op.input)
    layout, blocks = in_order(value.layout, op.axes)
    if not blocks[1]:
        raise Unsupported("of no elements is not supported")
    data = floats.conversion.materialize(replace(value, layout=layout), blocks)
    shape = (blocks[0], blocks[2])
    result = floats.kernel(
        cortex_m.F32ReduceOp,
        [data],
        shape,
        i64 if isinstance(op, aten.ArgExtremeOp) else f32,
        function=StringAttr(_REDUCTIONS[type(op)]),
    )
    return _viewed(result, op, shape_of(op.result))


def _viewed(value: SSAValue, op: Operation, shape: tuple[int, ...]) -> Rearranged:
    layout = Layout.dense(shape_of(value)).viewed(shape)
    assert layout is not None
    return Rearranged(value, layout, op.location)


_SOFTMAXES: dict[type[Operation], str] = {
    aten.LogSoftmaxOp: "log_softmax",
    aten.SafeSoftmaxOp: "safe_softmax",
    aten.SoftmaxOp: "softmax",
}


def _softmax(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.SoftmaxOp | aten.SafeSoftmaxOp | aten.LogSoftmaxOp)
    function = _SOFTMAXES[type(op)]
    return _along(floats, op, function, floats.read(op.input), op.dim.value.data)


def _along(
    floats: InFloat, op: Operation, function: str, value: Rearranged, dim: int
) -> Rearranged:
    """Between two transposes unless ``dim`` is the last axis; a number is a row of one."""
    rank = len(value.layout.axes)
    if not rank:
        value, dim = replace(value, layout=value.layout.padded(1)), 0
    order, back = axis_last(max(rank, 1), dim)
    permuted = replace(value, layout=value.layout.permuted(order))
    shape = permuted.layout.shape
    rows = floats.conversion.materialize(permuted, shape)
    name = StringAttr(function)
    result = floats.kernel(cortex_m.F32SoftmaxOp, [rows], shape, function=name)
    if not rank:
        return _viewed(result, op, ())
    return Rearranged(result, Layout.dense(shape).permuted(back), op.location)


def _masked_softmax(floats: InFloat, op: Operation) -> Rearranged:
    """safe_softmax(where(mask, x, -inf)), for a diagonal as well"""
    assert isinstance(op, aten.MaskedSoftmaxOp)
    shape, value = shape_of(op.input), floats.read(op.input)
    hidden = Rearranged(floats.number(-math.inf), Layout.dense(()).expanded(shape))
    masks = [] if op.mask is None else [floats.read(op.mask)]
    if op.diagonal is not None:
        kept = np.tri(*shape[-2:], k=op.diagonal.value.data, dtype=np.bool_)
        masks.append(
            Rearranged(floats.conversion.constant("diagonal", kept), Layout.dense(shape[-2:]))
        )
    for mask in masks:
        value = choose(floats.conversion, (mask, value, hidden), shape, f32)
    return _along(floats, op, "safe_softmax", value, op.dim.value.data)


def _norm(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.NormOp)
    shape, size = shape_of(op.input), math.prod(op.row_shape)
    if not size:
        raise Unsupported("of rows without elements is not supported")
    rows = (math.prod(shape) // size, size)
    parameters = [
        [] if v is None else [floats.conversion.materialize(floats.read(v), (size,))]
        for v in (op.weight, op.bias)
    ]
    result = floats.kernel(
        cortex_m.F32NormOp,
        [floats.conversion.materialize(floats.read(op.input), rows), *parameters],
        rows,
        function=StringAttr("layer_norm" if isinstance(op, aten.LayerNormOp) else "rms_norm"),
        epsilon=number(op.epsilon),
    )
    return _viewed(result, op, shape)


def _linear(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.LinearOp)
    *leading, depth = shape_of(op.input)
    rows = math.prod(leading)
    data = floats.conversion.materialize(floats.read(op.input), (rows, depth))
    bias = [] if op.bias is None else [floats.dense(op.bias)]
    channels = shape_of(op.weight)[0]
    result = floats.kernel(
        cortex_m.F32MatmulOp, [data, floats.dense(op.weight), bias], (rows, channels)
    )
    return _viewed(_scaled(floats, op, result), op, shape_of(op.result))


def _product(floats: InFloat, op: Operation) -> Rearranged:
    assert isinstance(op, aten.BmmOp | aten.MatmulOp | aten.MmOp)
    return _multiplied(floats, op, (floats.read(op.lhs), floats.read(op.rhs)), None)


def _addmm(floats: InFloat, op: Operation) -> Rearranged | SSAValue:
    """A bias of one number for each column is the kernel's; any other is added behind it."""
    assert isinstance(op, aten.AddmmOp)
    shape = shape_of(op.result)
    operands = (floats.read(op.lhs), floats.read(op.rhs))
    if math.prod(shape_of(op.bias)) == shape[1] and shape_of(op.bias)[-1:] == shape[1:]:
        bias = floats.conversion.materialize(floats.read(op.bias), shape[1:])
        return _multiplied(floats, op, operands, bias)
    product = _multiplied(floats, op, operands, None)
    lhs = floats.conversion.materialize(product, shape)
    return floats.binary("add", lhs, floats.dense(op.bias), shape)


def _multiplied(
    floats: InFloat,
    op: aten.ProductOp | aten.AddmmOp,
    operands: tuple[Rearranged, Rearranged],
    bias: SSAValue | None,
) -> Rearranged:
    left, right = operands
    right = replace(right, layout=right.layout.swapped_last())
    batches = common_batches(left.layout, right.layout)
    product = floats.kernel(
        cortex_m.F32MatmulOp,
        [
            floats.conversion.materialize(replace(left, layout=batches.lhs), batches.lhs_shape),
            floats.conversion.materialize(replace(right, layout=batches.rhs), batches.rhs_shape),
            [] if bias is None else [bias],
        ],
        batches.result_shape,
    )
    if isinstance(op, aten.ProductOp):
        product = _scaled(floats, op, product)
    return Rearranged(product, batches.result_layout(shape_of(op.results[0])), op.location)


def _scaled(floats: InFloat, op: aten.ProductOp, product: SSAValue) -> SSAValue:
    if op.scale is None:
        return product
    factor = number(op.factor)
    return floats.kernel(cortex_m.F32MulScalarOp, [product], shape_of(product), value=factor)


FLOAT_CONVERTERS: dict[type[Operation], FloatConverter] = {
    **dict.fromkeys(_REDUCTIONS, _reduction),
    **dict.fromkeys(_SOFTMAXES, _softmax),
    aten.AddmmOp: _addmm,
    aten.BmmOp: _product,
    aten.LayerNormOp: _norm,
    aten.LinearOp: _linear,
    aten.MaskedSoftmaxOp: _masked_softmax,
    aten.MatmulOp: _product,
    aten.MmOp: _product,
    aten.RmsNormOp: _norm,
}
