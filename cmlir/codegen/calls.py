"""One small function an op: the C call that it is, from the numbers that it carries."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import SSAValue

from cmlir.codegen.block_calls import BLOCK_CALLS
from cmlir.codegen.call import (
    Addresses,
    Call,
    bias_data,
    bounds,
    count,
    dims,
    fc_params,
    integer,
    layer_params,
    long_array,
    pair,
    pointer,
    rank_4,
    strided_params,
)
from cmlir.codegen.float_calls import FLOAT_CALLS
from cmlir.codegen.float_image_calls import FLOAT_IMAGE_CALLS
from cmlir.codegen.image_calls import IMAGE_CALLS
from cmlir.codegen.index_calls import INDEX_CALLS
from cmlir.codegen.integer_calls import INTEGER_CALLS
from cmlir.codegen.mask_calls import MASK_CALLS
from cmlir.codegen.pointwise_calls import POINTWISE_CALLS
from cmlir.codegen.program import C_TYPES
from cmlir.codegen.recurrent_calls import RECURRENT_CALLS
from cmlir.codegen.resampling_calls import RESAMPLING_CALLS
from cmlir.codegen.spelling import float_literal, integer_literal
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.codes import is_wide
from cmlir.dialects.cortex_m.packed import is_packed
from cmlir.dialects.cortex_m.storage import byte_size, element_bytes
from cmlir.dialects.shapes import element_of, shape_of

VOID_KERNELS = frozenset({"arm_concatenation_s8_x", "arm_softmax_s8", "arm_softmax_s8_s16"})
"""Kernels that return no status."""


def spell(op: cm.KernelOp, at: Addresses) -> Call:
    """The call of an op in destination form; every kernel op of the dialect is in the table."""
    return _CALLS[type(op)](op, at)


def _linear_with_sums(op: cm.LinearOp, at: Addresses) -> Call:
    """To 16 bits, or with weights of 4 bits: `sums` are given on every target."""
    assert op.sums is not None
    channels, depth = shape_of(op.weights)
    rows = math.prod(shape_of(op.input)[:-1])
    sizes = map(str, (rows, channels, depth))
    offsets = op.weights_offset, op.output_offset
    params, *arrays = layer_params("", *offsets, op.rescale, op.clamp)
    arrays.append(f"static const cmlir_linear_params params = {params};")
    context: list[str] = []
    if is_packed(op.weights):
        scratch = "NULL, 0" if op.scratch is None else f"{at(op.scratch)}, {byte_size(op.scratch)}"
        arrays.append(f"const cmsis_nn_context context = {{{scratch}}};")
        context.append("&context")
    operands = map(at, (op.input, op.weights, op.sums))
    return Call((*context, *operands, *sizes, "&params", at(op.destination)), tuple(arrays))


def _linear_of_wide(op: cm.LinearOp, at: Addresses) -> Call:
    """From 16 bits to 16 bits, with a bias of either kind."""
    assert op.bias is not None
    channels, depth = shape_of(op.weights)
    sizes = map(str, (math.prod(shape_of(op.input)[:-1]), channels, depth))
    offsets = op.weights_offset, op.output_offset
    params, *arrays = layer_params("", *offsets, op.rescale, op.clamp)
    return Call(
        (*map(at, (op.input, op.weights)), "&bias", *sizes, "&params", at(op.destination)),
        (
            *arrays,
            f"static const cmlir_linear_params params = {params};",
            bias_data(at, op.bias),
        ),
    )


def _linear(op: cm.LinearOp, at: Addresses) -> Call:
    if op.kernel == "cmlir_linear_s16":
        return _linear_of_wide(op, at)
    to_wide = is_wide(op.destination) and not op.has_wide_input
    if to_wide or (is_packed(op.weights) and op.sums is not None):
        return _linear_with_sums(op, at)
    channels, depth = shape_of(op.weights)
    rows = math.prod(shape_of(op.input)[:-1])
    sums = "NULL, 0" if op.sums is None else f"(void *){at(op.sums)}, {byte_size(op.sums)}"
    params = fc_params(op.input_offset, op.weights_offset, op.output_offset, op.clamp)
    return Call(
        (
            "&context, &params, &rescale",
            f"&input_dims, {at(op.input)}",
            f"&filter_dims, {at(op.weights)}",
            f"&bias_dims, {pointer(at, op.bias)}",
            f"&output_dims, {at(op.destination)}",
        ),
        (
            f"static const cmsis_nn_fc_params params = {params};",
            *_linear_rescale(op.rescale),
            dims("input_dims", rows, 1, 1, depth),
            dims("filter_dims", depth, 1, 1, channels),
            dims("bias_dims", 1, 1, 1, channels),
            dims("output_dims", rows, 1, 1, channels),
            f"const cmsis_nn_context context = {{{sums}}};",
        ),
    )


def _linear_rescale(rescale: cm.RescaleAttr) -> tuple[str, ...]:
    if not rescale.per_channel:
        return (_per_tensor(rescale),)
    multipliers, shifts = zip(*rescale.pairs, strict=True)
    return (
        long_array("int32_t", "multipliers", multipliers),
        long_array("int32_t", "shifts", shifts),
        "static const cmsis_nn_per_channel_quant_params rescale = "
        "{(int32_t *)multipliers, (int32_t *)shifts};",
    )


def _per_tensor(rescale: cm.RescaleAttr) -> str:
    values = ", ".join(pair(rescale))
    return f"static const cmsis_nn_per_tensor_quant_params rescale = {{{values}}};"


def _wide_batch_matmul(op: cm.BatchMatmulOp, at: Addresses) -> Call:
    """As a strided product of dense operands; along axes of size 1 they repeat."""
    *batch, rows, columns = rank_4(op.destination)
    depth = shape_of(op.lhs)[-1]
    params = strided_params(
        [
            (*batch, rows, columns, depth),
            _repeating_strides(op.lhs),
            (*_repeating_strides(op.rhs), 1),
            (math.prod(batch[1:]) * rows * columns, rows * columns, columns),
        ],
        fc_params(op.lhs_offset, op.rhs_offset, op.output_offset, op.clamp),
        op.rescale,
    )
    return Call(
        ("&context, &params", *map(at, (op.lhs, op.rhs, op.destination))),
        (
            f"static const cmlir_strided_matmul_params params = {params};",
            "const cmsis_nn_context context = {NULL, 0};",
        ),
    )


def _repeating_strides(operand: SSAValue) -> tuple[int, ...]:
    """Of the first three axes of four, 0 where a leading one has size 1."""
    n, h, rows, depth = rank_4(operand)
    return (0 if n == 1 else h * rows * depth, 0 if h == 1 else rows * depth, depth)


def _batch_matmul(op: cm.BatchMatmulOp, at: Addresses) -> Call:
    if op.wide:
        return _wide_batch_matmul(op, at)
    scratch = "NULL, 0" if op.scratch is None else f"{at(op.scratch)}, {byte_size(op.scratch)}"
    params = fc_params(op.lhs_offset, op.rhs_offset, op.output_offset, op.clamp)
    return Call(
        (
            "&context, &params, &rescale",
            f"&lhs_dims, {at(op.lhs)}",
            f"&rhs_dims, {at(op.rhs)}",
            f"&output_dims, {at(op.destination)}",
        ),
        (
            f"static const cmsis_nn_bmm_params params = {{false, false, {params}}};",
            _per_tensor(op.rescale),
            dims("lhs_dims", *rank_4(op.lhs)),
            dims("rhs_dims", *rank_4(op.rhs)),
            dims("output_dims", *rank_4(op.destination)),
            f"const cmsis_nn_context context = {{{scratch}}};",
        ),
    )


def _strided_matmul(op: cm.StridedMatmulOp, at: Addresses) -> Call:
    scratch = "NULL, 0" if op.scratch is None else f"{at(op.scratch)}, {byte_size(op.scratch)}"
    integers = (op.sizes, op.lhs_strides, op.rhs_strides, op.out_strides)
    params = strided_params(
        [values.get_values() for values in integers],
        fc_params(op.lhs_offset, op.rhs_offset, op.output_offset, op.clamp),
        op.rescale,
    )
    return Call(
        (
            "&context, &params",
            at(op.lhs, op.lhs_start.value.data),
            at(op.rhs, op.rhs_start.value.data),
            at(op.destination),
        ),
        (
            f"static const cmlir_strided_matmul_params params = {params};",
            f"const cmsis_nn_context context = {{{scratch}}};",
        ),
    )


def _softmax(op: cm.SoftmaxOp, at: Addresses) -> Call:
    *rows, row = shape_of(op.input)
    sizes = (at(op.input), str(math.prod(rows)), str(row))
    if op.exponentials is not None:
        return Call((*sizes, at(op.exponentials), at(op.destination)))
    start = (*sizes, *pair(op.input_rescale))
    end: tuple[str, ...] = (at(op.destination),)
    if op.output_rescale is not None:
        end = (*pair(op.output_rescale), integer(op.output_offset), *end)
    return Call((*start, integer(op.diff_min), *end))


def _log_softmax(op: cm.LogSoftmaxOp, at: Addresses) -> Call:
    *rows, row = shape_of(op.input)
    factors = map(integer, (op.multiplier, op.log_multiplier, op.shift, op.output_offset))
    return Call(
        (
            *(at(op.input), str(math.prod(rows)), str(row), *pair(op.input_rescale)),
            *(integer(op.diff_min), *factors, *bounds(op.clamp), at(op.destination)),
        )
    )


def _norm(op: cm.LayerNormOp | cm.RmsNormOp, at: Addresses) -> Call:
    *rows, row = shape_of(op.input)
    numbers = map(integer, (op.epsilon, op.epsilon_bits, op.range_bits, op.shift))
    params = f"{{{', '.join(numbers)}, {{{', '.join(bounds(op.clamp))}}}}}"
    offset = (integer(op.input_offset),) if isinstance(op, cm.RmsNormOp) else ()
    before, after = (
        (str(element_bytes(v)),) if op.wide else () for v in (op.input, op.destination)
    )
    return Call(
        (
            *(at(op.input), *before, str(math.prod(rows)), str(row), *offset, "&params"),
            *(at(op.multipliers), at(op.bias), at(op.destination), *after),
        ),
        (f"static const cmlir_norm_params params = {params};",),
    )


def _transpose(op: cm.TransposeOp, at: Addresses) -> Call:
    axes = list(op.permutation.get_values())
    shape, out_shape = shape_of(op.input), shape_of(op.destination)
    padding = (1,) * (4 - len(shape))
    return Call(
        (at(op.input), at(op.destination), "&input_dims", "&output_dims", "&params"),
        (
            _short_array("uint32_t", "axes", axes),
            f"static const cmsis_nn_transpose_params params = {{{len(axes)}, axes}};",
            dims("input_dims", *shape, *padding),
            dims("output_dims", *out_shape, *padding),
        ),
    )


def _copy(op: cm.CopyOp, at: Addresses) -> Call:
    sizes, strides = shape_of(op.destination), list(op.strides.get_values())
    size = element_bytes(op.input)
    start = at(op.input, op.offset.value.data * size)
    arguments = (start, at(op.destination), str(size), str(len(sizes)))
    if not sizes:
        return Call((*arguments, "NULL", "NULL"))
    return Call(
        (*arguments, "sizes", "strides"),
        (_short_array("int32_t", "sizes", sizes), _short_array("int32_t", "strides", strides)),
    )


def _receive(op: cm.ReceiveOp, at: Addresses) -> Call:
    return Call((at(op.input), at(op.destination), str(byte_size(op.destination))))


def _sum(op: cm.SumOp, at: Addresses) -> Call:
    rescale = (*pair(op.rescale), integer(op.output_offset), *bounds(op.clamp))
    sizes = map(str, shape_of(op.input))
    return Call((at(op.input), *sizes, integer(op.input_offset), *rescale, at(op.destination)))


def _along_axis(
    op: cm.AnyOp | cm.ArgmaxOp | cm.ArgminOp | cm.MaxOp | cm.MinOp, at: Addresses
) -> Call:
    return Call((at(op.input), *map(str, shape_of(op.input)), at(op.destination)))


def _concat(op: cm.ConcatOp, at: Addresses) -> Call:
    if op.kernel == "arm_concatenation_s8_x":
        return _concat_codes(op, at)
    parts = ", ".join(map(at, op.parts))
    count = len(op.parts)
    return Call(
        ("parts", "part_bytes", str(count), str(op.rows), at(op.destination)),
        (
            f"const void *const parts[] = {{{parts}}};",
            _short_array("int32_t", "part_bytes", op.row_bytes),
        ),
    )


def _concat_codes(op: cm.ConcatOp, at: Addresses) -> Call:
    """One call for each part, which goes to its place in every row of the result."""
    ends = list(accumulate(op.row_bytes, initial=0))
    first, *further = (
        (at(part), str(size), str(op.rows), "1, 1", at(op.destination), str(ends[-1]), str(start))
        for part, size, start in zip(op.parts, op.row_bytes, ends[:-1], strict=True)
    )
    return Call(first, further=tuple(further))


def _fill(op: cm.FillOp, at: Addresses) -> Call:
    element = element_of(op.destination)
    c_type, _ = C_TYPES[element]
    value = op.value.value.data
    literal = (
        integer_literal(round(value), element.width.data)
        if isinstance(element, IntegerType)
        else float_literal(value)
    )
    return Call(
        (at(op.destination), str(element_bytes(op.destination)), count(op), "&value"),
        (f"static const {c_type} value = {literal};",),
    )


def _short_array(c_type: str, name: str, values: Sequence[int]) -> str:
    return f"static const {c_type} {name}[] = {{{', '.join(map(integer_literal, values))}}};"


_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    **BLOCK_CALLS,
    **FLOAT_CALLS,
    **FLOAT_IMAGE_CALLS,
    **IMAGE_CALLS,
    **RESAMPLING_CALLS,
    **INDEX_CALLS,
    **INTEGER_CALLS,
    **MASK_CALLS,
    **POINTWISE_CALLS,
    **RECURRENT_CALLS,
    cm.AnyOp: _along_axis,
    cm.ArgmaxOp: _along_axis,
    cm.ArgminOp: _along_axis,
    cm.BatchMatmulOp: _batch_matmul,
    cm.ConcatOp: _concat,
    cm.CopyOp: _copy,
    cm.FillOp: _fill,
    cm.ReceiveOp: _receive,
    cm.LayerNormOp: _norm,
    cm.LinearOp: _linear,
    cm.LogSoftmaxOp: _log_softmax,
    cm.MaxOp: _along_axis,
    cm.MinOp: _along_axis,
    cm.RmsNormOp: _norm,
    cm.SoftmaxOp: _softmax,
    cm.StridedMatmulOp: _strided_matmul,
    cm.SumOp: _sum,
    cm.TransposeOp: _transpose,
}
