"""The same attention in every spelling becomes the same kernels, none of them in float."""

from __future__ import annotations

from functools import cache

import pytest
import torch
from torch import Tensor
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m import DequantizeOp, FloatOp, KernelOp, QuantizeOp
from cmlir.frontend import import_program
from cmlir.scales import scale_records
from support import spelled_attention as spelled
from support.equivalence import apply
from support.exported import export, operation_names
from support.passes import LOWERING, assert_each_pass_same
from support.spelled_attention import Scale, Softmax, SpelledAttention

SCALES = (
    spelled.times_number,
    spelled.times_scalar,
    spelled.times_full,
    spelled.times_cloned_full,
    spelled.times_quantized_full,
    spelled.divided,
)
SOFTMAXES = (spelled.core_softmax, spelled.safe_softmax, spelled.guarded_softmax)


@cache
def imported(
    scale: Scale = spelled.times_number,
    softmax: Softmax = spelled.softmax,
    place: str = "scores",
    bias: bool = True,
    decomposed: bool = False,
) -> ModuleOp:
    x = torch.zeros(1, spelled.ROWS, spelled.WIDTH)
    program = export(SpelledAttention(scale, softmax, place, bias), x)
    return import_program(program.run_decompositions() if decomposed else program)


def kernels(module: ModuleOp) -> list[str]:
    return [op.kernel for op in module.walk() if isinstance(op, KernelOp)]


def plain_text(module: ModuleOp) -> str:
    """The text without the names of values, which come from the nodes of the exported graph."""
    nameless = module.clone()
    for op in nameless.walk():
        for result in op.results:
            result.name_hint = None
    return str(nameless)


def assert_lowered(module: ModuleOp, scales: int = 1) -> ModuleOp:
    """Every pass keeps the values; the kernels are those of the plain spelling; scales are free."""
    lowered = assert_each_pass_same(module)
    assert kernels(lowered) == kernels(apply(imported(), *LOWERING))
    boundary = [op for op in lowered.walk() if isinstance(op, QuantizeOp | DequantizeOp)]
    assert len(boundary) == 2
    assert not [op for op in lowered.walk() if isinstance(op, FloatOp)]
    records = scale_records(module, lowered)
    assert [(record.folded, record.constant_bytes) for record in records] == [(True, 0)] * scales
    return lowered


def test_the_plain_spelling() -> None:
    assert kernels(assert_lowered(imported())).count("cmlir_strided_matmul_s8") == 2


@pytest.mark.parametrize("scale", SCALES[1:], ids=lambda f: f.__name__)
def test_scale_of_quantized_scores(scale: Scale) -> None:
    lowered = assert_lowered(imported(scale))
    assert plain_text(lowered) == plain_text(apply(imported(), *LOWERING))


@pytest.mark.parametrize("scale", SCALES, ids=lambda f: f.__name__)
def test_scale_on_both_factors(scale: Scale) -> None:
    assert_lowered(imported(scale, place="factors"), scales=2)


@pytest.mark.parametrize("scale", [spelled.times_number, spelled.divided], ids=lambda f: f.__name__)
def test_scale_of_the_product(scale: Scale) -> None:
    assert_lowered(imported(scale, place="product"))


@pytest.mark.parametrize("softmax", SOFTMAXES, ids=lambda f: f.__name__)
def test_softmax(softmax: Softmax) -> None:
    lowered = assert_lowered(imported(softmax=softmax))
    assert plain_text(lowered) == plain_text(apply(imported(), *LOWERING))


def test_decompositions() -> None:
    module = imported(spelled.times_full, spelled.safe_softmax, decomposed=True)
    names = operation_names(module)
    assert {"addmm", "where", "eq_scalar", "full"} < set(names)
    assert "linear" not in names
    assert_lowered(module)


def test_decomposed_linear_without_bias() -> None:
    module = imported(bias=False, decomposed=True)
    assert "mm" in operation_names(module)
    assert "linear" not in operation_names(module)
    assert_lowered(module)


def test_other_attention_has_other_kernels() -> None:
    """The comparison can fail: with the softmax along the rows there are transposes more."""

    def across(scores: Tensor) -> Tensor:
        return torch.softmax(scores, -2)

    lowered = apply(imported(softmax=across), *LOWERING)
    assert kernels(lowered) != kernels(apply(imported(), *LOWERING))
