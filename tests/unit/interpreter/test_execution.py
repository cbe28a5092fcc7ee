"""Running, tracing and evaluating; what is refused, and how fast it is."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect

from cmlir.dialects.aten import Aten
from cmlir.dialects.cortex_m import BatchMatmulOp, CortexM, KernelOp
from cmlir.dialects.quant import Quant
from cmlir.errors import InvalidInputError, UnsupportedError
from cmlir.interpreter import evaluate, run, trace
from cmlir.interpreter.execution import require_known
from support.equivalence import apply
from support.ir import parse, program
from support.lowered_attention import lowered_attention

TWO = "tensor<2x3xf32>"


def named(function: str) -> ModuleOp:
    return parse(
        f"""
        func.func @main(%x : {TWO} {{cmlir.name = "pixels"}}) -> {TWO} {{
          {function}
        }}
        """,
        allow_unregistered=True,
    )


IDENTITY = f"func.return %x : {TWO}"
X = np.float32([[1, 2, 3], [4, 5, 6]])


def test_a_passed_through_input_is_a_new_array() -> None:
    (result,) = run(named(IDENTITY), X)
    np.testing.assert_array_equal(result, X)
    assert not np.shares_memory(result, X)
    assert result.flags.writeable


def test_any_layout_of_an_input_is_taken() -> None:
    (result,) = run(named(IDENTITY), np.asfortranarray(X))
    np.testing.assert_array_equal(result, X)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "the program has 1 inputs, but got 0"),
        ([X, X], "the program has 1 inputs, but got 2"),
        ([X.astype(np.float64)], "input 0 'pixels' must be float32 .* but is float64"),
        ([X[0]], r"input 0 'pixels' must be float32 of shape \(2, 3\), but is .* \(3,\)"),
    ],
)
def test_inputs_that_do_not_fit(inputs: list[np.ndarray], message: str) -> None:
    with pytest.raises(InvalidInputError, match=message):
        run(named(IDENTITY), *inputs)


@pytest.mark.parametrize("name", ["foo.bar", "aten.unheard_of"])
def test_an_unknown_operation_is_named_with_its_place(name: str) -> None:
    module = named(
        f'%y = "{name}"(%x) : ({TWO}) -> {TWO} loc("bar_1|blk.0"("model.py":12:0))\n{IDENTITY}'
    )
    with pytest.raises(UnsupportedError, match=f"no meaning for '{re.escape(name)}'") as caught:
        run(module, X)
    assert caught.value.where == "bar_1 in module 'blk.0', model.py:12"


def test_a_known_dialect_without_meaning_is_refused_before_anything_runs() -> None:
    module = named(f"%c = arith.constant 1.0 : f32\n{IDENTITY}")
    with pytest.raises(UnsupportedError, match=r"no meaning for 'arith.constant'"):
        run(module, X)


def test_a_program_is_one_function() -> None:
    function = "func.func @{}() {{ func.return }}"
    with pytest.raises(InvalidInputError, match="one function, but the module has 2"):
        run(parse(function.format("a") + function.format("b")))


@pytest.mark.parametrize("kind", ["bf16", "complex<f32>", "index"])
def test_types_without_arrays_are_refused(kind: str) -> None:
    module = program(
        f"%y = aten.clone %a : (tensor<2x{kind}>) -> tensor<2x{kind}>",
        f"tensor<2x{kind}>",
        a=f"tensor<2x{kind}>",
    )
    with pytest.raises(UnsupportedError, match="no arrays of"):
        run(module, X)


def test_dynamic_shapes_are_refused() -> None:
    module = parse("func.func @main(%x : tensor<?xf32>) { func.return }")
    with pytest.raises(UnsupportedError, match="static shapes"):
        run(module, X)


@pytest.mark.parametrize("dialect", [Aten, CortexM, Quant], ids=lambda d: d.name)
def test_every_operation_of_our_dialects_has_a_meaning(dialect: Dialect) -> None:
    operations = list(dialect.operations)
    assert operations
    require_known(op.create() for op in operations)


def test_a_trace_has_every_step_in_order() -> None:
    module = program(
        f"""
        %0 = aten.mul_scalar %a {{value = 2.0}} : ({TWO}) -> {TWO}
        %y = aten.add %0, %a : ({TWO}, {TWO}) -> {TWO}
        """,
        TWO,
        a=TWO,
    )
    double, total = trace(module, X)
    assert [double.op.name, total.op.name] == ["aten.mul_scalar", "aten.add"]
    np.testing.assert_array_equal(double.operands, [X])
    np.testing.assert_array_equal(double.results, [2 * X])
    np.testing.assert_array_equal(total.operands, [2 * X, X])
    np.testing.assert_array_equal(total.results, [3 * X])


def test_a_trace_on_memory_keeps_what_was_there() -> None:
    """Buffers are reused, but each step shows the values of its moment."""
    lowered = lowered_attention()
    x = np.random.default_rng(0).normal(0, 2, (32, 64)).astype(np.float32)
    on_tensors = [s for s in trace(lowered, x) if isinstance(s.op, KernelOp)]
    on_memory = trace(apply(lowered, "plan-memory"), x)
    assert [s.op.name for s in on_memory] == [s.op.name for s in on_tensors]
    assert len(on_memory) == 13
    for mine, theirs in zip(on_memory, on_tensors, strict=True):
        for a, b in zip(
            (*mine.operands, *mine.results), (*theirs.operands, *theirs.results), strict=True
        ):
            np.testing.assert_array_equal(a, b)


def test_one_operation_on_its_own() -> None:
    lowered = lowered_attention()
    x = np.random.default_rng(0).normal(0, 2, (32, 64)).astype(np.float32)
    for module in (lowered, apply(lowered, "plan-memory")):
        step = next(s for s in trace(module, x) if isinstance(s.op, BatchMatmulOp))
        (result,) = evaluate(step.op, *step.operands)
        np.testing.assert_array_equal(result, step.results[0])
        changed = step.operands[0].copy()
        changed[...] = 0
        assert not np.array_equal(evaluate(step.op, changed, step.operands[1])[0], result)


def test_operands_that_do_not_fit() -> None:
    module = program(f"%y = aten.neg %a : ({TWO}) -> {TWO}", TWO, a=TWO)
    op = trace(module, X)[0].op
    with pytest.raises(InvalidInputError, match=r"operand 0 of aten.neg must be float32"):
        evaluate(op, X.astype(np.int32))
    with pytest.raises(InvalidInputError, match="takes 1 operands, but got 0"):
        evaluate(op)


def test_attention_runs_in_milliseconds() -> None:
    lowered, x = lowered_attention(), np.zeros((32, 64), np.float32)
    for module in (lowered, apply(lowered, "plan-memory")):
        assert min(_seconds(module, x) for _ in range(7)) < 0.05


def _seconds(module: ModuleOp, x: np.ndarray) -> float:
    """Of the processor, so that other processes do not count."""
    start = time.process_time()
    run(module, x)
    return time.process_time() - start
