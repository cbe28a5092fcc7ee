"""cmlir-fvp and run_fvp against a stand-in; the FVP itself cannot be installed unattended."""

import json
import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cmlir.errors import InvalidInputError, ToolchainError
from cmlir.runtime import (
    RunError,
    RunTimeout,
    build_image,
    find_target,
    load_project,
    run_fvp,
    run_qemu,
    simulation,
)
from cmlir.runtime.files import load_arrays
from cmlir.runtime.fvp import find_fvp
from cmlir.runtime.fvp_platforms import NAMES
from cmlir.tools.cli.outcome import Exit
from cmlir.tools.fvp import main
from support.c_projects import add_project, counting_project, returning, write_project

FAKE = Path(__file__).parent / "fake_fvp"


@pytest.fixture(autouse=True)
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The stand-in on PATH, under the FVP's name."""
    path = tmp_path / "bin" / NAMES[0]
    path.parent.mkdir()
    shutil.copy(FAKE, path)
    monkeypatch.setenv("PATH", str(path.parent), prepend=os.pathsep)
    monkeypatch.setenv("FAKE_FVP", "play")
    monkeypatch.delenv("CMLIR_FVP", raising=False)
    return path


@pytest.fixture
def project(directory: Path) -> Path:
    return add_project(directory)


A, B = np.random.default_rng(1).integers(-60, 60, (2, 3, 2, 8), np.int8)


@pytest.fixture
def inputs(tmp_path: Path) -> str:
    path = tmp_path / "inputs.npz"
    np.savez(path, b=B, a=A)
    return str(path)


def reference(tmp_path: Path, values: np.ndarray) -> str:
    path = tmp_path / "reference.npz"
    np.savez(path, sum=values)
    return str(path)


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_same_schema_and_numbers_as_on_qemu(project: Path):
    samples = list(zip(A, B, strict=True))
    fvp, qemu = run_fvp(project, samples), run_qemu(project, samples)
    assert fvp.to_json().keys() == qemu.to_json().keys()
    for (one,), (other,) in zip(fvp.outputs, qemu.outputs, strict=True):
        assert (one == other).all()
    for name in ("flash_bytes", "code_bytes", "ram_bytes", "io_bytes", "stack_bytes", "statuses"):
        assert getattr(fvp, name) == getattr(qemu, name)
    assert fvp.simulator == NAMES[0]
    assert fvp.instructions is None
    assert fvp.counter == "systick"
    assert fvp.ticks is not None
    assert len(fvp.ticks) == 3


def test_state_is_handed_on(directory: Path):
    project = counting_project(directory)
    state = run_fvp(project, [(), ()]).state
    assert run_fvp(project, [()], state=state).outputs[0][0].view(np.int32)[0] == 43


def test_other_processors_are_refused(project: Path):
    with pytest.raises(InvalidInputError, match="cannot run code for cortex-m4"):
        run_fvp(project, [[bytes(16), bytes(16)]], target="cortex-m4")


