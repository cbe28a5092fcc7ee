"""`cmlir`: each mistake is one clear message, a code of its own, and nothing half written."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from support.command_line import MODEL, cmlir, fail, float_program


def put(path: Path, **arrays: np.ndarray) -> Path:
    np.savez(path, **arrays)
    return path


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("nowhere.pt2", "there is no file 'nowhere.pt2'"),
        ("nowhere.py:make", "there is no file 'nowhere.py'"),
        (f"{MODEL}", "which function of"),
        (f"{MODEL}:mke", "did you mean make?"),
        (f"{MODEL}:needs_width", "needs arguments: width"),
        (f"{MODEL}:makes_text", "gives a str"),
        (f"{MODEL}:makes_text_samples", "gives a int as its samples"),
        (f"{MODEL}:fails", "raised ValueError: no weights here\n  at model.py:"),
        (f"{MODEL}:make_alone", "there are no samples to calibrate"),
    ],
)
def test_models(model: str, message: str, tmp_path: Path):
    assert message in fail(3, "quantize", model, "-o", tmp_path / "m.pt2")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_does_not_parse(tmp_path: Path):
    (tmp_path / "broken.py").write_text("def make(:\n")
    message = fail(3, "quantize", f"{tmp_path / 'broken.py'}:make", "-o", tmp_path / "m.pt2")
    assert "raised SyntaxError" in message
    assert "at broken.py:1" in message


def test_a_file_that_is_no_program(tmp_path: Path):
    (tmp_path / "m.pt2").write_text("text")
    assert "is no exported program" in fail(
        3, "compile", tmp_path / "m.pt2", "-o", tmp_path / "out"
    )


def test_a_quantized_program_is_not_quantized_again(quantized: Path, tmp_path: Path):
    assert "is quantized already" in fail(3, "quantize", quantized, "-o", tmp_path / "m.pt2")


def test_the_name_of_a_program_is_checked_first(tmp_path: Path):
    message = fail(3, "quantize", f"{MODEL}:fails", "-o", tmp_path / "m.bin")
    assert "name it .pt2" in message


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.npz", {"x": np.zeros((4, 9), np.float32)}, "torch.export could not capture Net"),
        ("a.npz", {"x": np.zeros((4, 8), np.int8)}, "cannot compute calibration sample 0"),
        ("a.npz", {"x": np.full((1, 8), np.nan, np.float32)}, "NaN"),
        ("a.npz", {"x": np.zeros((2, 8)), "y": np.zeros((3, 8))}, "different numbers of samples"),
        ("a.npz", None, "not an .npy or .npz file"),
        ("a.pt", None, "cannot read tensors"),
        ("a.csv", None, "cannot read samples from"),
    ],
)
def test_calibration(
    name: str, content: dict[str, np.ndarray] | None, message: str, tmp_path: Path
):
    path = tmp_path / name
    if content is None:
        path.write_text("1,2,3")
    else:
        put(path, **content)
    given = ("quantize", f"{MODEL}:make_alone", "--calibration", path, "-o", tmp_path / "m.pt2")
    assert message in fail(3, *given)
    assert list(tmp_path.iterdir()) == [path]


def test_calibration_of_another_shape_than_the_example(tmp_path: Path):
    torch.save(torch.zeros(4, 3, 8), tmp_path / "a.pt")
    given = ("--calibration", tmp_path / "a.pt", "-o", tmp_path / "m.pt2")
    message = fail(3, "quantize", f"{MODEL}:make_with_example", *given)
    assert "has shape (4, 3, 8), but an input of the model (1, 8)" in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cmpile"], "Did you mean compile?"),
        (["compile", "m.pt2"], "Missing option '-o'"),
        (["compile", "m.pt2", "-o", "x", "--targt", "cortex-m4"], "--target"),
        (["compile", "m.pt2", "-o", "x", "--target", "cortexm55"], "Did you mean cortex-m55?"),
        (["compile", "m.pt2", "-o", "x", "--io", "int8"], "One of float, quantized."),
        (["compile", "m.pt2", "-o", "x", "--max-arena", "lots"], "Write 65536, 64K or 1M."),
        (["compile", "m.pt2", "-o", "x", "--place", "ddr"], "Write weights=ddr."),
        (["compile", "m.pt2", "-o", "x", "--place", "weight=ddr"], "Did you mean weights?"),
        (["run", "x", "--on", "quemu"], "Did you mean qemu?"),
        (["run", "x", "--timeout", "0"], "timeout"),
    ],
)
def test_usage(arguments: list[str], message: str):
    assert message in fail(2, *arguments)


def test_memories_that_the_board_does_not_have(quantized: Path, tmp_path: Path):
    out = tmp_path / "out"
    message = fail(3, "compile", quantized, "-o", out, "--place", "weights=flash")
    assert "corstone300 cannot hold weights in 'flash'" in message
    assert not out.exists()


@pytest.mark.parametrize("limit", ["--max-arena", "--max-flash"])
def test_limits(limit: str, quantized: Path, tmp_path: Path):
    message = fail(4, "compile", quantized, "-o", tmp_path / "out", limit, 8)
    assert "more than max_" in message
    assert not (tmp_path / "out").exists()


def test_float_that_is_refused(tmp_path: Path):
    given = ("compile", float_program(tmp_path), "--no-float", "-o", tmp_path / "out")
    assert "these operations run in float" in fail(3, *given)
    assert not (tmp_path / "out").exists()


def test_an_output_that_cannot_be_written(quantized: Path, tmp_path: Path):
    (tmp_path / "file").write_text("kept")
    message = fail(3, "compile", quantized, "-o", tmp_path / "file")
    assert "cannot write the C project: Not a directory" in message
    assert (tmp_path / "file").read_text() == "kept"
    message = fail(3, "quantize", f"{MODEL}:make", "-o", tmp_path / "file" / "m.pt2")
    assert "cannot write the program" in message
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"x": np.zeros((1, 9), np.float32)}, "has shape (1, 9), a sample of it (1, 8)"),
        ({"x": np.zeros((8, 1), np.float32)}, "has shape (8, 1), a sample of it (1, 8)"),
        ({"x": np.zeros((1, 8), np.int8)}, "is int8, the model takes float32"),
        ({"a": np.zeros(8), "b": np.zeros(8)}, "2 inputs given (a, b), the model has 1"),
    ],
)
def test_inputs(arrays: dict[str, np.ndarray], message: str, project: Path, tmp_path: Path):
    path = put(tmp_path / "in.npz", **arrays)
    assert message in fail(3, "run", project, "--on", "host", "--inputs", path)


def test_no_inputs(project: Path):
    assert "takes 1 inputs, but none were given: x float32[1, 8]" in fail(3, "run", project)


def test_inputs_in_two_ways(project: Path, tmp_path: Path):
    given = ("run", project, "--inputs", tmp_path / "in.npz", "--random", 0)
    assert "exclude each other" in fail(3, *given)


def test_missing_files(project: Path, tmp_path: Path):
    assert "No such file" in fail(3, "run", project, "--inputs", tmp_path / "in.npz")
    given = ("run", project, "--random", 0, "--on", "host", "--reference")
    assert "cannot read" in fail(3, *given, tmp_path / "reference.pt2")


def test_a_reference_of_another_program(project: Path, tmp_path: Path):
    wide = torch.export.export(torch.nn.Linear(16, 4), (torch.ones(1, 16),))
    torch.export.save(wide, tmp_path / "wide.pt2")
    given = ("run", project, "--random", 0, "--on", "host", "--reference", tmp_path / "wide.pt2")
    assert "an input of the reference has shape (1, 16)" in fail(3, *given)


def test_directories_that_are_no_projects(project: Path, tmp_path: Path):
    assert "model.h is missing" in fail(3, "run", tmp_path, "--random", 0)
    broken = shutil.copytree(project, tmp_path / "broken")
    (broken / "report.json").write_text("{")
    assert "report.json cannot be read" in fail(3, "run", broken, "--random", 0)


def test_projects_are_not_for_the_interpreter(project: Path):
    assert "take --on host" in fail(3, "run", project, "--random", 0, "--on", "interpreter")


@pytest.mark.parametrize("variable", ["CMLIR_ARM_GCC", "CMLIR_QEMU"])
def test_missing_tools(variable: str, project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(variable, "/nowhere/tool")
    message = fail(5, "run", project, "--random", 0)
    assert "is missing: no /nowhere/tool found" in message
    assert "apt-get install" in message


def test_an_old_compiler(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    old = tmp_path / "gcc"
    old.write_text(
        "#!/bin/sh\n"
        "[ \"$1\" = --version ] && { echo 'arm-none-eabi-gcc (old) 8.3.1'; exit; }\n"
        "echo \"error: unknown value 'cortex-m55' for '-mcpu'\" >&2; exit 1\n"
    )
    old.chmod(0o755)
    monkeypatch.setenv("CMLIR_ARM_GCC", str(old))
    message = fail(5, "run", project, "--random", 0)
    assert "(old) 8.3.1 is too old" in message
    assert "apt-get install gcc-arm-none-eabi" in message


def test_time_out(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    hanging = tmp_path / "qemu"
    hanging.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo qemu 7.2.0; exit; }\nsleep 60\n')
    hanging.chmod(0o755)
    monkeypatch.setenv("CMLIR_QEMU", str(hanging))
    assert "no result within 0.5 s" in fail(6, "run", project, "--random", 0, "--timeout", 0.5)


def test_errors_as_json():
    result = cmlir("run", "nowhere.pt2", "--json")
    told = json.loads(result.stdout)
    assert told["exit_code"] == result.exit_code == 3
    assert told["error"]["what"] == "there is no file 'nowhere.pt2'"


def test_a_broken_pipe_is_no_error(project: Path):
    command = f"{sys.executable} -m cmlir.tools.cli.main profile {project} --random 0 --json | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stderr == ""


def test_a_real_process_ends_with_the_code(tmp_path: Path):
    command = [sys.executable, "-m", "cmlir.tools.cli.main", "run", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stderr.startswith("error: not a C project: model.h is missing\n")
