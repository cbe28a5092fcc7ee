"""Reads what cmlir needs of a 32-bit little-endian ELF file: program headers and symbols."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from cmlir.errors import InvalidInputError

PT_LOAD = 1
EM_ARM = 40
_SHT_SYMTAB = 2
_STT_FUNC = 2


@dataclass(frozen=True)
class Segment:
    """A loadable program header; addresses and sizes in bytes."""

    virtual: int
    physical: int
    file_size: int
    memory_size: int
    flags: int


@dataclass(frozen=True)
class Symbol:
    name: str
    address: int
    size: int
    is_function: bool


@dataclass(frozen=True)
class Elf:
    """`path` is for messages; `data` is the whole file."""

    path: Path
    data: bytes

    @property
    def entry(self) -> int:
        return self._header()[3]

    def segments(self) -> tuple[Segment, ...]:
        _, _, _, _, start, _, _, _, size, count, *_ = self._header()
        headers = (self._unpack("<8I", start + i * size) for i in range(count))
        return tuple(
            Segment(virtual, physical, file_size, memory_size, flags)
            for kind, _, virtual, physical, file_size, memory_size, flags, _ in headers
            if kind == PT_LOAD
        )

    def read(self, address: int, size: int) -> bytes | None:
        """What the file loads at a physical address, or None if it does not load all of it."""
        _, _, _, _, start, _, _, _, entry_size, count, *_ = self._header()
        for i in range(count):
            kind, offset, _, physical, file_size, *_ = self._unpack("<8I", start + i * entry_size)
            if kind == PT_LOAD and physical <= address <= address + size <= physical + file_size:
                at = offset + address - physical
                return self.data[at : at + size]
        return None

    def symbols(self) -> tuple[Symbol, ...]:
        """The symbol table; empty in a stripped file. Function addresses without the Thumb bit."""
        _, _, _, _, _, start, *_, size, count, _ = self._header()
        sections = [self._unpack("<10I", start + i * size) for i in range(count)]
        for _, kind, _, _, offset, length, link, *_ in sections:
            if kind == _SHT_SYMTAB:
                names = sections[link][4]
                return tuple(self._symbol(at, names) for at in range(offset, offset + length, 16))
        return ()

    def function_at(self, address: int) -> str | None:
        """The name of the function that holds an address, with the offset in it."""
        for symbol in self.symbols():
            offset = address - symbol.address
            if symbol.is_function and 0 <= offset < symbol.size:
                return f"{symbol.name}+0x{offset:x}"
        return None

    def _symbol(self, at: int, names: int) -> Symbol:
        name, value, size, info, _, _ = self._unpack("<IIIBBH", at)
        start = names + name
        text = self.data[start : self.data.index(b"\0", start)].decode(errors="replace")
        is_function = info & 0xF == _STT_FUNC
        return Symbol(text, value & ~1 if is_function else value, size, is_function)

    def _header(self) -> tuple[int, ...]:
        return self._unpack("<HHIIIIIHHHHHH", 16)

    def _unpack(self, layout: str, at: int) -> tuple[int, ...]:
        try:
            return struct.unpack_from(layout, self.data, at)
        except struct.error:
            raise InvalidInputError("truncated ELF file", where=str(self.path)) from None


def load_elf(path: Path | str) -> Elf:
    """Raises InvalidInputError unless the file is an executable for 32-bit little-endian Arm."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInputError(f"cannot read: {error.strerror}", where=str(path)) from error
    if data[:7] != b"\x7fELF\x01\x01\x01" or data[18:20] != EM_ARM.to_bytes(2, "little"):
        raise InvalidInputError("not an ELF image for Arm Cortex-M", where=str(path))
    return Elf(path, data)
