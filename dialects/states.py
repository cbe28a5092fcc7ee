"""State: memory that a program keeps from call to call.

On tensors a state is an argument of the function, its value before the call, and a result, its
value behind it: both have the attribute ``cmlir.state`` with its name.  The argument names the
data before the first call, an ``ml_program.global``, as ``cmlir.initial``.  On memrefs it is one
argument that is read and written.  Arguments of states are behind the inputs, their results behind
the outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, SSAValue

STATE, INITIAL = "cmlir.state", "cmlir.initial"


@dataclass(frozen=True)
class State:
    """``result`` is the number of the function's result; None on memrefs."""

    name: str
    initial: str
    """The symbol of the data before the first call."""
    argument: BlockArgument
    result: int | None


def states_of(function: FuncOp) -> tuple[State, ...]:
    """In the order of their arguments."""
    results = {
        name: number
        for number, entry in enumerate(_entries(function.res_attrs))
        if (name := _text(entry.data.get(STATE))) is not None
    }
    found: list[State] = []
    for argument in function.body.block.args:
        entry = _entry(function, argument)
        name, initial = _text(entry.data.get(STATE)), entry.data.get(INITIAL)
        if name is not None:
            assert isinstance(initial, SymbolRefAttr), f"state '{name}' has no initial data"
            found.append(State(name, initial.string_value(), argument, results.get(name)))
    return tuple(found)


def is_state(value: SSAValue) -> bool:
    """Whether a value is the argument of a state."""
    if not isinstance(value, BlockArgument):
        return False
    function = value.block.parent_op()
    return isinstance(function, FuncOp) and STATE in _entry(function, value).data


def state_attributes(name: str, initial: str | None = None) -> dict[str, Attribute]:
    """The attributes of a state's argument, or without ``initial`` those of its result."""
    attributes: dict[str, Attribute] = {STATE: StringAttr(name)}
    return attributes if initial is None else attributes | {INITIAL: SymbolRefAttr(initial)}


def _entry(function: FuncOp, argument: BlockArgument) -> DictionaryAttr:
    entries = _entries(function.arg_attrs)
    return entries[argument.index] if entries else DictionaryAttr({})


def _entries(attributes: ArrayAttr[DictionaryAttr] | None) -> Sequence[DictionaryAttr]:
    return attributes.data if attributes is not None else ()


def _text(attribute: Attribute | None) -> str | None:
    return attribute.data if isinstance(attribute, StringAttr) else None
