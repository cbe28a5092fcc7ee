"""The replay finds every kind of fault that a kernel may have."""

from __future__ import annotations

from dataclasses import replace as changed

import pytest

from support.device_calls import RecordedBlock, RecordedCall
from support.device_replay import Replay, replay

DATA = bytes(range(1, 41))
RUBBISH = bytes([0x5A]) * len(DATA)


def copy_call(function: str) -> RecordedCall:
    """function(in, out, size), which copies"""
    blocks = (RecordedBlock(DATA, DATA, True), RecordedBlock(RUBBISH, DATA, False))
    arguments = ((True, 0), (True, 1), (False, len(DATA)))
    return RecordedCall(function, arguments, None, 0, blocks, "40 bytes")


def complaint(result: Replay) -> str:
    assert result.complaints
    return result.complaints[0]


def test_nothing_to_find() -> None:
    result = replay([copy_call("faulty_by_none")])
    assert result.complaints == []
    assert len(result.instructions) == 2
    assert 3 * len(DATA) < min(result.instructions) < 20 * len(DATA)
    assert result.stack_bytes["faulty_by_none"] < 64


@pytest.mark.parametrize(
    ("function", "place", "found"),
    [
        ("faulty_reads_behind", "end", "FAULT"),
        ("faulty_reads_before", "begin", "FAULT"),
        ("faulty_writes_behind", "end", "FAULT"),
        # too close for the memory protection, as the operand begins in the middle of its grain:
        ("faulty_writes_before", "end", "block=0x00000001 offset=0xffffffff WRONG"),
        ("faulty_writes_input", "end", "FAULT"),
        ("faulty_changes_register", "end", "WRONG what=registers"),
        ("faulty_changes_vector_register", "end", "WRONG what=registers"),
    ],
)
def test_fault_is_found(function: str, place: str, found: str) -> None:
    text = complaint(replay([copy_call("faulty_by_none"), copy_call(function)]))
    assert text.startswith(f"{function} (40 bytes), operands at the {place} of memory: {found}")


def test_wrong_value_is_found() -> None:
    call = copy_call("faulty_by_none")
    source, out = call.blocks
    other = changed(out, after=DATA[:-1] + b"\x00")
    text = complaint(replay([changed(call, blocks=(source, other))]))
    assert "block=0x00000001 offset=0x00000027 WRONG what=value got=0x00000028" in text


def test_wrong_status_is_found() -> None:
    call = changed(copy_call("faulty_by_none"), status=-1)
    text = complaint(replay([call]))
    assert "WRONG what=status got=0x00000000 expected=0xffffffff" in text
