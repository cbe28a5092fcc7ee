"""A planned module as a library for the Arduino IDE: one folder with all sources side by side."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from xdsl.dialects.builtin import ModuleOp

from cmlir.atomic import write_tree
from cmlir.codegen import source
from cmlir.codegen.program import read_program
from cmlir.codegen.project import emit_project

PRAGMA = """\
/* The IDE takes no compiler flags; fused multiply-adds would round differently. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
"""

_INCLUDE = re.compile(r'(#include ")[^"\n]*/')


def emit_arduino(module: ModuleOp, library: str, name: str = "model") -> dict[str, str | bytes]:
    """The files of the library, by their paths in it; the same module gives the same bytes.

    ``library`` is its name in the IDE, ``name`` the prefix of all names in C.  Raises
    InvalidInputError for a module that is not planned, or a name that C does not take.
    """
    project = emit_project(module, name)
    program = read_program(module, name)
    sources = {
        path: text
        for path, text in project.items()
        if path.endswith((".c", ".h")) and path != "weights.c"
    }
    return {
        "library.properties": _properties(library),
        "src/weights.c": PRAGMA + source.weights_source(program, with_large=True),
        **{f"src/{_flat_name(path)}": _flat(path, text) for path, text in sources.items()},
        "examples/Run/Run.ino": source.arduino_sketch(program),
        "report.json": project["report.json"],
    }


def save_arduino(module: ModuleOp, directory: Path | str) -> Path:
    """Write the library, which takes the directory's name; raises as ``save`` does."""
    directory = Path(directory)
    files = emit_arduino(module, directory.absolute().name)
    write_tree(directory, files, "the Arduino library", owned=("src",))
    return directory


def _flat_name(path: str) -> str:
    """Sources of equal names, for different processors, get that of their folder in front."""
    found = PurePosixPath(path)
    is_specific = found.suffix == ".c" and found.parent.name not in ("", "source")
    return f"{found.parent.name}_{found.name}" if is_specific else found.name


def _flat(path: str, content: str | bytes) -> str:
    """With headers included by their names alone, as they stand side by side."""
    text = content.decode() if isinstance(content, bytes) else content
    flat = _INCLUDE.sub(r"\1", text)
    return PRAGMA + flat if path.endswith(".c") else flat


def _properties(library: str) -> str:
    fields = {
        "name": library,
        "version": "1.0.0",
        "author": "cmlir",
        "maintainer": "cmlir",
        "sentence": "A neural network, compiled to C.",
        "paragraph": "Written by cmlir.",
        "category": "Data Processing",
        "url": "",
        "architectures": "*",
    }
    return "".join(f"{name}={value}\n" for name, value in fields.items())
