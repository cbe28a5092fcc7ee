"""How names, texts and numbers are written in C."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np

_NOT_IN_IDENTIFIERS = re.compile(r"[^0-9A-Za-z_]")
_COMMENT_MARKS = re.compile(r"\*/|/\*|\?\?")


def identifier(text: str) -> str:
    """``text`` with `_` for whatever C identifiers cannot hold: made to follow a prefix."""
    return _NOT_IN_IDENTIFIERS.sub("_", text)


def unique_identifiers(texts: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """A different identifier for each text, in their order; none of them is in ``taken``."""
    names: dict[str, str] = {}
    used = set(taken)
    for text in texts:
        name = candidate = identifier(text)
        count = 1
        while candidate in used:
            count += 1
            candidate = f"{name}_{count}"
        used.add(candidate)
        names[text] = candidate
    return names


def comment(text: str) -> str:
    """``text`` as it may stand between the marks of a comment: one line of ASCII."""
    plain = text.encode("ascii", "backslashreplace").decode("ascii")
    plain = re.sub(r"[\x00-\x1f\x7f]", " ", plain)
    while _COMMENT_MARKS.search(plain):
        plain = _COMMENT_MARKS.sub(lambda mark: " ".join(mark[0]), plain)
    return plain


def string_literal(text: str) -> str:
    """A C string of ``text`` in UTF-8, ASCII only, without trigraphs and comment marks."""
    return '"' + "".join(map(_string_byte, text.encode(), b" " + text.encode())) + '"'


def _string_byte(byte: int, before: int) -> str:
    if byte in b'"\\' or (byte == ord("?") and before == ord("?")):
        return "\\" + chr(byte)
    in_comment_mark = before == ord("/") and byte in b"/*"
    if not 0x20 <= byte < 0x7F or in_comment_mark:
        return f"\\{byte:03o}"
    return chr(byte)


def _single(value: float) -> float:
    """The nearest binary32; what is beyond its range becomes infinite."""
    with np.errstate(over="ignore"):
        return float(np.float32(value))


def float_literal(value: float) -> str:
    """The exact binary32 value nearest to ``value``; infinities and NaN are macros of math.h."""
    single = _single(value)
    if math.isnan(single):
        return "NAN"
    if math.isinf(single):
        return "INFINITY" if single > 0 else "-INFINITY"
    mantissa, exponent = single.hex().split("p")
    mantissa = mantissa.rstrip("0") if "." in mantissa else mantissa
    return f"{mantissa.rstrip('.')}p{exponent}f"


def double_literal(value: float) -> str:
    """A finite binary64 value, exactly."""
    return repr(float(value))


def decimal_float_literal(value: float) -> str:
    """The same in decimal, for headers that C++ may read; 9 digits are enough to be exact."""
    digits = f"{_single(value):.9g}"
    return digits + ("f" if set(digits) & set(".e") else ".0f")


def integer_literal(value: int, bits: int = 32) -> str:
    """The least integers of a type have no literal of that type, but a macro of stdint.h."""
    return f"INT{bits}_MIN" if value == -(1 << (bits - 1)) else str(value)
