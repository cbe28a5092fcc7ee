"""Records calls of C kernels on the host, to be replayed on a device (device/calls.h)."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from support.kernel_library import Block, KernelLibrary, Memory, Scratch

WITHOUT_STATUS = {
    "arm_concatenation_s8_x",
    "arm_softmax_s8",
    "arm_softmax_s8_s16",
    "cmlir_matmul_nt_s8",
    "cmlir_column_sums_s8",
    "cmlir_row_sums_s8",
}
"""Functions that return nothing."""

ABOUT_THE_TARGET = {"arm_fully_connected_s8_get_buffer_size"}
"""Functions whose results differ from the host's: not recorded."""


@dataclass(frozen=True)
class RecordedBlock:
    """An array, or a structure of arguments whose `pointers` (offset, block) are to be set."""

    before: bytes
    after: bytes
    constant: bool
    structure: bool = False
    scratch: bool = False
    """What it holds after the call is of no account."""
    pointers: tuple[tuple[int, int], ...] = ()

    def words(self) -> bytes:
        flat = [number for pair in self.pointers for number in pair]
        kind = int(self.constant) + 2 * int(self.scratch)
        head = (len(self.before), kind, self.structure, len(self.pointers), *flat)
        tail = b"" if self.constant else _padded(self.after)
        return _words(head) + _padded(self.before) + tail


@dataclass(frozen=True)
class RecordedCall:
    """What a call was given, and what it did. Arguments are (is the index of a block, value)."""

    function: str
    arguments: tuple[tuple[bool, int], ...]
    float_bits: int | None
    status: int | None
    blocks: tuple[RecordedBlock, ...]
    label: str

    def words(self, function: int) -> bytes:
        arguments = [number for pair in self.arguments for number in pair]
        head = (
            function,
            *(self.float_bits is not None, self.float_bits or 0),
            *(self.status is not None, self.status or 0),
            *(len(self.arguments), *arguments),
            len(self.blocks),
        )
        return _words(head) + b"".join(block.words() for block in self.blocks)


def functions_of(calls: Iterable[RecordedCall]) -> tuple[str, ...]:
    """The functions called, sorted; the file of calls names them by their place here."""
    return tuple(sorted({call.function for call in calls}))


def encode_calls(calls: Sequence[RecordedCall]) -> bytes:
    """The file that the device reads."""
    index = {name: i for i, name in enumerate(functions_of(calls))}
    return _words([len(calls)]) + b"".join(call.words(index[call.function]) for call in calls)


