"""The programs that are measured, and one measurement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
import torch.nn.functional as F
from torch import Tensor, nn

import cmlir
from cmlir.runtime import run_qemu
from cmlir.runtime.project import load_project

CALIBRATION = 8
PIPED_WIDTH = 140
"""Columns of a table that goes to no terminal: enough for whole names."""


class Attention(nn.Module):
    """Multi-head self-attention with biased projections."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def split(self, x: Tensor) -> Tensor:
        """[batch, rows, width] to [batch, heads, rows, width / heads]"""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.split(project(x)) for project in (self.q, self.k, self.v))
        return self.o(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))


class EncoderLayer(nn.Module):
    """A transformer encoder layer with ReLU, norms behind the residual adds."""

    def __init__(self, width: int, heads: int, hidden: int):
        super().__init__()
        self.attention = Attention(width, heads)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm_1(x + self.attention(x))
        return self.norm_2(x + self.down(F.relu(self.up(x))))


class Scores(nn.Module):
    """x x^T for each head; x [heads, rows, depth]"""

    def forward(self, x: Tensor) -> Tensor:
        return x @ x.transpose(-1, -2)


class Image(nn.Module):
    """A layer for [batch, height, width, channels], so that nothing is transposed."""

    def __init__(self, inner: nn.Module):
        super().__init__()
        self.inner = inner

    def forward(self, x: Tensor) -> Tensor:
        return self.inner(x.permute(0, 3, 1, 2)).permute(0, 2, 3, 1)


@dataclass(frozen=True)
class Peer:
    """What another system needs for the same program; 0 where nothing is recorded."""

    name: str
    instructions: int
    code_bytes: int = 0


TFLM_GCC, TFLM_CLANG = "TFLM, CMSIS-NN by GCC 12.2", "TFLM, CMSIS-NN by clang"
CMSIS_GCC, CMSIS_CLANG = "CMSIS-NN by GCC 12.2", "CMSIS-NN by clang-19"
EXECUTORCH = "ExecuTorch 1.5.1, GCC 12.2"


@dataclass(frozen=True)
class Program:
    """A module, an input for it, and its peers on the same processor."""

    name: str
    make: Callable[[], nn.Module]
    shape: tuple[int, ...]
    peers: tuple[Peer, ...]


PROGRAMS = (
    Program(
        "attention d64 h4 seq32",
        lambda: Attention(64, 4),
        (1, 32, 64),
        (
            Peer(TFLM_GCC, 2_960_015, 36_736),
            Peer(TFLM_CLANG, 684_128),
            Peer(EXECUTORCH, 3_630_330, 102_940),
        ),
    ),
    Program(
        "encoder layer d64 h4 seq32 ff256",
        lambda: EncoderLayer(64, 4, 256),
        (1, 32, 64),
        (
            Peer(TFLM_GCC, 5_243_573, 76_984),
            Peer(TFLM_CLANG, 2_556_253),
            Peer(EXECUTORCH, 5_018_467, 111_276),
        ),
    ),
    Program(
        "linear 32x64 -> 256",
        lambda: nn.Linear(64, 256),
        (32, 64),
        (Peer(CMSIS_GCC, 352_000), Peer(CMSIS_CLANG, 171_000)),
    ),
    Program(
        "softmax 128x32",
        lambda: nn.Softmax(-1),
        (128, 32),
        (Peer(CMSIS_GCC, 2_284_841), Peer(CMSIS_CLANG, 322_290)),
    ),
)


@dataclass(frozen=True)
class Measurement:
    """Executed instructions are exact, cycles an estimate (cmlir/runtime/cycles.py)."""

    macs: int
    instructions: int
    cycles: int
    code_bytes: int
    ram_bytes: int
    simulator: str
    compiler: str


def measure(program: Program, kernels: str, compiler: str, target: str) -> Measurement:
    """One inference of a program with random weights, inputs and outputs as codes."""
    torch.manual_seed(0)
    model = program.make().eval()
    samples = [(torch.randn(program.shape),) for _ in range(CALIBRATION)]
    quantized = cmlir.quantize(model, samples)
    compiled = cmlir.compile(quantized, target=target, kernels=kernels, io="quantized")
    with TemporaryDirectory(prefix="cmlir-benchmark-") as directory:
        project = compiled.save(Path(directory) / "project")
        sizes = [port.bytes for port in load_project(project).inputs]
        sample = [(bytes(range(256)) * (size // 256 + 1))[:size] for size in sizes]
        result = run_qemu(project, [sample], target=target, compiler=compiler, per_op=True)
    assert result.instructions is not None
    assert result.estimated_cycles is not None
    assert result.code_bytes is not None
    assert result.ram_bytes is not None
    return Measurement(
        sum(op.macs for op in compiled.report.ops),
        result.instructions,
        result.estimated_cycles,
        result.code_bytes,
        result.ram_bytes + result.io_bytes,
        result.simulator,
        result.compiler,
    )
