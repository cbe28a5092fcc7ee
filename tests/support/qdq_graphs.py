"""What quantized programs of torch.export look like inside, for tests."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch.export import ExportedProgram
from torch.fx import Node
from torch.utils._pytree import tree_leaves

from cmlir.quantizer.op_families import DATA_MOVEMENT, JOINS, scale_factor

decomposed = torch.ops.quantized_decomposed
QUANTIZE = decomposed.quantize_per_tensor.default
DEQUANTIZE = decomposed.dequantize_per_tensor.default
DEQUANTIZE_CHANNELS = decomposed.dequantize_per_channel.default


def calls(program: ExportedProgram, *targets: object) -> list[Node]:
    """The calls of the targets, in order; of all but Q/DQ and data movement if none is given."""
    nodes = [node for node in program.graph.nodes if node.op == "call_function"]
    if targets:
        return [node for node in nodes if node.target in targets]
    return [node for node in nodes if not _is_plumbing(node)]


def weights(program: ExportedProgram) -> list[Node]:
    """The dequantizes of weights that have a scale per channel, in order."""
    return [node for node in calls(program, DEQUANTIZE_CHANNELS) if node.args[-1] is torch.int8]


def names(program: ExportedProgram) -> list[str]:
    """The names of the ops that compute, in order."""
    return [node.target.__name__.split(".")[0] for node in calls(program)]


def parameters(node: Node) -> tuple[float, int]:
    """Scale and zero point of a quantize or dequantize."""
    return node.args[1], node.args[2]


def written(node: Node) -> tuple[float, int]:
    """The parameters of the one quantize that reads the node."""
    (quantize,) = node.users
    assert quantize.target is QUANTIZE, quantize
    return parameters(quantize)


def read(operand: Node) -> tuple[float, int]:
    """The parameters of the dequantize that an operand comes from, through data movement."""
    origin = behind_movement(operand)
    assert origin.target is DEQUANTIZE, f"{operand} is the float value of {origin}"
    return parameters(origin)


def behind_movement(node: Node) -> Node:
    """The node whose elements reach this one by data movement alone."""
    while node.target in DATA_MOVEMENT or node.target in JOINS or "getitem" in node.name:
        node = node.all_input_nodes[0]
    return node


def requantizations(program: ExportedProgram) -> list[Node]:
    """Quantizes that change the codes of an int8 value, or quantize a value for the second time."""
    return [node for node in calls(program, QUANTIZE) if _requantizes(node)]


def sqnr(model: nn.Module, program: ExportedProgram, samples: list[tuple[Tensor, ...]]) -> float:
    """Signal to quantization noise of the program's outputs against the model's, in dB."""
    quantized = program.module(check_guards=False)
    signal = noise = 0.0
    with torch.no_grad():
        for sample in samples:
            for expected, actual in zip(*_leaves(model, quantized, sample), strict=True):
                signal += float((expected**2).sum())
                noise += float(((expected - actual) ** 2).sum())
    return float(10 * torch.log10(torch.tensor(signal / noise)))


def codes(quantize: Node, values: Tensor) -> Tensor:
    """The codes that a quantize node gives values."""
    return QUANTIZE(values, *quantize.args[1:])


def _leaves(
    model: nn.Module, quantized: nn.Module, sample: tuple[Tensor, ...]
) -> Iterator[list[Tensor]]:
    yield tree_leaves(model(*sample))
    yield tree_leaves(quantized(*sample))


def _is_plumbing(node: Node) -> bool:
    if node.target in DATA_MOVEMENT or "getitem" in node.name:
        return True
    return node.target in (QUANTIZE, DEQUANTIZE, DEQUANTIZE_CHANNELS)


def _requantizes(quantize: Node) -> bool:
    origin = behind_movement(quantize.args[0])
    if any(user.target is QUANTIZE and user is not quantize for user in origin.users):
        return True
    if origin.target is DEQUANTIZE:
        return True
    factor = scale_factor(origin)
    if factor is None:
        return False
    scale, zero_point = read(origin.args[0])
    all_codes = torch.arange(-128, 128, dtype=torch.int8)
    values = DEQUANTIZE(all_codes, scale, zero_point, -128, 127, torch.int8)
    return not torch.equal(codes(quantize, values * factor), all_codes)
