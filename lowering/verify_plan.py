"""Checks a planned module by following every byte; changes nothing.

The calls are followed twice at once: in the memory of the plan, where buffers share bytes of the
arena or of an argument, and in an ideal one, where each buffer has its own.  Both remember for each
byte which call wrote it last.  The plan is right if every call, and at the end the caller, reads
the same in both.  It needs no lifetimes, so that an error in
computing those is found as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from cmlir.dialects.cortex_m import BufferOp, ConstantOp, KernelOp, ReceiveOp, target_of
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.plan import (
    ALIGNMENT,
    ARENA_BYTES,
    entry_function,
    is_writable,
    is_written,
    kernel_calls,
    module_integer,
    role_of,
)
from cmlir.dialects.cortex_m.storage import Storage, byte_size, element_bytes, storage_of
from cmlir.dialects.locations import of
from cmlir.errors import InvalidInputError

NOBODY, CALLER = -1, -2
"""Stand for a call that wrote a byte, where none did, and where it is of an input."""


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
        _check_received(calls)
        for index, call in enumerate(calls):
            _check_placed(call)
            _check_writable(call)
            _check_scratch(call)
            _check_disjoint(call)
            memories.check_reads(calls, call)
            memories.write(call, index)
        memories.check_outputs(calls, function)


class _Memories:
    """For each byte the index of the call that wrote it last, as the plan has it and ideally."""

    def __init__(self, arena_bytes: int):
        self.arena = np.full(arena_bytes, NOBODY, np.int32)
        self.arguments: dict[SSAValue, npt.NDArray[np.int32]] = {}
        self.ideal: dict[SSAValue, npt.NDArray[np.int32]] = {}

    def check_outputs(self, calls: tuple[KernelOp, ...], function: FuncOp) -> None:
        for argument in function.body.block.args:
            if role_of(argument) != "output":
                continue
            storage = storage_of(argument)
            if NOBODY in self._ideal(storage):
                raise _error(function, f"leaves parts of %{argument.name_hint} unwritten")
            self._check_kept(calls, function, f"ends with {_bytes(storage)}", storage)

    def check_reads(self, calls: tuple[KernelOp, ...], call: KernelOp) -> None:
        for operand in call.inputs:
            storage = storage_of(operand)
            if isinstance(storage.root.owner, ConstantOp):
                continue
            if NOBODY in self._ideal(storage):
                raise _error(call, f"reads {_bytes(storage)}, which no op has written completely")
            self._check_kept(calls, call, f"reads {_bytes(storage)}", storage)

    def _check_kept(
        self, calls: tuple[KernelOp, ...], reader: Operation, what: str, storage: Storage
    ) -> None:
        expected, found = self._ideal(storage), self._planned(storage)
        if not np.array_equal(expected, found):
            culprit = calls[int(found[expected != found].max())]
            raise _error(
                reader,
                f"{what}, but '{culprit.name}' ({of(culprit) or culprit.location}) "
                "has overwritten them",
            )

    def write(self, call: KernelOp, index: int) -> None:
        for value in _written(call):
            storage = storage_of(value)
            self._ideal(storage)[:] = index
            self._planned(storage)[:] = index

    def _ideal(self, storage: Storage) -> npt.NDArray[np.int32]:
        return _part(self.ideal, storage.root, storage.offset, storage.size)

    def _planned(self, storage: Storage) -> npt.NDArray[np.int32]:
        memory, start = _place(storage)
        if memory is None:
            return self.arena[start : start + storage.size]
        return _part(self.arguments, memory, start, storage.size)


def _part(
    memories: dict[SSAValue, npt.NDArray[np.int32]], root: SSAValue, start: int, size: int
) -> npt.NDArray[np.int32]:
    """Bytes of the memory of a root, which is as the caller or nobody has left it at first."""
    if root not in memories:
        writer = CALLER if role_of(root) in ("input", "state") else NOBODY
        memories[root] = np.full(byte_size(root), writer, np.int32)
    return memories[root][start : start + size]


def _check_received(calls: Sequence[KernelOp]) -> None:
    """Inputs may be in their places from the begin: nothing comes before all have been received."""
    received: list[Storage] = []
    for index, call in enumerate(calls):
        if not isinstance(call, ReceiveOp):
            continue
        storage = storage_of(call.destination)
        if len(received) < index or _start(storage)[0] != "arena":
            raise _error(call, "must come before other calls, and bring the input to the arena")
        if any(_overlap(storage, other) for other in received):
            raise _error(call, "brings the input to where another one is")
        received.append(storage)


def _written(call: KernelOp) -> Iterator[SSAValue]:
    yield call.destination
    if call.scratch is not None:
        yield call.scratch


def _place(storage: Storage) -> tuple[SSAValue | None, int]:
    """The root whose memory the storage is in, and where in it; None is the arena."""
    buffer = storage.root.owner
    if not isinstance(buffer, BufferOp):
        return storage.root, storage.offset
    return buffer.lender, buffer.offset.value.data + storage.offset


def _is_written(storage: Storage) -> bool:
    """Whether calls may write the memory: that of buffers, outputs, states and free inputs."""
    return isinstance(storage.root.owner, BufferOp) or is_written(storage.root)


def _check_buffer(buffer: BufferOp, arena_bytes: int) -> None:
    start = buffer.offset.value.data
    end = start + byte_size(buffer.result)
    room = arena_bytes if buffer.lender is None else byte_size(buffer.lender)
    memory = "arena" if buffer.lender is None else "argument"
    if end > room:
        raise _error(buffer, f"bytes {start} to {end} leave the {memory} of {room} bytes")
    if buffer.lender is None and start % ALIGNMENT:
        raise _error(buffer, f"offset {start} is not a multiple of {ALIGNMENT}")
    if buffer.lender is not None:
        _check_lender(buffer, buffer.lender)


def _check_lender(buffer: BufferOp, lender: SSAValue) -> None:
    """Arguments are aligned to their elements, so no more can be asked of what lies in them."""
    if not is_writable(lender):
        raise _error(buffer, "is in the memory of an input, which must not be written")
    size = element_bytes(buffer.result)
    if buffer.offset.value.data % size or element_bytes(lender) % size:
        raise _error(buffer, f"is not aligned to its elements of {size} bytes")


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
    if call.scratch is not None and _start(storage_of(call.scratch))[0] != "arena":
        raise _error(call, "has scratch outside the arena, where it is not aligned")


def _check_disjoint(call: KernelOp) -> None:
    """What a call writes is none of its operands, unless it may work in place on that one."""
    out, allowed = storage_of(call.destination), call.aliasing_inputs()
    for operand in call.inputs:
        storage = storage_of(operand)
        in_place = operand in allowed and _start(storage) == _start(out)
        in_place |= isinstance(call, ImageOp) and operand is call.image and _is_safe(call)
        if _overlap(storage, out) and not in_place:
            raise _error(call, f"writes over {_bytes(storage)}, which it reads")
    if call.scratch is None:
        return
    scratch = storage_of(call.scratch)
    if any(_overlap(storage_of(value), scratch) for value in (*call.inputs, call.destination)):
        raise _error(call, f"has {_bytes(scratch)} both as scratch and as operand")


def _is_safe(op: ImageOp) -> bool:
    """Whether no band writes what it or a later one reads."""
    bands = op.bands()
    reads = [_rows(op, op.image, band.read_first, band.read_end) for band in bands]
    writes = [_rows(op, op.destination, band.first, band.end) for band in bands]
    return op.band_rows is not None and not any(
        read[0] < write[1] and write[0] < read[1]
        for number, write in enumerate(writes)
        for read in reads[number:]
    )


def _rows(op: ImageOp, image: SSAValue, first: int, end: int) -> tuple[int, int]:
    """The bytes of some rows, in the memory that the image is in."""
    _, start = _start(storage_of(image))
    _, _, width, channels = op.in_rows(image)
    return start + first * width * channels, start + end * width * channels


def _start(storage: Storage) -> tuple[object, int]:
    """The memory and the byte in it where a storage begins: comparable between all storages."""
    memory, offset = _place(storage)
    if memory is None:
        return "arena", offset
    owner = memory.owner
    return (owner.symbol if isinstance(owner, ConstantOp) else memory), offset


def _overlap(a: Storage, b: Storage) -> bool:
    (memory_a, start_a), (memory_b, start_b) = _start(a), _start(b)
    return memory_a == memory_b and start_a < start_b + b.size and start_b < start_a + a.size


def _bytes(storage: Storage) -> str:
    memory, start = _start(storage)
    if memory == "arena":
        return f"bytes {start} to {start + storage.size} of the arena"
    name = memory.name_hint if isinstance(memory, SSAValue) else None
    return f"bytes {start} to {start + storage.size} of %{name or 'argument'}"


def _error(op: Operation, what: str, advice: str | None = None) -> InvalidInputError:
    return InvalidInputError(f"'{op.name}' {what}", where=str(of(op) or op.location), advice=advice)
