"""quantized_decomposed: quantize and dequantize, per tensor and per channel.

The parameters become the type `!quant.uniform<...>`; those that are tensors must be constants.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import torch
import torch.ao.quantization.fx._decomposed  # registers quantized_decomposed
from torch.fx import Node
from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import SSAValue

from cmlir.dialects.quant import (
    DequantizeCastOp,
    QuantizeCastOp,
    StoredType,
    UniformQuantizedPerAxisType,
    UniformQuantizedType,
)
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.frontend.dtypes import STORAGE_TYPES, dtype_name
from cmlir.frontend.graph import GraphImporter, Handler

Number: TypeAlias = float | int | Node
"""A parameter: in the overload `.default` a number, in `.tensor` a node with one element."""

_SMALLEST, _LARGEST = 2.0**-149, (2 - 2.0**-23) * 2.0**127
"""The positive range of f32, which a scale must not leave."""

_SAME_VALUES = frozenset(
    getattr(torch.ops.aten, name).default
    for name in ("alias", "clone", "detach", "detach_", "lift_fresh", "lift_fresh_copy")
)


def quantize_per_tensor(
    graph: GraphImporter,
    input: Node,
    scale: Number,
    zero_point: Number,
    quant_min: Number,
    quant_max: Number,
    dtype: torch.dtype,
) -> SSAValue:
    kind = _per_tensor(graph, scale, zero_point, quant_min, quant_max, dtype)
    return _quantize(graph, input, kind)


def dequantize_per_tensor(
    graph: GraphImporter,
    input: Node,
    scale: Number,
    zero_point: Number,
    quant_min: Number,
    quant_max: Number,
    dtype: torch.dtype,
    out_dtype: torch.dtype | None,
) -> SSAValue:
    kind = _per_tensor(graph, scale, zero_point, quant_min, quant_max, dtype)
    return _dequantize(graph, input, kind)


def quantize_per_channel(
    graph: GraphImporter,
    input: Node,
    scales: Node,
    zero_points: Node,
    axis: int,
    quant_min: int,
    quant_max: int,
    dtype: torch.dtype,
) -> SSAValue:
    kind = _per_channel(graph, input, scales, zero_points, axis, quant_min, quant_max, dtype)
    return _quantize(graph, input, kind)


def dequantize_per_channel(
    graph: GraphImporter,
    input: Node,
    scales: Node,
    zero_points: Node | None,
    axis: int,
    quant_min: int,
    quant_max: int,
    dtype: torch.dtype,
    out_dtype: torch.dtype | None,
) -> SSAValue:
    kind = _per_channel(graph, input, scales, zero_points, axis, quant_min, quant_max, dtype)
    return _dequantize(graph, input, kind)


def _quantize(graph: GraphImporter, input: Node, kind: StoredType) -> SSAValue:
    value = graph.value(input)
    if element_of(value) != f32:
        graph.fail(
            f"the input has elements of type {element_of(value)}", "quantize float32 tensors"
        )
    return graph.emit(QuantizeCastOp(value, TensorType(kind, shape_of(value))))


def _dequantize(graph: GraphImporter, input: Node, kind: StoredType) -> SSAValue:
    if graph.result_type.get_element_type() != f32:
        graph.fail("the result is not float32", "export the model in float32")
    return graph.emit(DequantizeCastOp(graph.codes(input, kind), graph.result_type))


def _per_tensor(
    graph: GraphImporter,
    scale: Number,
    zero_point: Number,
    quant_min: Number,
    quant_max: Number,
    dtype: torch.dtype,
) -> UniformQuantizedType:
    if dtype not in STORAGE_TYPES:
        _refuse_dtype(graph, dtype)
    factor = float(_number(graph, scale))
    _require_scale(graph, factor)
    bounds = [int(_number(graph, bound)) for bound in (quant_min, quant_max)]
    zero = int(_number(graph, zero_point))
    return UniformQuantizedType(STORAGE_TYPES[dtype], f32, factor, zero, *bounds)


def _per_channel(
    graph: GraphImporter,
    input: Node,
    scales: Node,
    zero_points: Node | None,
    axis: int,
    quant_min: int,
    quant_max: int,
    dtype: torch.dtype,
) -> UniformQuantizedPerAxisType:
    if dtype not in STORAGE_TYPES:
        _refuse_dtype(graph, dtype)
    factors: list[float] = _known(graph, scales).double().tolist()
    for factor in factors:
        _require_scale(graph, factor)
    zeros = [0] * len(factors)
    if zero_points is not None:
        zeros = [int(zero) for zero in _known(graph, zero_points).tolist()]
    rank = len(input.meta["val"].shape)
    return UniformQuantizedPerAxisType(
        STORAGE_TYPES[dtype], f32, axis % rank, factors, zeros, quant_min, quant_max
    )


def _number(graph: GraphImporter, parameter: Number) -> float | int:
    if isinstance(parameter, Node):
        return _known(graph, parameter).item()
    return parameter


def _known(graph: GraphImporter, node: Node) -> torch.Tensor:
    """The data of a parameter that is a tensor, which must be a constant."""
    source = node
    while source.target in _SAME_VALUES and isinstance(source.args[0], Node):
        source = source.args[0]
    tensor = graph.stored(source)
    if tensor is None:
        graph.fail(
            f"the quantization parameter {node.name} is computed when the program runs",
            "use static quantization: calibrate, so that scales and zero points are constants",
        )
    return tensor


def _require_scale(graph: GraphImporter, scale: float) -> None:
    if math.isfinite(scale) and _SMALLEST <= scale <= _LARGEST:
        return
    graph.fail(
        f"the scale is {scale}",
        "calibrate again: the observer saw no data, or values that are not finite",
    )


def _refuse_dtype(graph: GraphImporter, dtype: torch.dtype) -> None:
    names = ", ".join(map(dtype_name, STORAGE_TYPES))
    graph.fail(f"no support for codes of {dtype_name(dtype)}", f"quantize to one of {names}")


_NAMESPACE = torch.ops.quantized_decomposed

HANDLERS: dict[object, Handler] = {
    _NAMESPACE.quantize_per_tensor.default: quantize_per_tensor,
    _NAMESPACE.quantize_per_tensor.tensor: quantize_per_tensor,
    _NAMESPACE.quantize_per_tensor.tensor2: quantize_per_tensor,
    _NAMESPACE.dequantize_per_tensor.default: dequantize_per_tensor,
    _NAMESPACE.dequantize_per_tensor.tensor: dequantize_per_tensor,
    _NAMESPACE.dequantize_per_tensor.tensor2: dequantize_per_tensor,
    _NAMESPACE.quantize_per_channel.default: quantize_per_channel,
    _NAMESPACE.dequantize_per_channel.default: dequantize_per_channel,
}
