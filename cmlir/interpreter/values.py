"""Values as numpy arrays: which dtype a type has, and real numbers from and to what is stored.

Every tensor, memref and scalar is an array of its static shape.  Quantized values are arrays of
their codes in the storage dtype; i1 is bool.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import as_strided
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    MemRefType,
    ShapedType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute, Operation

from cmlir.dialects import locations
from cmlir.dialects.quant import QuantizedType, StoredType, quantized_element_type
from cmlir.dialects.quant.codes import dequantize, quantize, storage_dtype
from cmlir.errors import UnsupportedError

Array: TypeAlias = npt.NDArray[Any]

_FLOATS = {Float16Type: np.float16, Float32Type: np.float32, Float64Type: np.float64}


def location_of(op: Operation) -> str | None:
    """The place of an operation for error messages; None where it is unknown."""
    place = locations.of(op)
    return None if place is None else str(place)


def element_type(value_type: Attribute) -> Attribute:
    """The type of the elements of a tensor or memref; a scalar's own type."""
    container = isinstance(value_type, TensorType | MemRefType)
    return cast("TensorType[Attribute]", value_type).element_type if container else value_type


def shape_of_type(value_type: Attribute) -> tuple[int, ...]:
    """The static shape; () for a scalar.  Raises UnsupportedError for a dynamic one."""
    shape = tuple(value_type.get_shape()) if isinstance(value_type, ShapedType) else ()
    if any(size < 0 for size in shape):
        raise UnsupportedError(f"the interpreter needs static shapes, but a value is {value_type}")
    return shape


def dtype_of(value_type: Attribute) -> np.dtype[Any]:
    """The dtype of the arrays that hold a type; raises UnsupportedError where numpy has none."""
    kind = element_type(value_type)
    if isinstance(kind, StoredType):
        return storage_dtype(kind)
    for float_type, dtype in _FLOATS.items():
        if isinstance(kind, float_type):
            return np.dtype(dtype)
    if isinstance(kind, IntegerType) and kind.width.data == 1:
        return np.dtype(np.bool_)
    if isinstance(kind, IntegerType) and kind.width.data <= 64:
        unsigned = kind.signedness.data == Signedness.UNSIGNED
        size = next(size for size in (1, 2, 4, 8) if kind.width.data <= 8 * size)
        return np.dtype(f"{'u' if unsigned else 'i'}{size}")
    raise UnsupportedError(f"the interpreter has no arrays of {kind}")


def to_reals(value: Array, value_type: Attribute) -> Array:
    """The numbers that a value stands for: f32 for codes, the array itself for anything else."""
    quantized = _arithmetic_type(value_type)
    return value if quantized is None else dequantize(value, quantized)


def from_reals(reals: Array, value_type: Attribute) -> Array:
    """The array of `value_type` that holds numbers: their codes where the type is quantized."""
    quantized = _arithmetic_type(value_type)
    if quantized is not None:
        return np.asarray(quantize(reals, quantized))
    return np.asarray(reals).astype(dtype_of(value_type), copy=False)


def cast_elements(values: Array, dtype: np.dtype[Any]) -> Array:
    """As elements of another dtype: floats towards 0, saturating at 64 bits and NaN to 0, before
    integers lose their upper bits."""
    if values.dtype.kind != "f" or dtype.kind == "f":
        return values.astype(dtype)
    if dtype == np.bool_:
        return values != 0
    with np.errstate(invalid="ignore"):
        whole = np.trunc(np.nan_to_num(values.astype(np.float64), nan=0.0))
    inside = (whole >= -(2.0**63)) & (whole < 2.0**63)
    ends = np.where(whole < 0, np.iinfo(np.int64).min, np.iinfo(np.int64).max)
    return np.where(inside, np.where(inside, whole, 0).astype(np.int64), ends).astype(dtype)


def _arithmetic_type(value_type: Attribute) -> StoredType | None:
    kind = element_type(value_type)
    if not isinstance(kind, QuantizedType):
        return None
    quantized = quantized_element_type(kind)
    if quantized is None:
        raise UnsupportedError(
            f"the interpreter cannot compute with {kind}",
            advice="use one scale per tensor, or one per index of an axis",
        )
    return quantized


def array_of(attribute: DenseIntOrFPElementsAttr[Any]) -> Array:
    """A dense attribute as a read-only array that shares its bytes."""
    dtype = dtype_of(attribute.type).newbyteorder("<")
    if dtype == np.bool_:
        flags = np.frombuffer(attribute.data.data, np.uint8) != 0
        return flags.reshape(attribute.get_shape())
    return np.frombuffer(attribute.data.data, dtype).reshape(attribute.get_shape())


def read_strided(
    elements: Array, offset: int, strides: tuple[int, ...], shape: tuple[int, ...]
) -> Array:
    """Element [i0, ..] is flat(elements)[offset + sum_k i_k * strides[k]]; verifiers check that
    every index stays inside."""
    first = np.ascontiguousarray(elements).reshape(-1)[offset:]
    steps = [stride * elements.itemsize for stride in strides]
    return as_strided(first, shape, steps, writeable=False)
