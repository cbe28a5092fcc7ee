"""An int16 residual stream, from PyTorch to QEMU."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
import torch
from torch import nn
from torch.export import ExportedProgram

import cmlir
from support.encoder_layers import Encoder
from support.three_ways import assert_three_ways

POST_NORM = Encoder(width=32, heads=2, hidden=48, rows=9, activation="gelu")
PRE_NORM = Encoder(width=32, heads=2, hidden=48, rows=9, norm_first=True)


def model(encoder: Encoder) -> nn.Module:
    """Two layers, with outliers in some columns, as large models have them."""
    torch.manual_seed(0)
    layers = nn.Sequential(encoder.module(), encoder.module())
    with torch.no_grad():
        for layer in layers:
            layer.linear2.bias[3] += 60.0
            layer.norm1.weight[3] *= 0.02
    return layers.eval()


@lru_cache(maxsize=4)
def quantized(encoder: Encoder, recipe: str) -> ExportedProgram:
    layers = model(encoder)
    torch.manual_seed(1)
    return cmlir.quantize(layers, encoder.inputs(8), recipe=recipe)


@pytest.mark.parametrize("encoder", [POST_NORM, PRE_NORM], ids=str)
@pytest.mark.parametrize("target", ["cortex-m55", "cortex-m4"])
def test_three_ways(encoder: Encoder, target: str) -> None:
    program = quantized(encoder, "int16-residual")
    compiled = cmlir.compile(program, target=target, allow_float=False, verify_each=True)
    torch.manual_seed(2)
    samples = encoder.inputs(2)
    comparison = compiled.compare(program, samples)
    assert comparison.largest_op <= 1
    assert_three_ways(compiled, samples)
    kernels = {op.kernel for op in compiled.report.ops}
    assert {"cmlir_linear_s8_s16", "cmlir_add_wide", "cmlir_layer_norm_wide"} <= kernels


def error(encoder: Encoder, recipe: str) -> float:
    """The mean squared error of the compiled program, relative to the float model's square."""
    torch.manual_seed(3)
    samples = encoder.inputs(3)
    compiled = cmlir.compile(quantized(encoder, recipe))
    got = np.concatenate([r.outputs[0] for r in compiled.run_many(samples, on="host")])
    with torch.no_grad():
        exact = np.concatenate([model(encoder)(*sample).numpy() for sample in samples])
    return float(((got - exact) ** 2).mean() / (exact**2).mean())


def test_it_is_nearer_to_the_float_model_where_there_are_outliers() -> None:
    assert error(POST_NORM, "int16-residual") < 0.5 * error(POST_NORM, "int8")
