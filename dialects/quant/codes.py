"""The arithmetic of quantized types: codes to real numbers and back, as PT2E's reference does it.

    dequantize(q) = (float32(q) - zero_point) * float32(scale)
    quantize(x)   = clamp(rint(x * float32(1 / scale)) + zero_point), ties to even

in single precision.  NaN becomes the zero point; infinities saturate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from cmlir.dialects.deferred import np
from cmlir.dialects.quant.base import StoredType
from cmlir.dialects.quant.uniform import UniformQuantizedPerAxisType, UniformQuantizedType

if TYPE_CHECKING:
    import numpy.typing as npt

Float32: TypeAlias = "npt.NDArray[np.float32]"
Codes: TypeAlias = "npt.NDArray[Any]"


def storage_dtype(quantized: StoredType) -> np.dtype[Any]:
    """The narrowest numpy type that holds the codes."""
    kind, width = "i" if quantized.is_signed else "u", quantized.storage_type.width.data
    size = next(size for size in (1, 2, 4, 8) if 8 * size >= width)
    return np.dtype(f"{kind}{size}")


def dequantize(codes: Codes, quantized: StoredType) -> Float32:
    """The real numbers that ``codes`` stand for, in f32; shape kept."""
    scales, zero_points = _parameters(quantized, codes.ndim)
    with np.errstate(over="ignore"):
        return (codes.astype(np.float32) - zero_points.astype(np.float32)) * scales.astype(
            np.float32
        )


def quantize(values: npt.NDArray[Any], quantized: StoredType) -> Codes:
    """The nearest codes of real numbers, limited to the storage range; shape kept."""
    scales, zero_points = _parameters(quantized, values.ndim)
    inverse = (1.0 / scales).astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = np.rint(values.astype(np.float32) * inverse)
    rounded = np.where(np.isnan(rounded), np.float32(0), rounded)
    # f64 holds every i32 code, and infinities survive the addition.
    shifted = rounded.astype(np.float64) + zero_points
    limited = np.clip(shifted, quantized.storage_min, quantized.storage_max)
    return limited.astype(storage_dtype(quantized))


def all_codes(quantized: StoredType) -> Codes:
    """Every code from the least to the greatest; for 8-bit types at most 256."""
    codes = np.arange(quantized.storage_min, quantized.storage_max + 1)
    return codes.astype(storage_dtype(quantized))


def _parameters(
    quantized: StoredType, rank: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    if isinstance(quantized, UniformQuantizedType):
        return np.asarray(quantized.scale), np.asarray(quantized.zero_point)
    if not isinstance(quantized, UniformQuantizedPerAxisType):
        raise NotImplementedError(f"no arithmetic for {quantized}")
    shape = [1] * rank
    shape[quantized.axis] = -1
    return quantized.scales.reshape(shape), quantized.zero_points.reshape(shape)
