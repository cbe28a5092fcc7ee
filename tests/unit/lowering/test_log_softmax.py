"""log_softmax from PyTorch to C, within a step of what the Q/DQ graph computes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.nn import functional as F
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.equivalence import assert_same, float_reasons
from support.exported import export, import_and_compare, operation_names
from support.inputs import random_inputs
from support.ir import program
from support.kernel_objects import HOST_GCC


def log_softmax(shape: tuple[int, ...], dim: int, scale: float, output_scale: float) -> ModuleOp:
    sizes = "x".join(map(str, shape))
    before = f"tensor<{sizes}x!quant.uniform<i8:f32, {scale!r}:5>>"
    after = f"tensor<{sizes}x!quant.uniform<i8:f32, {output_scale!r}:127>>"
    body = f"%y = aten.log_softmax %x {{dim = {dim}}} : ({before}) -> {after}"
    return program(body, after, x=before)


@pytest.mark.parametrize("dim", [0, -1])
def test_import(dim: int) -> None:
    exported = export(lambda x: F.log_softmax(x, dim), torch.randn(3, 4))
    module = import_and_compare(exported, torch.randn(3, 4), tolerance=1e-6)
    assert operation_names(module) == ["log_softmax"]


scales = st.floats(-3.0, 1.5).map(lambda exponent: float(np.float32(10.0**exponent)))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=3), scales, scales, st.data())
def test_within_one_step(
    shape: list[int], scale: float, output_scale: float, data: st.DataObject
) -> None:
    dim = data.draw(st.integers(0, len(shape) - 1))
    module = log_softmax(tuple(shape), dim, scale, output_scale)
    lowered = assert_same(module, "select-kernels", inputs=4, steps=1)
    assert_same(lowered, "plan-memory", inputs=2)


@pytest.mark.parametrize("length", [1000, 70_000])
@pytest.mark.parametrize("scale", [0.001, 0.05, 2.0])
def test_long_rows(length: int, scale: float, tmp_path: Path) -> None:
    module = log_softmax((1, length), 1, scale, 0.125)
    lowered = assert_same(module, "select-kernels", inputs=3, steps=1)
    planned = assert_same(lowered, "plan-memory", inputs=1)
    inputs = random_inputs(module, 0)
    result = EmittedModel(planned, tmp_path, HOST_GCC)(*inputs)[0]
    assert result.tobytes() == run(planned, *inputs)[0].tobytes()


def test_a_scale_too_fine_runs_in_float() -> None:
    (reason,) = float_reasons(log_softmax((2, 3), 1, 1.0, 2.0**-40), "select-kernels")
    assert reason == "has an output scale of 9.09495e-13, too fine for its input"


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scores = nn.Linear(8, 11)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        scores = 4 * self.scores(x)
        return F.log_softmax(scores, -1), F.log_softmax(scores, 0)


def test_a_quantized_model_on_all_runners() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    samples = [(torch.randn(5, 8),) for _ in range(4)]
    quantized = cmlir.quantize(Classifier(), samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    ways = [compiled.run_many(samples, on=on) for on in ("interpreter", "host", "qemu")]
    for results in zip(*ways, strict=True):
        for outputs in zip(*(result.outputs for result in results), strict=True):
            assert len({output.tobytes() for output in outputs}) == 1
    assert compiled.compare(quantized, samples).largest_op <= 1
