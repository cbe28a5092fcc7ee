"""The scales of weights: symmetric in 8 or 4 bits, per tensor or per output channel."""

from __future__ import annotations

import torch
from torch import Tensor
from torchao.quantization.pt2e.observer import ObserverBase

from cmlir.errors import InvalidInputError

WEIGHT_MAX = {8: 127, 4: 7}
"""The greatest code of a weight with so many bits; the least is its negative."""

_CHANNEL_SPAN = 2.0**-12
_SCALE_OF_ZEROS = 2.0**-10
_FRACTIONS = tuple(1 - step / 40 for step in range(1, 25))
"""What "mse" tries of the greatest magnitude, one after the other."""


class WeightObserver(ObserverBase):
    """Symmetric parameters of a weight, in [-quant_max, quant_max]: scale = peak / quant_max, per
    tensor.

    The peak is max|w|; by the method "mse" it is what part of that rounds w with the least squared
    error, and what lies above saturates.

    Per channel (`PerChannelWeightObserver`), no scale is below 2^-12 times the largest: a channel
    of zeros, or nearly so, would otherwise push its bias out of int32, and the few bits that it
    loses lie far below one output step.

    A weight that is `constant` is seen once.

    Raises InvalidInputError for a NaN or infinity in the weight.
    """

    def __init__(
        self,
        dtype: torch.dtype,
        qscheme: torch.qscheme,
        ch_axis: int | None = None,
        method: str = "minmax",
        quant_max: int = WEIGHT_MAX[8],
        **_: object,
    ):
        super().__init__(dtype=dtype, is_dynamic=False)
        self.qscheme = qscheme
        self.ch_axis = ch_axis
        self.method = method
        self.quant_min, self.quant_max = -quant_max, quant_max
        self.peaks = torch.zeros(1)
        self.value = "a weight"
        self.place: str | None = None
        self.constant = self.seen = False

    def forward(self, x: Tensor) -> Tensor:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self.constant and self.seen:
            return x
        self.seen = True
        channels = self._channels(x.detach())
        peaks = channels.abs().amax(1)
        if not bool(torch.isfinite(peaks).all()):
            raise InvalidInputError(f"{self.value} holds a NaN or infinity", where=self.place)
        is_searched = self.method == "mse"
        self.peaks = _least_error(channels, peaks, self.quant_max) if is_searched else peaks
        return x

    def _channels(self, x: Tensor) -> Tensor:
        """What has one scale each, as rows."""
        if self.ch_axis is None:
            return x.reshape(1, -1)
        return x.movedim(self.ch_axis, 0).reshape(x.shape[self.ch_axis], -1)

    def calculate_qparams(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
    ) -> tuple[Tensor, Tensor]:
        scales = self.peaks / self.quant_max
        largest = float(scales.max())
        floor = largest * _CHANNEL_SPAN if largest > 0 else _SCALE_OF_ZEROS
        return scales.clamp(min=floor), torch.zeros(len(scales), dtype=torch.int64)


class PerChannelWeightObserver(WeightObserver):
    """A weight observer with one scale for each index of `ch_axis`.

    PT2E passes `ch_axis` only to observers with "PerChannel" in their name.
    """


def _least_error(channels: Tensor, peaks: Tensor, quant_max: int) -> Tensor:
    """For each row of [N, K], the part of its greatest magnitude that rounds it best."""
    best, least = peaks, _errors(channels, peaks, quant_max)
    for fraction in _FRACTIONS:
        errors = _errors(channels, peaks * fraction, quant_max)
        best = torch.where(errors < least, peaks * fraction, best)
        least = torch.minimum(errors, least)
    return best


def _errors(channels: Tensor, peaks: Tensor, quant_max: int) -> Tensor:
    """The sum of squared errors of each row of [N, K] with the scale peak / quant_max."""
    scales = (peaks / quant_max).clamp(min=torch.finfo(torch.float32).tiny)[:, None]
    codes = (channels / scales).round_().clamp_(-quant_max, quant_max)
    return codes.mul_(scales).sub_(channels).square_().sum(1)
