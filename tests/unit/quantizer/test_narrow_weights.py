"""Weights of 4 bits: whose, in which range, and what is said of them."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from cmlir.errors import InvalidInputError
from support.qdq_graphs import calls

DEQUANTIZE = torch.ops.quantized_decomposed.dequantize_per_channel.default
DEQUANTIZE_ALL = torch.ops.quantized_decomposed.dequantize_per_tensor.default


class Small(nn.Module):
    """A convolution, a depthwise and a transposed one, and a linear layer."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(2, 4, 3)
        self.deep = nn.Conv2d(4, 4, 3, groups=4)
        self.up = nn.ConvTranspose2d(4, 2, 2)
        self.head = nn.Linear(2, 3)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.up(torch.relu(self.deep(self.stem(x)))).mean((2, 3)))


def quantized(**how: object) -> ExportedProgram:
    torch.manual_seed(0)
    samples = [(torch.randn(1, 2, 8, 8),) for _ in range(3)]
    return cmlir.quantize(Small().eval(), samples, **how)  # pyright: ignore[reportArgumentType]


def largest_codes(program: ExportedProgram) -> list[int]:
    """Of each weight, the largest that its parameters allow, in order of its reader."""
    return [node.args[-2] for node in calls(program, DEQUANTIZE) if node.args[-1] == torch.int8]


def test_all_by_the_recipe() -> None:
    """But for the transposed convolution, which has no kernel for them."""
    program = quantized(recipe="a8w4")
    assert largest_codes(program) == [7, 7, 127, 7]
    weights = [program.state_dict[name] for name in program.state_dict if "param" in name]
    narrow = [weight for weight in weights if weight.dtype == torch.int8 and len(weight) != 4]
    assert min(int(weight.abs().max()) for weight in narrow) == 7
    summary = cmlir.quantization_summary(program)
    assert summary.narrow_weights == ("conv2d", "conv2d_1", "linear")
    assert "weights in 4 bits: those of conv2d, conv2d_1, linear" in str(summary)


def test_none_by_default() -> None:
    program = quantized()
    assert largest_codes(program) == [127] * 4
    assert cmlir.quantization_summary(program).narrow_weights == ()


def test_of_one_module() -> None:
    assert largest_codes(quantized(overrides={"deep": "a8w4"})) == [127, 7, 127, 127]


def test_of_all_but_one_module() -> None:
    how = {"recipe": "a8w4", "overrides": {"head": "int8"}}
    assert largest_codes(quantized(**how)) == [7, 7, 127, 127]
    assert largest_codes(quantized(overrides={"*": "a8w4", "head": "int8"})) == [7, 7, 127, 127]


def test_one_scale_for_each_weight() -> None:
    program = quantized(recipe="a8w4", per_channel=False)
    weights = [n for n in calls(program, DEQUANTIZE_ALL) if n.args[0].op == "placeholder"]
    assert [n.args[-2] for n in weights if n.args[-1] == torch.int8] == [7, 7, 127, 7]
    assert cmlir.quantization_summary(program).narrow_weights == ("conv2d", "conv2d_1", "linear")


@pytest.mark.parametrize("pattern", ["up", "relu"])
def test_a_pattern_without_such_weights(pattern: str) -> None:
    with pytest.raises(InvalidInputError, match=f"convolution that '{pattern}' fits") as error:
        quantized(overrides={pattern: "a8w4"})
    assert "conv2d, conv2d_1, linear" in str(error.value)


def test_a_model_without_such_weights() -> None:
    model, samples = nn.Sequential(nn.GELU()), [(torch.randn(1, 3),)]
    with pytest.raises(InvalidInputError, match="none of this model"):
        cmlir.quantize(model, samples, recipe="a8w4")


def test_the_range_has_the_least_error() -> None:
    """Of normally distributed weights the outermost saturate."""
    torch.manual_seed(0)
    layer = nn.Linear(256, 1, bias=False)
    with torch.no_grad():
        layer.weight.normal_()
    program = cmlir.quantize(layer, [(torch.randn(2, 256),)], recipe="a8w4")
    (node,) = calls(program, DEQUANTIZE)
    (scale,) = program.state_dict[_buffer(program, node.args[1])].tolist()
    assert scale < 0.95 * float(layer.weight.detach().abs().max()) / 7


def _buffer(program: ExportedProgram, node: object) -> str:
    return program.graph_signature.inputs_to_buffers[str(node)]
