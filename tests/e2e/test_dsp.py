"""The DSP forms of the kernels on simulated processors give the interpreter's bits."""

from __future__ import annotations

import pytest

import cmlir
from support.attention_program import REFERENCE, Shape, quantized_block

SHAPES = (Shape(head_dim=7, rows=5, heads=3), Shape(head_dim=16, rows=8, heads=2))


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m7", "cortex-m33", "cortex-m3"])
def test_attention_equals_the_interpreter(target: str) -> None:
    for shape in SHAPES:
        compiled = cmlir.compile(quantized_block(shape), io="quantized", target=target)
        (inputs,) = shape.inputs(1)
        on_device, in_numpy = compiled.run(*inputs, on="qemu"), compiled.run(*inputs)
        assert (on_device.outputs[0] == in_numpy.outputs[0]).all()


def test_attention_on_a_cortex_m7_stays_fast() -> None:
    """CMSIS-NN's own DSP kernels take 1,402,236 for the four linears and 2,179,418 for softmax."""
    program, (inputs, *_) = quantized_block(REFERENCE), REFERENCE.inputs(1)
    compiled = cmlir.compile(program, io="quantized", target="cortex-m7")
    result = compiled.run(*inputs, on="qemu")
    assert 0 < (result.instructions or 0) <= 1_180_000
