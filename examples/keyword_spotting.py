"""A keyword spotter on a Cortex-M55: MLPerf Tiny's network, small, on words made by a synthesiser.

No recording is needed: words are sequences of vowels, made of the harmonics of a voice under their
formants, with pitch, speed, loudness and noise of their own. A DS-CNN is trained on the MFCCs of
such words (less than a minute on a CPU), quantized and compiled to C without any float operation,
and hears all test words on QEMU in one go:

    python examples/keyword_spotting.py [--epochs 10] [--seed 0]

Features are computed on the host, as in the benchmark. Fails if int8 loses more than one point of
accuracy.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn

import cmlir

RATE, SECONDS = 16_000, 1.0
WINDOW, HOP, MELS, CEPSTRA = 640, 320, 40, 10
FRAMES = (int(RATE * SECONDS) - WINDOW) // HOP + 1
CHANNELS = 32
CALIBRATION_WORDS = 64
ALLOWED_LOSS = 0.01

VOWELS = {
    "a": (730, 1090, 2440),
    "e": (530, 1840, 2480),
    "i": (270, 2290, 3010),
    "u": (300, 870, 2240),
}
"""First three formants of American vowels, Hz (Peterson and Barney, 1952)."""

WORDS = ("ai", "ia", "ue", "eu", "au", "iu", "a", "")
"""As vowels; the last is noise alone."""

Audio = NDArray[np.float64]


def spoken(word: str, random: np.random.Generator) -> Audio:
    """A second of a word: the harmonics of a voice, each as strong as the formants make it."""
    time_axis = np.arange(int(RATE * SECONDS)) / RATE
    sound = random.normal(0, 10 ** random.uniform(-3, -1.7), time_axis.shape)
    if not word:
        return sound
    begin, length = random.uniform(0.05, 0.3), random.uniform(0.4, 0.65)
    place = np.clip((time_axis - begin) / length, 0, 1)
    anchors = np.linspace(0, 1, len(word)) if len(word) > 1 else np.zeros(1)
    tract = random.uniform(0.9, 1.15)
    formants = [
        tract * np.interp(place, anchors, [VOWELS[vowel][i] for vowel in word]) for i in range(3)
    ]
    pitch = random.uniform(90, 240) * (1 + random.uniform(-0.2, 0.2) * place)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    voice = np.zeros_like(time_axis)
    for harmonic in range(1, 30):
        distances = [(harmonic * pitch - formant) / 90 for formant in formants]
        strength = sum(1 / (1 + distance**2) for distance in distances)
        voice += strength * np.sin(harmonic * phase)
    envelope = np.clip(np.minimum(place, 1 - place) * 12, 0, 1)
    return sound + random.uniform(0.05, 0.3) * envelope * voice


def mel_filters() -> Audio:
    """[MELS, WINDOW / 2 + 1], triangles from 60 to 7,600 Hz."""
    low, high = (2595 * np.log10(1 + hertz / 700) for hertz in (60, 7600))
    edges = 700 * (10 ** (np.linspace(low, high, MELS + 2) / 2595) - 1)
    bins = np.fft.rfftfreq(WINDOW, 1 / RATE)
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rising, falling))


def features(sound: Audio) -> Tensor:
    """MFCCs [1, FRAMES, CEPSTRA] of a second of sound."""
    frames = np.lib.stride_tricks.sliding_window_view(sound, WINDOW)[::HOP] * np.hanning(WINDOW)
    energies = np.log(np.abs(np.fft.rfft(frames)) ** 2 @ mel_filters().T + 1e-6)
    steps = np.pi / MELS * (np.arange(MELS) + 0.5)
    cosines = np.cos(steps[:, None] * np.arange(CEPSTRA)) * np.sqrt(2 / MELS)
    return torch.tensor(energies @ cosines / 10, dtype=torch.float32)[None]


def words(count: int, random: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Features [count, 1, FRAMES, CEPSTRA] and labels of random words."""
    labels = random.integers(0, len(WORDS), count)
    sounds = [features(spoken(WORDS[label], random)) for label in labels]
    return torch.stack(sounds), torch.tensor(labels)


