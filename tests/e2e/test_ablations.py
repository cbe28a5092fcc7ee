"""What a pass is for: the pipeline without it."""

from __future__ import annotations

import re

import pytest
import torch
from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen.report import Report, make_report
from cmlir.context import make_context
from cmlir.dialects import locations
from cmlir.dialects.cortex_m import KernelOp, RequantizeOp, TableOp
from cmlir.errors import UnsupportedError
from cmlir.frontend import import_program
from cmlir.limits import check_no_float
from cmlir.lowering.pipelines import expand
from cmlir.passes import run_passes
from cmlir.scales import scale_records
from support import spelled_attention as spelled
from support.attention_graphs import imported
from support.equivalence import assert_same
from support.exported import export, operations
from support.spelled_attention import SpelledAttention

SCALED = {"a_sdpa_proj": 2, "ours": 1, "sdpa_raw": 2}
"""Programs whose scales all fold, and how many there are."""


def lowered(module: ModuleOp, without: str = "") -> ModuleOp:
    steps = [step for step in expand("lower-cortex-m") if step != without]
    assert not without or len(steps) < len(expand("lower-cortex-m"))
    result = module.clone()
    run_passes(make_context(), result, steps)
    return result


@pytest.mark.parametrize("name", SCALED)
def test_scales_fold(name: str) -> None:
    records = scale_records(imported(name), lowered(imported(name)))
    assert [record.folded for record in records] == [True] * SCALED[name]
    assert sum(record.constant_bytes for record in records) == 0


@pytest.mark.parametrize("name", SCALED)
def test_without_the_scale_fold(name: str) -> None:
    """One requantize remains for each scale, at its place; the values stay right."""
    module = imported(name)
    result = lowered(module, without="fold-scalar-scales")
    records = scale_records(module, result)
    assert len(records) == SCALED[name]
    for record in records:
        assert record.left in (("cortex_m.requantize",), ("cortex_m.table",))
        assert record.constant_bytes in (0, 256)
    rescaling = [op for op in result.walk() if isinstance(op, RequantizeOp | TableOp)]
    assert len(rescaling) == SCALED[name]
    assert_same(module, result, 4, steps=2)


@pytest.mark.parametrize("name", ["a_sdpa_proj", "b_mha_sm", "ours"])
def test_without_the_qdq_fold(name: str) -> None:
    """Every linear runs in float; what refuses float names kernel, shape and place of each."""
    module = imported(name)
    report = report_of(lowered(module, without="fold-qdq"))
    with pytest.raises(UnsupportedError) as error:
        check_no_float(report)
    blamed = re.findall(r"cortex_m\.f32_\w+ \([\dx]+\) at (linear.*)", str(error.value))
    assert len(blamed) == len(operations(module, "aten.linear")) >= 2
    assert all(re.fullmatch(r"linear\w* \(\w+\.py:\d+, \w+\)", place) for place in blamed)
    assert error.value.advice
    assert not report_of(lowered(module)).float_ops


def report_of(module: ModuleOp) -> Report:
    planned = module.clone()
    run_passes(make_context(), planned, expand("plan-memory"))
    return make_report(planned)


def left(module: ModuleOp, result: ModuleOp) -> set[str]:
    """Names of the imported operations that kernels of the lowered program stand for."""
    places = {locations.of(op) for op in result.walk() if isinstance(op, KernelOp)}
    return {op.name.partition(".")[2] for op in operations(module) if locations.of(op) in places}


def guarded() -> ModuleOp:
    model = SpelledAttention(spelled.times_number, spelled.guarded_softmax)
    return import_program(export(model, torch.zeros(1, spelled.ROWS, spelled.WIDTH)))


def test_without_the_guard_removal() -> None:
    """The guard runs, its comparison in float; the values stay right."""
    module = guarded()
    guard = {"logical_not", "any", "where"}
    result = lowered(module, without="remove-softmax-guards")
    assert guard <= left(module, result)
    assert not guard & left(module, lowered(module))
    assert_same(module, result, 4, steps=2)
    (comparison,) = report_of(result).float_ops
    assert comparison.source.startswith("logical_not")
    assert comparison.why == "the numbers that it compares are not quantized"


def test_without_the_guard_removal_of_a_safe_softmax() -> None:
    """Softmax and its guard run in float."""
    module = imported("a_sdpa_proj")
    (softmax,) = report_of(lowered(module, without="remove-softmax-guards")).float_ops
    assert (softmax.op, softmax.source) == ("cortex_m.f32_softmax", "_safe_softmax")


@pytest.mark.parametrize("without", ["cse", "dce", "erase-unused-globals", "fold-pointwise-chains"])
def test_without_tidying(without: str) -> None:
    """These passes only make the program smaller."""
    module = imported("ours")
    assert_same(lowered(module), lowered(module, without), 2)
