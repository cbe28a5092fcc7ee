"""Checks a planned module by following every byte; changes nothing.

The calls are followed twice at once: in the memory of the plan, where buffers share bytes, and in
an ideal one, where each buffer has its own.  Both remember for each byte which call wrote it last.
The plan is right if every call reads the same in both.  It needs no lifetimes, so that an error in
computing those is found as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from cmlir.dialects.cortex_m import BufferOp, ConstantOp, KernelOp, target_of
from cmlir.dialects.cortex_m.plan import (
    ALIGNMENT,
    ARENA_BYTES,
    entry_function,
    kernel_calls,
    module_integer,
    role_of,
)
from cmlir.dialects.cortex_m.storage import Storage, byte_size, storage_of
from cmlir.dialects.locations import of
from cmlir.errors import InvalidInputError

NOBODY = -1
"""Stands for a call that wrote a byte, where none did."""


@dataclass(frozen=True)
class VerifyPlan(ModulePass):
    """Raises InvalidInputError, with the op's place, for a plan that would compute wrong values."""

    name = "verify-plan"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = entry_function(op)
        memories = _Memories(module_integer(op, ARENA_BYTES))
        for inner in function.body.block.ops:
            if isinstance(inner, BufferOp):
                _check_buffer(inner, memories.arena.size)
        calls = kernel_calls(function)
        for index, call in enumerate(calls):
            _check_placed(call)
            _check_writable(call)
            _check_scratch(call)
            _check_disjoint(call)
            memories.check_reads(calls, call)
            memories.write(call, index)
        memories.check_outputs(function)


class _Memories:
    """For each byte the index of the call that wrote it last, as the plan has it and ideally."""

    def __init__(self, arena_bytes: int):
        self.arena = np.full(arena_bytes, NOBODY, np.int32)
        self.ideal: dict[SSAValue, npt.NDArray[np.int32]] = {}

    def check_outputs(self, function: FuncOp) -> None:
        for argument in function.body.block.args:
            if role_of(argument) == "output" and NOBODY in self._ideal(storage_of(argument)):
                raise _error(function, f"leaves parts of %{argument.name_hint} unwritten")

    def check_reads(self, calls: tuple[KernelOp, ...], call: KernelOp) -> None:
        for operand in call.inputs:
            storage = storage_of(operand)
            if not _is_written(storage):
                continue
            expected, found = self._ideal(storage), self._planned(storage)
            if NOBODY in expected:
                raise _error(call, f"reads {_bytes(storage)}, which no op has written completely")
            if not np.array_equal(expected, found):
                culprit = calls[int(found[expected != found].max())]
                raise _error(
                    call,
                    f"reads {_bytes(storage)}, but '{culprit.name}' "
                    f"({of(culprit) or culprit.location}) has overwritten them",
                )

    def write(self, call: KernelOp, index: int) -> None:
        for value in _written(call):
            storage = storage_of(value)
            self._ideal(storage)[:] = index
            self._planned(storage)[:] = index

    def _ideal(self, storage: Storage) -> npt.NDArray[np.int32]:
        size = byte_size(storage.root)
        memory = self.ideal.setdefault(storage.root, np.full(size, NOBODY, np.int32))
        return memory[storage.offset : storage.offset + storage.size]

    def _planned(self, storage: Storage) -> npt.NDArray[np.int32]:
        start = _arena_offset(storage)
        if start is None:
            return self._ideal(storage)
        return self.arena[start : start + storage.size]


def _written(call: KernelOp) -> Iterator[SSAValue]:
    yield call.destination
    if call.scratch is not None:
        yield call.scratch


def _arena_offset(storage: Storage) -> int | None:
    buffer = storage.root.owner
    if not isinstance(buffer, BufferOp):
        return None
    return buffer.offset.value.data + storage.offset


def _is_written(storage: Storage) -> bool:
    """Whether calls write the memory: buffers and outputs, not inputs and constants."""
    owner = storage.root.owner
    if isinstance(owner, Operation):
        return isinstance(owner, BufferOp)
    return role_of(storage.root) == "output"


def _check_buffer(buffer: BufferOp, arena_bytes: int) -> None:
    start = buffer.offset.value.data
    end = start + byte_size(buffer.result)
    if end > arena_bytes:
        raise _error(buffer, f"bytes {start} to {end} leave the arena of {arena_bytes} bytes")
    if start % ALIGNMENT:
        raise _error(buffer, f"offset {start} is not a multiple of {ALIGNMENT}")


def _check_placed(call: KernelOp) -> None:
    for operand in call.operands:
        owner = storage_of(operand).root.owner
        if isinstance(owner, Operation) and not isinstance(owner, BufferOp | ConstantOp):
            raise _error(owner, "has no address", advice="run --bufferize and --assign-addresses")


def _check_writable(call: KernelOp) -> None:
    for value in _written(call):
        if not _is_written(storage_of(value)):
            raise _error(call, "writes to an input or a constant")


def _check_scratch(call: KernelOp) -> None:
    needed = call.scratch_bytes(target_of(call))
    given = byte_size(call.scratch) if call.scratch is not None else 0
    if given < needed:
        raise _error(call, f"needs {needed} bytes of scratch, but has {given}")


def _check_disjoint(call: KernelOp) -> None:
    """What a call writes is none of its operands, unless it may work in place on that one."""
    out, allowed = storage_of(call.destination), call.aliasing_inputs()
    for operand in call.inputs:
        storage = storage_of(operand)
        in_place = operand in allowed and _start(storage) == _start(out)
        if _overlap(storage, out) and not in_place:
            raise _error(call, f"writes over {_bytes(storage)}, which it reads")
    if call.scratch is None:
        return
    scratch = storage_of(call.scratch)
    if any(_overlap(storage_of(value), scratch) for value in (*call.inputs, call.destination)):
        raise _error(call, f"has {_bytes(scratch)} both as scratch and as operand")


def _start(storage: Storage) -> tuple[object, int]:
    """The memory and the byte in it where a storage begins: comparable between all storages."""
    offset = _arena_offset(storage)
    if offset is not None:
        return "arena", offset
    owner = storage.root.owner
    memory = owner.symbol if isinstance(owner, ConstantOp) else storage.root
    return memory, storage.offset


def _overlap(a: Storage, b: Storage) -> bool:
    (memory_a, start_a), (memory_b, start_b) = _start(a), _start(b)
    return memory_a == memory_b and start_a < start_b + b.size and start_b < start_a + a.size


def _bytes(storage: Storage) -> str:
    memory, start = _start(storage)
    if memory == "arena":
        return f"bytes {start} to {start + storage.size} of the arena"
    return f"bytes {start} to {start + storage.size} of %{storage.root.name_hint or 'argument'}"


def _error(op: Operation, what: str, advice: str | None = None) -> InvalidInputError:
    return InvalidInputError(f"'{op.name}' {what}", where=str(of(op) or op.location), advice=advice)
