"""Weights and biases that are parts of a parameter, and biases behind data movement."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.export import ExportedProgram
from torch.fx import Node

import cmlir


class Packed(nn.Module):
    """Two linears whose parameters are halves of one, the second on a transposed input."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(8, 6) * torch.logspace(-2, 0, 8)[:, None])
        self.bias = nn.Parameter(torch.randn(8))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        weights, biases = self.weight.chunk(2), self.bias.chunk(2)
        return (
            nn.functional.linear(x, weights[0], biases[0]),
            nn.functional.linear(x.transpose(0, 1), weights[1], biases[1]),
        )


def parameters_of(program: ExportedProgram) -> list[Sequence[Node]]:
    linears = program.graph.find_nodes(op="call_function", target=torch.ops.aten.linear.default)
    return [node.args[1:] for node in linears]


def test_parts_have_scales_of_their_own() -> None:
    torch.manual_seed(0)
    program = cmlir.quantize(Packed(), [(torch.randn(5, 7, 6),) for _ in range(4)])
    found = parameters_of(program)
    assert len(found) == 2
    per_channel = torch.ops.quantized_decomposed.dequantize_per_channel.default
    for weight, bias in found:
        assert weight.target is bias.target is per_channel


def test_programs_compute_the_same_codes() -> None:
    torch.manual_seed(0)
    samples = [(torch.randn(5, 7, 6),) for _ in range(4)]
    program = cmlir.quantize(Packed(), samples)
    compiled = cmlir.compile(program, io="quantized", allow_float=False)
    assert compiled.compare(program, samples).largest == 0
