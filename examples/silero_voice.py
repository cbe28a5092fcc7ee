"""Audio for the silero-vad example: clips with syllables of a made-up voice between noise.

A syllable is a sum of harmonics of a gliding pitch, as loud as the resonances of a vocal tract let
them be, which glide from one vowel to another.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

RATE = 16000
PITCHES = (110.0, 140.0, 190.0, 220.0)
VOWELS = np.array(
    [
        (730, 1090, 2440),
        (270, 2290, 3010),
        (300, 870, 2240),
        (530, 1840, 2480),
        (570, 840, 2410),
        (660, 1720, 2410),
    ]
)
"""The three lowest resonances of some vowels, in Hz."""
RESONANCES = ((1.0, 60.0), (0.6, 90.0), (0.3, 130.0))
"""Their strengths and widths."""

Audio = npt.NDArray[np.float64]


def clip(seed: int) -> npt.NDArray[np.float32]:
    """Some seven seconds: noise and speech in turn, of different loudness; in [-1, 1]."""
    rng = np.random.default_rng(seed)
    parts: list[Audio] = []
    for pitch in rng.permutation(PITCHES)[:3]:
        parts.append(rng.normal(size=int(0.8 * RATE)) * 10 ** rng.uniform(-3, -2.4))
        parts.append(speech(1.6, rng, pitch) * rng.uniform(0.3, 1))
    parts.append(rng.normal(size=RATE // 2) * 0.004)
    whole = np.concatenate(parts)
    return (whole + rng.normal(size=len(whole)) * 0.001).astype(np.float32)


def speech(seconds: float, rng: np.random.Generator, pitch: float) -> Audio:
    """Syllables, some with a hiss behind them, others with a pause."""
    out, position = np.zeros(int(seconds * RATE)), 0
    while True:
        length = int(rng.uniform(0.12, 0.24) * RATE)
        if position + length > len(out):
            return out * 0.4
        out[position : position + length] += syllable(length, pitch * rng.uniform(0.9, 1.15), rng)
        position += length
        if rng.uniform() >= 0.6:
            position += int(0.03 * RATE)
            continue
        length = int(rng.uniform(0.05, 0.1) * RATE)
        if position + length < len(out):
            hiss = np.diff(rng.normal(size=length + 1)) * np.hanning(length)
            out[position : position + length] += 0.06 * hiss
        position += length


def syllable(length: int, pitch: float, rng: np.random.Generator) -> Audio:
    time = np.arange(length) / length
    glide = 0.12 * np.sin(2 * np.pi * time * rng.uniform(0.3, 1) + rng.uniform(0, 6))
    jitter = 0.01 * rng.normal(size=length).cumsum() / np.sqrt(length)
    frequency = pitch * (1 + glide) * (1 - 0.1 * time) * (1 + jitter)
    phase = 2 * np.pi * np.cumsum(frequency) / RATE
    first, last = VOWELS[rng.integers(len(VOWELS), size=2)]
    resonances = first[:, None] + (last - first)[:, None] * time
    out = np.zeros(length)
    for harmonic in range(1, int(3800 / pitch)):
        loudness = 0.01 + _gain(harmonic * frequency, resonances)
        tilt = (harmonic * frequency) ** -0.5
        out += loudness * tilt * np.sin(harmonic * phase + rng.uniform(0, 0.3))
    ends = np.minimum(np.arange(length) / 0.025, (length - np.arange(length)) / 0.05) / RATE
    return out / np.abs(out).max() * np.clip(ends, 0, 1) * rng.uniform(0.6, 1)


def _gain(frequency: Audio, resonances: Audio) -> Audio:
    gains = [
        strength / (1 + ((frequency - center) / width) ** 2)
        for center, (strength, width) in zip(resonances, RESONANCES, strict=True)
    ]
    return np.sum(gains, axis=0)
