"""Each file defines the function it is named after, and `sources_for` says what the linker says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from cmlir.errors import InvalidInputError
from cmlir.kernels import (
    all_sources,
    headers,
    include_dir,
    public_functions,
    source_dir,
    sources_for,
)
from support.kernel_objects import (
    HOST_CLANG,
    HOST_GCC,
    M7,
    M55,
    PLAIN_CORES,
    WARNINGS,
    Symbols,
    Target,
    called,
    compile_all,
    require_tool,
)

Objects = dict[Path, Symbols]

ALLOWED = re.compile(r"mem(cpy|set|move|cmp)|__aeabi_\w+|__clz[sd]i2|_GLOBAL_OFFSET_TABLE_")
"""What kernels may call besides each other: string.h, and the compiler's own arithmetic."""


@pytest.fixture(scope="module")
def host_objects(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    return compile_all(HOST_GCC, tmp_path_factory.mktemp("host"))


@pytest.fixture(scope="module")
def m55_objects(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    return compile_all(M55, tmp_path_factory.mktemp("m55"))


@pytest.fixture(scope="module")
def m7_objects(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    return compile_all(M7, tmp_path_factory.mktemp("m7"))


@pytest.fixture(scope="module", params=["host", "m7", "m55"])
def objects(request: pytest.FixtureRequest) -> Objects:
    return request.getfixturevalue(f"{request.param}_objects")


RARER = ("cortex-m0plus", "cortex-m4", "cortex-m33")
"""Cores like the Cortex-M3 and the Cortex-M7, for which everything is compiled here and above."""


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(target, marks=[pytest.mark.full] if str(target) in RARER else [])
        for target in (HOST_CLANG, *PLAIN_CORES)
    ],
    ids=str,
)
def test_compiles_without_warnings(target: Target, tmp_path: Path) -> None:
    """host-gcc, cortex-m7 and -m55 are compiled, with the same flags, for the tests below."""
    objects = compile_all(target, tmp_path)
    assert called(public_functions(), objects).keys() >= set(public_functions())


def test_warnings_are_on(tmp_path: Path) -> None:
    (tmp_path / "narrowing.c").write_text("char f(int x) { return x; }\n")
    with pytest.raises(AssertionError, match="Werror=conversion"):
        HOST_GCC.compile(*WARNINGS, "-c", "narrowing.c", folder=tmp_path)


@pytest.mark.parametrize("path", headers(), ids=lambda path: path.name)
def test_header_stands_alone(path: Path, tmp_path: Path) -> None:
    target = {"mve": M55, "dsp": M7}.get(path.parent.name, HOST_GCC)
    (tmp_path / "alone.c").write_text(f'#include "{path}"\n#include "{path}"\n')
    target.compile(*WARNINGS, "-c", "alone.c", folder=tmp_path)


@pytest.mark.parametrize("path", sorted(include_dir().glob("*.h")), ids=lambda path: path.name)
def test_public_header_is_also_cpp(path: Path, tmp_path: Path) -> None:
    compiler = require_tool("clang-19")
    command = [compiler, "-std=c++14", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    (tmp_path / "alone.cpp").write_text(f'#include "{path}"\n')
    subprocess.run([*command, f"-I{include_dir()}", tmp_path / "alone.cpp"], check=True)


def test_each_file_defines_the_function_it_is_named_after(objects: Objects) -> None:
    for path, symbols in objects.items():
        # a twin, or a part that only one side needs, is empty on the other side
        assert symbols.defined <= {path.stem}, path


def test_kernels_keep_no_state(objects: Objects) -> None:
    for path, symbols in objects.items():
        assert symbols.writable == set(), path


def test_no_function_is_missing_on_a_target(objects: Objects) -> None:
    """So every twin has its counterpart."""
    found = called(public_functions(), objects)
    missing = {name for name, path in found.items() if path is None}
    assert {name for name in missing if not ALLOWED.fullmatch(name)} == set()


def test_no_function_is_defined_twice_on_a_target(objects: Objects) -> None:
    names = [name for symbols in objects.values() for name in symbols.defined]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("function", public_functions())
def test_sources_are_what_the_linker_draws_in(
    host_objects: Objects, m7_objects: Objects, m55_objects: Objects, function: str
) -> None:
    targets = (host_objects, m7_objects, m55_objects)
    drawn_in = {path for objects in targets for path in called([function], objects).values()}
    named = {path.stem for path in drawn_in if path is not None}
    expected = {path for path in all_sources() if path.stem in named}
    assert set(sources_for([function])) == expected


def test_all_sources_and_headers_are_found() -> None:
    assert sources_for(path.stem for path in all_sources()) == all_sources()
    assert {path.suffix for path in source_dir().rglob("*") if path.is_file()} == {".c", ".h"}
    assert {include_dir() / "arm_nnfunctions.h", source_dir() / "cmlir_core.h"} <= set(headers())


def test_internal_functions_are_not_public() -> None:
    assert "cmlir_matmul_nt_s8" not in public_functions()
    assert {"arm_softmax_s8", "cmlir_fill"} <= set(public_functions())


def test_unknown_function_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="arm_softmax_s9") as caught:
        sources_for(["arm_fully_connected_s8", "arm_softmax_s9"])
    assert "arm_softmax_s8" in str(caught.value.advice)
