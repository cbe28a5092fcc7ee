"""A planned module as a C project that builds alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from cmlir.atomic import write_tree
from cmlir.codegen import source
from cmlir.codegen.program import Program, read_program
from cmlir.codegen.report import make_report
from cmlir.codegen.weights import binary, large_pieces
from cmlir.errors import InvalidInputError
from cmlir.kernels import headers, include_dir, sources_for

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_RESERVED = (
    *("arm", "arm_nn_types", "arm_nnfunctions", "cmlir", "cmlir_nn", "cmlir_nn_f32", "weights"),
    *("float", "limits", "math", "stdbool", "stddef", "stdint", "string"),
)
"""Names whose header would hide another one, or whose functions would have another's names."""


def emit_project(module: ModuleOp, name: str = "model") -> dict[str, str | bytes]:
    """The files of the project, by their paths in it: the same module gives the same bytes.

    ``name`` is that of the C files and the prefix of all names in them.  Raises InvalidInputError
    if it cannot be that, or if the module is not planned.
    """
    _check_name(name)
    program = read_program(module, name)
    kernels = _kernel_files({op.kernel for op in program.calls})
    return {
        f"{name}.h": source.header(program),
        f"{name}.c": source.model_source(program),
        "weights.h": source.weights_header(program),
        "weights.c": source.weights_source(program),
        **_large_weights(program),
        "CMakeLists.txt": source.cmake_lists(program, list(kernels)),
        "toolchain.cmake": source.toolchain_file(program),
        "report.json": make_report(module).to_json(),
        **kernels,
    }


def _large_weights(program: Program) -> dict[str, str | bytes]:
    """Constants that are no C arrays; no files where there are none."""
    pieces = large_pieces(program)
    if not pieces:
        return {}
    return {
        "weights.S": source.weights_assembly(program, pieces),
        "weights.bin": binary(pieces),
    }


def save(module: ModuleOp, directory: Path | str, name: str = "model") -> Path:
    """Write the project into ``directory``, which is made if it does not exist; returns its path.

    Files of the same names are replaced, and so are ``kernels`` and the weights of a project that
    was there.  Nothing is changed if that does not succeed.  Raises what ``emit_project`` does, and
    InvalidInputError if the directory cannot be written.
    """
    return write_project(Path(directory), emit_project(module, name), "the C project")


def write_project(directory: Path, files: Mapping[str, str | bytes], what: str) -> Path:
    """Write ``files`` as ``save`` does; ``what`` names them in messages."""
    write_tree(directory, files, what, owned=("kernels",))
    for path in {"weights.S", "weights.bin"} - files.keys():
        (directory / path).unlink(missing_ok=True)
    return directory


def _kernel_files(symbols: set[str]) -> dict[str, str | bytes]:
    """The sources of exactly the kernels that are called, and the headers that they share."""
    room = include_dir().parent
    paths = sorted({*sources_for(symbols), *headers()})
    return {f"kernels/{path.relative_to(room).as_posix()}": path.read_bytes() for path in paths}


def _check_name(name: str) -> None:
    if _IDENTIFIER.fullmatch(name) and name.lower() not in _RESERVED:
        return
    raise InvalidInputError(
        f"'{name}' cannot be the name of a C project",
        advice=f"take an identifier, but not one of {', '.join(_RESERVED)}",
    )
