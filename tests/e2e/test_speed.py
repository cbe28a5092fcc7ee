"""Executed instructions and sizes of whole programs on the Cortex-M55: what has been reached stays.

`python benchmarks/peers.py` prints the figures.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from torch import Tensor
from torch.export import ExportedProgram

import cmlir
from support.attention_program import REFERENCE, quantized_block
from support.encoder_layers import Encoder, quantized_layer


@dataclass(frozen=True)
class Bounds:
    instructions: int
    code_bytes: int
    ram_bytes: int
    """With inputs and outputs, where inputs may be overwritten."""


def check(program: ExportedProgram, inputs: tuple[Tensor, ...], bounds: Bounds) -> None:
    compiled = cmlir.compile(program, io="quantized", overwrite_inputs=True)
    result = compiled.run(*inputs, on="qemu")
    found = (result.instructions, result.code_bytes, result.ram_bytes, result.io_bytes)
    instructions, code, ram, io = (value or 0 for value in found)
    assert 0 < instructions <= bounds.instructions
    assert 0 < code <= bounds.code_bytes
    assert 0 < ram + io <= bounds.ram_bytes


def test_attention() -> None:
    bounds = Bounds(instructions=138_000, code_bytes=15_200, ram_bytes=8_704)
    check(quantized_block(REFERENCE), REFERENCE.inputs(1)[0], bounds)


def test_encoder_layer() -> None:
    encoder = Encoder()
    bounds = Bounds(instructions=330_000, code_bytes=20_000, ram_bytes=10_752)
    check(quantized_layer(encoder), encoder.inputs(1)[0], bounds)


@pytest.mark.parametrize("kernels", ["fast", "cmsis-nn"])
def test_attention_has_the_same_bits(kernels: str) -> None:
    program, (inputs,) = quantized_block(REFERENCE), REFERENCE.inputs(1)
    compiled = cmlir.compile(program, io="quantized", kernels=kernels)
    on_device, in_numpy = compiled.run(*inputs, on="qemu"), compiled.run(*inputs)
    assert (on_device.outputs[0] == in_numpy.outputs[0]).all()
