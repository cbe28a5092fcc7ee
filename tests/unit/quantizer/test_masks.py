"""Masks stand between quantized scores and softmax, and never count in calibration."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor, nn

from cmlir.errors import CmlirError, UnsupportedError
from cmlir.quantizer import quantize
from support.masked_attention import CONSTANT, INPUTS, LEAST, Case
from support.qdq_graphs import DEQUANTIZE, behind_movement, calls, read, requantizations, sqnr

aten = torch.ops.aten

CASES = {
    **{f"constant {name}": case for name, case in CONSTANT.items()},
    **{f"input {name}": case for name, case in INPUTS.items()},
}


def samples_of(case: Case, count: int) -> list[tuple[Tensor, ...]]:
    return [case.sample() for _ in range(count)]


@pytest.mark.parametrize("name", CASES)
def test_every_spelling_becomes_the_same_form(name: str) -> None:
    case = CASES[name]
    model, samples = case.model(), samples_of(case, 16)
    program = quantize(model, samples)
    assert sqnr(model, program, samples) > 25
    assert requantizations(program) == []
    softmaxes = calls(program, aten.softmax.int, aten._softmax.default, aten._safe_softmax.default)
    (softmax,) = softmaxes
    if name == "constant bias":
        assert softmax.target is aten.softmax.int
        return
    assert softmax.target is aten._safe_softmax.default
    mask = softmax.args[0]
    assert mask.target is aten.where.ScalarOther
    keep, scores, hidden = mask.args
    assert keep.meta["val"].dtype == torch.bool
    assert hidden == -math.inf
    scale, _ = read(scores)
    assert scale < 0.2  # of scores alone
    sums = [node for node in calls(program, aten.add.Tensor) if _is_quantized(node)]
    assert bool(sums) == case.bias


def _is_quantized(node: torch.fx.Node) -> bool:
    """Whether all operands of a node are dequantized values."""
    return all(behind_movement(arg).target is DEQUANTIZE for arg in node.all_input_nodes)


class Scores(nn.Module):
    """Softmax of masked inputs alone."""

    def __init__(self, fill: float = -math.inf):
        super().__init__()
        self.fill = fill

    def forward(self, x: Tensor, keep: Tensor) -> Tensor:
        return torch.softmax(x.masked_fill(~keep, self.fill), -1)


@pytest.mark.parametrize("fill", [-math.inf, LEAST, -1e9, -1e4])
def test_masked_probabilities_are_exactly_zero(fill: float) -> None:
    samples = [(torch.randn(3, 4, 5), torch.rand(3, 4, 5) < 0.7) for _ in range(8)]
    samples = [(x, keep | (torch.arange(5) == 2)) for x, keep in samples]
    program = quantize(Scores(fill), samples)
    for x, keep in samples:
        result = program.module(check_guards=False)(x, keep)
        exact = Scores(fill)(x, keep)
        assert (result[~keep] == 0).all()
        assert (exact[~keep] == 0).all()
        assert (result - exact).abs().max() <= 2 / 256


@pytest.mark.parametrize("fill", [-math.inf, LEAST, -1e9, -1e4])
def test_rows_that_are_masked_completely_are_zero(fill: float) -> None:
    samples = [(torch.randn(2, 4), torch.ones(2, 4, dtype=torch.bool)) for _ in range(4)]
    program = quantize(Scores(fill), samples)
    keep = torch.tensor([[True, False, True, True], [False] * 4])
    result = program.module(check_guards=False)(samples[0][0], keep)
    assert (result[1] == 0).all()
    assert result[0].sum() > 0.9


def test_masked_scores_do_not_count_in_calibration() -> None:
    """The keys that a mask hides are a thousand times as large as the others."""

    class Attention(nn.Module):
        def forward(self, q: Tensor, k: Tensor, keep: Tensor) -> Tensor:
            return torch.softmax((q @ k.mT * 0.5).masked_fill(~keep, -math.inf), -1) @ k

    keep = torch.tensor([True, True, False, True])
    sizes = torch.where(keep, 1.0, 1000.0)[:, None]
    samples = [(torch.randn(2, 4, 8), torch.randn(2, 4, 8) * sizes, keep) for _ in range(8)]
    program = quantize(Attention(), samples)
    (softmax,) = calls(program, aten._safe_softmax.default)
    scale, _ = read(softmax.args[0].args[1])
    assert scale < 0.1
    other = [(q, k, torch.ones(4, dtype=torch.bool)) for q, k, _ in samples]
    (softmax,) = calls(quantize(Attention(), other), aten._safe_softmax.default)
    scale, _ = read(softmax.args[0].args[1])
    assert scale > 5


def test_scores_that_are_read_elsewhere_count_as_a_whole() -> None:
    class Attention(nn.Module):
        def forward(self, q: Tensor, k: Tensor, keep: Tensor) -> tuple[Tensor, Tensor]:
            scores = q @ k.mT
            return torch.softmax(scores.masked_fill(~keep, -math.inf), -1) @ k, scores + 1.0

    keep = torch.tensor([True, True, False, True])
    sizes = torch.where(keep, 1.0, 300.0)[:, None]
    samples = [(torch.randn(2, 4, 8), torch.randn(2, 4, 8) * sizes, keep) for _ in range(8)]
    (softmax,) = calls(quantize(Attention(), samples), aten._safe_softmax.default)
    scale, _ = read(softmax.args[0].args[1])
    assert scale > 5


def test_a_mask_that_depends_on_the_scores() -> None:
    """The mask cannot be known before the scores are: their whole range counts."""

    class Largest(nn.Module):
        def forward(self, q: Tensor, k: Tensor) -> Tensor:
            scores = q @ k.mT
            return torch.softmax(scores.masked_fill(scores < 0, -math.inf), -1) @ k

    samples = [(torch.randn(2, 4, 8), torch.randn(2, 4, 8)) for _ in range(8)]
    program = quantize(Largest(), samples)
    (softmax,) = calls(program, aten._safe_softmax.default)
    low = min(float((q @ k.mT).min()) for q, k in samples)
    scale, zero_point = read(softmax.args[0].args[1])
    assert (-128 - zero_point) * scale == pytest.approx(low, abs=scale)


def test_a_mask_of_nothing_disappears() -> None:
    class Unmasked(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            keep = torch.ones(4, 4, dtype=torch.bool)
            return torch.softmax((x @ x.mT).masked_fill(~keep, -math.inf), -1) @ x

    program = quantize(Unmasked(), [(torch.randn(2, 4, 8),) for _ in range(4)])
    assert calls(program, aten.where.ScalarOther, aten._safe_softmax.default) == []
    assert len(calls(program, aten.softmax.int)) == 1


def test_an_input_that_only_masks_is_not_added() -> None:
    case = INPUTS["float"]
    program = quantize(case.model(), samples_of(case, 4))
    assert [node for node in calls(program, aten.add.Tensor) if _is_quantized(node)] == []
    (compare,) = calls(program, aten.gt.Scalar)
    assert compare.args[0].op == "placeholder"


class TwoMasksInOne(nn.Module):
    def __init__(self, fill: float):
        super().__init__()
        self.fill = fill

    def forward(self, x: Tensor, a: Tensor, b: Tensor) -> Tensor:
        return torch.softmax(x @ x.mT + (2.0 - a.float() - b.float()) * self.fill, -1)


def test_an_unknown_form_is_refused_rather_than_spoiling_the_range() -> None:
    samples = [(torch.randn(4, 4), torch.rand(4, 4) < 0.5, torch.rand(4) < 0.5) for _ in range(2)]
    with pytest.raises(UnsupportedError, match="no mask was recognized") as error:
        quantize(TwoMasksInOne(-1e4), samples)
    assert "masked_fill" in (error.value.advice or "")
    with pytest.raises(CmlirError, match="NaN"):
        quantize(TwoMasksInOne(-math.inf), samples)
