"""linear, bmm, mm and matmul on quantized tensors."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import TensorType, i8, i16
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.conversion.batching import common_batches
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Rearranged,
    Unsupported,
    constant_behind,
    integer,
)
from cmlir.lowering.conversion.order import rows_in_memory
from cmlir.lowering.conversion.rescale import sum_rescale
from cmlir.lowering.conversion.rows import RowOrder, define_rows, rows_wanted
from cmlir.lowering.conversion.weights import Weights, as_int32, real_bias
from cmlir.lowering.conversion.wide import is_wide_input, wide_end, wide_forms, wide_weights
from cmlir.lowering.strided import Layout


def convert_linear(conversion: Conversion, op: Operation) -> None:
    """linear(x, w, b): integer start values and rescale factors are computed here.

    start[n]  = round(b[n] / (s_x * s_w[n]))
    factor[n] = s_x * s_w[n] * scale / s_y
    """
    assert isinstance(op, aten.LinearOp)
    if is_wide_input(op):
        _convert_wide(conversion, op)
        return
    input_form, output_form = Int8Form.of(op.input), CodeForm.of(op.result)
    constant = constant_behind(op.weight)
    if constant is None:
        _convert_product(conversion, op, op.input, op.weight)
        return
    weights = Weights.of(constant, input_form.scale).fitted(real_bias(op.bias))
    weights = weights.within(input_form)
    symbol = constant.symbol.string_value()
    start = weights.start_values()
    input, columns, order = _rows(conversion, op)
    codes = weights.codes if columns is None else weights.codes[:, columns]
    element = weights.element if output_form.bits == 8 else i8
    weight = conversion.constant(symbol, codes, element)
    operands: list[SSAValue | list[SSAValue]] = [input, weight]
    if _takes_sums(conversion, weights, element) or output_form.bits > 8:
        sums = start + weights.offset_sums(-input_form.zero_point)
        operands += [[], [conversion.constant(f"{symbol}_sums", as_int32(sums))]]
    else:
        operands += [[conversion.constant(f"{symbol}_bias", as_int32(start))], []]
    factors = weights.accumulator_scales * (op.factor / output_form.scale)
    result = conversion.kernel(
        cortex_m.LinearOp,
        operands,
        TensorType(output_form.storage, (*order.shape, shape_of(op.result)[-1])),
        input_offset=integer(-input_form.zero_point),
        weights_offset=integer(-weights.zero_point),
        output_offset=integer(output_form.zero_point),
        rescale=sum_rescale(factors.tolist(), output_form.bits),
        clamp=output_form.clamp,
    )
    define_rows(conversion, op, order, result)


def _takes_sums(conversion: Conversion, weights: Weights, element: Attribute) -> bool:
    """Whether the kernel does; CMSIS-NN's for weights of 4 bits has a bias, and one rescale."""
    if element == i8:
        return conversion.target.mve
    return conversion.fast or weights.accumulator_scales.size > 1


def _convert_wide(conversion: Conversion, op: aten.LinearOp) -> None:
    """Activations of 16 bits."""
    forms, constant = wide_forms(op), wide_weights(op)
    weights = replace(Weights.of(constant, forms[0].scale), bias=real_bias(op.bias))
    end = wide_end(weights, forms, op.factor, public_is_64=True)
    input, columns, order = _rows(conversion, op)
    codes = weights.codes if columns is None else weights.codes[:, columns]
    symbol = constant.symbol.string_value()
    result = conversion.kernel(
        cortex_m.LinearOp,
        [
            *(input, conversion.constant(symbol, codes)),
            *([conversion.constant(f"{symbol}_bias", end.bias)], []),
        ],
        TensorType(i16, (*order.shape, shape_of(op.result)[-1])),
        input_offset=integer(0),
        weights_offset=integer(0),
        output_offset=integer(0),
        rescale=end.rescale,
        clamp=forms[1].clamp,
    )
    define_rows(conversion, op, order, result)


def _rows(
    conversion: Conversion, op: aten.LinearOp
) -> tuple[SSAValue, npt.NDArray[np.int64] | None, RowOrder]:
    """The converted rows; if the elements of a row lie in another order, the column of each; and
    the order of the rows: as they lie, or, where they have to be moved, as they are wanted.

    A flattened image has its channels behind: weights are turned instead of it.
    """
    value, shape = conversion.values[op.input], shape_of(op.input)
    plain = RowOrder.plain(op.input)
    order = rows_in_memory(value.layout, 1)
    if order is not None:
        return _in_rows(conversion, op.input, replace(plain, order=order[:-1]))
    *rows, row = value.layout.axes
    turned = replace(value.layout, axes=(*rows, tuple(sorted(row, key=lambda step: -step[1]))))
    if value.layout.is_run() or not turned.is_run():
        return _in_rows(conversion, op.input, rows_wanted(conversion, op.result) or plain)
    places = Layout(0, (row,)).places()
    rows_turned = conversion.materialize(replace(value, layout=turned), shape)
    return rows_turned, np.argsort(places), plain


def _in_rows(
    conversion: Conversion, input: SSAValue, order: RowOrder
) -> tuple[SSAValue, None, RowOrder]:
    """The rows in that order, in their own if they cannot be cut so."""
    value, row = conversion.values[input], shape_of(input)[-1]
    layout = order.applied(value.layout)
    if layout is None:
        return conversion.dense(input), None, RowOrder.plain(input)
    ordered = conversion.materialize(replace(value, layout=layout), (*order.shape, row))
    return ordered, None, order


def convert_product(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.BmmOp | aten.MatmulOp | aten.MmOp)
    _convert_product(conversion, op, op.lhs, op.rhs)


def _convert_product(
    conversion: Conversion, op: aten.ProductOp, lhs: SSAValue, rhs: SSAValue
) -> None:
    """lhs @ rhs of two computed tensors; a linear's weight already has the contraction last."""
    if isinstance(op, aten.LinearOp) and op.bias is not None:
        raise Unsupported("with computed weights cannot have a bias")
    left, right = conversion.values[lhs], conversion.values[rhs]
    if isinstance(op, aten.LinearOp):
        rows = (math.prod(shape_of(lhs)[:-1]), shape_of(lhs)[-1])
        source = conversion.materialize(left, rows)
        left = Rearranged(source, Layout.dense(rows))
    else:
        right = replace(right, layout=right.layout.swapped_last())
    batches = common_batches(left.layout, right.layout)
    operands = [
        conversion.materialize(replace(left, layout=batches.lhs), batches.lhs_shape),
        conversion.materialize(replace(right, layout=batches.rhs), batches.rhs_shape),
    ]
    forms = Int8Form.of(lhs), Int8Form.of(rhs)
    after = CodeForm.of(op.result)
    product = conversion.kernel(
        cortex_m.BatchMatmulOp,
        operands,
        TensorType(after.storage, batches.result_shape),
        lhs_offset=integer(-forms[0].zero_point),
        rhs_offset=integer(-forms[1].zero_point),
        output_offset=integer(after.zero_point),
        rescale=sum_rescale(
            [forms[0].scale * forms[1].scale * op.factor / after.scale], after.bits
        ),
        clamp=after.clamp,
    )
    conversion.values[op.result] = Rearranged(product, batches.result_layout(shape_of(op.result)))


CONVERTERS: dict[type[Operation], Converter] = {
    aten.BmmOp: convert_product,
    aten.LinearOp: convert_linear,
    aten.MatmulOp: convert_product,
    aten.MmOp: convert_product,
}
