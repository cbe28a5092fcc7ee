"""Weights of 4 bits: two lie in a byte, the one of even index in its low half, without gaps.

In the IR they are one element each; only the emitter packs them.  Kernels unpack them to int8, some
channels at a time, and compute with these (kernels/source/cmlir_int4.h).
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, i8
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.shapes import element_of

i4 = IntegerType(4)

WEIGHTS: tuple[Attribute, ...] = (i8, i4)
"""The element types of weights."""

LINEAR_BYTES = 2048
FILTER_BYTES = 8192
"""Of weights unpacked at once, if four channels are not more."""


def is_packed(value: SSAValue | Attribute) -> bool:
    """Whether the value holds weights of 4 bits."""
    return element_of(value) == i4


def channels_at_once(channels: int, depth: int, most_bytes: int) -> int:
    """How many channels of so many weights each are unpacked at a time."""
    fitting = (most_bytes // depth) & ~3 if depth else channels
    return min(channels, max(4, fitting))
