"""What is where in memory, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue

from cmlir.codegen.program import Program
from cmlir.dialects.cortex_m import BufferOp
from cmlir.dialects.cortex_m.plan import (
    Lifetime,
    argument_lifetimes,
    is_received,
    is_writable,
    lifetimes,
)
from cmlir.dialects.cortex_m.storage import byte_size, storage_of
from cmlir.dialects.locations import of

ARENA = "arena"


@dataclass(frozen=True)
class BufferRecord:
    """Bytes ``offset`` to ``offset + bytes`` of a memory, in use from op ``first`` to op ``last``.

    ``memory`` is "arena", or "input", "state" or "output" and its name.  ``contents`` are the FX
    nodes of what is written there, in order, behind "input" or "state" for what is there before;
    or "scratch".
    """

    memory: str
    offset: int
    bytes: int
    first: int
    last: int
    contents: tuple[str, ...]


def buffer_records(program: Program, function: FuncOp) -> tuple[BufferRecord, ...]:
    """All memory but constants: the arena's, then that of inputs and outputs, by first use."""
    names = _names(program)
    contents = _contents(program)
    records = [
        _record(life, names, contents.get(life.root, ()))
        for life in (*_arguments(program, function), *lifetimes(function))
    ]
    order = [ARENA, *names.values()]
    return tuple(sorted(records, key=lambda r: (order.index(r.memory), r.first, r.offset)))


def _names(program: Program) -> dict[BlockArgument, str]:
    ports = {"INPUT": program.inputs, "STATE": program.states, "OUTPUT": program.outputs}
    return {
        argument: f"{kind.lower()} {ports[kind][index].name}"
        for argument, (kind, index) in program.arguments.items()
    }


def _contents(program: Program) -> dict[SSAValue, tuple[str, ...]]:
    """By root; values that are made in parts or in place have several nodes, each named once."""
    found: dict[SSAValue, dict[str, None]] = {
        argument: {kind.lower(): None}
        for argument, (kind, _) in program.arguments.items()
        if kind != "OUTPUT"
    }
    for call in program.calls:
        location = of(call)
        node = location.node if location and location.node else call.name
        found.setdefault(storage_of(call.destination).root, {})[node] = None
        if call.scratch is not None:
            found.setdefault(storage_of(call.scratch).root, {})["scratch"] = None
    return {root: tuple(nodes) for root, nodes in found.items()}


def _arguments(program: Program, function: FuncOp) -> Iterator[Lifetime]:
    """While arguments hold their own values: an input that is not written over, all the time."""
    end = max(0, len(program.calls) - 1)
    for life in argument_lifetimes(function):
        if life.first <= life.last:
            first, last = max(0, life.first), min(life.last, end)
            yield Lifetime(life.root, life.size, min(first, end), max(0, last))
    for argument in program.arguments:
        if not is_writable(argument) and not is_received(argument):
            yield Lifetime(argument, byte_size(argument), 0, end)


def _record(
    life: Lifetime, names: dict[BlockArgument, str], contents: tuple[str, ...]
) -> BufferRecord:
    owner = life.root.owner
    offset, memory = 0, life.root
    if isinstance(owner, BufferOp):
        offset, memory = owner.offset.value.data, owner.lender
    name = names[memory] if isinstance(memory, BlockArgument) else ARENA
    return BufferRecord(name, offset, life.size, life.first, life.last, contents)
