"""The calls of convolutions and pooling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import SSAValue

from cmlir.codegen.call import Addresses, Call, bias_data, bounds, dims, integer, long_array
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.shapes import shape_of


def _conv(op: cm.ConvOp, at: Addresses) -> Call:
    numbers = [integer(op.input_offset), integer(op.output_offset)]
    return _weighted(op, at, "cmsis_nn_conv_params", numbers, shape_of(op.weights))


def _depthwise_conv(op: cm.DepthwiseConvOp, at: Addresses) -> Call:
    numbers = [integer(op.input_offset), integer(op.output_offset), str(op.multiplier)]
    return _weighted(op, at, "cmsis_nn_dw_conv_params", numbers, (1, *shape_of(op.weights)))


def _weighted(
    op: cm.ConvOp | cm.DepthwiseConvOp,
    at: Addresses,
    params_type: str,
    numbers: Sequence[str],
    filter_shape: Sequence[int],
) -> Call:
    tiles = (_tile(array) for array in (op.strides, op.padding, op.dilations))
    params = ", ".join([*numbers, *tiles, _activation(op.clamp)])
    multipliers, shifts = zip(*op.rescale.pairs, strict=True)
    start = op.bias if op.sums is None else op.sums
    assert start is not None
    starts = [at(start)] if op.sums is not None else ["&bias_dims", at(start)]
    if op.kernel == "arm_convolve_s8":
        starts.append("NULL")
    bias_dims = [] if op.sums is not None else [dims("bias_dims", 1, 1, 1, len(multipliers))]
    if op.kernel == "arm_convolve_wrapper_s16":
        starts = ["&bias_dims", "&bias"]
        bias_dims.append(bias_data(at, start))
    return Call(
        (
            "&context, &params, &rescale",
            f"&input_dims, {at(op.input)}",
            f"&filter_dims, {at(op.weights)}",
            *starts,
            f"&output_dims, {at(op.destination)}",
            *_rows(op),
        ),
        (
            f"static const {params_type} params = {{{params}}};",
            long_array("int32_t", "multipliers", multipliers),
            long_array("int32_t", "shifts", shifts),
            "static const cmsis_nn_per_channel_quant_params rescale = "
            "{(int32_t *)multipliers, (int32_t *)shifts};",
            dims("input_dims", *shape_of(op.input)),
            dims("filter_dims", *filter_shape),
            *bias_dims,
            dims("output_dims", *shape_of(op.destination)),
            f"const cmsis_nn_context context = {{{_scratch(op.scratch, at)}}};",
        ),
    )


def _transpose_conv(op: cm.TransposeConvOp, at: Addresses) -> Call:
    tiles = [*(_tile(array) for array in (op.strides, op.padding)), "{0, 0}", _tile(op.dilations)]
    offsets = [integer(op.input_offset), integer(op.output_offset)]
    params = ", ".join([*offsets, *tiles, _activation(op.clamp)])
    multipliers, shifts = zip(*op.rescale.pairs, strict=True)
    contexts, starts, bias_dims = _transposed_start(op, at)
    outputs = shape_of(op.destination)[3]
    return Call(
        (
            f"{', '.join(f'&{name}' for name in contexts)}, &params, &rescale",
            f"&input_dims, {at(op.input)}",
            f"&filter_dims, {at(op.weights)}",
            *starts,
            f"&output_dims, {at(op.destination)}",
        ),
        (
            f"static const cmsis_nn_transpose_conv_params params = {{{params}}};",
            long_array("int32_t", "multipliers", multipliers),
            long_array("int32_t", "shifts", shifts),
            "static const cmsis_nn_per_channel_quant_params rescale = "
            "{(int32_t *)multipliers, (int32_t *)shifts};",
            dims("input_dims", *shape_of(op.input)),
            dims("filter_dims", outputs, *op.kernel_shape, op.group_channels),
            *bias_dims,
            dims("output_dims", *shape_of(op.destination)),
            *(f"const cmsis_nn_context {name} = {{{at}}};" for name, at in contexts.items()),
        ),
    )


def _transposed_start(
    op: cm.TransposeConvOp, at: Addresses
) -> tuple[dict[str, str], list[str], list[str]]:
    """The contexts by name, the arguments behind the weights, and what these point to."""
    if op.sums is not None:
        return {"context": _scratch(op.scratch, at)}, [at(op.sums)], []
    first, second = op.cmsis_buffers()
    assert op.bias is not None
    assert op.scratch is not None
    memory = at(op.scratch)
    contexts = {
        "context": f"{memory}, {first}",
        "turned": f"(int8_t *){memory} + {first}, {second}",
    }
    bias_dims = dims("bias_dims", 1, 1, 1, shape_of(op.destination)[3])
    return contexts, ["&bias_dims", at(op.bias)], [bias_dims]


def _pool(op: cm.AvgPoolOp | cm.MaxPoolOp, at: Addresses) -> Call:
    params = ", ".join([_tile(op.strides), _tile(op.padding), _activation(op.clamp)])
    return Call(
        (
            "&context, &params",
            f"&input_dims, {at(op.input)}",
            "&filter_dims",
            f"&output_dims, {at(op.destination)}",
            *_rows(op),
        ),
        (
            f"static const cmsis_nn_pool_params params = {{{params}}};",
            dims("input_dims", *shape_of(op.input)),
            dims("filter_dims", 1, *op.kernel_shape, 1),
            dims("output_dims", *shape_of(op.destination)),
            f"const cmsis_nn_context context = {{{_scratch(op.scratch, at)}}};",
        ),
    )


def _rows(op: ImageOp) -> list[str]:
    """Of a band, negative if bands go from the last one on; nothing without bands."""
    if op.band_rows is None:
        return []
    return [("" if op.from_last is None else "-") + integer(op.band_rows)]


def _pad(op: cm.PadOp, at: Addresses) -> Call:
    return Call(
        (at(op.input), at(op.destination), integer(op.value), "&input_dims, &before, &behind"),
        (
            dims("input_dims", *shape_of(op.input)),
            dims("before", *op.before.get_values()),
            dims("behind", *op.behind.get_values()),
        ),
    )


def _tile(numbers: DenseArrayBase[Any]) -> str:
    """CMSIS-NN has the width first."""
    height, width = numbers.get_values()
    return f"{{{width}, {height}}}"


def _activation(clamp: cm.ClampAttr) -> str:
    return f"{{{', '.join(bounds(clamp))}}}"


def _scratch(scratch: SSAValue | None, at: Addresses) -> str:
    return "NULL, 0" if scratch is None else f"{at(scratch)}, {byte_size(scratch)}"


IMAGE_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.AvgPoolOp: _pool,
    cm.ConvOp: _conv,
    cm.DepthwiseConvOp: _depthwise_conv,
    cm.MaxPoolOp: _pool,
    cm.PadOp: _pad,
    cm.TransposeConvOp: _transpose_conv,
}
