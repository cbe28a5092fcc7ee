"""Built files, kept in directories that are named by a hash of all that went into them."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

KEPT = {"objects": 8192, "images": 200, "plugins": 8}
"""How many directories of a kind are kept; the least recently used are removed first."""


def cache_root() -> Path:
    """`$CMLIR_CACHE`, else `$XDG_CACHE_HOME/cmlir`, else `~/.cache/cmlir`, else a temporary one."""
    if chosen := os.environ.get("CMLIR_CACHE"):
        root = Path(chosen)
    else:
        base = os.environ.get("XDG_CACHE_HOME")
        root = (Path(base) if base else Path.home() / ".cache") / "cmlir"
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        root = Path(tempfile.gettempdir()) / f"cmlir-{os.getuid()}"
        root.mkdir(mode=0o700, exist_ok=True)
    return root.absolute()


def digest(*parts: str | bytes) -> str:
    """A hash of the parts, each separated from the next by its length."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little"))
        state.update(data)
    return state.hexdigest()[:32]


def cached(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The directory of `key`, filled by `make` unless it exists.

    Safe against others that make the same at the same moment: whoever finishes first wins.
    """
    shelf = cache_root() / kind
    final = shelf / key
    if final.is_dir():
        os.utime(final)
        return final
    shelf.mkdir(exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".making-", dir=shelf))
    try:
        make(fresh)
        _publish(fresh, final)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    _prune(shelf, KEPT[kind])
    return final


def _publish(fresh: Path, final: Path) -> None:
    try:
        fresh.rename(final)
    except OSError:
        if not final.is_dir():
            raise


def _prune(shelf: Path, kept: int) -> None:
    entries = [entry for entry in os.scandir(shelf) if not entry.name.startswith(".")]
    if len(entries) <= kept:
        return
    entries.sort(key=_last_use)
    for entry in entries[: len(entries) - kept * 3 // 4]:
        shutil.rmtree(entry.path, ignore_errors=True)


def _last_use(entry: os.DirEntry[str]) -> float:
    try:
        return entry.stat().st_mtime
    except FileNotFoundError:  # removed by someone else meanwhile
        return 0.0
