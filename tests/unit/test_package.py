"""The package as a whole: lazy names, errors, the rooms' imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import cmlir

ROOT = Path(__file__).parents[2]
ROOMS = ("cmlir", "dialects", "kernels", "lowering")
SOURCES = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
TORCH_ROOMS = ("cmlir/frontend/", "cmlir/quantizer/")


def imports(path: Path) -> set[str]:
    """The full names of all that a file imports anywhere but for type checking."""
    tree = ast.parse(path.read_text())
    guarded = {
        statement
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in guarded:
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node not in guarded:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_import_cmlir_imports_neither_torch_nor_numpy():
    code = "import sys, cmlir; print([m for m in ('torch', 'numpy', 'xdsl') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("name", cmlir.__all__)
def test_every_public_name_can_be_loaded(name: str):
    assert getattr(cmlir, name) is not None
    assert name in dir(cmlir)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = cmlir.nonsense


def test_errors_say_what_where_and_what_to_do():
    error = cmlir.UnsupportedError("aten.foo on f16", where="net.py:3", advice="use f32")
    assert isinstance(error, cmlir.CmlirError)
    assert str(error) == "aten.foo on f16\n  at net.py:3\n  help: use f32"
    assert str(cmlir.LimitError("too large")) == "too large"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_rooms_import_only_what_they_may(path: Path):
    place = path.relative_to(ROOT).as_posix()
    names = imports(path)
    if not place.startswith(TORCH_ROOMS):
        assert not {n for n in names if n.split(".")[0] in ("torch", "torchao")}
    if place.startswith("dialects/"):
        ours = {name for name in names if name.startswith("cmlir.")}
        assert {name.split(".")[1] for name in ours} <= {"dialects", "errors"}
    if place.startswith("kernels/"):
        assert not {n for n in names if n.startswith("cmlir.dialects")}
    if not place.startswith("cmlir/tools/"):
        assert not {n for n in names if n.startswith("cmlir.tools")}


def test_every_folder_of_sources_is_a_package():
    folders = {path.parent for path in SOURCES}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
