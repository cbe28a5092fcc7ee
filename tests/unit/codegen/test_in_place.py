"""The contract of every kernel that may work in place: it gives the same bits as apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, MemRefType, ModuleOp, i64
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects.cortex_m import ConstantOp, CopyOp, KernelOp, ViewOp
from cmlir.dialects.cortex_m.plan import entry_function, kernel_calls, role_of
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.equivalence import apply
from support.inputs import random_inputs
from support.kernel_objects import HOST_GCC
from support.planned_programs import NAMES, lowered, overwriting_inputs
from support.single_ops import alone


def _cases() -> Iterator[tuple[str, KernelOp, int]]:
    """A call of every kernel for each operand that its result may overwrite."""
    found: set[str] = set()
    for op in (call for name in NAMES for call in kernel_calls(entry_function(lowered(name)))):
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


@pytest.mark.parametrize("title", CASES)
def test_in_place(title: str, tmp_path: Path) -> None:
    op, place = CASES[title]
    apart, together = alone(op), _in_place(op, place)
    model = EmittedModel(together, tmp_path, HOST_GCC)
    for number in range(8):
        inputs = random_inputs(apart, number)
        expected, in_numpy, in_c = run(apart, *inputs), run(together, *inputs), model(*inputs)
        for values in zip(expected, in_numpy, in_c, strict=True):
            assert len({value.tobytes() for value in values}) == 1, f"input set {number}"
