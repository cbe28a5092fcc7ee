"""The numbers between the braces of C arrays, quickly: there may be millions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from cmlir.codegen.spelling import float_literal, integer_literal

_BYTES_PER_LINE = 16
_NUMBERS_PER_LINE = 8
_INDENT = b"   "


def initializer(array: npt.NDArray[np.generic]) -> str:
    """The elements in order, with commas and line breaks, each line indented."""
    flat = array.reshape(-1)
    if flat.dtype == np.int8:
        return _codes(flat.view(np.uint8))
    if flat.dtype.kind == "f":
        return _lines([float_literal(float(v)) for v in flat])
    bits = 8 * flat.dtype.itemsize
    return _lines([integer_literal(int(v), bits) for v in flat])


def _lines(literals: Sequence[str]) -> str:
    return "\n".join(f"    {', '.join(line)}," for line in _chunks(literals, _NUMBERS_PER_LINE))


def _chunks(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (items[i : i + size] for i in range(0, len(items), size))


def _codes(codes: npt.NDArray[np.uint8]) -> str:
    """One column of fixed width for each code: lines are gathered from a table of all codes."""
    whole = len(codes) // _BYTES_PER_LINE * _BYTES_PER_LINE
    cells = _CELLS[codes[:whole]].reshape(-1, _BYTES_PER_LINE * _CELLS.shape[1])
    margins = [np.tile(np.frombuffer(text, np.uint8), (len(cells), 1)) for text in (_INDENT, b"\n")]
    text = np.hstack([margins[0], cells, margins[1]]).tobytes()
    rest = _CELLS[codes[whole:]].tobytes()
    return (text + _INDENT * bool(rest) + rest).decode("ascii").rstrip("\n")


def _cells() -> npt.NDArray[np.uint8]:
    """Row x holds the text of the int8 code whose bits are those of x."""
    texts = (f"{code:5d},".encode() for code in np.arange(256, dtype=np.uint8).view(np.int8))
    return np.frombuffer(b"".join(texts), np.uint8).reshape(256, -1)


_CELLS = _cells()
