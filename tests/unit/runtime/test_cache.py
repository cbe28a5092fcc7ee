"""The cache of built files."""

import os
from pathlib import Path

import pytest

from cmlir.runtime import cache
from cmlir.runtime.cache import cache_root, cached, digest
from cmlir.runtime.compile import Unit, compile_unit
from cmlir.runtime.toolchain import host_compiler


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CMLIR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def write(directory: Path) -> None:
    (directory / "file").write_text("made")


def test_made_once():
    made: list[Path] = []

    def make(directory: Path) -> None:
        made.append(directory)
        write(directory)

    first = cached("objects", "key", make)
    assert cached("objects", "key", make) == first
    assert (first / "file").read_text() == "made"
    assert len(made) == 1


def test_failure_leaves_nothing(empty_cache: Path):
    def make(directory: Path) -> None:
        write(directory)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        cached("objects", "key", make)
    assert list((empty_cache / "objects").iterdir()) == []


def test_another_may_finish_first():
    def make(directory: Path) -> None:
        cached("objects", "key", write)
        (directory / "file").write_text("late")

    assert (cached("objects", "key", make) / "file").read_text() == "made"


def test_least_recently_used_goes_first(monkeypatch: pytest.MonkeyPatch, empty_cache: Path):
    monkeypatch.setitem(cache.KEPT, "objects", 4)
    for i in range(4):
        os.utime(cached("objects", f"key{i}", write), (i, i))
    cached("objects", "key0", write)  # a hit makes it young
    cached("objects", "key4", write)
    assert {path.name for path in (empty_cache / "objects").iterdir()} == {"key3", "key0", "key4"}


def test_parts_do_not_run_together():
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("ab") == digest(b"ab")


def test_unwritable_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("CMLIR_CACHE", str(tmp_path / "file" / "cache"))
    assert cache_root().is_dir()
    assert cache_root().name.startswith("cmlir-")


def test_object_depends_on_content_and_not_on_place(tmp_path: Path):
    def compiled(directory: str, value: int) -> Path:
        folder = tmp_path / directory
        folder.mkdir(exist_ok=True)
        (folder / "h.h").write_text(f"#define VALUE {value}\n")
        (folder / "a.c").write_text('#include "h.h"\nint f(void);\nint f(void) { return VALUE; }\n')
        return compile_unit(
            host_compiler("gcc"), Unit(folder / "a.c", ("-O1",), visible=(folder / "h.h",))
        )

    assert compiled("one", 1) == compiled("two", 1)
    assert compiled("one", 1) != compiled("one", 2)
