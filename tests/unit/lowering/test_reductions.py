"""Reductions from PyTorch to C: over any axes, kept or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.nn import functional as F
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.dialects import cortex_m
from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from support.equivalence import apply, assert_same, float_reasons
from support.exported import export, import_and_compare, operation_names
from support.ir import program

FORMS: dict[str, tuple[Callable[[Tensor], Any], list[str]]] = {
    "mean": (lambda x: x.mean(), ["mean"]),
    "mean_of_an_axis": (lambda x: x.mean(-1), ["mean"]),
    "mean_of_two_axes": (lambda x: x.mean((2, 0), keepdim=True), ["mean"]),
    "mean_of_a_scalar": (lambda x: x[0, 0, 0].mean(), ["select"] * 3 + ["clone"]),
    "global_average": (lambda x: F.adaptive_avg_pool2d(x, 1), ["mean"]),
    "average_of_rows": (lambda x: F.adaptive_avg_pool1d(x, 1), ["mean"]),
    "sum": (lambda x: x.sum(), ["sum"]),
    "sum_of_an_axis": (lambda x: x.sum(1, keepdim=True), ["sum"]),
    "sum_of_no_axes": (lambda x: torch.sum(x, ()), ["sum"]),
    "amax": (lambda x: x.amax((0, 1)), ["amax"]),
    "amin": (lambda x: x.amin(-1), ["amin"]),
    "max": (lambda x: x.max(), ["amax"]),
    "min": (lambda x: x.min(), ["amin"]),
    "values": (lambda x: x.max(-2).values, ["amax"]),
    "smallest_values": (lambda x: x.min(1, keepdim=True).values, ["amin"]),
    "smallest_indices": (lambda x: x.min(0).indices, ["argmin"]),
    "argmin": (lambda x: x.argmin(1, keepdim=True), ["argmin"]),
    "indices": (lambda x: x.max(-2, keepdim=True).indices, ["argmax"]),
    "both": (lambda x: tuple(x.max(0)), ["amax", "argmax"]),
    "argmax": (lambda x: x.argmax(-1), ["argmax"]),
    "argmax_of_all": (lambda x: x.argmax(), ["view", "argmax"]),
    "argmax_of_all_kept": (lambda x: x.argmax(keepdim=True), ["view", "argmax", "view"]),
}


@pytest.mark.parametrize("name", FORMS)
def test_import(name: str) -> None:
    function, expected = FORMS[name]
    exported = export(function, torch.randn(2, 3, 4))
    module = import_and_compare(exported, torch.randn(2, 3, 4), tolerance=2e-6)
    assert operation_names(module) == expected


def test_what_is_refused() -> None:
    doubles = import_program(export(lambda x: x.sum(0, dtype=torch.float64), torch.randn(2, 3)))
    with pytest.raises(UnsupportedError, match="from float32 to f64 is not supported"):
        apply(doubles, "lower-cortex-m")


def test_a_sum_that_could_overflow_runs_in_float() -> None:
    kind = "!quant.uniform<i8:f32, {}:0>"
    before, after = f"tensor<90000x{kind.format(1.0)}>", f"tensor<{kind.format(0.001)}>"
    body = f"%y = aten.sum %x {{dims = [0], keepdim = false}} : ({before}) -> {after}"
    module = program(body, after, x=before)
    assert float_reasons(module, "select-kernels") == ["of 90000 elements overflows 32 bits"]


@st.composite
def reductions(draw: st.DrawFn) -> ModuleOp:
    """Any axes of a tensor that may be permuted before."""
    rank = draw(st.integers(1, 4))
    shape = draw(st.lists(st.integers(1, 5), min_size=rank, max_size=rank))
    order = draw(st.permutations(range(rank)))
    axes = sorted(draw(st.sets(st.integers(0, rank - 1), min_size=1)))
    name = draw(st.sampled_from(["mean", "sum", "amax", "amin", "argmax", "argmin"]))
    axes = axes[:1] if name.startswith("arg") else axes
    keepdim = draw(st.booleans())
    parameters = st.tuples(st.sampled_from([0.5, 0.31]), st.integers(-128, 127))
    kinds = ["!quant.uniform<i8:f32, {}:{}>".format(*draw(parameters)) for _ in range(2)]
    kinds[1] = {"mean": kinds[1], "sum": kinds[1], "argmax": "i64", "argmin": "i64"}.get(
        name, kinds[0]
    )
    moved = [shape[k] for k in order]
    kept = [1 if k in axes else n for k, n in enumerate(moved) if keepdim or k not in axes]
    before, middle, after = (
        f"tensor<{'x'.join(map(str, (*sizes, kind)))}>"
        for sizes, kind in ((shape, kinds[0]), (moved, kinds[0]), (kept, kinds[1]))
    )
    properties = f"{{dims = {axes}, keepdim = {str(keepdim).lower()}}}"
    body = f"""%m = aten.permute %x {{dims = {list(order)}}} : ({before}) -> {middle}
      %y = aten.{name} %m {properties} : ({middle}) -> {after}"""
    return program(body, after, x=before)


@settings(max_examples=100, deadline=None)
@given(reductions())
def test_every_stage_computes_the_same(module: ModuleOp) -> None:
    lowered = assert_same(module, "select-kernels", inputs=3, steps=1)
    assert_same(lowered, "plan-memory", inputs=2)


class Pooling(nn.Module):
    """Tokens pooled in four ways, and which class is the likeliest."""

    def __init__(self) -> None:
        super().__init__()
        self.features, self.classes = nn.Linear(8, 20), nn.Linear(20, 7)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        h = self.features(x)
        centered = h - h.mean(dim=-1, keepdim=True)
        pooled = h.mean(1) + centered.amax(1) + h.max(dim=1).values + h.sum(1)
        scores = self.classes(pooled)
        return scores, scores.argmax(-1), torch.relu(h.mean((1, 2)))


def test_a_quantized_model_on_all_runners() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    samples = [(torch.randn(3, 6, 8),) for _ in range(4)]
    quantized = cmlir.quantize(Pooling(), samples)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    names = [op.op for op in compiled.report.ops]
    assert [names.count(f"cortex_m.{kind}") for kind in ("sum", "max", "argmax")] == [4, 2, 1]
    assert not {"cortex_m.copy", "cortex_m.transpose"} & set(names)
    ways = [compiled.run_many(samples, on=on) for on in ("interpreter", "host", "qemu")]
    for results in zip(*ways, strict=True):
        for outputs in zip(*(result.outputs for result in results), strict=True):
            assert len({output.tobytes() for output in outputs}) == 1
    comparison = compiled.compare(quantized, samples)
    assert comparison.largest_op <= 1


def test_the_extreme_of_codes_is_exact() -> None:
    """One value has one quantization: the largest of its numbers is one of them."""
    torch.manual_seed(0)
    samples = [(torch.randn(2, 9, 8),) for _ in range(4)]
    model = nn.Sequential(nn.Linear(8, 5), Largest())
    module = import_program(cmlir.quantize(model, samples))
    folded = assert_same(module, "fold-quantization", [[x.numpy()] for (x,) in samples])
    lowered = assert_same(folded, "select-kernels", [[x.numpy()] for (x,) in samples], steps=1)
    kinds = [type(op) for op in lowered.walk() if isinstance(op, cortex_m.KernelOp)]
    assert kinds.count(cortex_m.RequantizeOp) == 0


class Largest(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.amax(1) * x.amin(1)
