"""The distribution of a tensor's values in calibration, and the range of codes to choose for it.

A range (low, high) always holds 0. What lies outside saturates; what lies inside is rounded to a
multiple of the step (high - low) / levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

OBSERVERS = ("minmax", "percentile", "mse", "auto")
"""minmax: the least and the greatest value seen; percentile: all but LEFT_OUT of the values; mse:
the least mean squared error; auto: mse where it gains GAIN, else minmax."""

LEFT_OUT = 1e-4
"""The share of the values that "percentile" leaves outside, half of it at either end."""

GAIN = 1.0
"""In dB: how much smaller the mean squared error must be for "auto" to choose a narrower range."""

_BINS = 4096
_FRACTIONS = 2.0 ** (-np.arange(64) / 8)
"""What "mse" tries of the least and of the greatest value, each on its own."""

Range: TypeAlias = tuple[float, float]
Floats: TypeAlias = npt.NDArray[np.float64]


class Histogram:
    """How often values occurred, in bins between -reach and reach, a power of two that grows.

    Zeros are left out: every range has a code for them.
    """

    def __init__(self) -> None:
        self.reach = 0.0
        self.counts = np.zeros(_BINS)

    def add(self, values: Tensor, largest: float) -> None:
        """Count finite values, none of a magnitude above `largest`."""
        if largest == 0:
            return
        self._grow(float(2.0 ** np.ceil(np.log2(largest))))
        seen = values.detach().double()
        counts = torch.histc(seen[seen != 0], _BINS, -self.reach, self.reach)
        self.counts += counts.numpy()

    def _grow(self, reach: float) -> None:
        if self.reach == 0:
            self.reach = reach
        while self.reach < reach:
            pairs = self.counts.reshape(-1, 2).sum(1)
            self.counts = np.pad(pairs, _BINS // 4)
            self.reach *= 2

    @property
    def centres(self) -> Floats:
        width = 2 * self.reach / _BINS
        return -self.reach + width * (np.arange(_BINS, dtype=np.float64) + 0.5)


@dataclass(frozen=True)
class Seen:
    """What calibration saw of a value."""

    histogram: Histogram
    bounds: Range
    """The least and the greatest value, 0 included."""

    def range_by(self, observer: str, levels: int) -> tuple[Range, str]:
        """The range that an observer chooses, and the name of the one that "auto" stands for."""
        if observer == "minmax" or self.bounds[0] == self.bounds[1]:
            return self.bounds, "minmax"
        if observer == "percentile":
            return self._most(), observer
        least = self._least_error(levels)
        gain = 10 ** (GAIN / 10)
        if observer == "auto" and self.error(least, levels) * gain > self.error(
            self.bounds, levels
        ):
            return self.bounds, "minmax"
        return least, "mse"

    def error(self, bounds: Range, levels: int) -> float:
        """The sum of squared errors with codes for the range."""
        return float(self._errors(np.array([bounds[0]]), np.array([bounds[1]]), levels)[0, 0])

    def _most(self) -> Range:
        below = np.cumsum(self.histogram.counts)
        if below[-1] == 0:
            return self.bounds
        ends = np.searchsorted(below, [below[-1] * LEFT_OUT / 2, below[-1] * (1 - LEFT_OUT / 2)])
        width = 2 * self.histogram.reach / _BINS
        low, high = -self.histogram.reach + width * (ends + np.array([0, 1]))
        return max(self.bounds[0], min(low, 0.0)), min(self.bounds[1], max(high, 0.0))

    def _least_error(self, levels: int) -> Range:
        lows, highs = self.bounds[0] * _FRACTIONS, self.bounds[1] * _FRACTIONS
        errors = self._errors(lows, highs, levels)
        low, high = np.unravel_index(np.argmin(errors), errors.shape)
        return float(lows[low]), float(highs[high])

    def _errors(self, lows: Floats, highs: Floats, levels: int) -> Floats:
        """[i, j]: the error of the range (lows[i], highs[j]).

        step^2 / 12 for each value inside, the square of its distance from the range outside.
        """
        centres, counts = self.histogram.centres, self.histogram.counts
        moments = [np.pad(np.cumsum(counts * centres**k), (1, 0)) for k in range(3)]
        below = [moment[np.searchsorted(centres, lows)] for moment in moments]
        upto = [moment[np.searchsorted(centres, highs)] for moment in moments]
        above = [moment[-1] - part for moment, part in zip(moments, upto, strict=True)]
        outside = _squared_distance(below, lows)[:, None] + _squared_distance(above, highs)[None, :]
        inside = upto[0][None, :] - below[0][:, None]
        steps = (highs[None, :] - lows[:, None]) / levels
        return outside + inside * steps**2 / 12


def _squared_distance(moments: list[Floats], end: Floats) -> Floats:
    """sum (x - end)^2 of values with the given numbers, sums and sums of squares."""
    number, total, squares = moments
    return np.maximum(squares - 2 * end * total + end**2 * number, 0)
