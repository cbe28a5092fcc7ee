"""What calibration records of a tensor, and the quantization parameters that follow from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import torch
from torch import Tensor
from torchao.quantization.pt2e.observer import FixedQParamsObserver, ObserverBase

from cmlir.errors import CmlirError, InvalidInputError, UnsupportedError
from cmlir.quantizer.mask_expressions import MASKED_SCORE
from cmlir.quantizer.ranges import Histogram, Range, Seen

INT8_MIN, INT8_MAX = -128, 127
INT16_MIN, INT16_MAX = -32768, 32767
SMALLEST_SCALE = 2.0**-32
"""Keeps the rescale multipliers of values with hardly any range inside their 31-bit shifts."""

_HOW_TO_MASK = (
    "mask them by scores.masked_fill(mask, -inf), by torch.where(mask, scores, -inf), or by adding "
    "a mask that is a constant, an input, or computed from one alone"
)


class ActivationObserver(ObserverBase):
    """Asymmetric int8 parameters from the values of all samples.

    scale = (high - low) / 255 as float32, zero_point = -128 - rint(low / scale), for the range
    (low, high) that `method` chooses (`ranges.OBSERVERS`); 0 is always in it.
    A tensor that was zero in every sample gets (1, 0).

    `origin` is the name of the node that makes the value; one that is `constant` is seen once.
    With `by_channel` set, it also records each channel of the last axis.

    Raises InvalidInputError for a NaN or infinity in the observed tensor, UnsupportedError for
    softmax inputs with an attention mask in a form that `separate_masks` does not know.
    """

    def __init__(
        self, dtype: torch.dtype, qscheme: torch.qscheme, method: str = "minmax", **_: object
    ):
        super().__init__(dtype=dtype, is_dynamic=False)
        self.qscheme = qscheme
        self.quant_min, self.quant_max = INT8_MIN, INT8_MAX
        self.low = self.high = 0.0
        self.method = method
        self.histogram = Histogram()
        self.constant = False
        self.by_channel = False
        self.rows, self.peaks, self.squares = 0, torch.zeros(()), torch.zeros(())
        self.count, self.magnitudes = 0, 0.0
        self.origin = ""
        self.value = "a tensor"
        self.place: str | None = None
        self.is_score = False

    def forward(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, x: Tensor, keep: Tensor | None = None
    ) -> Tensor:
        """Record the tensor's values, those alone that `keep` holds for."""
        if self.constant and self.count:
            return x
        seen = x.detach() if keep is None else x.detach()[keep.expand_as(x)]
        if seen.numel() == 0:
            return x
        low, high = (float(bound) for bound in torch.aminmax(seen))
        if not (math.isfinite(low) and math.isfinite(high)):
            raise self._not_finite(seen)
        if self.is_score and low <= MASKED_SCORE:
            raise self._masked(low)
        self.low, self.high = min(self.low, low), max(self.high, high)
        self.count += seen.numel()
        self.magnitudes += float(seen.abs().sum(dtype=torch.float64))
        if self.by_channel and x.dim() and keep is None:
            self._see_channels(seen.reshape(-1, x.shape[-1]))
        if self.method != "minmax":
            self.histogram.add(seen, max(-low, high))
        return x

    def _see_channels(self, rows: Tensor) -> None:
        """The greatest magnitude and the sum of squares of each column of [N, channels]."""
        self.rows += len(rows)
        self.peaks = torch.maximum(self.peaks, rows.abs().amax(0))
        self.squares = self.squares + rows.square().sum(0)

    def range(self) -> tuple[Range, str]:
        """The least and the greatest number that gets a code of its own, and who chose them."""
        seen = Seen(self.histogram, (self.low, self.high))
        return seen.range_by(self.method, self.quant_max - self.quant_min)

    def signal_to_noise(self) -> float:
        """The mean magnitude over the deviation of rounding, scale / sqrt(12), in dB.

        A mean of squares would say little of most values where a few are very large.
        """
        scale = float(self.calculate_qparams()[0])
        mean = self.magnitudes / max(self.count, 1)
        return 20 * math.log10(max(mean, 1e-30) * math.sqrt(12) / scale)

    def calculate_qparams(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
    ) -> tuple[Tensor, Tensor]:
        (low, high), _ = self.range()
        if low == high:
            return torch.tensor([1.0]), torch.tensor([0])
        scale = float(np.float32(max((high - low) / 255, SMALLEST_SCALE)))
        zero_point = INT8_MIN - round(low / scale)
        return torch.tensor([scale]), torch.tensor([min(zero_point, INT8_MAX)])

    def _not_finite(self, x: Tensor) -> CmlirError:
        advice = "calibrate on finite samples"
        if bool(torch.isneginf(x).any()):
            advice += f"; if these are masked attention scores: {_HOW_TO_MASK}"
        kind = "NaN" if bool(torch.isnan(x).any()) else "an infinity"
        return InvalidInputError(
            f"{self.value} holds {kind} in calibration", where=self.place, advice=advice
        )

    def _masked(self, low: float) -> CmlirError:
        return UnsupportedError(
            f"{self.value}, the input of a softmax, goes down to {low:g} in calibration, as masked "
            "attention scores do, but no mask was recognized",
            where=self.place,
            advice=_HOW_TO_MASK,
        )


