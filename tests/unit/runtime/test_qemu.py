"""Models on QEMU's boards."""

import json
from pathlib import Path

import numpy as np
import pytest

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime import RunError, RunResult, RunTimeout, build_image, load_project, run_qemu
from cmlir.runtime.elf import load_elf
from cmlir.runtime.instruction_count import read_histogram
from cmlir.runtime.targets import TARGETS
from support.c_projects import (
    SIGNATURE,
    UNUSED,
    add_project,
    assembly,
    counting_project,
    returning,
    write_project,
)

rng = np.random.default_rng(1)

LOOP = assembly(
    "ldr r0, [r0]",
    "ldrb r0, [r0]",
    "1: subs r0, r0, #1",
    "bne 1b",
    "bx lr",
)
"""With the call 4 instructions, and 2 for each count of the input."""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("target", TARGETS)
def test_every_target(directory: Path, target: str, compiler: str):
    a, b = rng.integers(-60, 60, (2, 3, 16), np.int8)
    project = add_project(directory)
    result = run_qemu(project, list(zip(a, b, strict=True)), target=target, compiler=compiler)
    typed = result.typed(load_project(project).outputs)
    assert [sample[0].tolist() for sample in typed.outputs] == (a + b).reshape(3, 2, 8).tolist()
    assert result.statuses == (0, 0, 0)
    assert TARGETS[target].machine in result.simulator
    assert compiler in result.compiler


def test_many_samples_in_one_start(directory: Path):
    a, b = rng.integers(-60, 60, (2, 500, 16), np.int8)
    result = run_qemu(add_project(directory), list(zip(a, b, strict=True)))
    outputs = np.stack([sample[0].view(np.int8) for sample in result.outputs])
    assert (outputs == a + b).all()


def test_instructions_are_exact(directory: Path):
    project = write_project(directory, LOOP, inputs=(1,))
    counts = (3, 1, 100)
    samples = [[bytes([count])] for count in counts]
    first = run_qemu(project, samples)
    assert first.sample_instructions == tuple(4 + 2 * count for count in counts)
    assert first.instructions == 204
    again = run_qemu(project, samples)
    assert again.sample_instructions == first.sample_instructions
    assert again.stack_bytes == first.stack_bytes == 0


def test_histogram(directory: Path, tmp_path: Path):
    project = write_project(directory, LOOP, inputs=(1,))
    run_qemu(project, [[b"\5"], [b"\3"]], histogram=tmp_path / "histogram.txt")
    counts = read_histogram(tmp_path / "histogram.txt")
    image = build_image(load_project(project), TARGETS["cortex-m55"])
    (start,) = (s.address for s in load_elf(image.elf).symbols() if s.name == "model_run")
    model = {address - start: count for address, count in counts.items() if address >= start}
    assert model == {0: 2, 2: 2, 4: 8, 6: 8, 8: 2}
    assert sum(counts.values()) == sum(model.values()) + 2  # the two calls


def test_per_op(directory: Path):
    nops = '__asm__ volatile("{}");'
    ops = "\n".join(
        f"CMLIR_OP_BOUNDARY({index});\n{nops.format('nop;' * count)}"
        for index, count in enumerate((5, 0, 11))
    )
    guard = "#ifndef CMLIR_OP_BOUNDARY\n#define CMLIR_OP_BOUNDARY(index)\n#endif\n"
    body = f"{UNUSED}\n{ops}\nCMLIR_OP_BOUNDARY(3);\nreturn 0;"
    model = f'#include "model.h"\n{guard}{SIGNATURE}{{\n{body}\n}}\n'
    project = write_project(directory, model)
    plain = run_qemu(project, [()])
    assert plain.per_op is None
    assert plain.estimated_cycles is None
    profiled = run_qemu(project, [()], per_op=True)
    assert profiled.per_op == profiled.per_op_estimated_cycles == (5, 0, 11)
    assert profiled.instructions == plain.instructions == 1 + 16 + 2
    assert profiled.estimated_cycles == 2 + 16 + 1 + 2  # the branches there and back cost 2


@pytest.mark.parametrize("target", ["cortex-m3", "cortex-m55"])
def test_estimated_cycles_are_of_the_sample_that_takes_most(directory: Path, target: str):
    project = write_project(directory, LOOP, inputs=(1,))
    result = run_qemu(project, [[b"\3"], [b"\5"], [b"\1"]], target=target, per_op=True)
    assert result.estimated_cycles == 2 + 2 + 5 * (1 + 2) + 2
    assert result.per_op == result.per_op_estimated_cycles == ()  # it has no markers


def test_stack_high_water_mark(directory: Path):
    model = assembly("sub sp, #400", "str r0, [sp]", "add sp, #400", "movs r0, #0", "bx lr")
    assert run_qemu(write_project(directory, model), [()] * 2).stack_bytes == 400


@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m4", "cortex-m33", "cortex-m55"])
def test_stack_overflow(directory: Path, target: str):
    recursion = """\
__attribute__((noinline)) static int32_t deep(volatile int32_t *p)
{
    volatile int32_t local[64];
    local[0] = *p + 1;
    return local[0] == 0 ? 0 : deep(local) + local[0];
}
static int32_t begin(void) { volatile int32_t one = 1; return deep(&one); }
"""
    project = write_project(directory, returning("begin()", recursion))
    with pytest.raises(RunError, match="overflow"):
        run_qemu(project, [()], target=target)


