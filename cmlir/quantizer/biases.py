"""Biases as the integers that the kernels add.

The accumulator of a linear layer or a convolution counts in units of s_x * s_w[n].  With its bias
rounded to that unit in the Q/DQ program as well, the program and the integer kernel start from the
same number; a float bias would differ from it by up to half a unit, which now and then moves a
result by one step.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from cmlir.quantizer.canonical_graph import evaluate
from cmlir.quantizer.locations import copy_location
from cmlir.quantizer.op_families import JOINS, WEIGHTED, is_data_movement, joined
from cmlir.quantizer.values import Values

_PER_TENSOR = torch.ops.quantized_decomposed.dequantize_per_tensor.default
_PER_CHANNEL = torch.ops.quantized_decomposed.dequantize_per_channel.default

_INT32 = torch.iinfo(torch.int32)

LARGEST_CODE = 1 << 30
"""Biases beyond this stay in float: their channel's weights need a coarser scale."""


def quantize_biases(model: GraphModule) -> None:
    """Store each bias of a quantized linear or convolution as int32 codes of scale s_x * s_w."""
    weighted = [n for n in model.graph.nodes if n.op == "call_function" and n.target in WEIGHTED]
    constants = Values.of(model.graph).constants
    for number, node in enumerate(weighted):
        bias = node.args[2] if len(node.args) > 2 else None
        unit = _accumulator_unit(model, node)
        if unit is None or bias not in constants:
            continue
        values = evaluate(model, bias).double()
        if unit.ndim and len(unit) != len(values):  # one scale serves a channel of every group
            unit = unit.repeat(len(values) // len(unit))
        codes = torch.round(values / unit)
        if codes.abs().max() > LARGEST_CODE:
            continue
        _replace_bias(model, node, number, codes.to(torch.int32), unit)
    model.graph.eliminate_dead_code()
    model.graph.lint()
    model.recompile()


def _accumulator_unit(model: GraphModule, linear: Node) -> Tensor | None:
    """s_x * s_w[n] in double, of shape [N] or []; None unless input and weight are dequantized."""
    source, weight = linear.args[0], linear.args[1]
    if not isinstance(source, Node) or not isinstance(weight, Node):
        return None
    scales = set(_scales(source))
    if len(scales) != 1 or None in scales:
        return None
    input_scale = torch.tensor(scales.pop(), dtype=torch.float64)
    if weight.target is _PER_TENSOR:
        return input_scale * torch.tensor(weight.args[1], dtype=torch.float64)
    if weight.target is _PER_CHANNEL and isinstance(weight.args[1], Node):
        return input_scale * evaluate(model, weight.args[1]).double()
    return None


def _scales(value: Node) -> Iterator[float | None]:
    """Those of what a value holds elements of; None for what was not dequantized."""
    if value.target is _PER_TENSOR:
        yield value.args[1]  # pyright: ignore[reportReturnType]
    elif is_data_movement(value):
        yield from _scales(value.all_input_nodes[0])
    elif value.target in JOINS:
        for operand in joined(value):
            yield from _scales(operand)
    else:
        yield None


def _replace_bias(
    model: GraphModule, linear: Node, number: int, codes: Tensor, unit: Tensor
) -> None:
    model.register_buffer(f"_bias_codes{number}", codes)
    bounds = (_INT32.min, _INT32.max, torch.int32)
    with model.graph.inserting_before(linear):
        stored = model.graph.get_attr(f"_bias_codes{number}")
        if unit.ndim == 0:
            arguments = (stored, float(unit), 0, *bounds)
            bias = model.graph.call_function(_PER_TENSOR, arguments)
        else:
            model.register_buffer(f"_bias_scale{number}", unit.float())
            model.register_buffer(
                f"_bias_zero_point{number}", torch.zeros(len(unit), dtype=torch.int64)
            )
            scale = model.graph.get_attr(f"_bias_scale{number}")
            zero_point = model.graph.get_attr(f"_bias_zero_point{number}")
            arguments = (stored, scale, zero_point, 0, *bounds)
            bias = model.graph.call_function(_PER_CHANNEL, arguments)
    copy_location(linear, bias)
    linear.update_arg(2, bias)
