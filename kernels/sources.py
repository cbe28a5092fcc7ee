"""Where the C files are, and which of them a set of functions needs.

The layout that this relies on is described at the top of `source/cmlir_core.h`: each file defines
one external function and is named after it; a version for MVE has the same name in `source/mve/`,
one for the DSP extension in `source/dsp/`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from cmlir.errors import InvalidInputError

_ROOM = Path(__file__).resolve().parent
_SOURCE_DIR = _ROOM / "source"

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def include_dir() -> Path:
    """The folder of the public headers, the only one that a compiler has to be told about."""
    return _ROOM / "include"


def source_dir() -> Path:
    """The folder below which all kernel sources and their private headers lie."""
    return _SOURCE_DIR


@cache
def headers() -> tuple[Path, ...]:
    """All headers, public and private, in a fixed order."""
    return (*sorted(include_dir().glob("*.h")), *sorted(_SOURCE_DIR.rglob("*.h")))


@cache
def all_sources() -> tuple[Path, ...]:
    """All kernel sources, for every target, in a fixed order."""
    return tuple(sorted(_SOURCE_DIR.rglob("*.c")))


def public_functions() -> tuple[str, ...]:
    """The functions that the public headers declare, sorted."""
    declared: set[str] = set()
    for header in sorted(include_dir().glob("*.h")):
        declared |= _identifiers(header)
    return tuple(sorted(declared & _files_by_symbol().keys()))


def sources_for(symbols: Iterable[str]) -> tuple[Path, ...]:
    """The files that implement the C functions `symbols` on any target, with all that they call.

    Sorted and without duplicates. Raises InvalidInputError for a function that no file defines.
    """
    files = _files_by_symbol()
    found: set[Path] = set()
    pending = set(symbols)
    while pending:
        symbol = pending.pop()
        if symbol not in files:
            raise _unknown_function(symbol, files)
        for path in files[symbol]:
            if path not in found:
                found.add(path)
                pending |= _identifiers(path) & files.keys()
    return tuple(sorted(found))


@cache
def _files_by_symbol() -> Mapping[str, tuple[Path, ...]]:
    files: defaultdict[str, list[Path]] = defaultdict(list)
    for path in all_sources():
        files[path.stem].append(path)
    return {symbol: tuple(paths) for symbol, paths in files.items()}


@cache
def _identifiers(path: Path) -> frozenset[str]:
    return frozenset(_IDENTIFIER.findall(_COMMENT.sub(" ", path.read_text(encoding="utf-8"))))


def _unknown_function(symbol: str, known: Iterable[str]) -> InvalidInputError:
    similar = get_close_matches(symbol, known, n=3)
    advice = f"similar names: {', '.join(similar)}" if similar else None
    return InvalidInputError(f"no kernel defines the C function '{symbol}'", advice=advice)
