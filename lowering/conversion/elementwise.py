"""Pointwise operations on codes: kernels or tables."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import TensorType, UnitAttr, f32
from xdsl.ir import Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.codes import greatest_magnitude
from cmlir.dialects.quant.codes import Float32
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.conversion.broadcast import (
    broadcast_type,
    common_operands,
)
from cmlir.lowering.conversion.code_maps import function_of_code, lookup, signed_table
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Rearranged,
    Unsupported,
    integer,
)
from cmlir.lowering.conversion.integers import (
    convert_extreme_of_two,
    convert_integer_function,
    convert_integers,
    is_integer,
)
from cmlir.lowering.conversion.order import Order, as_it_lies, common_order, define_in_order
from cmlir.lowering.conversion.quotient import divide
from cmlir.lowering.conversion.rescale import narrow_rescale
from cmlir.lowering.fold_scalar_scales import positive_factor
from cmlir.lowering.movement import per_tensor
from cmlir.lowering.strided import Layout

ADD_LEFT_SHIFT = 20
LARGEST_SUM_FACTOR = 4.0
"""Times this the sum of two shifted sides fits into 32 bits: 2^28 * 4, shifted by 3."""

LARGEST_WIDE_SUM_FACTOR = 0.5
"""The sum of two shifted sides has 31 bits, which must not be shifted to the left."""


def _power(base: Float32, exponent: Float32) -> Float32:
    """Computed in double precision."""
    wide = np.power(base.astype(np.float64), exponent.astype(np.float64))
    return wide.astype(np.float32)


_NUMPY: dict[type[aten.BinaryOp], Callable[[Float32, Float32], Float32]] = {
    **{op: op.evaluate for op in aten.Aten.operations if issubclass(op, aten.ArithmeticOp)},
    **{op: op.evaluate for op in aten.Aten.operations if issubclass(op, aten.ArithmeticOp)},
    aten.AddOp: np.add,
    aten.DivOp: np.divide,
    aten.MaximumOp: np.maximum,
    aten.MinimumOp: np.minimum,
    aten.MulOp: np.multiply,
    aten.PowOp: _power,
    aten.SubOp: np.subtract,
}


def convert_pointwise(conversion: Conversion, op: Operation) -> None:
    """f(x): a positive factor is one requantize, anything else one table."""
    assert isinstance(op, aten.PointwiseOp)
    if is_integer(op.input) and is_integer(op.result):
        convert_integer_function(conversion, op)
        return
    codes, order = as_it_lies(conversion, op.input)
    result = function_of_code(
        conversion, codes, (op.input, op.result), op.evaluate, positive_factor(op)
    )
    define_in_order(conversion, op.result, result, order)


def convert_table(conversion: Conversion, op: Operation) -> None:
    assert isinstance(op, aten.TableOp)
    source, target = per_tensor(op.input), per_tensor(op.result)
    if source is None or target is None:
        raise Unsupported("needs one scale for the whole tensor")
    entries = np.frombuffer(op.table.data.data, np.int8 if target.is_signed else np.uint8)
    table = signed_table(source, target, entries)
    codes, order = as_it_lies(conversion, op.input)
    define_in_order(conversion, op.result, lookup(conversion, codes, table), order)


def convert_binary(conversion: Conversion, op: Operation) -> None:
    """x + y, x - y, x * y on codes; with one repeated number it is a function of one code."""
    assert isinstance(op, aten.BinaryOp)
    if is_integer(op.result):
        convert_integers(conversion, op)
        return
    CodeForm.of(op.result)
    right, left = _repeated(op.rhs), _repeated(op.lhs)
    if right is not None:
        _convert_uniform(conversion, op, op.lhs, lambda x: _NUMPY[type(op)](x, right))
        return
    if left is not None:
        _convert_uniform(conversion, op, op.rhs, lambda x: _NUMPY[type(op)](left, x))
        return
    if any(CodeForm.of(value).bits > 8 for value in (op.lhs, op.rhs, op.result)):
        _convert_wide(conversion, op)
        return
    if isinstance(op, aten.MaximumOp | aten.MinimumOp):
        convert_extreme_of_two(conversion, op)
        return
    convert = _ON_CODES.get(type(op))
    if convert is None:
        raise Unsupported("of two quantized tensors is not supported")
    order = common_order(conversion, (op.lhs, op.rhs), shape_of(op.result))
    lhs, rhs = common_operands(conversion, (op.lhs, op.rhs), order)
    define_in_order(conversion, op.result, convert(conversion, op, lhs, rhs), order)


def _repeated(value: SSAValue) -> Float32 | None:
    """The number that an f32 operand repeats, as an array of rank 0; None for any other operand."""
    full = value.owner
    if not isinstance(full, aten.FullOp) or element_of(value) != f32:
        return None
    return np.array(full.value.value.data, np.float32)


def _convert_uniform(
    conversion: Conversion,
    op: aten.BinaryOp,
    tensor: SSAValue,
    function: Callable[[Float32], Float32],
) -> None:
    """Computed on the tensor's own elements, which the result may repeat."""
    codes = conversion.dense(tensor)
    result = function_of_code(conversion, codes, (tensor, op.result), function)
    layout = Layout.dense(shape_of(tensor)).expanded(shape_of(op.result))
    conversion.values[op.result] = Rearranged(result, layout, op.location)


