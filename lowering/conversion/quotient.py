"""Quotients of codes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from xdsl.ir import SSAValue

from cmlir.dialects import aten, cortex_m
from cmlir.lowering.conversion.broadcast import broadcast_type
from cmlir.lowering.conversion.context import Conversion, Int8Form, integer
from cmlir.lowering.conversion.rescale import narrow_rescale

SATURATING = 1024.0
"""A factor that takes every code but that of 0 beyond 8 bits."""


def divide(conversion: Conversion, op: aten.BinaryOp, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    """y = (a - z_a) * factor[b] + z_y with factor[b] = s_a / (s_b * (b - z_b) * s_y)"""
    a, b, y = (Int8Form.of(value) for value in (op.lhs, op.rhs, op.result))
    return conversion.kernel(
        cortex_m.BroadcastDivOp,
        [lhs, rhs, conversion.constant("reciprocals", _factors(a, b, y))],
        broadcast_type(lhs, rhs),
        lhs_offset=integer(-a.zero_point),
        output_offset=integer(y.zero_point),
        clamp=y.clamp,
    )


def _factors(a: Int8Form, b: Int8Form, y: Int8Form) -> npt.NDArray[np.int32]:
    """Multiplier and shift for each code of b; x / 0 saturates, and 0 / 0 is the zero point."""
    pairs: list[tuple[int, int]] = []
    for code in range(-128, 128):
        divisor = b.scale * (code - b.zero_point) * y.scale
        real = a.scale / divisor if divisor else SATURATING
        ((multiplier, shift),) = narrow_rescale(min(abs(real), SATURATING)).pairs
        pairs.append((multiplier if real > 0 else -multiplier, shift))
    return np.array(pairs, np.int32)
