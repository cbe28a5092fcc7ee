"""The constants of a program: small ones as C arrays, large ones as bytes that are assembled in.

An array of 20 MB in C takes a compiler minutes; as part of a file that `.incbin` reads, no time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cmlir.codegen.initializers import initializer
from cmlir.codegen.program import Constant, Program
from cmlir.codegen.spelling import comment
from cmlir.dialects.cortex_m.plan import ALIGNMENT

LARGE_BYTES = 1 << 16
"""Constants from this size on are in weights.bin."""


@dataclass(frozen=True)
class Piece:
    """A large constant and where it lies in weights.bin."""

    constant: Constant
    offset: int

    @property
    def size(self) -> int:
        return self.constant.data.nbytes


def large_pieces(program: Program) -> tuple[Piece, ...]:
    """The constants in weights.bin, each aligned as model.h says of the arena."""
    return tuple(_placed(c for c in program.constants.values() if _is_large(c)))


def binary(pieces: tuple[Piece, ...]) -> bytes:
    """The content of weights.bin."""
    parts: list[bytes] = []
    for piece in pieces:
        parts += [piece.constant.data.tobytes(), bytes(-piece.size % ALIGNMENT)]
    return b"".join(parts)


def definitions(program: Program, with_large: bool = False) -> str:
    """The small constants, or all of them, as C arrays."""
    chosen = (c for c in program.constants.values() if with_large or not _is_large(c))
    return "\n".join(_definition(constant) for constant in chosen)


def _is_large(constant: Constant) -> bool:
    return constant.data.nbytes >= LARGE_BYTES


def _placed(constants: Iterator[Constant]) -> Iterator[Piece]:
    offset = 0
    for constant in constants:
        yield Piece(constant, offset)
        offset += constant.data.nbytes + -constant.data.nbytes % ALIGNMENT


def _definition(constant: Constant) -> str:
    return (
        f"/* {comment(constant.symbol)} */\n"
        "CMLIR_WEIGHTS_SECTION CMLIR_WEIGHTS_ALIGNMENT\n"
        f"const {constant.c_type} {constant.identifier}[{constant.data.size}] = {{\n"
        f"{initializer(constant.data)}\n}};\n"
    )
