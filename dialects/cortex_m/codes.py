"""Codes of 8 or 16 bits: the ranges of the numbers that go with them."""

from __future__ import annotations

from xdsl.dialects.builtin import i8, i16
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.kernel import require_code
from cmlir.dialects.shapes import element_of

CODES: tuple[Attribute, ...] = (i8, i16)
"""The element types of codes."""


def is_wide(value: SSAValue) -> bool:
    """Whether the value holds codes of 16 bits."""
    return element_of(value) == i16


def require_zero_point(name: str, value: int, codes: SSAValue) -> None:
    """Raises VerifyException unless a number is a code of the element type of ``codes``."""
    half = _half(codes)
    require_code(name, value, -half, half - 1)


def require_offset(name: str, value: int, codes: SSAValue) -> None:
    """Raises VerifyException unless a number is the negative of a zero point of ``codes``.

    The least code cannot be one, as in CMSIS-NN.
    """
    half = _half(codes)
    require_code(name, value, 1 - half, half)


def require_clamp(clamp: ClampAttr, codes: SSAValue) -> None:
    """Raises VerifyException unless both bounds are codes of the element type of ``codes``."""
    least, greatest = clamp.bounds
    require_zero_point("clamp's least code", least, codes)
    require_zero_point("clamp's greatest code", greatest, codes)


def greatest_magnitude(codes: SSAValue, offset: int) -> int:
    """The largest magnitude of a code plus an offset."""
    half = _half(codes)
    return max(half - offset, half - 1 + offset)


def _half(codes: SSAValue) -> int:
    return 1 << (15 if is_wide(codes) else 7)
