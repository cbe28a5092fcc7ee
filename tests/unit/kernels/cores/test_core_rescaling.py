"""The DSP kernels' rescaling is the general one, over all that it may be given."""

from __future__ import annotations

from pathlib import Path

import pytest

from cmlir.kernels import headers, source_dir
from cmlir.runtime import run_qemu
from support.c_projects import write_project

ROUNDS = 150_000

MODEL = f"""\
#include "model.h"
#include "kernels/source/dsp/cmlir_dsp.h"

enum {{ MOST = (1 << 30) - 1 }};

static uint32_t state = 1;

static uint32_t draw(void)
{{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}}

/* Of any size below 2^30, often next to a limit or to the middle between two results */
static int32_t draw_sum(int32_t shift)
{{
    const int32_t near = (int32_t)(draw() % 5) - 2;
    const int32_t any = (int32_t)draw() >> (2 + draw() % 30);
    switch (draw() % 4) {{
    case 0: return near;
    case 1: return draw() % 2 ? MOST - (near + 2) : near + 2 - MOST;
    case 2: return cmlir_clamp(cmlir_shift_left(any | 1, shift) + near, -MOST, MOST);
    default: return any;
    }}
}}

static int32_t draw_multiplier(void)
{{
    const uint32_t kind = draw() % 6;
    return kind == 0 ? 0 : kind == 1 ? INT32_MAX : kind == 2 ? 1 << 30 : (int32_t)(draw() >> 1);
}}

static int32_t differences(void)
{{
    int32_t wrong = 0;
    for (int32_t round = 0; round < {ROUNDS}; round++) {{
        const int32_t multiplier = draw_multiplier();
        const int32_t shift = (int32_t)(draw() % 23);
        const int32_t offset = (int32_t)(draw() % 257) - 128;
        const int32_t sum = draw_sum(shift);
        const cmlir_matmul_nt_s8_args args = {{
            .multiplier = &multiplier, .shift = (int32_t[]){{-shift}}, .output_offset = offset }};
        const cmlir_dsp_column column = cmlir_dsp_column_of(&args, 0, true);
        const int32_t expected = cmlir_requantize(sum, multiplier, -shift) + offset;
        wrong += !column.is_scaled || cmlir_dsp_rescale(&column.scale, sum) != expected;
    }}
    return wrong;
}}

int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *unused)
{{
    (void)inputs;
    (void)arena;
    (void)unused;
    *(int32_t *)outputs[0] = differences();
    return 0;
}}
"""


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m33"])
def test_rescaling_is_exact(tmp_path: Path, target: str) -> None:
    room = source_dir().parent
    files = {f"kernels/{path.relative_to(room)}": path.read_text() for path in headers()}
    project = write_project(tmp_path / "project", MODEL, outputs=(4,), files=files)
    result = run_qemu(project, [()], target=target)
    assert result.outputs[0][0].tobytes() == bytes(4)
