"""Files that are there whole or not at all, whatever interrupts the writing of them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES, EISDIR, ENOTDIR
from os import strerror
from pathlib import Path

from cmlir.errors import InvalidInputError


@contextmanager
def whole_file(path: Path | str, what: str) -> Iterator[Path]:
    """A path beside ``path`` to write to, which takes its place if all goes well.

    Raises InvalidInputError, which names ``what`` it is, if the file cannot be written.
    """
    path = Path(path)
    with _unwritable(what, path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name}-", suffix=path.suffix, dir=path.parent
        )
        os.close(handle)
        fresh = Path(name)
        try:
            yield fresh
            fresh.chmod(0o666 & ~_umask())
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)


def write_whole(path: Path | str, content: str | bytes, what: str) -> Path:
    """Write a file; raises InvalidInputError as ``whole_file`` does."""
    with whole_file(path, what) as fresh:
        fresh.write_bytes(_bytes(content))
    return Path(path)


def write_tree(
    directory: Path, files: Mapping[str, str | bytes], what: str, owned: tuple[str, ...] = ()
) -> None:
    """Write files by their paths in ``directory``, which is made if it is not there.

    All are written beside the directory first and moved into it in the end, so that a write which
    fails changes nothing.  Other files in the directory stay, but not those in the folders
    ``owned``, which hold what ``files`` says and nothing else.
    """
    with _unwritable(what, directory):
        directory = directory.absolute()
        if directory.exists() and not directory.is_dir():
            raise NotADirectoryError(ENOTDIR, strerror(ENOTDIR))
        directory.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{directory.name}-", dir=directory.parent))
        try:
            _fill(fresh, files)
            _move(fresh, directory, files, owned)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def _fill(directory: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_bytes(content))


def _move(
    fresh: Path, directory: Path, files: Mapping[str, str | bytes], owned: tuple[str, ...]
) -> None:
    if not directory.exists():
        fresh.chmod(0o777 & ~_umask())
        fresh.replace(directory)
        return
    if not os.access(directory, os.W_OK):
        raise PermissionError(EACCES, strerror(EACCES))
    for name in files:
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).replace(target)
    for folder in owned:
        left = [path for path in (directory / folder).rglob("*") if path.is_file()]
        for path in left:
            if path.relative_to(directory).as_posix() not in files:
                path.unlink()


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _unwritable(what: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidInputError(
            f"cannot write {what}: {error.strerror or error}", where=str(path)
        ) from error
