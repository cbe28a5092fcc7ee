"""Whole attention programs, checked after every pass that leads to kernels."""

from __future__ import annotations

import pytest

from cmlir.context import make_context
from cmlir.dialects import locations
from cmlir.dialects.cortex_m import KernelOp
from cmlir.dialects.cortex_m.plan import entry_function
from cmlir.lowering.pipelines import STAGES
from cmlir.passes import run_passes
from support.attention_graphs import GRAPHS, imported, imported_anew
from support.equivalence import apply, assert_same
from support.exported import text
from support.ir import parse
from support.passes import LOWERING, assert_each_pass_same, stages
from support.single_ops import assert_each_op_same

pytestmark = pytest.mark.parametrize("name", GRAPHS)


def test_every_pass_keeps_the_values(name: str) -> None:
    assert_each_pass_same(imported(name))


def test_passes_with_codes_at_the_boundary(name: str) -> None:
    folded = apply(imported(name), "fold-quantization")
    coded = assert_same(folded, ["quantize-io", "dce"], 2)
    assert_same(coded, "select-kernels", 2, steps=2)


def test_every_operation_is_within_one_step(name: str) -> None:
    assert assert_each_op_same(apply(imported(name), "fold-quantization"), "select-kernels") > 5


def test_every_operation_has_a_place_in_the_model(name: str) -> None:
    for step, module in stages(imported(name)):
        for op in entry_function(module).walk():
            assert locations.of(op), f"{op.name} has no location after {step}"


def test_kernels_stand_where_the_model_does(name: str) -> None:
    """Locations survive: no kernel call is at a place that the imported program does not have."""
    places = {locations.of(op) for op in imported(name).walk()}
    lowered = apply(imported(name), *LOWERING)
    found = {locations.of(op) for op in lowered.walk() if isinstance(op, KernelOp)}
    assert found <= places
    assert len(found) > 3


def test_text_of_every_stage_reads_back(name: str) -> None:
    module = imported(name)
    for pipeline in ("", *STAGES.values()):
        module = apply(module, pipeline) if pipeline else module
        source = text(module, locations=True)
        assert text(parse(source), locations=True) == source, pipeline


def test_lowering_is_deterministic(name: str) -> None:
    """Two imports of one program give the same text, names of values and globals included."""
    first, second = (apply(imported_anew(name), *LOWERING) for _ in range(2))
    assert text(first, locations=True) == text(second, locations=True)


def test_every_pass_leaves_valid_ir(name: str) -> None:
    module = imported(name).clone()
    run_passes(make_context(), module, LOWERING, verify_each=True)
    assert text(module) == text(apply(imported(name), *LOWERING))
