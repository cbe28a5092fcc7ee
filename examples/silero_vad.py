"""silero-vad, a real voice activity detector with an LSTM, frame by frame on a Cortex-M55.

Rebuilds the 16 kHz network of the package silero-vad as a PyTorch module from its weights,
quantizes it, compiles it to one C program that keeps its state from call to call, runs it on QEMU
over audio that calibration never heard, and compares every frame with the float model:

    pip install -e '.[silero]'
    python examples/silero_vad.py [--on qemu|host|interpreter] [--frames 240]

The network reads magnitudes of a spectrum as they are, not their logarithm: what is soft matters as
much as what is loud, and eight bits cannot hold both. Samples and magnitudes are therefore split
into bands of loudness (`bands`), which add up to what was split and have a scale each; what linear
layers make of them is added with 16 bits.
"""

from __future__ import annotations

import argparse
import copy
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from rich.console import Console
from rich.table import Table
from safetensors.torch import load_file
from silero_voice import clip
from torch import Tensor, nn

import cmlir

FRAME, CONTEXT = 512, 64
"""New samples of a call, and those of the call before that go in front of them."""
WINDOW, HOP, PAD = 256, 128, 64
BINS, COLUMNS, UNITS = 129, 4, 128
AUDIO_BANDS, SPECTRUM_BANDS = (0.03,), (0.05, 0.3, 1.5)
CALIBRATION, HELD_BACK = range(1, 6), 101
"""Seeds of clips."""
THRESHOLD = 0.5
PIPED_WIDTH = 120


def bands(x: Tensor, edges: Sequence[float]) -> list[Tensor]:
    """Parts that add up to x: each element is in the one of its magnitude, the others hold 0."""
    parts, softer = list[Tensor](), torch.zeros_like(x, dtype=torch.bool)
    for edge in edges:
        inside = torch.logical_and(x < edge, x > -edge)
        parts.append(torch.where(torch.logical_and(inside, torch.logical_not(softer)), x, 0.0))
        softer = inside
    return [*parts, torch.where(softer, 0.0, x)]


class BandedLinear(nn.Module):
    """W rows(x) + b, as the sum of what it gives for the bands of x; `rows` only moves elements."""

    def __init__(self, weight: Tensor, bias: Tensor | None, edges: Sequence[float]):
        super().__init__()
        self.weight = nn.Parameter(weight)
        self.bias = None if bias is None else nn.Parameter(bias)
        self.edges = edges

    def forward(self, x: Tensor) -> Tensor:
        first, *others = bands(x, self.edges)
        total = F.linear(self.rows(first), self.weight, self.bias)
        for part in others:
            total = total + F.linear(self.rows(part), self.weight)
        return total

    def rows(self, x: Tensor) -> Tensor:
        raise NotImplementedError


class Spectrum(BandedLinear):
    """Audio [1, 576] to real and imaginary parts [4, 258] of windows of 256 samples.

    What int8 rounds off the weights is a second matrix for the loudest band: without it loud tones
    would leak into soft bins.
    """

    def __init__(self, weight: Tensor, edges: Sequence[float]):
        step = weight.abs().amax(1, keepdim=True).clamp(min=1e-6) / 127
        rounded = (weight / step).round() * step
        super().__init__(rounded, None, edges)
        self.rest = nn.Parameter(weight - rounded)

    def forward(self, x: Tensor) -> Tensor:
        loudest = bands(x, self.edges)[-1]
        return super().forward(x) + F.linear(self.rows(loudest), self.rest)

    def rows(self, x: Tensor) -> Tensor:
        mirrored = torch.flip(x[:, -PAD - 1 : -1], (1,))
        padded = torch.cat([x, mirrored], 1)
        return torch.cat([padded[:, HOP * k : HOP * k + WINDOW] for k in range(COLUMNS)])


class Spread(BandedLinear):
    """A convolution over three columns: [4, 129] to [4, 128]."""

    def rows(self, x: Tensor) -> Tensor:
        padded = F.pad(x, (0, 0, 1, 1))
        return torch.cat([padded[k : k + COLUMNS] for k in range(3)], 1)


