"""What makes a value, if that is all that reads it."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from cmlir.dialects import cortex_m
from cmlir.dialects.shapes import element_count


def only_maker(value: SSAValue) -> Operation | None:
    """The op of which a value is the whole result, through views; None if anything else reads it,
    or if it is an argument.
    """
    while isinstance(value.owner, cortex_m.ViewOp) and value.has_one_use():
        if element_count(value.owner.input) != element_count(value):
            return None
        value = value.owner.input
    return value.owner if isinstance(value.owner, Operation) and value.has_one_use() else None
