"""absorb=True: nearer to the float model, and only where nothing is lost."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.frontend import import_program
from cmlir.interpreter import run
from cmlir.scales import scale_records
from support.attention_graphs import MODELS
from support.chains import spelled
from support.equivalence import apply, assert_same
from support.exported import export, fake_quantize
from support.ir import program

X, K, P = spelled("i8", 0.05, -3), spelled("i8", 0.04, 5), spelled("i8", 0.002, 0)
COARSE = spelled("i8", 0.06, 7)
SATURATING = spelled("i8", 0.01, 7)
FACTOR = 0.3

FOLD, ABSORB, LOWER = "fold-quantization", "absorb-scalar-scales", "select-kernels"


def scores(kind: str) -> ModuleOp:
    """softmax-free attention scores: (q * factor, in codes of `kind`) @ k^T, in fine codes."""
    return program(
        f"""
        %xq = quant.qcast %x : tensor<1x6x8xf32> to tensor<1x6x8x{X}>
        %xd = quant.dcast %xq : tensor<1x6x8x{X}> to tensor<1x6x8xf32>
        %m = aten.mul_scalar %xd {{value = {FACTOR}}} : (tensor<1x6x8xf32>) -> tensor<1x6x8xf32>
        %mq = quant.qcast %m : tensor<1x6x8xf32> to tensor<1x6x8x{kind}>
        %md = quant.dcast %mq : tensor<1x6x8x{kind}> to tensor<1x6x8xf32>
        %kq = quant.qcast %k : tensor<1x6x8xf32> to tensor<1x6x8x{K}>
        %kd = quant.dcast %kq : tensor<1x6x8x{K}> to tensor<1x6x8xf32>
        %t = aten.permute %kd {{dims = [0, 2, 1]}} : (tensor<1x6x8xf32>) -> tensor<1x8x6xf32>
        %b = aten.bmm %md, %t : (tensor<1x6x8xf32>, tensor<1x8x6xf32>) -> tensor<1x6x6xf32>
        %bq = quant.qcast %b : tensor<1x6x6xf32> to tensor<1x6x6x{P}>
        %y = quant.dcast %bq : tensor<1x6x6x{P}> to tensor<1x6x6xf32>
        """,
        "tensor<1x6x6xf32>",
        x="tensor<1x6x8xf32>",
        k="tensor<1x6x8xf32>",
    )


def small_inputs(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Inputs whose products the fine codes can hold."""
    random = np.random.default_rng(seed)
    return tuple(random.normal(0, 0.15, (1, 6, 8)).astype(np.float32) for _ in range(2))


def distance_to_float(module: ModuleOp) -> float:
    """Mean distance of the program's results to those without any quantization."""
    distances = []
    for seed in range(8):
        x, k = small_inputs(seed)
        (result,) = run(module, x, k)
        distances.append(np.abs(result - FACTOR * x @ k.transpose(0, 2, 1)).mean())
    return float(np.mean(distances))


def test_nearer_to_the_float_model() -> None:
    faithful = apply(scores(COARSE), FOLD, LOWER)
    absorbed = apply(scores(COARSE), FOLD, ABSORB, LOWER)
    assert "cortex_m.table" in str(faithful)
    assert "cortex_m.table" not in str(absorbed)
    assert distance_to_float(absorbed) < 0.5 * distance_to_float(faithful)


def test_faithful_by_default() -> None:
    """Without the option the program is the Q/DQ one to the bit, coarse codes included."""
    assert_same(scores(COARSE), [FOLD, LOWER], [small_inputs(seed) for seed in range(4)], steps=1)


def test_differs_by_what_the_dropped_codes_rounded() -> None:
    """Each of the 8 products was off by at most half a coarse step times k."""
    folded = apply(scores(COARSE), FOLD)
    absorbed = apply(folded, ABSORB)
    for seed in range(4):
        x, k = small_inputs(seed)
        (exact,), (nearer,) = run(folded, x, k), run(absorbed, x, k)
        bound = 0.5 * 0.06 * (np.abs(k) + 0.02).sum(axis=-1)[:, None, :] + 0.002
        assert (np.abs(exact - nearer) <= bound).all()


def test_saturation_is_kept() -> None:
    """Where the dropped codes would have saturated, the operation stays."""
    folded = apply(scores(SATURATING), FOLD)
    assert str(apply(folded, ABSORB)) == str(folded)
    assert_same(scores(SATURATING), [FOLD, ABSORB], 4)


def test_identities_need_no_absorbing() -> None:
    exact = spelled("i8", 0.05 * FACTOR, -3)
    folded = apply(scores(exact), FOLD)
    assert str(apply(folded, ABSORB)) == str(folded)


@pytest.mark.parametrize("absorb", [False, True])
def test_the_option_of_compile(absorb: bool) -> None:
    def model(x: Tensor) -> Tensor:
        q = fake_quantize(fake_quantize(x, 0.05, -3) * FACTOR, 0.06, 7)
        return fake_quantize(torch.softmax(q, -1), 1 / 256, -128)

    compiled = cmlir.compile(export(model, torch.zeros(3, 5)), absorb=absorb, verify_each=True)
    (record,) = scale_records(compiled.stage("import"), compiled.stage("lower"))
    assert record.folded == absorb


def test_foreign_parameters_that_saturate() -> None:
    """ExecuTorch gave both scaled factors ranges that end below the greatest code."""
    faithful, asked = (
        cmlir.compile(MODELS / "b_mha_sm.pt2", absorb=absorb).stage("lower")
        for absorb in (False, True)
    )
    assert str(asked) == str(faithful)
    imported = import_program(MODELS / "b_mha_sm.pt2")
    assert [record.folded for record in scale_records(imported, asked)] == [False, False]
