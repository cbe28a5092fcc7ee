"""What a planned module says: its function, its calls in order, the lifetimes of its buffers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, ModuleOp, StringAttr, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from cmlir.dialects.cortex_m.kernel import KernelOp
from cmlir.dialects.cortex_m.memory import BufferOp, ConstantOp
from cmlir.dialects.cortex_m.movement import ReceiveOp
from cmlir.dialects.cortex_m.storage import byte_size, storage_of
from cmlir.errors import InvalidInputError

STAGE = "cmlir.stage"
ROLE = "cmlir.role"
ARENA_BYTES = "cmlir.arena_bytes"
ARENA_LOWER_BOUND = "cmlir.arena_lower_bound"

STATE_BYTES = "cmlir.state_bytes"
STATE_OFFSET = "cmlir.offset"
"""Of the argument of a state: the byte of the state's memory at which it begins."""

LEAST_PEAK = "cmlir.least_peak_bytes"
"""The least sum of bytes that live at once, in arena and arguments, over all orders of calls."""

LEAST_ARENA = "cmlir.least_arena_bytes"
"""The same of what is too large for the memory of any argument, and so is in the arena."""

ARENA_OPTIMAL = "cmlir.arena_optimal"
"""Whether it is proved that no plan for the same order of calls has a smaller arena."""

ORDER_OPTIMAL = "cmlir.order_optimal"
"""Whether it is proved that no plan for any order of calls has a smaller arena."""

OVERWRITE_INPUTS = "cmlir.overwrite_inputs"
"""Of a module: its inputs may be written over once they have been read."""

PLACE = "cmlir.place"
"""Of a module: in which memory of the board weights, arena or state are to be, by name."""

ALIGNMENT = 16
"""Bytes to which the arena and every buffer in it are aligned."""


@dataclass(frozen=True)
class Lifetime:
    """Memory of ``size`` bytes that is needed from call ``first`` to call ``last``, inclusive."""

    root: SSAValue
    size: int
    first: int
    last: int


def aligned(size: int) -> int:
    """``size`` rounded up to the alignment of buffers."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def entry_function(module: ModuleOp) -> FuncOp:
    """The one function of the program; raises InvalidInputError if there is not exactly one."""
    functions = [op for op in module.ops if isinstance(op, FuncOp) and op.body.blocks]
    if len(functions) != 1:
        raise InvalidInputError(f"a program is one function, but the module has {len(functions)}")
    if len(functions[0].body.blocks) != 1:
        raise InvalidInputError("a program has no control flow, but its function has some")
    return functions[0]


def kernel_calls(function: FuncOp) -> tuple[KernelOp, ...]:
    """The kernel ops in the order of their execution; lifetimes count by their positions here."""
    return tuple(op for op in function.body.block.ops if isinstance(op, KernelOp))


def lifetimes(function: FuncOp) -> tuple[Lifetime, ...]:
    """Of every buffer that is used, placed or not, in the order of first use.

    A buffer lives from its first use to the last one of any view of it; that of an input which is
    received, from the begin.
    """
    return tuple(
        Lifetime(root, byte_size(root), 0 if receiver_of(root) else indices[0], indices[-1])
        for root, indices in _uses(function).items()
        if not isinstance(root, BlockArgument) and not isinstance(root.owner, ConstantOp)
    )


def argument_lifetimes(function: FuncOp) -> tuple[Lifetime, ...]:
    """When writable arguments hold their own values; in between, buffers may be in their memory.

    An input does so from the begin to its last use, which may be a result written over it; an
    output from its first use to the end.
    """
    uses, end = _uses(function), len(kernel_calls(function))
    return tuple(
        Lifetime(
            argument,
            byte_size(argument),
            -1 if role_of(argument) == "input" else min(uses.get(argument, [end])),
            max(uses.get(argument, [-1])) if role_of(argument) == "input" else end,
        )
        for argument in function.body.block.args
        if is_writable(argument)
    )


def _uses(function: FuncOp) -> dict[SSAValue, list[int]]:
    """The indices of the calls that touch each root, by first use."""
    uses: dict[SSAValue, list[int]] = {}
    for index, call in enumerate(kernel_calls(function)):
        for operand in call.operands:
            uses.setdefault(storage_of(operand).root, []).append(index)
    return uses


def live_bytes(function: FuncOp) -> tuple[int, ...]:
    """For each call the bytes, rounded to the alignment, of the arena that are in use during it.

    Bytes that an operand and a result share count once.
    """
    ranges: list[list[tuple[int, int]]] = [[] for _ in kernel_calls(function)]
    for life in lifetimes(function):
        if isinstance(life.root.owner, BufferOp) and life.root.owner.lender is None:
            begin = life.root.owner.offset.value.data
            for index in range(life.first, life.last + 1):
                ranges[index].append((begin, begin + aligned(life.size)))
    return tuple(_covered(sorted(alive)) for alive in ranges)


def _covered(ranges: Sequence[tuple[int, int]]) -> int:
    """Bytes inside any of the sorted ranges."""
    covered = end = 0
    for begin, last in ranges:
        covered += max(0, last - max(begin, end))
        end = max(end, last)
    return covered


def is_borrowed(root: SSAValue) -> bool:
    """Whether a buffer is in the memory of an argument."""
    return isinstance(root.owner, BufferOp) and root.owner.lender is not None


def is_writable(argument: SSAValue) -> bool:
    """Whether calls may write to the memory of an argument of a bufferized function.

    An input that is received has its place in the arena: there may be no other memory.
    """
    role = role_of(argument)
    if role != "input" or is_received(argument):
        return role == "output"
    return overwrites_inputs(argument.owner)


def is_received(argument: SSAValue) -> bool:
    """Whether an input is moved to the arena before all else."""
    return any(isinstance(use.operation, ReceiveOp) for use in argument.uses)


def receiver_of(buffer: SSAValue) -> ReceiveOp | None:
    """The call that brings an input to a buffer, where the caller may have put it before."""
    users = (use.operation for use in buffer.uses)
    return next((op for op in users if isinstance(op, ReceiveOp) and op.out is buffer), None)


def is_written(argument: SSAValue) -> bool:
    """Whether calls may write values of the argument's own to its memory."""
    return is_writable(argument) or role_of(argument) == "state"


