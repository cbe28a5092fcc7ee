"""Files: loading them, refusing what is none, and `cmlir-opt model.pt2`."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from cmlir.errors import InvalidInputError
from cmlir.frontend import import_program, load_pt2
from cmlir.interpreter import run
from cmlir.tools.cmlir_opt import main
from support.exported import text

MODELS = Path(__file__).parents[2] / "data" / "models"
ADVICE = r"\n  help: expected a file written by torch\.export\.save"


@pytest.mark.parametrize("name", ["sdpa_raw", "a_sdpa_proj", "b_mha_sm"])
def test_models_quantized_by_executorch_compute_their_recorded_outputs(name: str) -> None:
    module = import_program(MODELS / f"{name}.pt2")
    data = np.load(MODELS / f"{name}.npz")
    for sample in range(4):
        inputs = [data[key] for key in sorted(data.files) if key.startswith(f"in{sample}_")]
        (output,) = run(module, *inputs)
        np.testing.assert_array_equal(output, data[f"qdq_out{sample}"])


def test_path_and_program_are_the_same() -> None:
    path = MODELS / "sdpa_raw.pt2"
    modules = [import_program(p) for p in (path, str(path), load_pt2(path))]
    assert len({text(module, locations=True) for module in modules}) == 1


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidInputError, match=rf"cannot read '.*nothing\.pt2': No such.*{ADVICE}"
    ):
        load_pt2(tmp_path / "nothing.pt2")
    with pytest.raises(InvalidInputError, match=rf"cannot read '.*': Is a directory{ADVICE}"):
        load_pt2(tmp_path)


def write(path: Path, kind: str) -> None:
    if kind == "text":
        path.write_text("hello")
    elif kind == "empty":
        path.touch()
    elif kind == "other_zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.txt", "hello")
    elif kind == "state_dict":
        torch.save(nn.Linear(2, 2).state_dict(), path)
    elif kind == "pickled_module":
        torch.save(nn.Linear(2, 2), path)
    elif kind == "torchscript":
        torch.jit.save(torch.jit.trace(nn.Linear(2, 2), torch.ones(1, 2)), path)
    else:
        data = (MODELS / "sdpa_raw.pt2").read_bytes()
        if kind == "truncated":
            path.write_bytes(data[: len(data) // 2])
        else:
            path.write_bytes(data[:2000] + bytes(2000) + data[4000:])


KINDS = ["text", "empty", "other_zip", "state_dict", "pickled_module", "torchscript"]


@pytest.mark.parametrize("kind", [*KINDS, "truncated", "corrupt"])
@pytest.mark.filterwarnings("ignore")
def test_a_file_that_is_no_program(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "model.pt2"
    write(path, kind)
    capfd.readouterr()
    with pytest.raises(
        InvalidInputError, match=rf"'.*model\.pt2' is no exported program.*{ADVICE}"
    ):
        load_pt2(path)
    captured = capfd.readouterr()
    assert captured.out + captured.err == ""


def test_cmlir_opt_reads_programs(capsys: pytest.CaptureFixture[str]) -> None:
    path = MODELS / "sdpa_raw.pt2"
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.strip() == text(import_program(path)).strip()


def test_cmlir_opt_refuses_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.pt2"
    path.write_text("hello")
    assert main([str(path)]) == 1
    captured = capsys.readouterr()
    assert "is no exported program: it is no zip file" in captured.err
    assert captured.out == ""


def test_messages_stand_alone_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "model.pt2"
    write(path, "state_dict")
    command = [sys.executable, "-m", "cmlir.tools.cmlir_opt", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "is no exported program" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Warning" not in result.stderr
