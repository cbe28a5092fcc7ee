"""Codes of 8 or 16 bits: the ranges of the numbers that go with them."""

from __future__ import annotations

from xdsl.dialects.builtin import i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.fixed_point import LARGEST_SHIFT_64
from cmlir.dialects.cortex_m.kernel import require_code
from cmlir.dialects.shapes import element_of, require_element

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


def require_wide(
    bias: SSAValue | None, out: SSAValue, offsets: dict[str, int], rescale: RescaleAttr
) -> None:
    """Raises VerifyException unless products with codes of 16 bits can be added up from a bias.

    Zero points are 0, the result has 16 bits, and the bias 32 or 64: sums have as many.
    """
    require_element(out, [i16], "out")
    if bias is None:
        raise VerifyException("an input of i16 needs a bias of i32 or i64, and no sums")
    require_element(bias, [i32, i64], "bias")
    for name, offset in offsets.items():
        require_code(name, offset, 0, 0)
    greatest = max(shift for _, shift in rescale.pairs)
    if element_of(bias) == i64 and greatest > LARGEST_SHIFT_64:
        raise VerifyException(f"shift {greatest} is beyond {LARGEST_SHIFT_64}, of sums of i64")


def greatest_magnitude(codes: SSAValue, offset: int) -> int:
    """The largest magnitude of a code plus an offset."""
    half = _half(codes)
    return max(half - offset, half - 1 + offset)


def _half(codes: SSAValue) -> int:
    return 1 << (15 if is_wide(codes) else 7)