def _in_one_shape(
    conversion: Conversion, op: aten.BinaryOp
) -> tuple[list[SSAValue], tuple[int, ...], Order]:
    """The converted operands in the result's shape, with its axes in an order that suits them."""
    shape, operands = shape_of(op.result), (op.lhs, op.rhs)
    order = common_order(conversion, operands, shape)
    ordered = tuple(shape[axis] for axis in order)
    values = (conversion.values[operand] for operand in operands)
    laid = (replace(v, layout=v.layout.expanded(shape).permuted(order)) for v in values)
    return [conversion.materialize(value, ordered) for value in laid], ordered, order


def _mul(conversion: Conversion, op: aten.BinaryOp, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    """y = rescale((a - z_a) * (b - z_b)) + z_y with the factor s_a * s_b / s_y."""
    a, b, y = (Int8Form.of(value) for value in (op.lhs, op.rhs, op.result))
    return conversion.kernel(
        cortex_m.MulOp if lhs.type == rhs.type else cortex_m.BroadcastMulOp,
        [lhs, rhs],
        broadcast_type(lhs, rhs),
        lhs_offset=integer(-a.zero_point),
        rhs_offset=integer(-b.zero_point),
        output_offset=integer(y.zero_point),
        rescale=narrow_rescale(a.scale * b.scale / y.scale),
        clamp=y.clamp,
    )


def _add(conversion: Conversion, op: aten.BinaryOp, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    return _sum(conversion, op, (lhs, Int8Form.of(op.lhs)), (rhs, Int8Form.of(op.rhs)))


def _sub(conversion: Conversion, op: aten.BinaryOp, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    """a - b = a + (-b): the code of -b is that of b with all bits inverted, zero point alike."""
    b = Int8Form.of(op.rhs)
    inverted = np.arange(127, -129, -1, dtype=np.int8)
    negated = lookup(conversion, rhs, inverted)
    form = Int8Form(b.scale, ~b.zero_point, ~b.greatest, ~b.least)
    return _sum(conversion, op, (lhs, Int8Form.of(op.lhs)), (negated, form))


def _sum(
    conversion: Conversion,
    op: aten.BinaryOp,
    lhs: tuple[SSAValue, Int8Form],
    rhs: tuple[SSAValue, Int8Form],
) -> SSAValue:
    """TFLite's addition: both sides scaled to twice the larger scale, 20 bits further left.

    With so many bits to spare, the pairs of the sides are TFLite's as well: kernels are fastest
    where they shift to the right.
    """
    a, b, y = lhs[1], rhs[1], Int8Form.of(op.result)
    twice = 2 * max(a.scale, b.scale)
    sides = [cortex_m.rescale_pair(side.scale / twice) for side in (a, b)]
    return conversion.kernel(
        cortex_m.AddOp if lhs[0].type == rhs[0].type else cortex_m.BroadcastAddOp,
        [lhs[0], rhs[0]],
        broadcast_type(lhs[0], rhs[0]),
        lhs_offset=integer(-a.zero_point),
        rhs_offset=integer(-b.zero_point),
        output_offset=integer(y.zero_point),
        rescale=cortex_m.RescaleAttr.of_reals(
            [min(twice / (2**ADD_LEFT_SHIFT * y.scale), LARGEST_SUM_FACTOR)]
        ),
        clamp=y.clamp,
        lhs_rescale=cortex_m.RescaleAttr.of_pairs([sides[0]]),
        rhs_rescale=cortex_m.RescaleAttr.of_pairs([sides[1]]),
        left_shift=integer(ADD_LEFT_SHIFT),
    )


def _convert_wide(conversion: Conversion, op: aten.BinaryOp) -> None:
    """Where some codes have 16 bits: on operands of one shape."""
    match op:
        case aten.AddOp() | aten.SubOp():
            _convert_wide_sum(conversion, op)
        case aten.MulOp():
            _convert_wide_product(conversion, op)
        case _:
            raise Unsupported(f"of 16-bit codes is not supported: {element_of(op.result)}")


def _convert_wide_product(conversion: Conversion, op: aten.BinaryOp) -> None:
    """`_mul`, where the product has up to 31 bits, and must have room for its rescale."""
    a, b, y = (CodeForm.of(value) for value in (op.lhs, op.rhs, op.result))
    operands, shape, order = _in_one_shape(conversion, op)
    rescale = cortex_m.RescaleAttr.of_reals([a.scale * b.scale / y.scale], y.bits)
    largest = math.prod(
        greatest_magnitude(codes, -form.zero_point)
        for codes, form in zip(operands, (a, b), strict=True)
    )
    if largest << max(rescale.pairs[0][1], 0) >= 1 << 31:
        raise Unsupported("has products that do not fit into 32 bits, scaled to the result")
    result = conversion.kernel(
        cortex_m.MulOp,
        operands,
        TensorType(y.storage, shape),
        lhs_offset=integer(-a.zero_point),
        rhs_offset=integer(-b.zero_point),
        output_offset=integer(y.zero_point),
        rescale=rescale,
        clamp=y.clamp,
    )
    define_in_order(conversion, op.result, result, order)


def _convert_wide_sum(conversion: Conversion, op: aten.AddOp | aten.SubOp) -> None:
    """`_sum` with fewer bits to spare."""
    a, b, y = (CodeForm.of(value) for value in (op.lhs, op.rhs, op.result))
    twice = 2 * max(a.scale, b.scale)
    sides = [cortex_m.rescale_pair(side.scale / twice) for side in (a, b)]
    factor = twice / (2**cortex_m.WIDE_LEFT_SHIFT * y.scale)
    if factor > LARGEST_WIDE_SUM_FACTOR:
        raise Unsupported("has a result whose scale is 2^13 times finer than its operands'")
    operands, shape, order = _in_one_shape(conversion, op)
    result = conversion.kernel(
        cortex_m.AddOp,
        operands,
        TensorType(y.storage, shape),
        lhs_offset=integer(-a.zero_point),
        rhs_offset=integer(-b.zero_point),
        output_offset=integer(y.zero_point),
        rescale=cortex_m.RescaleAttr.of_reals([factor], y.bits),
        clamp=y.clamp,
        lhs_rescale=cortex_m.RescaleAttr.of_pairs([sides[0]]),
        rhs_rescale=cortex_m.RescaleAttr.of_pairs([sides[1]]),
        left_shift=integer(cortex_m.WIDE_LEFT_SHIFT),
        **({"subtracted": UnitAttr()} if isinstance(op, aten.SubOp) else {}),
    )
    define_in_order(conversion, op.result, result, order)


_ON_CODES: dict[
    type[aten.BinaryOp], Callable[[Conversion, aten.BinaryOp, SSAValue, SSAValue], SSAValue]
] = {aten.AddOp: _add, aten.DivOp: divide, aten.MulOp: _mul, aten.SubOp: _sub}


CONVERTERS: dict[type[Operation], Converter] = {
    **{op: convert_pointwise for op in aten.Aten.operations if issubclass(op, aten.PointwiseOp)},
    **dict.fromkeys(_NUMPY, convert_binary),
    aten.TableOp: convert_table,
}
