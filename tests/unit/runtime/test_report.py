"""Reading the runner's report."""

import pytest

from cmlir.runtime.report import fault_causes, has_marker, parse_report

TEXT = """\
terminal_0: Listening for serial connection

COUNTER pmu
MODEL arena=0x00000400 state=0x00000008
INPUT bytes=0x00000010
OUTPUT bytes=0x00000020
SAMPLE index=0x00000000 status=0x00000000 ticks=0x00001234 stack=0x00000058
SAMPLE index=0x00000001 status=0xfffffffe ticks=0xffffffff stack=0x00000068
RESULT FAIL
\4Info: simulation stopped
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_everything_is_read(line_end: str):
    report = parse_report(TEXT.replace("\n", line_end))
    assert report.passed is False
    assert report.counter == "pmu"
    assert (report.arena_bytes, report.state_bytes) == (0x400, 8)
    assert (report.input_bytes, report.output_bytes) == ((16,), (32,))
    assert [sample.status for sample in report.samples] == [0, -2]
    assert [sample.ticks for sample in report.samples] == [0x1234, None]
    assert [sample.stack_bytes for sample in report.samples] == [0x58, 0x68]
    assert report.error is None
    assert report.fault is None


def test_cut_off_anywhere():
    """A killed simulator may leave half a line; it never counts as a result."""
    for end in range(TEXT.index("RESULT FAIL")):
        report = parse_report(TEXT[:end])
        assert report.passed is None
        assert len(report.samples) <= 2


@pytest.mark.parametrize("line", ["RESULT PASS\n", "RESULT FAIL\r\n", "RESULT PASS"])
def test_marker(line: str):
    assert has_marker(line)


@pytest.mark.parametrize("line", ["RESULT", "RESULT PASSED", "echo RESULT PASS", "RESULT MAYBE"])
def test_no_marker(line: str):
    assert not has_marker(line)


def test_error_and_fault():
    registers = " ".join(f"r{i}=0x{i:08x}" for i in range(8))
    report = parse_report(f"ERROR cannot open in.bin\nFAULT {registers}\nFAULT pc=0x12\n")
    assert report.error == "cannot open in.bin"
    assert report.fault == {f"r{i}": i for i in range(8)}


def test_causes_of_faults():
    assert fault_causes(0) == "hard fault"
    assert fault_causes(1 << 16) == "undefined instruction"
    assert fault_causes(1 << 9 | 1 << 15) == "access to memory that does not exist"
    assert fault_causes(1 << 9 | 1 << 20) == "access to memory that does not exist, stack overflow"
