"""Limits of memory: kept, or an error that says what is needed, where, and what would help."""

from __future__ import annotations

from pathlib import Path

import pytest

import cmlir
from cmlir.compiler import Compiled
from cmlir.dialects.cortex_m.plan import OVERWRITE_INPUTS, module_flag
from cmlir.errors import LimitError
from cmlir.limits import check_arena, check_flash

MODEL = Path(__file__).parents[1] / "data" / "models" / "a_sdpa_proj.pt2"


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    return cmlir.compile(MODEL, io="quantized")


def test_what_fits_passes(compiled: Compiled) -> None:
    check_arena(compiled, compiled.report.arena_bytes)
    check_flash(compiled, 1_000_000)


def test_arena(compiled: Compiled) -> None:
    report, limit = compiled.report, compiled.report.arena_bytes - 1
    with pytest.raises(LimitError) as caught:
        check_arena(compiled, limit)
    assert report.peak_op is not None
    assert caught.value.what.startswith(
        f"the arena needs {report.arena_bytes:,} bytes, 1 more than max_arena={limit:,}"
    )
    assert f"operation {report.peak_op.index}, {report.peak_op.op}" in caught.value.what
    assert "most by" in caught.value.what
    assert caught.value.where == report.peak_op.source


def test_overwriting_inputs_is_offered_where_it_helps(compiled: Compiled) -> None:
    overwriting = cmlir.compile(MODEL, io="quantized", overwrite_inputs=True)
    assert module_flag(overwriting.module, OVERWRITE_INPUTS)
    for program, offered in ((compiled, True), (overwriting, False)):
        with pytest.raises(LimitError) as caught:
            check_arena(program, 0)
        assert caught.value.advice is not None
        needed = f"with overwrite_inputs=True {overwriting.report.arena_bytes:,} bytes are enough"
        helps = overwriting.report.arena_bytes < compiled.report.arena_bytes
        assert (needed in caught.value.advice) == (offered and helps)


def test_flash(compiled: Compiled) -> None:
    report = compiled.report
    limit = report.weight_bytes + 1
    with pytest.raises(LimitError, match=rf"{report.weight_bytes:,} of them constants") as caught:
        check_flash(compiled, limit)
    name, size = max(report.constant_bytes.items(), key=lambda item: item[1])
    assert caught.value.advice is not None
    assert f"({size:,} bytes)" in caught.value.advice
    assert name in report.constant_bytes


def test_constants_alone_too_large(compiled: Compiled) -> None:
    with pytest.raises(LimitError, match=r"for constants alone, .* more than max_flash=10"):
        check_flash(compiled, 10)


def test_limits_of_compile() -> None:
    with pytest.raises(LimitError, match="max_arena=16"):
        cmlir.compile(MODEL, max_arena=16)
    with pytest.raises(LimitError, match="max_flash=16"):
        cmlir.compile(MODEL, max_flash=16)
    assert cmlir.compile(MODEL, max_arena=1 << 20).report.arena_bytes <= 1 << 20
