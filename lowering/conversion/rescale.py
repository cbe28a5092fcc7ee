"""Real factors as rescale pairs, kept where the 32-bit arithmetic cannot overflow."""

from __future__ import annotations

from collections.abc import Iterable

from cmlir.dialects import cortex_m

SATURATING = float(1 << 14)
"""An integer that is not 0 times this saturates int8, and 16 bits times this fit into 32."""

SUM_SATURATING = float(1 << 8)
"""As little as possible that makes any sum but 0 saturate int8: large sums are shifted by it."""


def narrow_rescale(real: float) -> cortex_m.RescaleAttr:
    """The pair for values of at most 16 bits; factors beyond saturation do the same."""
    return cortex_m.RescaleAttr.of_reals([min(real, SATURATING)])


def sum_rescale(reals: Iterable[float]) -> cortex_m.RescaleAttr:
    """The pairs for sums of products; factors beyond saturation do the same."""
    return cortex_m.RescaleAttr.of_reals(min(real, SUM_SATURATING) for real in reals)
