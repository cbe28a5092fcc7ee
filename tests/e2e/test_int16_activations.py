"""Linear layers and convolutions on activations of 16 bits, from PyTorch to QEMU."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from support.three_ways import assert_three_ways

WHOLE = {
    "arm_convolve_wrapper_s16",
    "arm_max_pool_s16",
    "arm_depthwise_conv_wrapper_s16",
    "cmlir_add_wide",
    "cmlir_linear_s16",
}


class Images(nn.Module):
    """A stem, a depthwise block with a residual sum, and a head on averages."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.depthwise = nn.Conv2d(8, 8, 3, groups=8, padding=1, stride=2)
        self.pointwise = nn.Conv2d(8, 8, 1)
        self.head = nn.Linear(8, 5)

    def forward(self, x: Tensor) -> Tensor:
        x = torch.max_pool2d(torch.relu(self.stem(x)), 2)
        y = torch.relu(self.depthwise(x))
        z = torch.relu(self.pointwise(y) + y)
        return self.head(torch.nn.functional.adaptive_avg_pool2d(z, 1).flatten(1))


def images(count: int, seed: int) -> list[tuple[Tensor]]:
    torch.manual_seed(seed)
    return [(torch.randn(1, 3, 8, 8),) for _ in range(count)]


@lru_cache(maxsize=1)
def model() -> nn.Module:
    torch.manual_seed(0)
    return Images().eval()


@lru_cache(maxsize=4)
def quantized(recipe: str, *modules: str) -> ExportedProgram:
    overrides = dict.fromkeys(modules, "a16w8")
    return cmlir.quantize(model(), images(8, 1), recipe=recipe, overrides=overrides)


@pytest.mark.parametrize(("target", "kernels"), [("cortex-m55", "fast"), ("cortex-m4", "cmsis-nn")])
def test_whole_network(target: str, kernels: str) -> None:
    program = quantized("a16w8")
    compiled = cmlir.compile(
        program, target=target, kernels=kernels, allow_float=False, io="quantized"
    )
    assert {op.kernel for op in compiled.report.ops} == {*WHOLE, "cmlir_strided_copy"}
    samples = images(2, 2)
    comparison = compiled.compare(program, samples)
    assert comparison.largest_op <= 2  # steps of 16 bits, where factors have 15
    assert_three_ways(compiled, samples)


def test_one_module() -> None:
    """What it reads is widened from 8 bits; the residual sum reads both widths."""
    program = quantized("int8", "pointwise")
    compiled = cmlir.compile(program, allow_float=False, verify_each=True)
    kernels = [op.kernel for op in compiled.report.ops]
    place = kernels.index("arm_convolve_wrapper_s16")
    assert kernels[place - 1 : place + 2] == [
        "cmlir_requantize_s8_s16",
        "arm_convolve_wrapper_s16",
        "cmlir_add_wide",
    ]
    assert sum("s16" in kernel for kernel in kernels) == 2
    samples = images(2, 2)
    assert compiled.compare(program, samples).largest_op <= 1
    assert_three_ways(compiled, samples)


def error(recipe: str) -> float:
    """Mean squared, to the float model."""
    samples = images(4, 3)
    compiled = cmlir.compile(quantized(recipe))
    got = [result.outputs[0] for result in compiled.run_many(samples, on="host")]
    with torch.no_grad():
        exact = [model()(*sample).numpy() for sample in samples]
    return float(((np.array(got) - np.array(exact)) ** 2).mean())


def test_it_is_much_nearer_to_the_float_model() -> None:
    assert error("a16w8") < 0.2 * error("int8")


@pytest.mark.parametrize("per_channel", [True, False])
def test_sums_beyond_32_bits(per_channel: bool) -> None:
    torch.manual_seed(4)
    layer = nn.Linear(1500, 3)
    with torch.no_grad():
        layer.weight.copy_(layer.weight.sign() * 0.9 + 0.1)
    samples = [(torch.randn(2, 1500),) for _ in range(4)]
    program = cmlir.quantize(layer.eval(), samples, recipe="a16w8", per_channel=per_channel)
    compiled = cmlir.compile(program, target="cortex-m55", io="quantized")
    expected = "cmlir_linear_s16" if per_channel else "arm_fully_connected_s16"
    assert [op.kernel for op in compiled.report.ops] == [expected]
    assert compiled.compare(program, samples[:2]).largest_op <= 2
    assert_three_ways(compiled, samples[:2])
