"""Random models in memory that holds anything: the same bits in numpy, on the host and on QEMU."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
import torch

import cmlir
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.inputs import random_inputs
from support.kernel_objects import HOST_GCC
from support.ports import Array
from support.random_graphs import ROWS, WIDTH, RandomGraph

RUBBISH = (0x00, 0xFF, 0x80, 0xA5)
FEW = (0, 1, 2)
MANY = tuple(range(3, 40))


def seeds(few: Sequence[int]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "seed", [*few, *(pytest.param(seed, marks=pytest.mark.full) for seed in MANY)]
    )


@cache
def compiled_graph(seed: int) -> cmlir.Compiled:
    model = RandomGraph(6 + 3 * (seed % 6), seed).eval()
    samples = [(torch.randn(ROWS, WIDTH),) for _ in range(3)]
    quantized = cmlir.quantize(model, samples)
    return cmlir.compile(
        quantized, io="quantized", allow_float=False, overwrite_inputs=seed % 2 == 0
    )


def expected(compiled: cmlir.Compiled, inputs: Sequence[Array]) -> list[bytes]:
    """What the program gives before anything is planned."""
    return [value.tobytes() for value in run(compiled.stage("lower"), *inputs)]


@seeds(FEW)
def test_on_the_host(seed: int, tmp_path: Path) -> None:
    compiled = compiled_graph(seed)
    model = EmittedModel(compiled.module, tmp_path, HOST_GCC)
    for number, rubbish in enumerate(RUBBISH):
        inputs = random_inputs(compiled.module, number)
        wanted = expected(compiled, inputs)
        assert [value.tobytes() for value in run(compiled.module, *inputs)] == wanted
        assert [value.tobytes() for value in model(*inputs, rubbish=rubbish)] == wanted


@seeds(FEW[:2])
def test_on_the_simulator(seed: int) -> None:
    """Each sample finds what others have left, the first one zeros."""
    compiled = compiled_graph(seed)
    samples = [random_inputs(compiled.module, number) for number in (0, 1, 2, 0, 3, 0)]
    results = compiled.run_many(samples, on="qemu")
    for inputs, result in zip(samples, results, strict=True):
        assert [value.tobytes() for value in result.outputs] == expected(compiled, inputs)