class VoiceDetector(nn.Module):
    """The probability [1, 1] of speech in audio [1, 576]; what the LSTM keeps are buffers."""

    def __init__(self, weights: dict[str, Tensor]):
        super().__init__()
        self.spectrum = Spectrum(weights["stft_conv.weight"][:, 0], AUDIO_BANDS)
        spread = weights["conv1.weight"].permute(0, 2, 1).flatten(1)
        self.spread = Spread(spread, weights["conv1.bias"], SPECTRUM_BANDS)
        self.conv2 = nn.Conv1d(128, 64, 3, stride=2, padding=1)
        self.conv3 = nn.Conv1d(64, 64, 3, stride=2, padding=1)
        self.conv4 = nn.Conv1d(64, 128, 3, padding=1)
        self.lstm_cell = nn.LSTMCell(UNITS, UNITS)
        self.final_conv = nn.Conv1d(UNITS, 1, 1)
        known = {name: value for name, value in weights.items() if name in self.state_dict()}
        self.load_state_dict(known, strict=False)
        self.register_buffer("hidden", torch.zeros(1, UNITS))
        self.register_buffer("cell", torch.zeros(1, UNITS))

    def forward(self, audio: Tensor) -> Tensor:
        parts = self.spectrum(audio).reshape(COLUMNS, 2, BINS)
        magnitudes = torch.linalg.vector_norm(parts, dim=1)
        x = self.spread(magnitudes).relu().t().unsqueeze(0)
        for layer in (self.conv2, self.conv3, self.conv4):
            x = layer(x).relu()
        hidden, cell = self.lstm_cell(x.squeeze(-1), (self.hidden, self.cell))
        self.hidden.copy_(hidden)
        self.cell.copy_(cell)
        return self.final_conv(hidden.relu().unsqueeze(-1)).sigmoid().squeeze(-1)


def load() -> VoiceDetector:
    """The network with the weights that are in the package, which is not imported."""
    try:
        package = distribution("silero-vad")
    except PackageNotFoundError:
        sys.exit("the package silero-vad is not there: pip install -e '.[silero]'")
    file = package.locate_file("silero_vad/data/silero_vad_16k.safetensors")
    return VoiceDetector(load_file(str(file))).eval()


def calls(audio: npt.NDArray[np.float32]) -> list[tuple[Tensor]]:
    """What the network reads of a clip, frame by frame."""
    padded = torch.from_numpy(np.concatenate([np.zeros(CONTEXT, np.float32), audio]))
    ends = range(CONTEXT + FRAME, len(padded) + 1, FRAME)
    return [(padded[None, end - FRAME - CONTEXT : end].clone(),) for end in ends]


def quantize(detector: VoiceDetector, clips: Sequence[int]) -> torch.export.ExportedProgram:
    samples = [sample for seed in clips for sample in calls(clip(seed))]
    wide = {"spectrum": "int16", "spread": "int16"}
    return cmlir.quantize(detector, samples, overrides=wide)


def probabilities(detector: VoiceDetector, frames: Sequence[tuple[Tensor]]) -> list[float]:
    """By the float model, from its first state on; its buffers stay as they are."""
    fresh = copy.deepcopy(detector)
    with torch.no_grad():
        return [fresh(*frame).item() for frame in frames]


def table(title: str, rows: Sequence[tuple[str, str]]) -> Table:
    made = Table(title=title, title_justify="left", show_header=False)
    for row in rows:
        made.add_row(*row)
    return made


def agreement(exact: list[float], got: list[float]) -> list[tuple[str, str]]:
    wanted, found = np.array(exact), np.array(got)
    speech = wanted > THRESHOLD
    same = speech == (found > THRESHOLD)
    return [
        ("frames of 32 ms, that calibration did not hear", str(len(wanted))),
        ("frames that the float model calls speech", f"{speech.mean():.1%}"),
        ("frames with the same decision", f"{same.mean():.2%}"),
        ("largest difference of a probability", f"{np.abs(wanted - found).max():.3f}"),
        ("mean difference", f"{np.abs(wanted - found).mean():.4f}"),
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--on", choices=("qemu", "host", "interpreter"), default="qemu")
    options.add_argument("--frames", type=int, default=None)
    chosen = options.parse_args()
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    torch.set_num_threads(1)
    detector = load()
    compiled = cmlir.compile(quantize(detector, CALIBRATION), target="cortex-m55")
    frames = calls(clip(HELD_BACK))[: chosen.frames]
    results = compiled.session(on=chosen.on).run_many(frames)
    got = [result.outputs[0].item() for result in results]
    console.print(table("Against the float model", agreement(probabilities(detector, frames), got)))
    last, report = results[-1], compiled.report
    measured = [
        ("multiply-accumulates of a frame", f"{sum(op.macs for op in report.ops):,}"),
        ("executed instructions of a frame (not cycles)", _number(last.instructions)),
        ("flash", _number(last.flash_bytes)),
        ("of which are weights", _number(report.weight_bytes)),
        ("RAM without inputs and outputs", _number(last.ram_bytes)),
        ("of which is state", _number(report.state_bytes)),
        ("operations in float", str(len(report.float_ops))),
    ]
    console.print(table(f"The program, on {last.simulator or chosen.on}", measured))


def _number(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"


if __name__ == "__main__":
    main()
