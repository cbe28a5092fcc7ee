"""Names of constants: what PyTorch calls them, made fit for MLIR symbols and C identifiers."""

from __future__ import annotations

import re
import unicodedata

_KEYWORDS = """
alignas alignof asm auto bool break case char const constexpr continue default do double else
enum extern false float for goto if inline int long main nullptr register restrict return short
signed sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual
union unsigned void volatile while
and and_eq bitand bitor catch class compl concept delete dynamic_cast explicit export friend
mutable namespace new not not_eq operator or or_eq private protected public
reinterpret_cast static_cast template this throw try typeid typename using virtual wchar_t xor
xor_eq
"""
"""Of C23 and C++, and the name of our function."""

_RESERVED = frozenset(_KEYWORDS.split())


def identifier(name: str) -> str:
    """`blk.0.weight` == `blk_0_weight`; ASCII, no leading underscore or digit, no keyword."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "replace").decode()
    text = re.sub(r"[^A-Za-z0-9_]+", "_", ascii_name).strip("_")
    if not text or text[0].isdigit():
        text = f"t{text}" if text else "t"
    return f"{text}_" if text in _RESERVED else text


class UniqueNames:
    """Hands out each name once: a second `x` becomes `x_1`."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        candidate, count = name, 0
        while candidate in self._taken:
            count += 1
            candidate = f"{name}_{count}"
        self._taken.add(candidate)
        return candidate
