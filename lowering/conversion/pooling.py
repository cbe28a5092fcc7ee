"""Pooling: codes are compared or averaged as they are, or summed with other parameters."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import TensorType, i8
from xdsl.ir import Attribute, Operation, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import quantize
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.spans import Spans
from cmlir.lowering.conversion.context import (
    CodeForm,
    Conversion,
    Converter,
    Int8Form,
    Unsupported,
    integer,
)
from cmlir.lowering.conversion.images import define_image, image_of, numbers, two_axes
from cmlir.lowering.conversion.order import Order, as_it_lies, define_in_order
from cmlir.lowering.conversion.resampling import convert_windows_max, convert_windows_mean
from cmlir.lowering.conversion.rescale import convolution_rescale, sum_rescale
from cmlir.lowering.conversion.wide import is_wide_input, wide_forms, wide_sums
from cmlir.lowering.movement import per_tensor


def convert_max_pool(conversion: Conversion, op: Operation) -> None:
    """The largest code stands for the largest number."""
    assert isinstance(op, aten.MaxPoolOp)
    if any(d != 1 for d in op.window.dilations):
        Int8Form.of(op.input)
        convert_windows_max(conversion, op, spans_of(op))
        return
    image, form = image_of(conversion, op.input), CodeForm.of(op.result)
    define_image(conversion, op.result, _pooled(conversion, cortex_m.MaxPoolOp, op, image, form))


def convert_avg_pool(conversion: Conversion, op: Operation) -> None:
    """CMSIS-NN's average where it divides as PyTorch does and the codes keep their meaning; else
    sums of windows by a convolution with weights of 1, which rounds once.
    """
    assert isinstance(op, aten.AvgPoolOp)
    if is_wide_input(op):
        _convert_wide_average(conversion, op)
        return
    before, after = Int8Form.of(op.input), Int8Form.of(op.result)
    same = (before.scale, before.zero_point) == (after.scale, after.zero_point)
    divisors = _divisors(op)
    if min(divisors) < 0:
        raise Unsupported(f"divides by {min(divisors)}: that has no kernel")
    if len(divisors) > 1 and not (same and _divides_by_inside(op)):
        along = [op.divisors(axis) for axis in range(len(op.kernel_shape))]
        convert_windows_mean(conversion, op, spans_of(op), along)
        return
    image = image_of(conversion, op.input)
    if _is_global(op):
        result = _averaged(conversion, op, image, before, after)
    elif same and _divides_by_inside(op):
        result = _pooled(conversion, cortex_m.AvgPoolOp, op, image, after)
    else:
        result = _summed(conversion, op, image, before, after, divisors.pop())
    define_image(conversion, op.result, result)


def _convert_wide_average(conversion: Conversion, op: aten.AvgPoolOp) -> None:
    """CMSIS-NN's average of 16-bit codes, or with other parameters sums by a convolution."""
    before, after = wide_forms(op)
    image, divisors = image_of(conversion, op.input), _divisors(op)
    if before.scale == after.scale and _divides_by_inside(op):
        result = _pooled(conversion, cortex_m.AvgPoolOp, op, image, after)
    elif len(divisors) == 1 and min(divisors) > 0:
        size = two_axes(op.kernel_shape, 1)
        result = wide_sums(
            conversion,
            image,
            (size, divisors.pop()),
            (before, after),
            shape_of(op.result),
            _places(op),
        )
    else:
        raise Unsupported("on 16-bit codes divides by one number for all windows")
    define_image(conversion, op.result, result)


def spans_of(op: aten.AvgPoolOp | aten.MaxPoolOp) -> list[Spans]:
    """What of each window lies inside the image."""
    sizes, counts = shape_of(op.input)[2:], shape_of(op.result)[2:]
    return [
        Spans.of_window(op.window, axis, op.kernel_shape[axis], sizes[axis], counts[axis])
        for axis in range(len(sizes))
    ]


def _is_global(op: aten.AvgPoolOp) -> bool:
    """Whether the one window is the whole image."""
    pads = (*op.window.padding, *op.window.padding_behind)
    return op.kernel_shape == shape_of(op.input)[2:] and not any(pads) and op.divisor is None


def _averaged(
    conversion: Conversion, op: aten.AvgPoolOp, image: SSAValue, before: Int8Form, after: Int8Form
) -> SSAValue:
    """The mean of all pixels, rounded once."""
    n, height, width, c = shape_of(image)
    rows = conversion.viewed(image, (n, height * width, c))
    result = conversion.kernel(
        cortex_m.SumOp,
        [rows],
        TensorType(i8, (n, c)),
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=sum_rescale([before.scale / after.scale / (height * width)]),
        clamp=after.clamp,
    )
    return conversion.viewed(result, (n, 1, 1, c))


