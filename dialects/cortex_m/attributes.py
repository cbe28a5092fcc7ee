"""Kernel parameters as attributes: rescale pairs and clamps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Self

from xdsl.dialects.builtin import I32, DenseArrayBase, IntegerAttr, i32, i64
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

MULTIPLIER_MAX = (1 << 31) - 1
SHIFT_MIN, SHIFT_MAX = -31, 30


def rescale_pair(real: float) -> tuple[int, int]:
    """The pair (multiplier, shift) with real = multiplier * 2^shift / 2^31.

    TFLite's rule (CMSIS-NN specification, conventions): frexp gives a fraction in [0.5, 1), which
    is rounded half away from zero to 31 bits; a factor too small for shift -31 becomes (0, 0).
    Raises ValueError for a factor that is negative, not finite or 2^30 and more.
    """
    if not math.isfinite(real) or real < 0:
        raise ValueError(f"a rescale factor must be finite and not negative, but is {real}")
    if real == 0:
        return 0, 0
    fraction, shift = math.frexp(real)
    multiplier = math.floor(fraction * 2**31 + 0.5)
    if multiplier == 1 << 31:
        multiplier, shift = 1 << 30, shift + 1
    if shift < SHIFT_MIN:
        return 0, 0
    if shift > SHIFT_MAX:
        raise ValueError(f"a rescale factor must be below 2^30, but is {real}")
    return multiplier, shift


def accurate_rescale_pair(real: float, output_bits: int = 8) -> tuple[int, int]:
    """The pair for ``real`` whose result is most often the real product rounded once.

    The kernels round twice: to the bits of a right shift, then to an integer.  With the multiplier
    of TFLite's rule, r = m * 2^-n, that goes wrong for one value in 2^(n+1).  A multiplier with k
    bits less needs a right shift of only n - k: the second rounding goes wrong for one in
    2^(n-k+1), never for k = n, while the multiplier's own rounding moves results of ``output_bits``
    by at most 2^(output_bits-1) / 2^(32-k).  The k with the least sum is taken.
    """
    multiplier, shift = rescale_pair(real)
    if multiplier == 0 or shift >= 0:
        return multiplier, shift

    def error(dropped: int) -> float:
        twice = 0.0 if dropped == -shift else 2.0 ** (shift + dropped - 1)
        return twice + 2.0 ** (output_bits - 1) / 2.0 ** (32 - dropped)

    dropped = min(range(min(-shift, 30) + 1), key=error)
    return math.floor(math.ldexp(real, 31 - shift - dropped) + 0.5), shift + dropped


@irdl_attr_definition
class RescaleAttr(ParametrizedAttribute):
    """real = multiplier * 2^shift / 2^31, one pair or one per output channel.

    ``#cortex_m.rescale<1518500250, -8>``; per channel ``#cortex_m.rescale<[…], […]>``.
    """

    name = "cortex_m.rescale"
    multipliers: DenseArrayBase[I32]
    shifts: DenseArrayBase[I32]

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[int, int]]) -> Self:
        multipliers, shifts = zip(*pairs, strict=True)
        return cls(
            DenseArrayBase.from_list(i32, multipliers), DenseArrayBase.from_list(i32, shifts)
        )

    @classmethod
    def of_reals(cls, reals: Iterable[float], output_bits: int = 8) -> Self:
        """The most accurate pairs; raises ValueError where ``rescale_pair`` does."""
        return cls.of_pairs(accurate_rescale_pair(r, output_bits) for r in reals)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple(zip(self.multipliers.iter_values(), self.shifts.iter_values(), strict=True))

    @property
    def per_channel(self) -> bool:
        return len(self.multipliers) != 1

    def verify(self) -> None:
        if not len(self.multipliers) or len(self.multipliers) != len(self.shifts):
            raise VerifyException("rescale needs as many shifts as multipliers, at least one")
        for multiplier, shift in self.pairs:
            if not 0 <= multiplier <= MULTIPLIER_MAX:
                raise VerifyException(f"multiplier {multiplier} is not in [0, 2^31)")
            if not SHIFT_MIN <= shift <= SHIFT_MAX:
                raise VerifyException(f"shift {shift} is not in [{SHIFT_MIN}, {SHIFT_MAX}]")

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(_short(self.pairs, 0) + ", " + _short(self.pairs, 1))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            multipliers = _parse_integers(parser)
            parser.parse_punctuation(",")
            shifts = _parse_integers(parser)
        return [DenseArrayBase.from_list(i32, multipliers), DenseArrayBase.from_list(i32, shifts)]


def _short(pairs: Sequence[tuple[int, int]], index: int) -> str:
    numbers = [str(pair[index]) for pair in pairs]
    return numbers[0] if len(numbers) == 1 else f"[{', '.join(numbers)}]"


def _parse_integers(parser: AttrParser) -> list[int]:
    numbers = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_integer
    )
    return [parser.parse_integer()] if numbers is None else numbers


@irdl_attr_definition
class ClampAttr(ParametrizedAttribute):
    """The least and greatest code of a result: ``#cortex_m.clamp<-128, 127>``."""

    name = "cortex_m.clamp"
    least: IntegerAttr
    greatest: IntegerAttr

    @classmethod
    def of(cls, least: int, greatest: int) -> Self:
        return cls(IntegerAttr(least, i64), IntegerAttr(greatest, i64))

    @property
    def bounds(self) -> tuple[int, int]:
        return self.least.value.data, self.greatest.value.data

    def verify(self) -> None:
        least, greatest = self.bounds
        if not -32768 <= least <= greatest <= 32767:
            raise VerifyException(f"[{least}, {greatest}] is no range of 16-bit codes")

    def print_parameters(self, printer: Printer) -> None:
        least, greatest = self.bounds
        with printer.in_angle_brackets():
            printer.print_string(f"{least}, {greatest}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            least = parser.parse_integer()
            parser.parse_punctuation(",")
            greatest = parser.parse_integer()
        return [IntegerAttr(least, i64), IntegerAttr(greatest, i64)]
