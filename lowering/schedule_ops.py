"""Independent kernel ops change places so that less memory is needed at once.

The ops are still on tensors, so any order that keeps definitions before uses computes the same.
What counts is the sum of bytes that live at once: results until their last use, scratch while its
op runs, outputs to the end, and inputs to their last use if they may be written over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass

from cmlir.dialects.cortex_m import ConstantOp, KernelOp, ViewOp, target_of
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    LEAST_ARENA,
    LEAST_PEAK,
    aligned,
    entry_function,
    kernel_calls,
    module_integer,
    overwrites_inputs,
    set_module_integer,
)
from cmlir.dialects.cortex_m.storage import byte_size, storage_of
from cmlir.dialects.states import states_of
from cmlir.lowering.assign_addresses import AssignAddresses
from cmlir.lowering.bufferize import Bufferize
from cmlir.lowering.homes import places_in_concatenations
from cmlir.lowering.placement import least_union
from cmlir.lowering.receive_inputs import SHARING, ReceiveInputs, memory_bytes
from cmlir.lowering.scheduling import Graph, Memory, Task, best_order

FEW_TRIALS = 80_000
"""Of tasks that could be next, to prove an order the best one, or to find another good one."""


Order = tuple[int, ...]


@dataclass(frozen=True)
class ScheduleOps(ModulePass):
    """The order with the smallest peak, if arena and inputs take less by it.

    Attributes of the module tell the least peak of all orders, where it is proved; not in programs
    with state, whose results may need no memory.
    """

    name = "schedule-ops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = entry_function(op)
        if not all(_can_move(inner) for inner in function.body.block.ops):
            return
        graph = memory_graph(function, overwrites_inputs(function))
        schedule = best_order(graph)
        if not states_of(function):
            large = _without_small(graph, _largest_argument(function))
            in_arena = best_order(large, FEW_TRIALS)
            for name, found in ((LEAST_PEAK, schedule), (LEAST_ARENA, in_arena)):
                if found.proved:
                    set_module_integer(op, name, max(0, found.peak))
        given = tuple(range(len(schedule.order)))
        orders = [given, schedule.order]
        if overwrites_inputs(function):  # what is smallest at once need not fit into the inputs
            without = memory_graph(function, writes_inputs=False)
            orders.append(best_order(without, FEW_TRIALS).order)
        best = _smallest(ctx, op, list(dict.fromkeys(orders)))
        if best != given:
            reorder(op, best)


def _smallest(ctx: Context, module: ModuleOp, orders: Sequence[Order]) -> Order:
    """Of different orders the first with the smallest plan."""
    if len(orders) == 1:
        return orders[0]
    return min(orders, key=lambda order: planned_sizes(ctx, _reordered(module, order)))


def _reordered(module: ModuleOp, order: Sequence[int]) -> ModuleOp:
    copy = module.clone()
    reorder(copy, order)
    return copy


def _largest_argument(function: FuncOp) -> int:
    """Bytes of the largest memory that arguments could lend."""
    terminator = function.body.block.last_op
    assert isinstance(terminator, ReturnOp)
    inputs = function.body.block.args if overwrites_inputs(function) else ()
    return max((aligned(byte_size(value)) for value in (*inputs, *terminator.operands)), default=0)


def _without_small(graph: Graph, size: int) -> Graph:
    """The same tasks where memories up to a size take nothing."""
    memories = (replace(m, size=0) if m.size <= size else m for m in graph.memories)
    return Graph(graph.tasks, tuple(memories))


def _can_move(op: Operation) -> bool:
    """Kernel ops on tensors are pure; of other ops nothing is known."""
    is_pure = isinstance(op, KernelOp) and op.result is not None
    return is_pure or isinstance(op, ConstantOp | ViewOp | ReturnOp)


def memory_graph(function: FuncOp, writes_inputs: bool) -> Graph:
    """The kernel ops of a function on tensors as tasks, and the memory that they need.

    The inputs' memory counts if it may be written.
    """
    calls = kernel_calls(function)
    wholes = _wholes(function, calls, writes_inputs)
    roots = list(dict.fromkeys(wholes.values()))
    numbers: dict[Operation, int] = {call: number for number, call in enumerate(calls)}
    memories = [_memory([v for v in wholes if wholes[v] is root], root, numbers) for root in roots]
    places = {root: place for place, root in enumerate(roots)}
    return Graph(tuple(_task(call, numbers, places) for call in calls), tuple(memories))


def _wholes(
    function: FuncOp, calls: Sequence[KernelOp], writes_inputs: bool
) -> dict[SSAValue, SSAValue]:
    """Of each value whose memory counts, that of which it is a part: mostly itself."""
    places = places_in_concatenations(function.body.block)
    inputs = function.body.block.args if writes_inputs else ()
    wholes: dict[SSAValue, SSAValue] = {}
    for value in (*inputs, *(call.destination for call in calls)):
        whole = value
        while whole in places:
            whole = places[whole].whole
        wholes[value] = whole
    return wholes


def _memory(
    values: Sequence[SSAValue], whole: SSAValue, numbers: Mapping[Operation, int]
) -> Memory:
    """Of all values that are parts of one."""
    writers, users, kept = 0, 0, False
    for value in values:
        writers |= 1 << numbers[value.owner] if isinstance(value.owner, Operation) else 0
        for user in _users(value):
            kept |= isinstance(user, ReturnOp)
            users |= 1 << numbers[user] if user in numbers else 0
    return Memory(aligned(byte_size(whole)), writers, writers | users, kept)


def _users(value: SSAValue) -> list[Operation]:
    """What uses a value, seen through views."""
    direct = [use.operation for use in value.uses]
    behind = [user for op in direct if isinstance(op, ViewOp) for user in _users(op.result)]
    return [op for op in direct if not isinstance(op, ViewOp)] + behind


def _task(call: KernelOp, numbers: Mapping[Operation, int], places: Mapping[SSAValue, int]) -> Task:
    behind = 0
    for operand in call.operands:
        owner = storage_of(operand).root.owner
        behind |= 1 << numbers[owner] if isinstance(owner, Operation) and owner in numbers else 0
    return Task(
        behind,
        aligned(call.scratch_bytes(target_of(call))),
        tuple(places[root] for root in _reusable(call) if root in places),
        tuple((places[root], saved) for root, saved in _overlapping(call) if root in places),
    )


def _reusable(call: KernelOp) -> Iterator[SSAValue]:
    """Memory in whose place the result may be made; an input's cannot become an output's."""
    returned = any(isinstance(user, ReturnOp) for user in _users(call.destination))
    for operand in call.aliasing_inputs():
        storage = storage_of(operand)
        is_whole = storage.covers_root and storage.size == byte_size(call.destination)
        if is_whole and not (returned and isinstance(storage.root, BlockArgument)):
            yield storage.root


def _overlapping(call: KernelOp) -> Iterator[tuple[SSAValue, int]]:
    """Memory that the result may overlap if the call works in bands, and the bytes that saves."""
    in_bands = call.in_bands(target_of(call)) if isinstance(call, ImageOp) else None
    if in_bands is None:
        return
    overlap, scratch = in_bands
    storage, size = storage_of(overlap.operand), byte_size(call.destination)
    if storage.covers_root:
        union = least_union(storage.size, size, overlap.below, overlap.above)
        saved = aligned(call.scratch_bytes(target_of(call))) - aligned(scratch)
        yield storage.root, aligned(storage.size) + aligned(size) - union + saved


def planned_sizes(ctx: Context, module: ModuleOp) -> tuple[int, int]:
    """Bytes that arena and inputs take if the program keeps its present order, and the arena's."""
    planned = module.clone()
    for step in (Bufferize(), ReceiveInputs(), *SHARING, AssignAddresses()):
        step.apply(ctx, planned)
    return memory_bytes(planned), module_integer(planned, ARENA_BYTES)


def reorder(module: ModuleOp, order: Sequence[int]) -> None:
    """Put the kernel ops into an order, each behind the constants and views that it needs."""
    function = entry_function(module)
    block, calls = function.body.block, kernel_calls(function)
    placed: set[Operation] = set()
    for op in (*(calls[number] for number in order), *block.ops):
        _append(op, block, placed)


def _append(op: Operation, block: Block, placed: set[Operation]) -> None:
    """Move an op to the end, behind what it needs; nothing if it was moved before."""
    if op in placed:
        return
    for operand in op.operands:
        if isinstance(operand.owner, Operation):
            _append(operand.owner, block, placed)
    op.detach()
    block.add_op(op)
    placed.add(op)
