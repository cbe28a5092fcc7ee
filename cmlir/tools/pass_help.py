"""One line about a pass, for `cmlir-opt --help`: read from its source, so that nothing is imported
that a help text does not need."""

from __future__ import annotations

import ast
from pathlib import Path

import cmlir.lowering


def pass_help(name: str) -> str:
    """The first sentence of the class of a pass of cmlir, and its options with their defaults."""
    kind = _class_of(name)
    sentence = " ".join((ast.get_docstring(kind) or "").split("\n\n")[0].split())
    options = [_option(field) for field in kind.body if isinstance(field, ast.AnnAssign)]
    text = f"{sentence} (options: {', '.join(options)})" if options else sentence
    return text.replace("%", "%%")


def _class_of(name: str) -> ast.ClassDef:
    """A pass is in the file of its name, and says its name."""
    path = Path(str(cmlir.lowering.__file__)).parent / f"{name.replace('-', '_')}.py"
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and f"name = {name!r}" in map(ast.unparse, node.body):
            return node
    raise LookupError(f"no pass {name} in {path}")


def _option(field: ast.AnnAssign) -> str:
    text = ast.unparse(field.target)
    return text if field.value is None else f"{text}={ast.unparse(field.value)}"
