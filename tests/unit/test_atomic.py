"""Files and directories are written whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir import atomic
from cmlir.atomic import whole_file, write_tree, write_whole
from cmlir.errors import InvalidInputError


def test_a_file_takes_its_place_in_the_end(tmp_path: Path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with whole_file(path, "it") as fresh:
        fresh.write_text("new")
        assert path.read_text() == "old"
        assert fresh.suffix == ".txt"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o444 == 0o444
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_file_is_as_before(tmp_path: Path):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def write_half() -> None:
        with whole_file(path, "it") as fresh:
            fresh.write_text("ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["missing/a.txt", "folder", "file/a.txt"])
def test_what_cannot_be_written_is_one_clear_error(name: str, tmp_path: Path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInputError, match="cannot write the page: ") as caught:
        write_whole(tmp_path / name, "text", "the page")
    assert caught.value.where == str(tmp_path / name)


def test_a_tree_keeps_other_files_but_not_in_folders_of_its_own(tmp_path: Path):
    root = tmp_path / "out"
    write_tree(root, {"a.c": "1", "kernels/x.c": "x", "kernels/y.c": b"y"}, "it", ("kernels",))
    (root / "main.c").write_text("mine")
    write_tree(root, {"a.c": "2", "kernels/x.c": "X"}, "it", ("kernels",))
    files = {p.relative_to(root).as_posix(): p.read_text() for p in root.rglob("*") if p.is_file()}
    assert files == {"a.c": "2", "main.c": "mine", "kernels/x.c": "X"}
    assert list(tmp_path.iterdir()) == [root]


@pytest.mark.parametrize("there", [False, True])
def test_an_interrupted_tree_is_as_before(there: bool, tmp_path: Path, monkeypatch):
    root = tmp_path / "out"
    if there:
        write_tree(root, {"a.c": "1"}, "it")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic, "_move", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_tree(root, {"a.c": "2"}, "it")
    assert [p.read_text() for p in tmp_path.rglob("a.c")] == (["1"] if there else [])
    assert list(tmp_path.iterdir()) == ([root] if there else [])


def test_a_tree_over_a_file_is_an_error(tmp_path: Path):
    (tmp_path / "out").write_text("")
    with pytest.raises(InvalidInputError, match="cannot write it: Not a directory"):
        write_tree(tmp_path / "out", {"a.c": "1"}, "it")
