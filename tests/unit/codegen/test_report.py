"""The report's numbers, against the programs they are of."""

from __future__ import annotations

import pytest

from cmlir.codegen import make_report
from cmlir.codegen.report import FloatRecord
from cmlir.errors import InvalidInputError
from support.planned_programs import NAMES, lowered, planned


def test_attention() -> None:
    report = make_report(planned("attention_mve"))
    assert report.target == "cortex-m55"
    assert report.macs == 2 * 6 * 12 * 8 + 2 * (2 * 2 * 3 * 3 * 4) + 6 * 8 * 5
    assert report.weight_bytes == 2 * 8 * 12 + 5 * 8 + 4 * (8 + 8 + 5)
    assert report.constant_bytes["blk.0.q"] == 96
    assert report.io_bytes == 2 * 3 * 12 + 2 * 3 * 5 + 2 * 2 * 3 * 3
    assert report.movement_ops == 4
    assert report.float_ops == ()
    first = report.ops[0]
    assert (first.index, first.op, first.kernel, first.source) == (
        0,
        "cortex_m.linear",
        "arm_fully_connected_per_channel_s8",
        "q (model.py:10, attn)",
    )
    assert (first.macs, first.output_bytes, first.scratch_bytes) == (576, 48, 0)
    scratch = {op.source: op.scratch_bytes for op in report.ops if op.scratch_bytes}
    assert scratch == {"matmul (model.py:14, attn)": 12, "matmul_1 (model.py:18, attn)": 16}


def test_float_ops_are_listed() -> None:
    report = make_report(planned("pointwise"))
    assert report.float_ops == (
        FloatRecord(6, "cortex_m.f32_mul", (3, 7), "mul_1 (model.py:9, head)", ""),
        FloatRecord(7, "cortex_m.f32_add", (3, 7), "add_1 (model.py:10, head)", ""),
        FloatRecord(8, "cortex_m.f32_mul_scalar", (3, 7), "mul_2 (model.py:11, head)", ""),
    )


@pytest.mark.parametrize("name", NAMES)
def test_bounds_of_the_arena(name: str) -> None:
    report = make_report(planned(name))
    live = [op.live_bytes for op in report.ops]
    assert max(live) == report.arena_lower_bound <= report.arena_bytes
    if report.peak_op is None:
        assert report.arena_bytes == 0
    else:
        assert report.peak_op == report.ops[live.index(max(live))]


def test_of_an_earlier_stage() -> None:
    with pytest.raises(InvalidInputError, match="stage 'lower'"):
        make_report(lowered("pointwise"))