class Recorder(KernelLibrary):
    """A library that keeps a record of all calls."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._calls: list[RecordedCall] = []
        self._memory = _KnownMemory()

    def take(self, label: str) -> list[RecordedCall]:
        """The calls made since the last time, with that label."""
        taken = [replace(call, label=label) for call in self._calls]
        self._calls = []
        return taken

    def memory(self) -> Memory:
        self._memory = _KnownMemory()
        return self._memory

    def call(self, function: str, *arguments: object) -> int:
        if function in ABOUT_THE_TARGET:
            return super().call(function, *arguments)
        encoder = _Encoder(self._memory.known)
        encoder.add(arguments)
        before = [_contents(block) for block in encoder.arrays]
        status = super().call(function, *arguments)
        self._calls.append(
            RecordedCall(
                function,
                tuple(encoder.arguments),
                encoder.float_bits,
                None if function in WITHOUT_STATUS else status,
                encoder.blocks(before),
                "",
            )
        )
        return status


class _KnownMemory(Memory):
    """Memory whose blocks are known by their addresses."""

    def __init__(self) -> None:
        super().__init__(exact=False)
        self.known: dict[int, Block] = {}

    def _place(
        self, shape: Sequence[int], dtype: np.dtype[Any], data: bytes, constant: bool
    ) -> Block:
        block = super()._place(shape, dtype, data, constant)
        self.known[block.address] = block
        return block


class _Encoder:
    """Turns the arguments of one call into words and blocks. Arrays come before structures."""

    def __init__(self, known: dict[int, Block]) -> None:
        self._known = known
        self._structures: list[tuple[bytes, list[tuple[int, int]]]] = []
        self._scratch: set[int] = set()
        self.arrays: list[Block] = []
        self.arguments: list[tuple[bool, int]] = []
        self.float_bits: int | None = None

    def add(self, arguments: Sequence[object]) -> None:
        for argument in arguments:
            self._collect(argument)
        for argument in arguments:
            self._add(argument)

    def blocks(self, before: Sequence[bytes]) -> tuple[RecordedBlock, ...]:
        """`before`: what the arrays held before the call. They are read again now."""
        arrays = (
            RecordedBlock(
                data,
                _contents(block),
                block.initial is not None,
                scratch=block.address in self._scratch,
            )
            for block, data in zip(self.arrays, before, strict=True)
        )
        structures = (
            RecordedBlock(data, data, True, True, pointers=tuple(pointers))
            for data, pointers in self._structures
        )
        return (*arrays, *structures)

    def _collect(self, argument: object) -> None:
        match argument:
            case Block():
                self._index(argument.address)
            case ctypes.Structure():
                if isinstance(argument, Scratch) and argument.buf is not None:
                    self._scratch.add(argument.buf)
                for _, value in _fields(argument):
                    self._collect(value)
            case ctypes.c_void_p() if argument.value is not None:
                self._index(argument.value)

    def _index(self, address: int) -> int:
        block = self._known[address]
        if block not in self.arrays:
            self.arrays.append(block)
        return self.arrays.index(block)

    def _add(self, argument: object) -> None:
        match argument:
            case None:
                self.arguments.append((False, 0))
            case Block():
                self.arguments.append((True, self._index(argument.address)))
            case ctypes.Structure():
                self.arguments.append((True, len(self.arrays) + len(self._structures)))
                self._structures.append(self._layout(argument))
            case float():
                assert self.float_bits is None, "at most one float argument"
                self.float_bits = struct.unpack("<I", struct.pack("<f", argument))[0]
            case int():
                self.arguments.append((False, argument & 0xFFFFFFFF))
            case _:
                raise TypeError(f"cannot record {argument!r}")

    def _layout(self, structure: ctypes.Structure) -> tuple[bytes, list[tuple[int, int]]]:
        """As a 32-bit processor has it, and its pointers."""
        data = bytearray()
        pointers: list[tuple[int, int]] = []
        for kind, value in _fields(structure):
            if kind is ctypes.c_bool:
                data += bytes([value])
                continue
            data += bytes(-len(data) % 4)
            if isinstance(value, ctypes.Structure):
                inner, inner_pointers = self._layout(value)
                pointers += [(len(data) + offset, block) for offset, block in inner_pointers]
                data += inner
            elif isinstance(value, ctypes.c_void_p):
                if value.value is not None:
                    pointers.append((len(data), self._index(value.value)))
                data += bytes(4)
            elif isinstance(value, ctypes.Array):
                data += struct.pack(f"<{len(value)}i", *value)
            elif kind is ctypes.c_int64:
                data += bytes(-len(data) % 8) + struct.pack("<q", value)
            else:
                data += struct.pack("<i", value)
        return bytes(data), pointers


def _fields(structure: ctypes.Structure) -> list[tuple[type, Any]]:
    """Types and values; pointers stay c_void_p."""
    fields = [(kind, getattr(structure, name)) for name, kind in _declared(type(structure))]
    return [
        (kind, ctypes.c_void_p(value) if kind is ctypes.c_void_p else value)
        for kind, value in fields
    ]


def _declared(kind: type[ctypes.Structure]) -> list[tuple[str, type]]:
    return [(field[0], field[1]) for field in kind._fields_]


def _contents(block: Block) -> bytes:
    return ctypes.string_at(block.address, block.nbytes)


def _words(numbers: Sequence[int]) -> bytes:
    return np.array(numbers, np.int64).astype(np.uint32).tobytes()


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
