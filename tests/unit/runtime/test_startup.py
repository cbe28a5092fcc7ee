"""The image from reset to its last word, on boards with and without a debugger."""

import re
import subprocess
import zlib
from pathlib import Path

import pytest

from cmlir.runtime import build_image, find_target, load_project, run_qemu
from cmlir.runtime.report import parse_report
from cmlir.runtime.targets import TARGETS
from support.c_projects import add_project, returning, write_project


def run_alone(image: Path, machine: str, *options: str) -> subprocess.CompletedProcess[bytes]:
    """QEMU without command line for the image; killed after 60 s unless the image ends it."""
    command = ["qemu-system-arm", "-M", machine, "-nographic", "-monitor", "none"]
    return subprocess.run(
        ["timeout", "60", *command, "-serial", "stdio", *options, "-kernel", str(image)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


def run_without_debugger(image: Path, machine: str, directory: Path) -> bytes:
    """What QEMU says until the image has nothing more to say and spins."""
    directory.mkdir(exist_ok=True)
    file = directory / "uart.txt"
    command = ["qemu-system-arm", "-M", machine, "-nographic", "-monitor", "none"]
    process = subprocess.Popen([*command, "-serial", f"file:{file}", "-kernel", str(image)])
    try:
        for _ in range(600):
            if file.exists() and b"\4" in file.read_bytes():
                return file.read_bytes()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.1)
        return file.read_bytes()
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("target", TARGETS)
def test_semihosting_is_optional(directory: Path, tmp_path: Path, target: str):
    """Its calls are stepped over, and the model runs once, on zeros."""
    model = returning("0").replace("return 0", "((uint8_t *)outputs[0])[1] = 7;\nreturn 0")
    project = write_project(directory, model, inputs=(4,), outputs=(3,))
    image = build_image(load_project(project), find_target(target))
    text = run_without_debugger(image.elf, TARGETS[target].machine, tmp_path)
    assert text.endswith(b"RESULT PASS\n\4")
    report = parse_report(text.decode())
    assert report.checksums == (zlib.crc32(b"\xa5\7\xa5"),)
    assert (report.input_bytes, report.output_bytes) == ((4,), (3,))


@pytest.mark.parametrize(("status", "word", "code"), [(0, b"PASS", 0), (-1, b"FAIL", 1)])
def test_last_words(directory: Path, status: int, word: bytes, code: int):
    """Marker and EOT on the UART, then the exit code by semihosting."""
    project = write_project(directory, returning(str(status)))
    image = build_image(load_project(project), find_target("cortex-m55"))
    done = run_alone(image.elf, "mps3-an547", "-semihosting-config", "enable=on,target=native")
    assert done.stdout.endswith(b"RESULT " + word + b"\n\4")
    assert done.returncode == code


def test_fault_without_debugger(directory: Path, tmp_path: Path):
    project = write_project(directory, returning("*(volatile int32_t *)0x1f000000"))
    image = build_image(load_project(project), find_target("cortex-m55"))
    text = run_without_debugger(image.elf, "mps3-an547", tmp_path)
    assert b"FAULT pc=0x" in text
    assert text.endswith(b"RESULT FAIL\n\4")


@pytest.mark.parametrize(
    ("register", "mask", "value"),
    [
        (0xE000ED08, 0xFFFFFFFF, 0x10000000),  # VTOR
        (0xE000ED88, 0x00F00000, 0x00F00000),  # CPACR: CP10, CP11
    ],
)
def test_registers_of_the_m55(directory: Path, register: int, mask: int, value: int):
    condition = f"(*(volatile uint32_t *){register}u & {mask}u) == {value}u"
    assert run_qemu(write_project(directory, returning(condition)), [()]).status == 1


def test_low_overhead_branches_are_enabled(directory: Path):
    """QEMU has no such bit in its CCR, so what start-up does is read from its code."""
    image = build_image(load_project(add_project(directory)), find_target("cortex-m55"))
    command = ["arm-none-eabi-objdump", "--disassemble=start", str(image.elf)]
    code = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (register,) = re.findall(r"orr\.w\s+(r\d), \1, #524288\b", code)
    assert re.search(rf"#524288\b[^\n]*\n[^\n]*\bstr(\.w)?\s+{register}, \[", code)


def test_tail_predication_is_untouched(directory: Path):
    """FPSCR.LTPSIZE is 4, as after reset."""
    read = 'uint32_t value; __asm__ volatile("vmrs %0, fpscr" : "=r"(value)); return value;'
    model = returning("(int32_t)(fpscr() >> 16 & 7)", f"static uint32_t fpscr(void) {{ {read} }}")
    assert run_qemu(write_project(directory, model), [()]).status == 4


def test_tail_predicated_loop(directory: Path):
    """Needs MVE, LOB and LTPSIZE at once: adds 16 - 3 bytes and leaves three alone."""
    body = """\
const int8_t *a = inputs[0];
int8_t *sum = outputs[0];
__asm__ volatile(
    "movs r0, #13\\n"
    "dlstp.8 lr, r0\\n"
    "1: vldrb.8 q0, [%0], #16\\n"
    "vadd.i8 q0, q0, q0\\n"
    "vstrb.8 q0, [%1], #16\\n"
    "letp lr, 1b\\n"
    : "+r"(a), "+r"(sum) : : "r0", "lr", "q0", "cc", "memory");
return 0"""
    project = write_project(
        directory, returning("0").replace("return 0", body), inputs=(16,), outputs=(16,)
    )
    result = run_qemu(project, [[bytes(range(16))]])
    assert result.outputs[0][0].tolist() == [*range(0, 26, 2), 0xA5, 0xA5, 0xA5]


def test_reports_sizes(directory: Path):
    image = build_image(load_project(add_project(directory)), find_target("cortex-m55"))
    done = run_alone(image.elf, "mps3-an547", "-semihosting-config", "enable=on,target=native")
    report = parse_report(done.stdout.decode())
    assert (report.arena_bytes, report.state_bytes) == (64, 0)
    assert (report.input_bytes, report.output_bytes) == ((16, 16), (16,))
    assert report.counter == "systick"
