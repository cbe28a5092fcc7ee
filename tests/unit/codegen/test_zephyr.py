"""The module for Zephyr, built by CMake with stand-ins for the functions of Zephyr's build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cmlir.codegen import emit_project
from cmlir.codegen.zephyr import emit_zephyr, save_zephyr
from support.kernel_objects import require_tool
from support.planned_programs import planned

ZEPHYR = """\
cmake_minimum_required(VERSION 3.16)
project(application C)
macro(zephyr_library_named name)
  set(ZEPHYR_LIBRARY ${name})
  add_library(${name} STATIC)
endmacro()
macro(zephyr_library_sources)
  target_sources(${ZEPHYR_LIBRARY} PRIVATE ${ARGN})
endmacro()
macro(zephyr_library_compile_options)
  target_compile_options(${ZEPHYR_LIBRARY} PRIVATE ${ARGN})
endmacro()
macro(zephyr_include_directories)
  include_directories(${ARGN})
endmacro()
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return save_zephyr(planned("states"), tmp_path / "module")


@pytest.mark.parametrize("is_set", [True, False])
def test_zephyr_builds_it_if_it_is_asked_to(module: Path, tmp_path: Path, is_set: bool):
    option = "set(CONFIG_CMLIR_MODEL y)\n" if is_set else ""
    text = f"{ZEPHYR}{option}add_subdirectory({module / 'zephyr'} model)\n"
    (tmp_path / "CMakeLists.txt").write_text(text)
    cmake, build = require_tool("cmake"), tmp_path / "build"
    _run(cmake, "-S", str(tmp_path), "-B", str(build))
    _run(cmake, "--build", str(build))
    library = build / "model" / "libmodel.a"
    assert library.exists() == is_set
    if is_set:
        symbols = _run(require_tool("nm"), str(library))
        assert " T model_run" in symbols
        assert " T model_init" in symbols


def test_it_is_the_project_and_a_folder():
    project, module = emit_project(planned("pointwise")), emit_zephyr(planned("pointwise"))
    assert {path for path in module if path not in project} == {
        *("zephyr/module.yml", "zephyr/CMakeLists.txt", "zephyr/Kconfig")
    }
    assert all(module[path] == text for path, text in project.items())


def test_names_follow_the_model(tmp_path: Path):
    directory = save_zephyr(planned("pointwise"), tmp_path, name="words")
    assert "config CMLIR_WORDS\n" in (directory / "zephyr" / "Kconfig").read_text()
    assert "name: words\n" in (directory / "zephyr" / "module.yml").read_text()


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
