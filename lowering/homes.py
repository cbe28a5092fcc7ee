"""Where results are made: in an output, in a state, in their place in a concatenation, or on
their own.

    return %y                     ->    %y is made in the output's memory, or the state's
    %j = concat %a, %b along 0    ->    %a and %b are made in the memory of %j

A result can be made in such a place if a kernel op makes it as a whole, and if its bytes lie
together there; then nothing is copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cmlir.dialects.cortex_m import ConcatOp, KernelOp, ViewOp
from cmlir.dialects.cortex_m.storage import byte_size, storage_of
from cmlir.dialects.shapes import element_count
from cmlir.dialects.states import states_of


@dataclass(frozen=True)
class Place:
    """The elements from ``offset`` on of the memory of a concatenation's result."""

    whole: SSAValue
    offset: int


def returned_results(block: Block) -> dict[SSAValue, int]:
    """Results that are made in an output or a state, on tensors, with the number of the result."""
    terminator = block.last_op
    assert isinstance(terminator, ReturnOp)
    states = states_by_result(block)
    found: dict[SSAValue, int] = {}
    for number, value in enumerate(terminator.operands):
        if not is_whole_result(value):
            continue
        root = storage_of(value).root
        if number not in states or _may_replace(root, states[number]):
            found.setdefault(root, number)
    return found


def states_by_result(block: Block) -> dict[int, BlockArgument]:
    """The arguments of states on tensors, by the numbers of their results."""
    function = block.parent_op()
    assert isinstance(function, FuncOp)
    states = states_of(function)
    return {state.result: state.argument for state in states if state.result is not None}


def _may_replace(result: SSAValue, state: BlockArgument) -> bool:
    """Whether the old state has been read when the op that makes the result begins to write.

    That op itself may read it if its kernel works in place.  Parts of a concatenation of one row
    are written before it, in their places.
    """
    maker = result.owner
    if not isinstance(maker, KernelOp) or (isinstance(maker, ConcatOp) and maker.rows == 1):
        return False
    return all(_is_read_before(operand, user, maker) for operand, user in _reads(state))


def _reads(value: SSAValue) -> Iterator[tuple[SSAValue, Operation]]:
    """What reads a value or a view of it, and as which operand."""
    for use in value.uses:
        if isinstance(use.operation, ViewOp):
            yield from _reads(use.operation.result)
        else:
            yield use.operation.operands[use.index], use.operation


def _is_read_before(operand: SSAValue, user: Operation, maker: KernelOp) -> bool:
    if user is not maker:
        return user.is_before_in_block(maker)
    storage = storage_of(operand)
    is_whole = storage.covers_root and storage.size == byte_size(maker.destination)
    return (
        operand in maker.aliasing_inputs() and is_whole and list(maker.inputs).count(operand) == 1
    )


def places_in_concatenations(block: Block) -> dict[SSAValue, Place]:
    """Results that are made in their place, on tensors; the whole may have a place itself."""
    returned = returned_results(block)
    found: dict[SSAValue, Place] = {}
    for concat in block.ops:
        if not isinstance(concat, ConcatOp) or concat.rows != 1 or concat.result is None:
            continue
        for part, offset in parts_of(concat):
            if is_whole_result(part) and (root := storage_of(part).root) not in returned:
                found.setdefault(root, Place(concat.result, offset))
    return found


def is_whole_result(value: SSAValue) -> bool:
    """Whether a value is all that a kernel op makes, perhaps in another shape."""
    storage = storage_of(value)
    return isinstance(storage.root.owner, KernelOp) and storage.covers_root


def parts_of(concat: ConcatOp) -> Iterator[tuple[SSAValue, int]]:
    """The parts with the number of elements before each, in a concatenation of one row."""
    offset = 0
    for part in concat.parts:
        yield part, offset
        offset += element_count(part)
