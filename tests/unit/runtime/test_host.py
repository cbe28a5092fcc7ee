"""Models as shared libraries in this process."""

from pathlib import Path

import numpy as np
import pytest

from cmlir.errors import InvalidInputError
from cmlir.runtime import BuildError, HostModel, RunError, run_host
from support.c_projects import add_project, counting_project, returning, write_project


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_samples(directory: Path, compiler: str):
    a, b = np.arange(32, dtype=np.int8).reshape(2, 16), np.full((2, 16), 100, np.int8)
    result = run_host(add_project(directory), list(zip(a, b, strict=True)), compiler=compiler)
    sums = [sample[0].view(np.int8).tolist() for sample in result.outputs]
    assert sums == (a + b).tolist()
    assert (result.status, result.statuses, result.instructions) == (0, (0, 0), None)
    assert (result.io_bytes, result.simulator) == (48, "host")


def test_bytes_and_arrays_alike(directory: Path):
    project = add_project(directory)
    columns = np.arange(32, dtype=np.int8).reshape(16, 2)
    strided = run_host(project, [(columns[:, 0], columns[:, 1])])
    plain = run_host(project, [(bytes(range(0, 32, 2)), bytearray(range(1, 32, 2)))])
    assert (strided.outputs[0][0] == plain.outputs[0][0]).all()


def test_state_is_kept_until_reset(directory: Path):
    model = HostModel(counting_project(directory))

    def count(samples: int) -> list[int]:
        return [int(out.view(np.int32)[0]) for (out,) in model.run([()] * samples).outputs]

    assert count(2) == [41, 42]
    assert count(1) == [43]
    model.reset()
    assert count(1) == [41]
    model.reset(b"\7\0\0\0")
    result = model.run([()])
    assert result.outputs[0][0].view(np.int32)[0] == 8
    assert result.state == b"\10\0\0\0"


def test_two_models_of_the_same_symbols(tmp_path: Path):
    one = HostModel(write_project(tmp_path / "1", returning("f()", "int f(void) { return 1; }")))
    two = HostModel(write_project(tmp_path / "2", returning("f()", "int f(void) { return 2; }")))
    assert [model.run([()]).status for model in (one, two)] == [1, 2]


def test_first_error_status(directory: Path):
    model = HostModel(
        write_project(directory, returning("-*(const int8_t *)inputs[0]"), inputs=(1,))
    )
    result = model.run([[bytes([value])] for value in (0, 3, 1)])
    assert (result.status, result.statuses) == (-3, (0, -3, -1))


def test_arena_is_poisoned_and_aligned(directory: Path):
    poisoned = "((uint8_t *)arena)[0] == 0xA5 && ((uint8_t *)arena)[63] == 0xA5"
    aligned = "(uintptr_t)arena % MODEL_ARENA_ALIGNMENT == 0"
    macros = {"MODEL_ARENA_ALIGNMENT": "64"}
    project = write_project(directory, returning(f"{poisoned} && {aligned}"), macros=macros)
    assert run_host(project, [()]).status == 1


@pytest.mark.parametrize(
    ("write", "what"),
    [
        ("((uint8_t *)arena)[64] = 0", "the arena"),
        ("((uint8_t *)arena)[-1] = 0", "the arena"),
        ("((uint8_t *)state)[0] = 0", "the state"),
        ("((uint8_t *)outputs[0])[4] = 0", "an output"),
        ("((uint8_t *)(uintptr_t)inputs[0])[4] = 0", "an input"),
    ],
)
def test_overrun(directory: Path, write: str, what: str):
    project = write_project(directory, returning(f"({write})"), inputs=(4,), outputs=(4,))
    with pytest.raises(RunError, match=f"wrote outside {what}"):
        run_host(project, [[bytes(4)]])


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ([], "no sample"),
        ([[bytes(16)]], "sample 0 has 1 inputs, the model takes 2"),
        ([[bytes(16), bytes(15)]], "input 1 of sample 0 has 15 bytes, the model takes 16"),
    ],
)
def test_wrong_samples(directory: Path, samples: list[list[bytes]], message: str):
    with pytest.raises(InvalidInputError, match=message):
        run_host(add_project(directory), samples)


def test_compiler_messages_reach_the_user(directory: Path):
    with pytest.raises(BuildError, match=r"model\.c:6:8: error: 'nonsense' undeclared"):
        run_host(write_project(directory, returning("nonsense")), [()])


def test_warnings_are_errors(directory: Path):
    with pytest.raises(BuildError, match="unused-variable"):
        run_host(write_project(directory, returning("0", "static int unused;")), [()])


def test_missing_kernel(directory: Path):
    with pytest.raises(BuildError, match="undefined reference to `kernel'"):
        run_host(write_project(directory, returning("kernel()", "int kernel(void);")), [()])
