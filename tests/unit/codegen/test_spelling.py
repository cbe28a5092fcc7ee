"""Names, texts and numbers in C, checked by a C compiler where Python cannot say."""

from __future__ import annotations

import ctypes
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cmlir.codegen.initializers import initializer
from cmlir.codegen.spelling import (
    comment,
    decimal_float_literal,
    float_literal,
    string_literal,
    unique_identifiers,
)
from support.kernel_objects import HOST_GCC

FLOATS = (
    0.1,
    -2.5,
    0.0,
    -0.0,
    1.0,
    1e-45,
    1.17549435e-38,
    3.40282347e38,
    1e39,
    -1e39,
    float("nan"),
)
TEXTS = ('a"b\\', "??/??=", "//", "/*", "*/ x", "é✓", "\n\t\x00\x7f", "7", "", "%d", "???")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["blk.0.w", "blk_0_w", "blk_0.w"], ["blk_0_w", "blk_0_w_2", "blk_0_w_3"]),
        (["a", "a_2", "a."], ["a", "a_2", "a_"]),
        (["ä", "ö"], ["_", "__2"]),
        (["run", "int", "printf"], ["run_2", "int", "printf"]),
    ],
)
def test_identifiers_stay_apart(texts: list[str], expected: list[str]) -> None:
    assert list(unique_identifiers(texts, taken=["run"]).values()) == expected


@given(st.lists(st.text(), unique=True))
def test_identifiers_are_unique(texts: list[str]) -> None:
    names = list(unique_identifiers(texts).values())
    assert len(set(names)) == len(texts)
    assert all(f"p_{name}".isidentifier() and name.isascii() for name in names)


@given(st.text())
def test_comments_cannot_end(text: str) -> None:
    spelled = comment(text)
    assert spelled.isascii()
    assert not any(mark in spelled for mark in ("*/", "/*", "??", "\n", "\r"))


def test_comments_in_a_compiler(tmp_path: Path) -> None:
    lines = [f"/* {comment(text)} */" for text in (*TEXTS, "ends in \\", "*/*/", "a*//*b", "??/")]
    _compile("\n".join([*lines, "int last;"]), tmp_path)


def test_strings_in_a_compiler(tmp_path: Path) -> None:
    literals = ", ".join(map(string_literal, TEXTS))
    library = _compile(f"const char *const texts[] = {{{literals}}};", tmp_path)
    texts = (ctypes.c_char_p * len(TEXTS)).in_dll(library, "texts")
    assert [texts[i] for i in range(len(TEXTS))] == [t.encode().split(b"\0")[0] for t in TEXTS]


@pytest.mark.parametrize("spell", [float_literal, decimal_float_literal])
def test_floats_in_a_compiler(spell: object, tmp_path: Path) -> None:
    assert callable(spell)
    values = [v for v in FLOATS if spell is float_literal or abs(v) < 1e39]
    literals = ", ".join(spell(v) for v in values)
    library = _compile(f"#include <math.h>\nconst float values[] = {{{literals}}};", tmp_path)
    compiled = np.array((ctypes.c_float * len(values)).in_dll(library, "values"))
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(compiled, np.array(values, np.float32))
    np.testing.assert_array_equal(np.signbit(compiled), np.signbit(values))


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 256])
def test_codes(size: int) -> None:
    codes = np.arange(size, dtype=np.uint8).view(np.int8)
    text = initializer(codes)
    assert [int(number) for number in text.split(",") if number.strip()] == codes.tolist()
    assert all(line == line.rstrip() and len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.int64])
def test_integers_in_a_compiler(dtype: type[np.signedinteger], tmp_path: Path) -> None:
    limits = np.iinfo(dtype)
    values = np.array([limits.min, limits.min + 1, -1, 0, 1, limits.max], dtype)
    name = f"{np.dtype(dtype)}_t"
    text = f"#include <stdint.h>\nconst {name} values[] = {{\n{initializer(values)}\n}};"
    library = _compile(text, tmp_path)
    kind = np.ctypeslib.as_ctypes_type(np.dtype(dtype))
    assert list((kind * len(values)).in_dll(library, "values")) == values.tolist()


def test_millions_of_weights_are_quick() -> None:
    codes = np.arange(4_000_000).astype(np.uint8).view(np.int8)
    start = time.process_time()
    initializer(codes)
    assert time.process_time() - start < 2


def _compile(text: str, folder: Path) -> ctypes.CDLL:
    (folder / "text.c").write_text(text + "\n")
    warnings = ("-Wall", "-Wextra", "-Werror", "-Wpedantic", "-Wtrigraphs", "-Wcomment")
    HOST_GCC.compile(*warnings, "-shared", "-fPIC", "-o", "text.so", "text.c", folder=folder)
    return ctypes.CDLL(str(folder / "text.so"))
