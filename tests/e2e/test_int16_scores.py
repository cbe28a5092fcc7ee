"""Attention scores of 16 bits, from PyTorch to QEMU."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.export import ExportedProgram

import cmlir
from support.attention_blocks import AttentionBlock
from support.masked_attention import CONSTANT, INPUTS, Case
from support.three_ways import assert_three_ways

CASES = {
    **{f"constant {name}": case for name, case in CONSTANT.items()},
    **{f"input {name}": case for name, case in INPUTS.items()},
}


def program_of(case: Case) -> ExportedProgram:
    torch.manual_seed(0)
    samples = [case.sample() for _ in range(4)]
    return cmlir.quantize(case.model(), samples, recipe="int16")


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("constant is_causal", "cortex-m55"),
        ("constant window", "cortex-m4"),
        ("constant slopes", "cortex-m55"),
        ("input bool", "cortex-m55"),
        ("input multihead", "cortex-m55"),
    ],
)
def test_masked_three_ways(name: str, target: str) -> None:
    case = CASES[name]
    program = program_of(case)
    compiled = cmlir.compile(program, target=target, allow_float=False, verify_each=True)
    kernels = {op.kernel for op in compiled.report.ops}
    assert {"cmlir_strided_matmul_s8_s16", "cmlir_softmax_s16_s8"} <= kernels
    samples = [case.sample() for _ in range(2)]
    assert compiled.compare(program, samples).largest_op <= 1
    assert_three_ways(compiled, samples)


class Shifted(AttentionBlock):
    """Attention with scores that are all large: a softmax sees but their differences, which are
    some steps of 8 bits."""

    def __init__(self):
        super().__init__(64, 1)
        with torch.no_grad():
            self.q.bias += 5
            self.k.bias += 5


def normal_samples(count: int) -> list[tuple[Tensor]]:
    return [(torch.randn(2, 9, 64),) for _ in range(count)]


@lru_cache(maxsize=2)
def shifted(scores: str) -> tuple[nn.Module, ExportedProgram]:
    """The model, and its program with int8 values but for the scores."""
    torch.manual_seed(0)
    model = Shifted().eval()
    program = cmlir.quantize(model, normal_samples(6), overrides={"matmul": scores})
    return model, program


def test_16_bits_are_nearer_to_the_float_model() -> None:
    """Of scores with a large range; nothing else has 16 bits."""
    torch.manual_seed(1)
    samples, errors = normal_samples(3), dict[str, float]()
    for scores in ("int8", "int16"):
        model, program = shifted(scores)
        compiled = cmlir.compile(program, allow_float=False)
        got = np.concatenate([r.outputs[0] for r in compiled.run_many(samples, on="qemu")])
        with torch.no_grad():
            exact = np.concatenate([model(*sample).numpy() for sample in samples])
        errors[scores] = float(((got - exact) ** 2).mean() / (exact**2).mean())
    assert errors["int16"] < 0.25 * errors["int8"]


def test_the_scale_and_the_heads_cost_nothing() -> None:
    compiled = cmlir.compile(shifted("int16")[1], allow_float=False)
    kernels = [op.kernel.removeprefix("arm_fully_connected") for op in compiled.report.ops]
    linear = "_per_channel_s8"
    assert kernels == [
        "cmlir_quantize_f32_s8",
        *(linear, linear, linear),
        "cmlir_strided_matmul_s8_s16",
        "cmlir_softmax_s16_s8",
        "cmlir_strided_matmul_s8",
        linear,
        "cmlir_dequantize_s8_f32",
    ]


def test_cmsis_nn_kernels_give_the_same_bits() -> None:
    """A dense product, between transposes, with the same kernel."""
    program = shifted("int16")[1]
    fast, other = (cmlir.compile(program, kernels=k) for k in ("fast", "cmsis-nn"))
    assert "cmlir_strided_matmul_s8_s16" in {op.kernel for op in other.report.ops}
    samples = normal_samples(1)
    (mine,), (theirs,) = other.run_many(samples, on="host"), fast.run_many(samples, on="host")
    np.testing.assert_array_equal(mine.outputs[0], theirs.outputs[0])
