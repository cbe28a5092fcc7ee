"""The contract of every kernel that may work in place: it gives the same bits as apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, MemRefType, ModuleOp, i64
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects.cortex_m import (
    CheckIndicesOp,
    ConstantOp,
    CopyOp,
    F32IndexAddOp,
    IndexAddOp,
    KernelOp,
    ViewOp,
)
from cmlir.dialects.cortex_m.exponentials import exponentials
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls, role_of
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.equivalence import apply
from support.inputs import random_inputs
from support.ir import parse
from support.kernel_examples import examples
from support.kernel_objects import HOST_GCC
from support.planned_programs import NAMES, lowered, overwriting_inputs
from support.ports import Array
from support.single_ops import alone

_EXPONENTIALS = ", ".join(map(str, exponentials(1518500250, 20, -128)[::-1]))
_TABLE = "tensor<256xi32>"
_NORM = "epsilon = 526, epsilon_bits = 10, range_bits = 2, shift = 12"

OTHER_CALLS = f"""
ml_program.global private @exponentials(dense<[{_EXPONENTIALS}]> : {_TABLE}) : {_TABLE}
ml_program.global private @weight(dense<[9000, -7000, 80, 16384]> : tensor<4xi32>) : tensor<4xi32>
func.func @main(%s : tensor<5x7xi8>, %n : tensor<3x4xi16>, %x : tensor<2x3x4xf32>) {{
  %e = cortex_m.constant @exponentials : () -> {_TABLE}
  %w = cortex_m.constant @weight : () -> tensor<4xi32>
  %0 = cortex_m.softmax %s exponentials(%e) {{
    input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128
  }} : (tensor<5x7xi8>, {_TABLE}) -> tensor<5x7xi8>
  %1 = cortex_m.layer_norm %n, %w, %w {{
    {_NORM}, clamp = #cortex_m.clamp<-32768, 32767>
  }} : (tensor<3x4xi16>, tensor<4xi32>, tensor<4xi32>) -> tensor<3x4xi16>
  %2 = cortex_m.f32_unary %x {{function = "tanh"}} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %3 = cortex_m.f32_binary %x, %x {{
    function = "pow"
  }} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = cortex_m.f32_cumulate %x {{function = "prod"}} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return
}}"""
"""What neither of them has with its constants, or on tensors."""

INDEXING = (CheckIndicesOp, F32IndexAddOp, IndexAddOp)


def _calls() -> Iterator[KernelOp]:
    """Those of the planned programs, of OTHER_CALLS and of the dialect's own examples."""
    for name in NAMES:
        yield from kernel_calls(entry_function(lowered(name)))
    yield from kernel_calls(entry_function(parse(OTHER_CALLS)))
    yield from (op for op in examples() if op.results)


def _cases() -> Iterator[tuple[str, KernelOp, int]]:
    """A call of every kernel for each operand that its result may overwrite."""
    found: set[str] = set()
    for op in _calls():
        for place, operand in enumerate(op.operands):
            title = f"{op.kernel}-{place}"
            is_variable = not isinstance(storage_of(operand).root.owner, ConstantOp)
            if operand in op.aliasing_inputs() and is_variable and title not in found:
                found.add(title)
                yield title, op, place


CASES = {title: (op, place) for title, op, place in _cases()}


def _in_place(op: KernelOp, place: int) -> ModuleOp:
    """A planned program that computes the op into one of its operands, then copies the result."""
    module = apply(overwriting_inputs(alone(op)), "bufferize")
    function = entry_function(module)
    (call,) = kernel_calls(function)
    (output,) = (a for a in function.body.block.args if role_of(a) == "output")
    operand, terminator = call.operands[place], function.body.block.last_op
    assert call.out is not None
    assert terminator is not None
    call.operands[list(call.operands).index(call.out)] = _shaped(operand, shape_of(call.out), call)
    flat = (element_count(output),)
    copy = CopyOp.build(
        operands=[_shaped(operand, flat, terminator), _shaped(output, flat, terminator), None],
        properties={
            "offset": IntegerAttr(0, i64),
            "strides": DenseArrayBase.from_list(i64, [1]),
        },
        result_types=[None],
    )
    Rewriter.insert_op(copy, InsertPoint.before(terminator))
    return apply(module, "assign-addresses", "verify-plan")


def _shaped(value: SSAValue, shape: Sequence[int], before: Operation) -> SSAValue:
    """The same memory in a shape, for an operation."""
    if shape_of(value) == tuple(shape):
        return value
    view = ViewOp(value, MemRefType(element_of(value), shape))
    Rewriter.insert_op(view, InsertPoint.before(before))
    return view.result


def test_every_contract_is_tested() -> None:
    """No kernel of the dialect's examples may work in place without a case here."""
    may = {op.kernel for op in examples() if op.aliasing_inputs()}
    tested = {op.kernel for op, _ in CASES.values()}
    assert may <= tested


def _inputs(module: ModuleOp, op: KernelOp, number: int) -> tuple[Array, ...]:
    """Random ones, of which integers are indices within an axis where the op has some."""
    inputs = random_inputs(module, number)
    if not isinstance(op, INDEXING):
        return inputs
    return tuple(x % 3 if x.dtype in (np.int32, np.int64) else x for x in inputs)


@pytest.mark.parametrize("title", CASES)
def test_in_place(title: str, tmp_path: Path) -> None:
    op, place = CASES[title]
    apart, together = alone(op), _in_place(op, place)
    model = EmittedModel(together, tmp_path, HOST_GCC)
    for number in range(8):
        inputs = _inputs(apart, op, number)
        expected, in_numpy, in_c = run(apart, *inputs), run(together, *inputs), model(*inputs)
        for values in zip(expected, in_numpy, in_c, strict=True):
            assert len({value.tobytes() for value in values}) == 1, f"input set {number}"