@pytest.mark.parametrize(
    ("behaviour", "timeout", "kind", "message"),
    [
        ("hang", 1.5, RunTimeout, r"no result within 1\.5 s"),
        ("time limit", 60, RunTimeout, "no result within 60 s"),
        ("crash", 60, RunError, "without a result: Fatal error: simulation engine aborted"),
        ("no licence", 60, ToolchainError, "for want of a licence: ERROR: License check failed!"),
        ("marker without output", 60, RunError, "0 of 1 samples were reported"),
    ],
)
def test_bad_endings(
    project: Path,
    behaviour: str,
    timeout: float,
    kind: type[Exception],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("FAKE_FVP", behaviour)
    start = time.monotonic()
    with pytest.raises(kind, match=message):
        run_fvp(project, [[bytes(16), bytes(16)]], timeout=timeout)
    assert time.monotonic() - start < 55


def test_marker_decides_though_the_simulator_stays(project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAKE_FVP", "play, then hang")
    monkeypatch.setattr(simulation, "GRACE_SECONDS", 0.5)
    assert run_fvp(project, [[bytes(16), bytes(16)]]).status == 0


def test_lost_output(project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "OUTPUTS", "-")
    with pytest.raises(RunError, match="no output file was written"):
        run_fvp(project, [[bytes(16), bytes(16)]])


def test_fault_in_the_model(directory: Path):
    project = write_project(directory, returning("*(volatile int32_t *)0x1f000000"))
    with pytest.raises(RunError, match=r"fault: .* in model_run\+0x"):
        run_fvp(project, [()])


def test_found_by_option_then_variable_then_path(
    fake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert find_fvp() == str(fake)
    for name in ("by_variable", "by_option"):
        shutil.copy(FAKE, tmp_path / name)
    monkeypatch.setenv("CMLIR_FVP", str(tmp_path / "by_variable"))
    assert find_fvp() == str(tmp_path / "by_variable")
    assert find_fvp(str(tmp_path / "by_option")) == str(tmp_path / "by_option")


@pytest.mark.parametrize("name", NAMES[1:])
def test_other_names(name: str, fake: Path, project: Path):
    """They want other parameters and numbers of multipliers, all of which the stand-in checks."""
    fake.rename(fake.parent / name)
    assert run_fvp(project, [[bytes(16), bytes(16)]]).simulator == name


def test_missing_fvp(fake: Path, project: Path):
    fake.unlink()
    with pytest.raises(ToolchainError) as caught:
        find_fvp()
    assert all(word in str(caught.value) for word in ("licence", "QEMU", "CMLIR_FVP", "--fvp"))
    result = invoke(project)
    assert result.exit_code == Exit.TOOLS
    assert "no Corstone-300 FVP" in result.output
    assert "Traceback" not in result.output


def test_command_passes(project: Path, inputs: str, tmp_path: Path):
    result = invoke(project, "--inputs", inputs, "--reference", reference(tmp_path, A + B))
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"PASS  {NAMES[0]}")
    assert "largest difference 0 steps" in result.output
    assert "100.0 % equal" in result.output


@pytest.mark.parametrize(("qtol", "code"), [(0, 1), (1, 0)])
def test_tolerance(project: Path, inputs: str, tmp_path: Path, qtol: int, code: int):
    path = reference(tmp_path, A + B + np.int8(1))
    result = invoke(project, "--inputs", inputs, "--reference", path, "--qtol", qtol, "--json")
    read = json.loads(result.stdout)
    assert result.exit_code == code
    assert read["passed"] == (code == 0)
    assert read["differences"][0]["largest"] == 1
    assert read["result"]["outputs"][2][0]["data"] == (A + B)[2].reshape(-1).tolist()


def test_separate_files_and_written_outputs(project: Path, tmp_path: Path):
    np.save(tmp_path / "a.npy", A[0])
    np.save(tmp_path / "b.npy", B[0])
    files = ("--input", tmp_path / "a.npy", "--input", tmp_path / "b.npy")
    assert invoke(project, *files, "--outputs", tmp_path / "out.npz").exit_code == 0
    assert (load_arrays(tmp_path / "out.npz")["sum"] == (A + B)[:1]).all()


def test_bare_image(project: Path, tmp_path: Path):
    """Its inputs go by order, its outputs are read as the reference's."""
    image = build_image(load_project(project), find_target("cortex-m55"))
    elf = tmp_path / "app.elf"
    shutil.copy(image.elf, elf)
    np.savez(tmp_path / "in.npz", a=A, b=B)
    arguments = ("--inputs", tmp_path / "in.npz", "--reference", reference(tmp_path, A + B))
    result = invoke(elf, *arguments, "--json")
    assert result.exit_code == 0, result.output
    read = json.loads(result.stdout)
    assert read["differences"][0]["largest"] == 0
    assert read["result"]["flash_bytes"] is None


def test_failing_model(directory: Path):
    """The FVP exits with 0 all the same."""
    result = invoke(write_project(directory, returning("-2")), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["result"]["status"] == -2


def test_hanging_command(project: Path, inputs: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAKE_FVP", "hang")
    result = invoke(project, "--inputs", inputs, "--timeout", 1, "--json")
    assert result.exit_code == Exit.RUN
    read = json.loads(result.stdout)
    assert not read["ok"]
    assert read["error"]["what"] == "no result within 1 s"


def test_image_of_another_board(project: Path):
    image = build_image(load_project(project), find_target("cortex-m4"))
    result = invoke(image.elf)
    assert result.exit_code == Exit.INPUT
    assert "cannot run on the Corstone-300" in result.output


def test_corstone_320_has_no_bram(fake: Path, directory: Path):
    """Large weights go past it by themselves; an image that uses it is refused."""
    fake.rename(fake.parent / "FVP_Corstone_SSE-320")
    weights = f"const unsigned char weights[{600 * 1024}] = {{1}};\n"
    reading = returning("inputs == 0 ? weights[1] : 0", "extern const unsigned char weights[];")
    project = load_project(write_project(directory, reading, files={"weights.c": weights}))
    assert run_fvp(project, [()]).status == 0
    image = build_image(project, find_target("cortex-m55"))
    assert image.placement["weights"] == "BRAM"
    result = invoke(image.elf)
    assert result.exit_code == Exit.INPUT
    assert "cannot run on the Corstone-320: segment 0x11000000" in result.output


def test_image_without_the_runner(project: Path, tmp_path: Path):
    image = build_image(load_project(project), find_target("cortex-m55"))
    other = tmp_path / "other.elf"
    other.write_bytes(image.elf.read_bytes().replace(b"call_model", b"xall_model"))
    assert "not an image with cmlir's runner" in invoke(other).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "0 inputs given, the model has 2"),
        (["--inputs", "{two}", "--input", "{one}"], "exclude each other"),
        (["--inputs", "{one}"], "1 inputs given (one), the model has 2"),
        (["--inputs", "{text}"], "not an .npy or .npz file"),
        (["--inputs", "{float}"], "is float32, the model takes int8"),
        (["--inputs", "{short}"], "has 5 bytes, a sample of it 16"),
        (["--inputs", "{uneven}"], "different numbers of samples"),
        (
            ["--inputs", "{two}", "--reference", "{short}"],
            "2 outputs given (a, b), the model",
        ),
        (["--inputs", "{two}", "--reference", "{one}"], "holds 3 values, 1 samples hold 16"),
        (["--inputs", "{two}", "--reference", "{real}"], "is int8, its reference float64"),
    ],
)
def test_mistakes(project: Path, tmp_path: Path, arguments: list[str], message: str):
    zero = np.zeros(16, np.int8)
    arrays = {
        "one": {"one": np.zeros(3, np.int8)},
        "two": {"a": zero, "b": zero},
        "float": {"a": zero.astype(np.float32), "b": zero},
        "short": {"a": zero[:5], "b": zero},
        "uneven": {"a": np.zeros(32, np.int8), "b": zero},
        "real": {"sum": np.zeros(16)},
    }
    for name, content in arrays.items():
        np.savez(tmp_path / f"{name}.npz", **content)
    (tmp_path / "text.npz").write_text("text")
    paths = {name: str(tmp_path / f"{name}.npz") for name in (*arrays, "text")}
    result = invoke(project, *(argument.format(**paths) for argument in arguments))
    assert result.exit_code == Exit.INPUT
    assert message in result.output
    assert "Traceback" not in result.output
