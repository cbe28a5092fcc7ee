"""Every function of one number on all 256 codes: a table that holds what PyTorch computes."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects import cortex_m
from cmlir.frontend import import_program
from cmlir.interpreter import run
from support.equivalence import apply
from support.exported import export, fake_quantize
from support.ir import program
from support.pointwise_functions import POINTWISE, POSITIVE

FUNCTIONS = {**POINTWISE, **POSITIVE}
DOMAINS = {
    "narrow": (0.05, -30, (0.03, -20)),
    "wide": (40.0, 3, (40.0, 0)),
    "positive": (0.01, -128, (0.05, 20)),
}
"""Input scale, zero point, and the output's."""


def all_reals(scale: float, zero_point: int) -> Tensor:
    return (torch.arange(-128, 128) - zero_point).float() * scale


def programs(domain: str) -> tuple[ModuleOp, dict[str, Tensor]]:
    """One program with an output for each function, and what PyTorch gives."""
    scale, zero_point, target = DOMAINS[domain]
    names = FUNCTIONS if domain == "positive" else POINTWISE

    def model(x: Tensor) -> dict[str, Tensor]:
        y = fake_quantize(x, scale, zero_point)
        return {name: fake_quantize(FUNCTIONS[name][0](y), *target) for name in names}

    x = all_reals(scale, zero_point)
    return import_program(export(model, x)), model(x)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_code_of_every_function(domain: str) -> None:
    scale, zero_point, _ = DOMAINS[domain]
    module, expected = programs(domain)
    lowered = apply(module, "lower-cortex-m")
    assert not any(isinstance(op, cortex_m.FloatOp) for op in lowered.walk())
    x = all_reals(scale, zero_point).numpy()
    stages = [run(stage, x) for stage in (module, apply(module, "fold-quantization"), lowered)]
    for name, reference, *results in zip(expected, expected.values(), *stages, strict=True):
        for result in results:
            np.testing.assert_array_equal(result, reference.numpy(), err_msg=name)


def test_numbers_that_are_none_get_the_zero_point() -> None:
    """log of 0 and below: -inf saturates, NaN is the zero point's code."""
    kind = "!quant.uniform<i8:f32, 0.1:4>"
    body = f"""
    %0 = quant.dcast %x : tensor<256x{kind}> to tensor<256xf32>
    %1 = aten.log %0 : (tensor<256xf32>) -> tensor<256xf32>
    %y = quant.qcast %1 : tensor<256xf32> to tensor<256x{kind}>
    """
    module = program(body, f"tensor<256x{kind}>", x=f"tensor<256x{kind}>")
    (codes,) = run(apply(module, "lower-cortex-m"), np.arange(-128, 128, dtype=np.int8))
    assert set(codes[: 4 + 128]) == {4}
    assert codes[4 + 128] == -128
    assert codes[-1] == round(np.log(12.3) / 0.1) + 4
