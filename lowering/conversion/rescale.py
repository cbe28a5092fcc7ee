"""Real factors as rescale pairs, kept where the 32-bit arithmetic cannot overflow."""

from __future__ import annotations

from collections.abc import Iterable

from cmlir.dialects import cortex_m
from cmlir.lowering.conversion.context import Unsupported

SATURATING = float(1 << 14)
"""An integer that is not 0 times this saturates int8, and 16 bits times this fit into 32."""


LARGEST_WIDE_FACTOR = float(1 << 13)


def narrow_rescale(real: float) -> cortex_m.RescaleAttr:
    """The pair for values of at most 16 bits; factors beyond saturation do the same."""
    return cortex_m.RescaleAttr.of_reals([min(real, SATURATING)])


def wide_rescale(real: float) -> cortex_m.RescaleAttr:
    """The pair from codes of 8 or 16 bits to such codes.

    Code and offset have 17 bits: factors beyond 2^13, for which it raises Unsupported, would
    overflow 32.
    """
    if real > LARGEST_WIDE_FACTOR:
        raise Unsupported(f"has codes that are multiplied by {real:g}, more than 2^13")
    return cortex_m.RescaleAttr.of_reals([real], output_bits=16)


def sum_rescale(reals: Iterable[float], bits: int = 8) -> cortex_m.RescaleAttr:
    """The pairs for sums of products with results of ``bits``.

    Factors beyond 2^bits do the same as that, which makes any sum but 0 saturate; large sums are
    shifted by it.
    """
    return cortex_m.RescaleAttr.of_reals((min(r, float(1 << bits)) for r in reals), bits)


LEAST_RIGHT_SHIFT = 7
"""Shifted so far, an accumulator that is rounded twice is wrong once in 2^(7 + 1) times at most."""


def convolution_rescale(reals: Iterable[float]) -> cortex_m.RescaleAttr:
    """The most accurate pairs, or all with a shift to the right where that costs little accuracy.

    Vector kernels are fastest without any shift, which is also the most accurate for factors that
    are not very small, and slow where some are shifted to the right and others are not.
    """
    factors = [min(real, float(1 << 8)) for real in reals]
    most_accurate = sum_rescale(factors)
    if not any(shift for _, shift in most_accurate.pairs):
        return most_accurate
    pairs = [cortex_m.rescale_pair(factor) for factor in factors]
    if all(multiplier and shift <= -LEAST_RIGHT_SHIFT for multiplier, shift in pairs):
        return cortex_m.RescaleAttr.of_pairs(pairs)
    return most_accurate
