"""A planned module as a module of Zephyr: the C project, and a folder that its build reads."""

from __future__ import annotations

from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen import source
from cmlir.codegen.program import read_program
from cmlir.codegen.project import emit_project, write_project

_MODULE = """\
name: {name}
build:
  cmake: zephyr
  kconfig: zephyr/Kconfig
"""


def emit_zephyr(module: ModuleOp, name: str = "model") -> dict[str, str | bytes]:
    """The files of the module, by their paths in it.

    ``name`` is the prefix of all names in C, and the module's.  Raises what ``emit_project`` does.
    """
    project = emit_project(module, name)
    program = read_program(module, name)
    option = f"CMLIR_{name.upper()}"
    kernels = [path for path in project if path.startswith("kernels/")]
    return {
        **project,
        "zephyr/module.yml": _MODULE.format(name=name),
        "zephyr/CMakeLists.txt": source.zephyr_cmake(program, kernels, option),
        "zephyr/Kconfig": source.zephyr_kconfig(program, option),
    }


def save_zephyr(module: ModuleOp, directory: Path | str, name: str = "model") -> Path:
    """Write the module of Zephyr into ``directory``; raises as ``save`` does."""
    return write_project(Path(directory), emit_zephyr(module, name), "the Zephyr module")