def test_state_is_kept_and_handed_on(directory: Path):
    project = counting_project(directory)
    first = run_qemu(project, [(), ()])
    assert [int(out.view(np.int32)[0]) for (out,) in first.outputs] == [41, 42]
    second = run_qemu(project, [()], state=first.state)
    assert second.outputs[0][0].view(np.int32)[0] == 43


def test_state_without_initialisation_is_zero(directory: Path):
    model = returning("((uint8_t *)state)[0] | ((uint8_t *)state)[7]")
    assert run_qemu(write_project(directory, model, state=8), [()]).status == 0


def test_arena_is_poisoned_before_the_first_sample(directory: Path):
    model = returning("((uint8_t *)arena)[0] + ((uint8_t *)arena)[63] - 2 * 0xA5")
    assert run_qemu(write_project(directory, model), [()]).status == 0


def test_first_error_status(directory: Path):
    project = write_project(directory, returning("-*(const int8_t *)inputs[0]"), inputs=(1,))
    result = run_qemu(project, [[bytes([value])] for value in (0, 3, 1)])
    assert (result.status, result.statuses) == (-3, (0, -3, -1))
    assert len(result.outputs) == 3


@pytest.mark.parametrize(
    ("target", "nowhere"),
    [
        ("cortex-m3", 0x99999998),
        ("cortex-m7", 0x99999998),
        ("cortex-m33", 0x1F000000),
        ("cortex-m55", 0x1F000000),
    ],
)
def test_fault_is_located(directory: Path, target: str, nowhere: int):
    poke = f"static int32_t poke(void) {{ return *(volatile int32_t *){nowhere}; }}"
    model = returning("poke() + 1", f"__attribute__((noinline)) {poke}")
    project = write_project(directory, model)
    with pytest.raises(RunError, match=r"memory that does not exist in poke\+0x.*pc=0x") as caught:
        run_qemu(project, [()], target=target)
    assert "called from model_run+0x" in str(caught.value)
    assert "sample 0" in str(caught.value)


def test_jump_into_nowhere(directory: Path):
    with pytest.raises(RunError, match=r"fault: .*in 0x1f000000"):
        run_qemu(write_project(directory, returning("((int32_t (*)(void))0x1F000001)()")), [()])


def test_hang(directory: Path):
    project = write_project(directory, returning("0", "").replace("return 0", "for (;;) {}"))
    with pytest.raises(RunTimeout, match=r"no result within 0\.5 s"):
        run_qemu(project, [()], timeout=0.5)


@pytest.mark.parametrize(
    ("write", "what"),
    [
        ("((uint8_t *)arena)[64] = 0", "the arena"),
        ("((uint8_t *)state)[0] = 0", "the state"),
        ("((uint8_t *)outputs[0])[4] = 0", "an output"),
        ("((uint8_t *)(uintptr_t)inputs[0])[4] = 0", "an input"),
    ],
)
def test_overrun(directory: Path, write: str, what: str):
    project = write_project(directory, returning(f"({write})"), inputs=(4,), outputs=(4,))
    with pytest.raises(RunError, match=f"wrote past the end of {what}"):
        run_qemu(project, [[bytes(4)]])


def test_no_samples(directory: Path):
    with pytest.raises(InvalidInputError, match="no sample"):
        run_qemu(add_project(directory), [])


def test_qemu_without_plugins(directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    old = tmp_path / "qemu"
    old.write_text(
        '#!/bin/sh\necho "version 1"\n[ "$1" = --version ] && exit 0\n'
        'echo "-plugin: invalid option" >&2\nexit 1\n'
    )
    old.chmod(0o755)
    monkeypatch.setenv("CMLIR_QEMU", str(old))
    with pytest.raises(ToolchainError, match="cannot load the instruction counter"):
        run_qemu(add_project(directory), [[bytes(16), bytes(16)]])


def test_floating_point_rounds_as_on_the_host(directory: Path):
    """-ffp-contract=off: a * a - b is rounded twice, never fused."""
    body = returning("0").replace(
        "return 0",
        "const float *x = inputs[0];\n*(float *)outputs[0] = x[0] * x[0] - x[1];\nreturn 0",
    )
    project = write_project(directory, body, inputs=(8,), outputs=(4,))
    x = np.array([1 + 2**-12, 1 + 2**-11], np.float32)
    for compiler in ("gcc", "clang"):
        result = run_qemu(project, [[x]], compiler=compiler)
        assert result.outputs[0][0].view(np.float32)[0] == x[0] * x[0] - x[1] == 0


def test_json(directory: Path):
    result: RunResult = run_qemu(add_project(directory), [[bytes(16), bytes(16)]], per_op=False)
    read = json.loads(json.dumps(result.to_json()))
    assert read["instructions"] == result.instructions
    assert read["outputs"][0][0] == {"dtype": "uint8", "shape": [16], "data": [0] * 16}
    assert read["state"] == ""