def layer(inputs: int, outputs: int, kernel: tuple[int, int], **options: object) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    conv = nn.Conv2d(inputs, outputs, kernel, bias=False, **options)  # type: ignore[arg-type]
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU())


class KeywordSpotter(nn.Module):
    """A convolution, three depthwise separable ones, their mean, a linear layer."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = layer(1, CHANNELS, (10, 4), stride=2, padding=(5, 1))
        depthwise = {"padding": 1, "groups": CHANNELS}
        self.body = nn.Sequential(
            *(
                nn.Sequential(
                    layer(CHANNELS, CHANNELS, (3, 3), **depthwise),
                    layer(CHANNELS, CHANNELS, (1, 1)),
                )
                for _ in range(3)
            )
        )
        self.head = nn.Linear(CHANNELS, len(WORDS))

    def forward(self, x: Tensor) -> Tensor:
        """MFCCs [batch, 1, FRAMES, CEPSTRA] to logits [batch, words]."""
        return self.head(self.body(self.stem(x)).mean((2, 3)))


def train(model: nn.Module, inputs: Tensor, labels: Tensor, epochs: int) -> None:
    optimizer = torch.optim.AdamW(model.parameters())
    steps = epochs * -(-len(inputs) // 32)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=steps)
    model.train()
    for _ in range(epochs):
        for chosen in torch.randperm(len(inputs)).split(32):
            loss = F.cross_entropy(model(inputs[chosen]), labels[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()


def accuracy(logits: Tensor, labels: Tensor) -> float:
    return (logits.argmax(-1) == labels).double().mean().item()


def main() -> None:
    options = parser().parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    random = np.random.default_rng(options.seed)
    begin = time.perf_counter()
    inputs, labels = words(options.words, random)
    test_inputs, test_labels = words(options.words // 4, random)
    model = KeywordSpotter()
    train(model, inputs, labels, options.epochs)
    seconds = time.perf_counter() - begin
    calibration = [(x[None],) for x in inputs[:CALIBRATION_WORDS]]
    quantized = cmlir.quantize(model.eval(), calibration)
    compiled = cmlir.compile(quantized, io="quantized", allow_float=False)
    results = compiled.run_many([(x[None],) for x in test_inputs], on="qemu")
    codes = torch.stack([torch.from_numpy(result.outputs[0][0].copy()) for result in results])
    with torch.no_grad():
        in_float = accuracy(model(test_inputs), test_labels)
    in_int8 = accuracy(codes, test_labels)
    table = Table(show_header=False, title="Keyword spotting", title_justify="left")
    for name, value in (
        ("trained", f"{len(inputs):,} words, {options.epochs} epochs, {seconds:.0f} s"),
        ("tested", f"{len(test_inputs):,} words on {results[0].simulator}"),
        ("accuracy in float", f"{in_float:.2%}"),
        ("accuracy in int8", f"{in_int8:.2%}"),
        ("executed instructions a word", f"{max(r.instructions or 0 for r in results):,}"),
        ("MACs", f"{compiled.report.macs:,}"),
        ("flash", f"{results[0].flash_bytes:,} B, of it code {results[0].code_bytes:,} B"),
        ("RAM", f"{results[0].ram_bytes:,} B, inputs and outputs {results[0].io_bytes:,} B"),
    ):
        table.add_row(name, value)
    Console().print(table)
    if in_int8 < in_float - ALLOWED_LOSS:
        raise SystemExit("int8 loses more than one point of accuracy")


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--epochs", type=int, default=10)
    options.add_argument("--words", type=int, default=600)
    options.add_argument("--seed", type=int, default=0)
    return options


if __name__ == "__main__":
    main()
