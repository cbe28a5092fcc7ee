"""Every buffer gets an address: in the arena, or in memory of the caller's that is free.

    memref.alloc    ->    cortex_m.buffer {region = "arena", offset = …}

Buffers whose lifetimes meet never share bytes.  The memory of an output is free until the output is
written, that of an input when it has been read, if the module lets inputs be written over.  The
arena is the smallest possible where attributes of the module say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from cmlir.dialects.cortex_m import BufferOp, KernelOp
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    ARENA_LOWER_BOUND,
    ARENA_OPTIMAL,
    LEAST_ARENA,
    LEAST_PEAK,
    ORDER_OPTIMAL,
    STAGE,
    STATE_BYTES,
    STATE_OFFSET,
    Lifetime,
    aligned,
    argument_lifetimes,
    entry_function,
    kernel_calls,
    lifetimes,
    module_integer,
    receiver_of,
    set_module_flag,
    set_module_integer,
)
from cmlir.dialects.cortex_m.storage import byte_size, element_bytes, storage_of
from cmlir.dialects.locations import copy_location, of
from cmlir.dialects.states import states_of
from cmlir.errors import InvalidInputError
from cmlir.lowering.placement import (
    Block,
    Loan,
    Pair,
    Problem,
    arena_bytes,
    lower_bound,
    place,
)


@dataclass(frozen=True)
class AssignAddresses(ModulePass):
    """Addresses for all buffers; the arena's size, its lower bound, and whether it is proved.

    The lower bound is the largest sum of bytes that live at once, less what the arguments can hold
    of them.
    """

    name = "assign-addresses"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = entry_function(op)
        lives, lenders = lifetimes(function), argument_lifetimes(function)
        problem = placement_problem(function)
        placement = place(problem)
        _set_directions(function, problem, lives, placement.addresses)
        for life, address in zip(lives, placement.addresses, strict=True):
            _set_address(life.root, address, lenders)
        _erase_unused(function)
        if state_bytes := _place_states(function):
            set_module_integer(op, STATE_BYTES, state_bytes)
        size = arena_bytes(problem, placement.addresses)
        set_module_integer(op, ARENA_BYTES, size)
        set_module_integer(op, ARENA_LOWER_BOUND, lower_bound(problem))
        set_module_flag(op, ARENA_OPTIMAL, placement.proved)
        set_module_flag(op, ORDER_OPTIMAL, size <= _least_of_any_order(op, problem.arena))
        op.attributes[STAGE] = StringAttr("plan")


def _place_states(function: FuncOp) -> int:
    """Put the states behind one another, aligned; returns the bytes of all."""
    offset = 0
    entries = list(function.arg_attrs.data if function.arg_attrs else ())
    for state in states_of(function):
        index = state.argument.index
        place = {STATE_OFFSET: IntegerAttr(offset, i64)}
        entries[index] = DictionaryAttr({**entries[index].data, **place})
        offset += aligned(byte_size(state.argument))
    if offset:
        function.arg_attrs = ArrayAttr(entries)
    return offset


def _least_of_any_order(module: ModuleOp, lent: int) -> int:
    """What lives at once in any order, as far as that is known, less what arguments can hold."""
    peak, arena = (
        module_integer(module, name) if name in module.attributes else 0
        for name in (LEAST_PEAK, LEAST_ARENA)
    )
    return max(0, peak - lent, arena)


def placement_problem(function: FuncOp) -> Problem:
    """Where the buffers of a bufferized function may go, in the order of their lifetimes."""
    lives, lenders = lifetimes(function), argument_lifetimes(function)
    in_arena = {call.scratch for call in kernel_calls(function)}
    in_arena |= {life.root for life in lives if receiver_of(life.root)}
    return Problem(
        tuple(
            Block(
                life.size,
                life.first,
                life.last,
                () if life.root in in_arena else _loans(life.root, lenders),
            )
            for life in lives
        ),
        tuple(Loan(lender.size, lender.first, lender.last) for lender in lenders),
        tuple(pair for _, pair in _pairs(function, lives)),
    )


def _pairs(function: FuncOp, lives: Sequence[Lifetime]) -> Iterator[tuple[KernelOp, Pair]]:
    """The buffers that the contract of a call lets overlap, if one dies and one begins there."""
    numbers = {life.root: number for number, life in enumerate(lives)}
    for step, call in enumerate(kernel_calls(function)):
        overlap = call.overlap()
        if overlap is None or not _is_whole(overlap.operand) or not _is_whole(call.destination):
            continue
        read, written = storage_of(overlap.operand).root, storage_of(call.destination).root
        readings = [v for v in call.inputs if storage_of(v).root is read]
        if read not in numbers or written not in numbers or len(readings) > 1 or read is written:
            continue
        first, second = numbers[read], numbers[written]
        if lives[first].last == step == lives[second].first:
            yield call, Pair(first, second, overlap.below, overlap.above)


def _is_whole(value: SSAValue) -> bool:
    return storage_of(value).covers_root


def _set_directions(
    function: FuncOp, problem: Problem, lives: Sequence[Lifetime], addresses: Sequence[int]
) -> None:
    """Bands begin at the last row where the result is too far behind its operand for others."""
    for call, pair in _pairs(function, lives):
        below, _ = problem.distances(pair.first, pair.second)
        if addresses[pair.second] > addresses[pair.first] - below:
            call.properties["from_last"] = UnitAttr()


def _loans(buffer: SSAValue, lenders: Sequence[Lifetime]) -> tuple[int, ...]:
    """The arguments that are aligned as the buffer must be: all are to their elements, no more."""
    return tuple(
        number
        for number, lender in enumerate(lenders)
        if element_bytes(lender.root) % element_bytes(buffer) == 0
    )


def _set_address(root: SSAValue, address: int, lenders: Sequence[Lifetime]) -> None:
    owner = root.owner
    assert isinstance(owner, Operation), "an argument is no buffer"
    if not isinstance(owner, AllocOp | BufferOp):
        raise InvalidInputError(
            f"'{owner.name}' gives no buffer that could be placed",
            where=str(of(owner) or owner.location),
            advice="run --bufferize first",
        )
    lender, offset = _lender_at(address, lenders)
    buffer = BufferOp(offset, root.type, lender)
    copy_location(owner, buffer)
    buffer.result.name_hint = root.name_hint
    Rewriter.replace_op(owner, buffer)


def _lender_at(address: int, lenders: Sequence[Lifetime]) -> tuple[SSAValue | None, int]:
    """The argument whose memory is at an address, and the offset in it; None is the arena."""
    for lender in lenders:
        if address < aligned(lender.size):
            return lender.root, address
        address -= aligned(lender.size)
    return None, address


def _erase_unused(function: FuncOp) -> None:
    block = function.body.block
    for op in tuple(block.ops):
        if isinstance(op, AllocOp) and not op.memref.uses:
            block.erase_op(op)
