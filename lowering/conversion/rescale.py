"""Real factors as rescale pairs, kept where the 32-bit arithmetic cannot overflow."""

from __future__ import annotations

from cmlir.dialects import cortex_m

SATURATING = float(1 << 14)
"""An integer that is not 0 times this saturates int8, and 16 bits times this fit into 32."""


def narrow_rescale(real: float) -> cortex_m.RescaleAttr:
    """The pair for values of at most 16 bits; factors beyond saturation do the same."""
    return cortex_m.RescaleAttr.of_reals([min(real, SATURATING)])
