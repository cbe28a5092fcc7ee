"""The table of costs, line by line, and a profile of a small project."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.runtime.cycles import estimated_cycles
from cmlir.runtime.profile import profile_project
from cmlir.runtime.qemu import run_qemu


@pytest.mark.parametrize(
    ("mnemonic", "operands", "cycles"),
    [
        ("adds", "r0, r1, #1", 1),
        ("vadd.i32", "q0, q0, q4", 2),
        ("vldrb.u8", "q7, [r1], #16", 2),
        ("vmladava.s8", "r0, q7, q2", 2),
        ("vldrw.u32", "q1, [r5, q0, uxtw #2]", 4),
        ("vstrb.8", "q3, [r2, q1]", 16),
        ("vstrb.16", "q3, [r2, q1]", 8),
        ("vldrh.u16", "q3, [r2, q1, uxtw #1]", 8),
        ("vadd.f32", "s0, s1, s2", 1),
        ("vdiv.f32", "s0, s1, s2", 14),
        ("ldmia.w", "sp, {r0, r2, r4, r6, r8, sl, ip, lr}", 9),
        ("stmdb", "sp!, {r4-r11, lr}", 10),
        ("push", "{r4, lr}", 3),
        ("vpush", "{d8-d15}", 9),
        ("ldrd", "r0, r1, [sp]", 2),
        ("smull", "r0, r1, r2, r3", 2),
        ("sdiv", "r0, r1, r2", 8),
        ("bne.w", "1234 <f+0x10>", 2),
        ("bl", "1234 <f>", 2),
        ("bx", "lr", 2),
        ("tbh", "[pc, ip, lsl #1]", 4),
        ("le", "lr, 1234 <f>", 1),
        ("letp", "lr, 1234 <f>", 1),
        ("bic.w", "r0, r0, #3", 1),
        ("bfi", "r0, r1, #0, #8", 1),
    ],
)
def test_costs(mnemonic: str, operands: str, cycles: int) -> None:
    assert estimated_cycles(mnemonic, operands) == cycles


MODEL_H = """
#define MODEL_ARENA_BYTES 16
#define MODEL_ARENA_ALIGNMENT 16
#define MODEL_STATE_BYTES 0
#define MODEL_NUM_INPUTS 1
#define MODEL_NUM_OUTPUTS 1
#define MODEL_INPUT_BYTES {1}
#define MODEL_OUTPUT_BYTES {1}
#define MODEL_INPUT_0_DTYPE "int8"
#define MODEL_INPUT_0_SHAPE "1"
#define MODEL_INPUT_0_SCALE 1.0f
#define MODEL_INPUT_0_ZERO_POINT 0
#define MODEL_OUTPUT_0_DTYPE "int8"
#define MODEL_OUTPUT_0_SHAPE "1"
#define MODEL_OUTPUT_0_SCALE 1.0f
#define MODEL_OUTPUT_0_ZERO_POINT 0
#include <stdint.h>
int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state);
"""
MODEL_C = """
#include "model.h"
__attribute__((noinline)) static int32_t spend(int32_t n)
{
    int32_t spent = 0;
    for (int32_t i = 0; i < n; i++) {
        __asm__ volatile("add %0, %0, #1" : "+r"(spent));
    }
    return spent;
}
int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state)
{
    (void)arena;
    (void)state;
    *(int8_t *)outputs[0] = (int8_t)spend(*(const int8_t *)inputs[0]);
    return 0;
}
"""


def test_profile(tmp_path: Path) -> None:
    """Every instruction is somebody's; the loop is its function's."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "model.h").write_text(MODEL_H)
    (project / "model.c").write_text(MODEL_C)
    profile = profile_project(project, [b"\x64"])
    assert profile.instructions == run_qemu(project, [[b"\x64"]]).instructions
    spend = next(f for f in profile.functions if f.name.startswith("spend"))
    assert spend is profile.functions[0]
    assert 200 <= spend.instructions <= 410
    assert spend.cycles >= spend.instructions
    assert sum(profile.mnemonics.values()) == profile.instructions
