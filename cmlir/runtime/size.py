"""Sizes of the model's part of an image, from the linker's map."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from cmlir.runtime.image import Image

FLASH = {".text", ".rodata", ".cmlir_weights", ".data"}
RAM = {".data", ".bss"}

_START = "Linker script and memory map"
_OUTPUT = re.compile(r"^(\.[\w.]+)(?:\s|$)")
_INPUT = re.compile(r"^ (\S+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)(?: (.*))?$")
_LONG_NAME = re.compile(r"^ (\.\S+|COMMON)\n +(?=0x)", re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """What an object contributes to an output section; fill counts to the object before it."""

    output: str
    section: str
    size: int
    owner: str


@dataclass(frozen=True)
class Sizes:
    """In bytes, without the runner's objects.

    flash: text, constants and initialised data. code: that without weights. ram: arena, state and
    the model's own data and bss.
    """

    flash_bytes: int
    code_bytes: int
    ram_bytes: int


def pieces(map_text: str) -> Iterator[Piece]:
    """Everything in the image, in order of address."""
    text = map_text[map_text.index(_START) :]
    output = owner = ""
    for line in _LONG_NAME.sub(r" \1 ", text).splitlines():
        if found := _OUTPUT.match(line):
            output = found[1]
            owner = ""
        elif (found := _INPUT.match(line)) and (size := int(found[3], 16)):
            owner = owner if found[1] == "*fill*" else (found[4] or "").strip()
            yield Piece(output, found[1], size, owner)


def measure(image: Image) -> Sizes:
    """The sizes of an image's model."""
    model = [
        piece
        for piece in pieces(image.map.read_text())
        if piece.owner and piece.owner not in image.runner_objects
    ]
    flash = sum(piece.size for piece in model if piece.output in FLASH)
    weights = sum(piece.size for piece in model if _is_weights(piece))
    variables = sum(piece.size for piece in model if piece.output in RAM)
    project = image.project
    return Sizes(
        flash_bytes=flash,
        code_bytes=flash - weights,
        ram_bytes=project.arena_bytes + project.state_bytes + variables,
    )


def _is_weights(piece: Piece) -> bool:
    if piece.output == ".cmlir_weights":
        return True
    return piece.output == ".rodata" and PurePath(piece.owner).stem == "weights"
