"""`cmlir`: what its commands do."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from cmlir import progress
from cmlir.frontend.models import load_model
from cmlir.frontend.pt2 import load_pt2
from support.command_line import MODEL, fail, read_json, succeed

X = np.random.default_rng(3).standard_normal((5, 8), np.float32)


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    np.savez(tmp_path / "in.npz", x=X)
    return tmp_path / "in.npz"


def expected(quantized: Path) -> np.ndarray:
    run = load_pt2(quantized).module(check_guards=False)
    with torch.no_grad():
        return np.stack([run(torch.from_numpy(row[None])).numpy() for row in X])


def test_help_has_examples_and_needs_no_torch():
    code = (
        "import sys; from cmlir.tools.cli.main import main; main(['--help'], standalone_mode=False)"
        "; sys.exit(any(m in sys.modules for m in ('torch', 'xdsl', 'numpy', 'rich')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for command in ("quantize", "compile", "run", "profile", "doctor"):
        assert command in done.stdout
        assert f"cmlir {command} " in succeed(command, "--help").output


def test_quantize_writes_a_quantized_program(quantized: Path):
    assert load_model(str(quantized)).is_quantized
    assert not load_model(f"{MODEL}:make").is_quantized


def test_quantize_takes_samples_from_files(tmp_path: Path):
    np.savez(tmp_path / "data.npz", x=X)
    torch.save([(torch.from_numpy(x[None]),) for x in X], tmp_path / "data.pt")
    for name in ("data.npz", "data.pt"):
        told = read_json(
            *("quantize", f"{MODEL}:make_alone", "--calibration", tmp_path / name),
            *("--samples", 3, "--output", tmp_path / f"{name}.pt2"),
        )
        assert told.pop("values") == {"int8": 3}
        assert told == {"ok": True, "output": str(tmp_path / f"{name}.pt2"), "samples": 3}


def test_quantize_by_a_recipe(tmp_path: Path):
    np.savez(tmp_path / "data.npz", x=X)
    command = ("quantize", f"{MODEL}:make_alone", "--calibration", tmp_path / "data.npz")
    told = read_json(*command, "--output", tmp_path / "model.pt2", "--recipe", "auto")
    assert told["values"] == {"int8": 3}
    failed = fail(3, *command, "--output", tmp_path / "other.pt2", "--recipe", "int3")
    assert "no recipe 'int3'" in failed


def test_quantize_with_settings(tmp_path: Path):
    np.savez(tmp_path / "data.npz", x=X)
    command = ("quantize", f"{MODEL}:make_alone", "--calibration", tmp_path / "data.npz")
    command = (*command, "--output", tmp_path / "model.pt2")
    told = read_json(*command, "--observer", "mse", "--override", "*=minmax", "--equalize")
    assert told["values"] == {"int8": 3}
    assert "no observer 'best'" in fail(3, *command, "--observer", "best")
    assert "no setting 'int4'" in fail(3, *command, "--override", "*=int4")
    assert "'int16' is no setting" in fail(2, *command, "--override", "int16")


def test_compile_writes_the_report_that_it_prints(quantized: Path, tmp_path: Path):
    told = read_json("compile", quantized, "--output", tmp_path / "out")
    written = json.loads((tmp_path / "out" / "report.json").read_text())
    assert told["report"] == written
    assert told["report"]["target"] == "cortex-m55"


def test_compile_hands_its_options_on(quantized: Path, tmp_path: Path):
    report = read_json(
        *("compile", quantized, "--output", tmp_path / "out", "--target", "cortex-m4"),
        *("--io", "quantized", "--no-float", "--place", "weights=ssram2", "--overwrite-inputs"),
        *("--max-arena", "1K", "--max-flash", "1M", "--kernels", "cmsis-nn"),
    )["report"]
    assert report["target"] == "cortex-m4"
    assert report["io_bytes"] == 12
    assert report["place"] == {"weights": "ssram2"}


def test_place_of_the_report_is_where_the_weights_are(quantized: Path, tmp_path: Path):
    def flash_of(*place: str) -> int:
        out = tmp_path / "out"
        succeed("compile", quantized, "--output", out, *place)
        return read_json("run", out, "--random", 0)["result"]["flash_bytes"]

    assert flash_of() == flash_of("--place", "weights=ddr")
    elsewhere = read_json("run", tmp_path / "out", "--random", 1, "--place", "weights=isram")
    assert elsewhere["passed"]


def test_run_agrees_with_the_quantized_program(project: Path, quantized: Path, inputs: Path):
    out = inputs.parent / "out.npz"
    given = ("run", project, "--inputs", inputs, "--reference", quantized, "--outputs", out)
    told = read_json(*given, "--qtol", 1)
    assert told["passed"]
    assert told["result"]["instructions"] > 0
    assert told["differences"][0]["largest"] <= 1
    written = np.load(out)["output_0"]
    assert written.shape == (5, 1, 4)
    np.testing.assert_allclose(written, expected(quantized), atol=0.05)


@pytest.mark.parametrize("on", ["interpreter", "host", "qemu"])
def test_all_runners_give_the_same(on: str, quantized: Path, project: Path, inputs: Path):
    name = quantized if on == "interpreter" else project
    mine = read_json("run", name, "--on", on, "--inputs", inputs)["result"]["outputs"]
    assert mine == read_json("run", project, "--inputs", inputs)["result"]["outputs"]


def test_floats_for_inputs_that_are_codes_are_quantized(quantized: Path, inputs: Path):
    given = ("run", quantized, "--io", "quantized", "--on", "host", "--inputs", inputs)
    told = read_json(*given, "--reference", quantized, "--qtol", 1)
    assert told["result"]["outputs"][0][0]["dtype"] == "int8"
    assert told["differences"][0]["unit"] == "steps"


def test_a_difference_beyond_the_tolerance_fails(project: Path, quantized: Path, inputs: Path):
    wrong = inputs.parent / "wrong.npz"
    np.savez(wrong, output_0=expected(quantized) + 1)
    given = ("run", project, "--on", "host", "--inputs", inputs, "--reference", wrong)
    told = read_json(*given, "--qtol", 3, code=1)
    assert not told["passed"]
    assert told["differences"][0]["largest"] > 3


def test_a_model_is_run_on_its_first_sample():
    told = read_json("run", f"{MODEL}:make", "--on", "host")
    assert len(told["result"]["outputs"]) == 1


def test_profile_counts_every_operation(project: Path):
    told = read_json("profile", project, "--random", 0)
    assert [op["op"] for op in told["ops"]][1] == "cortex_m.linear"
    assert 0 < sum(op["instructions"] for op in told["ops"]) <= told["instructions"]
    assert sum(op["share"] for op in told["ops"]) == pytest.approx(1)
    assert told["ops"][1]["macs"] == 128
    cycles = [op["estimated_cycles"] for op in told["ops"]]
    assert all(op["instructions"] < op["estimated_cycles"] for op in told["ops"])
    assert sum(cycles) <= told["estimated_cycles"]
    assert told["macs_bound"] == 16
    table = succeed("profile", project, "--random", 0, "--sort").stdout
    assert "not cycles" in table
    assert "at most 16 MAC an instruction" in table
    assert re.search(rf"all operations .* {sum(cycles):,} ", table)


def test_profile_counts_every_function(project: Path):
    told = read_json("profile", project, "--random", 0, "--functions")
    functions = {cost["name"]: cost for cost in told["functions"]}
    assert sum(cost["instructions"] for cost in functions.values()) == told["instructions"]
    assert sum(cost["cycles"] for cost in functions.values()) == told["estimated_cycles"]
    assert functions["cmlir_matmul_nt_s8"]["instructions"] > 0
    table = succeed("profile", project, "--random", 0, "--functions").stdout
    assert "cmlir_matmul_nt_s8" in table


def test_doctor_finds_everything_here():
    told = read_json("doctor")
    found = {finding["name"]: finding["found"] for finding in told["findings"]}
    assert found["torch"].startswith("2.")
    assert "arm-none-eabi-gcc" in found["arm-none-eabi-gcc"]
    assert told["install"] is None


def test_doctor_names_the_one_command_that_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CMLIR_ARM_GCC", "/nowhere/gcc")
    monkeypatch.setenv("CMLIR_CLANG", "/nowhere/clang")
    told = read_json("doctor", code=1)
    packages = "gcc-arm-none-eabi libnewlib-arm-none-eabi clang-19"
    assert told["install"].removeprefix("sudo ") == f"apt-get install {packages}"


def test_quiet_says_nothing(quantized: Path, tmp_path: Path):
    result = succeed("compile", quantized, "--output", tmp_path / "out", "--quiet")
    assert result.output == ""


def test_progress_is_shown_on_a_terminal_alone(project: Path, tmp_path: Path):
    """`script` makes a terminal of its own for a command."""
    command = [sys.executable, "-m", "cmlir.tools.cli.main", "run", str(project), "--random", "0"]
    piped = subprocess.run(command, capture_output=True, text=True)
    assert piped.returncode == 0
    assert piped.stderr == ""
    line = " ".join(command) + f" > {tmp_path / 'out.txt'}"
    shown = subprocess.run(["script", "-qec", line, "/dev/null"], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stdout
    assert "simulating" in shown.stdout
    assert "1/1" in shown.stdout


def test_calibration_and_compiling_tell_how_far_they_are(tmp_path: Path):
    told: list[tuple[str, int, int | None]] = []
    with progress.listening(lambda *said: told.append(said)):
        succeed("compile", f"{MODEL}:make", "--output", tmp_path / "out")
    assert [said for said in told if said[0] == "calibrating"][-1] == ("calibrating", 4, 4)
    works = [work for work, _, _ in told]
    assert works.index("compiling: fold-qdq") < works.index("compiling: assign-addresses")


def test_completion_knows_commands_and_names():
    def completed(words: str, count: int) -> str:
        env = {**os.environ, "COMP_WORDS": words, "COMP_CWORD": str(count)}
        env["_CMLIR_COMPLETE"] = "bash_complete"
        done = subprocess.run(
            [sys.executable, "-m", "cmlir.tools.cli.main"], env=env, capture_output=True, text=True
        )
        return done.stdout

    assert "plain,profile" in completed("cmlir pro", 1)
    assert "plain,cortex-m33" in completed("cmlir compile --target cortex-m3", 3)


def test_an_interrupted_command_leaves_nothing_behind(tmp_path: Path):
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import sys, time\nimport torch\n"
        "def make():\n"
        "    def samples():\n"
        "        print('ready', file=sys.stderr, flush=True)\n"
        "        while True:\n"
        "            time.sleep(0.05)\n"
        "            yield (torch.ones(1, 4),)\n"
        "    return torch.nn.Linear(4, 4), samples()\n"
    )
    command = [
        sys.executable,
        "-m",
        "cmlir.tools.cli.main",
        "quantize",
        "slow.py:make",
        "-o",
        "m.pt2",
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "error: interrupted; nothing was written\n"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".pt2"] == []