class WideObserver(ActivationObserver):
    """Symmetric int16 parameters: scale = 2 * max|x| / 32767, zero point 0.

    Half of the range is headroom: values up to twice as large as those of calibration do not
    saturate, and 15 bits are left for what was seen.
    """

    def __init__(self, dtype: torch.dtype, qscheme: torch.qscheme, **_: object):
        super().__init__(dtype, qscheme)
        self.quant_min, self.quant_max = INT16_MIN, INT16_MAX

    def calculate_qparams(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
    ) -> tuple[Tensor, Tensor]:
        largest = max(self.high, -self.low)
        if largest == 0:
            return torch.tensor([1.0]), torch.tensor([0])
        scale = float(np.float32(max(2 * largest / INT16_MAX, SMALLEST_SCALE)))
        return torch.tensor([scale]), torch.tensor([0])


class CellObserver(WideObserver):
    """int16 parameters of what a recurrent layer keeps: the scale is a power of two.

    The finest one with which 3/2 of what was seen do not saturate, 2^-14 at best: gates are no more
    exact than that.
    """

    def calculate_qparams(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
    ) -> tuple[Tensor, Tensor]:
        largest = 1.5 * max(self.high, -self.low)
        bits = max(min(15 - math.frexp(largest)[1], 14), -7)
        return torch.tensor([2.0**-bits]), torch.tensor([0])


SourceObserver: TypeAlias = ActivationObserver | FixedQParamsObserver


class ScaledObserver(ActivationObserver):
    """Parameters of y = x * factor: (s_x * factor, z_x), so that y has the codes of x.

    `scale` tells it the observer of x, before the first use.
    """

    def __init__(self, dtype: torch.dtype, qscheme: torch.qscheme, factor: float, **_: object):
        super().__init__(dtype, qscheme)
        self.factor = factor
        self.codes = range(INT8_MIN, INT8_MAX + 1)
        self._source: tuple[SourceObserver, ...] = ()  # a tuple: not a submodule of its own

    def scale(self, source: SourceObserver) -> None:
        """Make this the observer of the source's value times the factor."""
        self._source = (source,)

    def calculate_qparams(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
    ) -> tuple[Tensor, Tensor]:
        (source,) = self._source
        scale, zero_point = (tensor.item() for tensor in source.calculate_qparams())
        scaled = scale * self.factor
        if not keeps_codes(scale, scaled, int(zero_point), self.factor, self.codes):
            raise UnsupportedError(
                f"{self.value}: the scale {scaled:g} is outside the range of float32",
                where=self.place,
                advice="use a less extreme factor",
            )
        return torch.tensor([scaled], dtype=torch.float64), torch.tensor([int(zero_point)])


class ScaledWideObserver(ScaledObserver):
    """The same for an x of 16 bits."""

    def __init__(self, dtype: torch.dtype, qscheme: torch.qscheme, factor: float, **_: object):
        super().__init__(dtype, qscheme, factor)
        self.quant_min, self.quant_max = INT16_MIN, INT16_MAX
        self.codes = range(INT16_MIN, INT16_MAX + 1)


class NarrowedObserver(ScaledObserver):
    """int8 parameters of all that another observer saw, before it was rounded to 16 bits."""

    def __init__(self, dtype: torch.dtype, qscheme: torch.qscheme, **_: object):
        super().__init__(dtype, qscheme, 1.0)

    def calculate_qparams(self) -> tuple[Tensor, Tensor]:
        (source,) = self._source
        assert isinstance(source, ActivationObserver)
        self.low, self.high = source.low, source.high
        return ActivationObserver.calculate_qparams(self)


def keeps_codes(
    scale: float,
    scaled: float,
    zero_point: int,
    factor: float,
    codes: Sequence[int] = range(INT8_MIN, INT8_MAX + 1),
) -> bool:
    """Whether dequantize (scale), multiply (factor) and quantize (scaled) keep all codes.

    The arithmetic is PT2E's: float32 throughout, and a multiplication by float32(1 / scaled).
    """
    every = np.array(codes)
    with np.errstate(over="ignore", invalid="ignore"):
        x = (every - zero_point).astype(np.float32) * np.float32(scale)
        y = x * np.float32(factor)
        steps = np.rint(y * np.float32(1 / scaled)) + zero_point
    return bool(np.array_equal(np.clip(steps, every[0], every[-1]), every))