def _divisors(op: aten.AvgPoolOp) -> set[int]:
    """All that occur; 0 never does."""
    if op.divisor is not None:
        return {op.divisor.value.data}
    found = {1}
    for axis in range(len(op.kernel_shape)):
        found = {a * b for a in found for b in op.divisors(axis)}
    return found


def _divides_by_inside(op: aten.AvgPoolOp) -> bool:
    """Whether every divisor is the number of the window's elements inside the input."""
    if op.divisor is not None:
        whole = op.divisor.value.data == math.prod(op.kernel_shape)
        return whole and not any((*op.window.padding, *op.window.padding_behind))
    return not bool(op.count_include_pad) or not any(op.window.padding)


def _pooled(
    conversion: Conversion,
    kind: type[cortex_m.KernelOp],
    op: aten.AvgPoolOp | aten.MaxPoolOp,
    image: SSAValue,
    form: CodeForm,
) -> SSAValue:
    n, c, *size = shape_of(op.result)
    return conversion.kernel(
        kind,
        [image],
        TensorType(form.storage, (n, *two_axes(size, 1), c)),
        **_places(op),
        kernel_size=numbers(two_axes(op.kernel_shape, 1)),
        clamp=form.clamp,
    )


def _places(op: aten.AvgPoolOp | aten.MaxPoolOp) -> dict[str, Attribute]:
    return {
        "strides": numbers(two_axes(op.window.strides, 1)),
        "padding": numbers(two_axes(op.window.padding, 0)),
    }


def _summed(
    conversion: Conversion,
    op: aten.AvgPoolOp,
    image: SSAValue,
    before: Int8Form,
    after: Int8Form,
    divisor: int,
) -> SSAValue:
    """y = rescale(sum of (x - z_x)) + z_y, the factor being s_x / s_y / divisor."""
    n, c, *size = shape_of(op.result)
    height, width = two_axes(op.kernel_shape, 1)
    ones = conversion.constant(f"ones_{height}x{width}x{c}", np.ones((height, width, c), np.int8))
    start = np.full(c, -before.zero_point * height * width if conversion.fast else 0, np.int32)
    starts = conversion.constant(f"starts_{c}", start)
    factor = before.scale / after.scale / divisor
    return conversion.kernel(
        cortex_m.DepthwiseConvOp,
        [image, ones, *([[], [starts]] if conversion.fast else [[starts], []])],
        TensorType(i8, (n, *two_axes(size, 1), c)),
        **_places(op),
        dilations=numbers((1, 1)),
        input_offset=integer(-before.zero_point),
        output_offset=integer(after.zero_point),
        rescale=convolution_rescale([factor] * c),
        clamp=after.clamp,
    )


def convert_pad(conversion: Conversion, op: Operation) -> None:
    """The number's code around the codes, in the order in which they lie."""
    assert isinstance(op, aten.PadOp)
    Int8Form.of(op.result)
    quantized = per_tensor(op.result)
    assert quantized is not None
    code = int(quantize(np.array(op.value.value.data, np.float32), quantized))
    codes, order = as_it_lies(conversion, op.input)
    axes = _four_axes(op, order)
    sizes = [shape[0] for shape in axes]
    padded = conversion.kernel(
        cortex_m.PadOp,
        [conversion.viewed(codes, sizes)],
        TensorType(i8, [sum(numbers) for numbers in axes]),
        before=numbers([before for _, before, _ in axes]),
        behind=numbers([behind for _, _, behind in axes]),
        value=integer(code - (0 if quantized.is_signed else 128)),
    )
    shape = [shape_of(op.result)[axis] for axis in order]
    define_in_order(conversion, op.result, conversion.viewed(padded, shape), order)


def _four_axes(op: aten.PadOp, order: Order) -> list[tuple[int, int, int]]:
    """(size, before, behind) of four axes; neighbours are one where nothing is put between them."""
    before, behind = op.amounts
    axes: list[tuple[int, int, int]] = []
    for axis in order:
        size, pads = shape_of(op.input)[axis], (before[axis], behind[axis])
        if axes and not any(pads):
            last, first, behind_it = axes[-1]
            axes[-1] = (last * size, first * size, behind_it * size)
        else:
            axes.append((size, *pads))
    if len(axes) > 4:
        raise Unsupported("pads more than four axes at once")
    return [(1, 0, 0)] * (4 - len(axes)) + axes


CONVERTERS: dict[type[Operation], Converter] = {
    aten.AvgPoolOp: convert_avg_pool,
    aten.MaxPoolOp: convert_max_pool,
    aten.PadOp: convert_pad,
}
