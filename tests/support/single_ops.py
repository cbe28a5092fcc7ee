"""Every operation of a program on its own: the same step before and after a lowering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Block, Operation, Region, SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.interpreter import trace
from support.equivalence import assert_same
from support.inputs import random_inputs
from support.ports import Array


def assert_each_op_same(
    module: ModuleOp,
    passes: str | Sequence[str],
    inputs: Sequence[Sequence[Array]] | int = 2,
    *,
    steps: int = 1,
) -> int:
    """Apply passes to each operation alone; compare on what the whole program feeds to it.

    Gives the number of operations compared. Constants, and what depends only on them, stay with the
    operations that use them.
    """
    samples = range(inputs) if isinstance(inputs, int) else inputs
    fed: dict[Operation, list[tuple[Array, ...]]] = {}
    for sample in samples:
        values = random_inputs(module, sample) if isinstance(sample, int) else sample
        for op, arrays in _steps(module, values):
            fed.setdefault(op, []).append(arrays)
    for op, arrays in fed.items():
        try:
            assert_same(alone(op), passes, arrays, steps=steps)
        except AssertionError as error:
            raise AssertionError(f"{op}\n{error}") from error
    return len(fed)


def alone(op: Operation) -> ModuleOp:
    """A module with one operation, whose variable operands are the function's arguments."""
    variable = _variable_operands(op)
    block = Block(arg_types=[value.type for value in variable])
    copies: dict[SSAValue, SSAValue] = dict(zip(variable, block.args, strict=True))
    _copy(op, block, copies)
    results = [copies[result] for result in op.results]
    block.add_op(ReturnOp(*results))
    signature = FunctionType.from_lists([v.type for v in variable], [r.type for r in results])
    whole = op.get_toplevel_object()
    assert isinstance(whole, ModuleOp)
    stored = [g.clone() for g in whole.ops if isinstance(g, GlobalOp)]
    function = FuncOp("main", signature, Region(block))
    return ModuleOp([*stored, function], dict(whole.attributes))


def _steps(
    module: ModuleOp, values: Sequence[Array]
) -> Iterator[tuple[Operation, tuple[Array, ...]]]:
    """The operations that depend on inputs, with their variable operands."""
    for step in trace(module, *values):
        given = dict(zip(step.op.operands, step.operands, strict=True))
        variable = _variable_operands(step.op)
        if variable:
            yield step.op, tuple(given[value] for value in variable)


def _variable_operands(op: Operation) -> list[SSAValue]:
    return [value for value in dict.fromkeys(op.operands) if not _is_constant(value)]


def _is_constant(value: SSAValue) -> bool:
    owner = value.owner
    if not isinstance(owner, Operation):
        return False
    if not owner.operands:
        return isinstance(owner, aten.ConstantOp | aten.FullOp | cortex_m.ConstantOp)
    return all(_is_constant(operand) for operand in owner.operands)


def _copy(op: Operation, block: Block, copies: dict[SSAValue, SSAValue]) -> None:
    """Copy an operation into the block, after the constants that it needs."""
    for operand in op.operands:
        if operand not in copies:
            assert isinstance(operand.owner, Operation)
            _copy(operand.owner, block, copies)
    block.add_op(op.clone(copies))
