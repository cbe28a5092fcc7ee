"""GCC 12.2's wrong code for constant predicates is in no vector kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.kernels import C_FLAGS, all_sources, headers, include_dir
from cmlir.runtime.compile import Unit, compile_unit, compile_units
from cmlir.runtime.targets import find_target
from cmlir.runtime.toolchain import cross_gcc
from support.constant_predicates import constant_predicates

GCC = cross_gcc(find_target("cortex-m55"))
FLAGS = ("-ffunction-sections", "-Wall", "-Wextra", "-Werror")
"""As the replays have them, whose objects are looked at."""

PREDICATED = """
#include <arm_mve.h>
int{bits}x{lanes}_t add(int{bits}x{lanes}_t a, int{bits}x{lanes}_t b, uint32_t n)
{{
    (void)n;
    return vaddq_m_s{bits}(a, a, b, {predicate});
}}
"""


def predicated(folder: Path, bits: int, predicate: str) -> Path:
    """The object of an addition with a predicate."""
    source = folder / "add.c"
    source.write_text(PREDICATED.format(bits=bits, lanes=128 // bits, predicate=predicate))
    return compile_unit(GCC, Unit(source, (*C_FLAGS, "-O3")))


@pytest.mark.parametrize("bits", [8, 16, 32])
@pytest.mark.parametrize("predicate", ["0x0f0f", "0x00ff", "0xf"])
def test_constant_predicates_are_found(tmp_path: Path, bits: int, predicate: str) -> None:
    found = constant_predicates(predicated(tmp_path, bits, predicate))
    assert len(found) == 1
    assert found[0].startswith("add: vmsr p0, ")


@pytest.mark.parametrize("predicate", ["vctp32q(n)", "(mve_pred16_t)n", "vcmpeqq_s32(a, b)"])
def test_others_are_not(tmp_path: Path, predicate: str) -> None:
    assert constant_predicates(predicated(tmp_path, 32, predicate)) == []


@pytest.mark.parametrize(
    "level", ["-O3", *(pytest.param(level, marks=pytest.mark.full) for level in ("-O2", "-Os"))]
)
def test_no_kernel_has_one(level: str) -> None:
    units = [
        Unit(source, (*C_FLAGS, level, *FLAGS), includes=(include_dir(),), visible=headers())
        for source in all_sources()
        if source.parent.name == "mve"
    ]
    assert len(units) > 30
    found = [name for path in compile_units(GCC, units) for name in constant_predicates(path)]
    assert found == []
