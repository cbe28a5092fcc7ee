"""One image for QEMU and the FVP."""

import struct
from pathlib import Path

import pytest

from cmlir.errors import InvalidInputError
from cmlir.runtime import build_image, find_target, load_project
from cmlir.runtime.elf import Elf, Symbol, load_elf
from cmlir.runtime.elf_check import problems
from cmlir.runtime.thumb import instructions, reached
from support.c_projects import add_project


@pytest.fixture
def image(directory: Path) -> Elf:
    project = load_project(add_project(directory))
    return load_elf(build_image(project, find_target("cortex-m55")).elf)


def patched(elf: Elf, index: int, field: int, value: int) -> Elf:
    """The same with another value in a program header."""
    (start,) = struct.unpack_from("<I", elf.data, 28)
    data = bytearray(elf.data)
    struct.pack_into("<I", data, start + 32 * index + 4 * field, value)
    return Elf(elf.path, bytes(data))


VIRTUAL, PHYSICAL, MEMORY_SIZE = 2, 3, 5


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("target", ["cortex-m55", "cortex-m85"])
@pytest.mark.parametrize("place", [{}, {"weights": "ddr", "arena": "ddr"}, {"arena": "dtcm"}])
def test_images_run_on_both(directory: Path, compiler: str, target: str, place: dict[str, str]):
    project = load_project(add_project(directory))
    image = build_image(project, find_target(target), compiler, place=place)
    assert problems(load_elf(image.elf)) == ()


@pytest.mark.parametrize(
    ("address", "what"),
    [
        (0x21000000, "Non-secure alias"),
        (0x38000000, "QSPI"),
        (0x31200000, "QEMU's larger ISRAM"),
        (0x00000000, "ITCM by its other address"),
    ],
)
def test_segment_elsewhere(image: Elf, address: int, what: str):
    index = next(i for i, s in enumerate(image.segments()) if s.virtual == 0x31000000)
    moved = patched(patched(image, index, VIRTUAL, address), index, PHYSICAL, address)
    (problem,) = problems(moved)
    assert f"segment 0x{address:08x}" in problem, what
    assert "no common Secure memory" in problem


def test_segment_too_large(image: Elf):
    index = next(i for i, s in enumerate(image.segments()) if s.virtual == 0x30000000)
    (problem,) = problems(patched(image, index, MEMORY_SIZE, 512 * 1024 + 1))
    assert "0x30000000..0x30080001" in problem


def test_load_address_elsewhere(image: Elf):
    found = problems(patched(image, 1, PHYSICAL, 0x10010000))
    assert any("loaders differ" in problem for problem in found)


def test_no_vectors(image: Elf):
    moved = patched(patched(image, 0, VIRTUAL, 0x10000100), 0, PHYSICAL, 0x10000100)
    assert "no vector table at 0x10000000" in problems(moved)


@pytest.mark.parametrize(
    ("word", "value", "message"),
    [
        (0, 0x20010000, "initial stack pointer 0x20010000"),
        (1, 0x10000100, "reset vector 0x10000100 is not Thumb code"),
        (1, 0x11000001, "reset vector 0x11000001 is not Thumb code"),
    ],
)
def test_bad_vectors(image: Elf, word: int, value: int, message: str):
    table = image.read(0x10000000, 8)
    assert table is not None
    data = bytearray(image.data)
    struct.pack_into("<I", data, image.data.index(table) + 4 * word, value)
    (problem,) = problems(Elf(image.path, bytes(data)))
    assert message in problem


def edited(elf: Elf, function: str, before: bytes, after: bytes) -> Elf:
    """The same with other code in a function."""
    symbol = next(s for s in elf.symbols() if s.name == function)
    code = elf.read(symbol.address, symbol.size)
    assert code is not None
    at = elf.data.index(code)
    assert code.count(before) == 1
    data = elf.data[:at] + code.replace(before, after) + elf.data[at + len(code) :]
    return Elf(elf.path, data)


def test_semihosting_without_a_handler(image: Elf):
    known = next(
        struct.pack("<HH", i.first, i.second or 0)
        for i in instructions(image, function(image, "handle_fault"))
        if i.moved_constant == 0xBEAB
    )
    (problem,) = problems(edited(image, "handle_fault", known, b"\x00\xbf\x00\xbf"))
    assert problem == "semihosting in call without a HardFault handler that steps over it"


def test_exit_without_eot(image: Elf):
    (problem,) = problems(edited(image, "finish", b"\x04\x20", b"\x0a\x20"))
    assert "exits without EOT" in problem


def test_calls_are_followed(image: Elf):
    functions = {s.address: s for s in image.symbols() if s.is_function}
    names = {s.name for s in reached(image, function(image, "HardFault_Handler"), functions)}
    assert {"handle_fault", "finish", "semihosting_exit", "call"} <= names
    assert "main" not in names


def function(elf: Elf, name: str) -> Symbol:
    return next(s for s in elf.symbols() if s.name == name)


def test_image_of_another_board(directory: Path):
    image = build_image(load_project(add_project(directory)), find_target("cortex-m4"))
    found = problems(load_elf(image.elf))
    assert any("no vector table" in problem for problem in found)


@pytest.mark.parametrize("data", [b"", b"#!/bin/sh", b"\x7fELF\x02\x01\x01" + bytes(60)])
def test_not_an_image(tmp_path: Path, data: bytes):
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(InvalidInputError, match="not an ELF image for Arm"):
        load_elf(path)


def test_truncated(image: Elf):
    with pytest.raises(InvalidInputError, match="truncated"):
        problems(Elf(image.path, image.data[:60]))


def test_missing_file(tmp_path: Path):
    with pytest.raises(InvalidInputError, match="cannot read"):
        load_elf(tmp_path / "none.elf")
