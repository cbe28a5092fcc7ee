"""Where results are made: in an output, in their place in a concatenation, or on their own.

    return %y                     ->    %y is made in the output's memory
    %j = concat %a, %b along 0    ->    %a and %b are made in the memory of %j

A result can be made in such a place if a kernel op makes it as a whole, and if its bytes lie
together there; then nothing is copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.func import ReturnOp
from xdsl.ir import Block, SSAValue

from cmlir.dialects.cortex_m import ConcatOp, KernelOp
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.shapes import element_count


@dataclass(frozen=True)
class Place:
    """The elements from ``offset`` on of the memory of a concatenation's result."""

    whole: SSAValue
    offset: int


def returned_results(block: Block) -> dict[SSAValue, int]:
    """Results that are made in an output, on tensors, with the number of the output."""
    terminator = block.last_op
    assert isinstance(terminator, ReturnOp)
    found: dict[SSAValue, int] = {}
    for number, value in enumerate(terminator.operands):
        if is_whole_result(value):
            found.setdefault(storage_of(value).root, number)
    return found


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
