"""Large constants are assembled from a file of bytes."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

import cmlir
from cmlir.codegen.weights import LARGE_BYTES


def compiled(**options: Any) -> tuple[cmlir.Compiled, torch.Tensor]:
    """A linear layer of 64 KiB and one of 4 KiB."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(256, 256), nn.Linear(256, 16))
    samples = [(torch.randn(3, 256),) for _ in range(3)]
    program = cmlir.quantize(model, samples)
    return cmlir.compile(program, **options), samples[0][0]


def test_only_large_constants_are_binary(tmp_path: Path) -> None:
    program, _ = compiled()
    directory = program.save(tmp_path)
    assert (directory / "weights.bin").stat().st_size == 256 * 256 == LARGE_BYTES
    assembly = (directory / "weights.S").read_text()
    assert assembly.count(".incbin") == 1
    source, header = ((directory / f"weights.{kind}").read_text() for kind in "ch")
    assert "[65536]" not in source
    assert "[65536]" in header
    assert "[4096]" in source


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_they_are_the_same_for_every_compiler(compiler: str) -> None:
    program, x = compiled()
    expected = program.run(x).outputs[0]
    np.testing.assert_array_equal(program.run(x, on="host", compiler=compiler).outputs[0], expected)
    result = program.run(x, on="qemu", compiler=compiler)
    np.testing.assert_array_equal(result.outputs[0], expected)
    assert result.flash_bytes is not None
    assert result.code_bytes is not None
    assert result.flash_bytes - result.code_bytes > 256 * 256 + 4096


def test_weights_in_another_memory() -> None:
    program, x = compiled(place={"weights": "ddr"})
    expected = program.run(x).outputs[0]
    np.testing.assert_array_equal(program.run(x, on="qemu").outputs[0], expected)


def test_a_smaller_project_in_its_place(tmp_path: Path) -> None:
    compiled()[0].save(tmp_path)
    small = cmlir.quantize(nn.Linear(4, 4), [(torch.randn(3, 4),)])
    cmlir.compile(small).save(tmp_path)
    assert not list(tmp_path.glob("weights.[Sb]*"))


def test_cmake_builds_it(tmp_path: Path) -> None:
    program, _ = compiled()
    directory = program.save(tmp_path / "project")
    build = tmp_path / "build"
    subprocess.run(["cmake", "-S", directory, "-B", build], check=True, capture_output=True)
    subprocess.run(["cmake", "--build", build], check=True, capture_output=True)
    symbols = subprocess.run(
        ["nm", build / "libmodel.a"], check=True, capture_output=True, text=True
    )
    assert any("R model__" in line or " R model_" in line for line in symbols.stdout.splitlines())
