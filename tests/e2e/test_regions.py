"""Where a user puts what: sections by macro in an own build, memories of the board in cmlir's."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest
import torch
from torch import nn

import cmlir
from cmlir.errors import LimitError
from support.kernel_objects import require_tool
from support.three_ways import assert_three_ways

COMPILER = ("-mcpu=cortex-m55", "-mthumb", "-O2", "-c")
ATTRIBUTE = '-DCMLIR_WEIGHTS_SECTION=__attribute__((section(".external")))'
NAME = "-DCMLIR_WEIGHTS_SECTION_NAME=.external"


class Delay(nn.Module):
    """Adds what came before, in another nonlinear form."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(40, 40)
        self.register_buffer("last", torch.zeros(2, 40))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = torch.tanh(self.linear(x))
        result = self.linear(hidden) + self.last
        self.last.copy_(hidden)
        return result


@cache
def compiled_linear(width: int) -> cmlir.Compiled:
    samples = [(torch.randn(2, width),) for _ in range(2)]
    model = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, width))
    return cmlir.compile(cmlir.quantize(model.eval(), samples), io="quantized", allow_float=False)


def sections(project: Path, source: str, *options: str) -> dict[str, int]:
    """Bytes of each section that holds any, of one source as GCC compiles it."""
    include = (f"-I{project}", f"-I{project / 'kernels' / 'include'}")
    gcc, size = require_tool("arm-none-eabi-gcc"), require_tool("arm-none-eabi-size")
    compiled = project / f"{source}.o"
    subprocess.run(
        [gcc, *COMPILER, *include, *options, str(project / source), "-o", str(compiled)], check=True
    )
    listed = subprocess.run([size, "-A", str(compiled)], check=True, capture_output=True, text=True)
    rows = (line.split() for line in listed.stdout.splitlines()[2:])
    return {row[0]: int(row[1]) for row in rows if len(row) == 3 and int(row[1])}


def test_section_of_weights(tmp_path: Path) -> None:
    compiled = compiled_linear(16)
    project = compiled.save(tmp_path)
    assert sections(project, "weights.c", ATTRIBUTE)[".external"] == compiled.report.weight_bytes
    assert ".external" not in sections(project, "weights.c")


def test_section_of_large_weights(tmp_path: Path) -> None:
    compiled = compiled_linear(300)
    project = compiled.save(tmp_path)
    large = sections(project, "weights.S", NAME)[".external"]
    small = sections(project, "weights.c", ATTRIBUTE)[".external"]
    assert large == 2 * 300 * 300
    assert large + small == compiled.report.weight_bytes


@pytest.mark.parametrize("memory", ["isram", "ddr"])
def test_arena_and_state_are_placed(memory: str) -> None:
    quantized = cmlir.quantize(Delay().eval(), [(torch.randn(2, 40),) for _ in range(2)])
    place = {"state": memory, "arena": memory}
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False, place=place)
    assert compiled.report.state_bytes > 0
    assert compiled.report.arena_bytes > 0
    assert_three_ways(compiled, [(torch.randn(2, 40),) for _ in range(3)])


def test_what_does_not_fit_names_the_peak() -> None:
    large = compiled_linear(800)
    peak = r"(?s)exceeds ITCM by .*its peak is operation 0, cortex_m.linear at .*1,600 bytes in use"
    with pytest.raises(LimitError, match=peak):
        large.run(torch.zeros(2, 800, dtype=torch.int8), on="qemu", place={"weights": "itcm"})
