"""Pipelines as lists of names, and the check behind every pass."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.passes import ModulePass

from cmlir.context import make_context
from cmlir.dialects import aten
from cmlir.lowering.pipelines import PIPELINES, STAGES, expand
from cmlir.passes import run_passes
from cmlir.universe import PASSES
from support.ir import program


class Break(ModulePass):
    """A defect: softmax goes along an axis that there is not."""

    name = "break"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in op.walk():
            if isinstance(inner, aten.SoftmaxOp):
                inner.dim = IntegerAttr(9, i64)


class Mend(ModulePass):
    """Hides that defect again."""

    name = "mend"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in op.walk():
            if isinstance(inner, aten.SoftmaxOp):
                inner.dim = IntegerAttr(0, i64)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleOp:
    monkeypatch.setitem(PASSES, "break", lambda: Break)
    monkeypatch.setitem(PASSES, "mend", lambda: Mend)
    body = "%y = aten.softmax %x {dim = 0} : (tensor<4xf32>) -> tensor<4xf32>"
    return program(body, "tensor<4xf32>", x="tensor<4xf32>")


def test_verify_each_names_the_pass(module: ModuleOp) -> None:
    with pytest.raises(RuntimeError, match="invalid IR after break: "):
        run_passes(make_context(), module, ("cse", "break", "mend"), verify_each=True)


def test_the_result_is_verified_anyhow(module: ModuleOp) -> None:
    run_passes(make_context(), module, ("break", "mend"))
    with pytest.raises(RuntimeError, match="invalid IR after the last pass"):
        run_passes(make_context(), module, ("break",))


def test_invalid_input_is_not_blamed_on_a_pass(module: ModuleOp) -> None:
    Break().apply(make_context(), module)
    with pytest.raises(RuntimeError, match="invalid IR after the import"):
        run_passes(make_context(), module, ("cse", "mend"), verify_each=True)


def test_pipelines_name_passes_that_exist() -> None:
    for pipeline in PIPELINES:
        unknown = set(expand(pipeline)) - {*PASSES, "cse", "dce"}
        assert not unknown, pipeline
    assert expand("lower-cortex-m") == (*expand(STAGES["fold"]), *expand(STAGES["lower"]))
    assert expand("fold-qdq") == ("fold-qdq",)