def state_offset(argument: BlockArgument) -> int:
    """Where a state is in the memory of all states."""
    function = argument.block.parent_op()
    assert isinstance(function, FuncOp)
    assert function.arg_attrs is not None
    offset = function.arg_attrs.data[argument.index].data.get(STATE_OFFSET)
    if not isinstance(offset, IntegerAttr):
        raise InvalidInputError(
            f"the state %{argument.name_hint} has no place",
            advice="plan it with --assign-addresses",
        )
    return offset.value.data


def overwrites_inputs(within: Operation | Block) -> bool:
    """Whether the module around an operation or block lets its inputs be written over."""
    parent = within.parent_op() if isinstance(within, Block) else within
    while parent is not None and not isinstance(parent, ModuleOp):
        parent = parent.parent_op()
    return isinstance(parent, ModuleOp) and module_flag(parent, OVERWRITE_INPUTS)


def role_of(argument: SSAValue) -> str | None:
    """input, output or state, of an argument of a bufferized function; None of another value."""
    if not isinstance(argument, BlockArgument):
        return None
    function = argument.block.parent_op()
    if not isinstance(function, FuncOp) or function.arg_attrs is None:
        return None
    role = function.arg_attrs.data[argument.index].data.get(ROLE)
    return role.data if isinstance(role, StringAttr) else None


def stage_of(module: ModuleOp) -> str | None:
    """import, fold, lower or plan; None if the module does not say."""
    stage = module.attributes.get(STAGE)
    return stage.data if isinstance(stage, StringAttr) else None


def module_integer(module: ModuleOp, name: str) -> int:
    """An integer attribute of a planned module; raises InvalidInputError where it is missing."""
    attribute = module.attributes.get(name)
    if not isinstance(attribute, IntegerAttr):
        raise InvalidInputError(
            f"the module has no integer attribute '{name}'",
            advice="plan it with --assign-addresses",
        )
    return attribute.value.data


def set_module_integer(module: ModuleOp, name: str, value: int) -> None:
    module.attributes[name] = IntegerAttr(value, i64)


def module_flag(module: ModuleOp, name: str) -> bool:
    """A boolean attribute of a module; false where it is missing."""
    attribute = module.attributes.get(name)
    return isinstance(attribute, IntegerAttr) and bool(attribute.value.data)


def set_module_flag(module: ModuleOp, name: str, value: bool) -> None:
    module.attributes[name] = IntegerAttr.from_bool(value)


def place_of(module: ModuleOp) -> dict[str, str]:
    """The memories that were asked for, such as {"weights": "ddr"}; empty where none was."""
    place = module.attributes.get(PLACE)
    if not isinstance(place, DictionaryAttr):
        return {}
    return {what: name.data for what, name in place.data.items() if isinstance(name, StringAttr)}


def set_place(module: ModuleOp, place: Mapping[str, str]) -> None:
    module.attributes[PLACE] = DictionaryAttr({k: StringAttr(v) for k, v in place.items()})
