"""Quantize and dequantize against the operations of PT2E's Q/DQ graphs in PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
import torch.ao.quantization.fx._decomposed
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from xdsl.dialects.builtin import IntegerType, Signedness, f32, i8, i16, i32

from cmlir.dialects.quant import (
    StoredType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)
from cmlir.dialects.quant.codes import all_codes, dequantize, quantize, storage_dtype
from cmlir.dialects.quant.syntax import Params
from support.kernel_strategies import quick

QDQ = torch.ops.quantized_decomposed
UI8 = IntegerType(8, Signedness.UNSIGNED)

Reals = npt.NDArray[np.float32]
Codes = npt.NDArray[Any]

KINDS: dict[str, tuple[IntegerType, int, int, torch.dtype]] = {
    "int8": (i8, -128, 127, torch.int8),
    "narrow int8": (i8, -127, 127, torch.int8),
    "uint8": (UI8, 0, 255, torch.uint8),
    "int16": (i16, -32768, 32767, torch.int16),
}
"""Storage type, least and greatest code, PyTorch's type."""

kinds = st.sampled_from(list(KINDS.values()))
scales = st.floats(2.0**-20, 2.0**10, width=32)
reals = st.floats(width=32, allow_nan=False)


@st.composite
def per_tensor(draw: st.DrawFn) -> tuple[UniformQuantizedType, torch.dtype]:
    storage, least, greatest, dtype = draw(kinds)
    scale, zero_point = draw(scales), draw(st.integers(least, greatest))
    return UniformQuantizedType(storage, f32, scale, zero_point, least, greatest), dtype


@st.composite
def per_axis(draw: st.DrawFn) -> tuple[UniformQuantizedPerAxisType, torch.dtype, tuple[int, ...]]:
    """The type, PyTorch's storage, and a shape that fits the axis."""
    storage, least, greatest, dtype = draw(kinds)
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    axis = draw(st.integers(0, len(shape) - 1))
    count = shape[axis]
    chosen = draw(st.lists(scales, min_size=count, max_size=count))
    zeros = draw(st.lists(st.integers(least, greatest), min_size=count, max_size=count))
    quantized = UniformQuantizedPerAxisType(storage, f32, axis, chosen, zeros, least, greatest)
    return quantized, dtype, shape


def bounds(quantized: StoredType) -> tuple[int, int]:
    return quantized.storage_min, quantized.storage_max


def torch_quantize(values: Reals, quantized: StoredType, dtype: torch.dtype) -> Codes:
    tensor = torch.from_numpy(values.copy())
    if isinstance(quantized, UniformQuantizedType):
        parameters = (quantized.scale, quantized.zero_point, *bounds(quantized), dtype)
        return QDQ.quantize_per_tensor(tensor, *parameters).numpy()
    return QDQ.quantize_per_channel(tensor, *channels(quantized), *bounds(quantized), dtype).numpy()


def torch_dequantize(codes: Codes, quantized: StoredType, dtype: torch.dtype) -> Reals:
    tensor = torch.from_numpy(codes.copy())
    if isinstance(quantized, UniformQuantizedType):
        parameters = (quantized.scale, quantized.zero_point, *bounds(quantized), dtype)
        return QDQ.dequantize_per_tensor(tensor, *parameters).numpy()
    found = QDQ.dequantize_per_channel(tensor, *channels(quantized), *bounds(quantized), dtype)
    return found.numpy()


def channels(quantized: StoredType) -> tuple[torch.Tensor, torch.Tensor, int]:
    """Scales as PT2E keeps them, in single precision."""
    assert isinstance(quantized, UniformQuantizedPerAxisType)
    single = torch.from_numpy(quantized.scales.astype(np.float32))
    return single, torch.from_numpy(quantized.zero_points.astype(np.int64)), quantized.axis


@quick
@given(st.data())
def test_per_tensor(data: st.DataObject) -> None:
    quantized, dtype = data.draw(per_tensor())
    codes_near = st.integers(*bounds(quantized)).map(
        lambda q: np.float32(q - quantized.zero_point + 0.5) * np.float32(quantized.scale)
    )
    values = np.array(data.draw(st.lists(reals | codes_near, max_size=20)), np.float32)
    codes = quantize(values, quantized)
    assert codes.dtype == storage_dtype(quantized)
    np.testing.assert_array_equal(codes, torch_quantize(values, quantized, dtype))
    np.testing.assert_array_equal(
        dequantize(codes, quantized), torch_dequantize(codes, quantized, dtype)
    )


@quick
@given(st.data())
def test_per_axis(data: st.DataObject) -> None:
    quantized, dtype, shape = data.draw(per_axis())
    values = data.draw(hnp.arrays(np.float32, shape, elements=reals))
    codes = quantize(values, quantized)
    assert codes.dtype == storage_dtype(quantized)
    np.testing.assert_array_equal(codes, torch_quantize(values, quantized, dtype))
    np.testing.assert_array_equal(
        dequantize(codes, quantized), torch_dequantize(codes, quantized, dtype)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_code_comes_back(kind: str) -> None:
    storage, least, greatest, dtype = KINDS[kind]
    quantized = UniformQuantizedType(storage, f32, 0.37, 5, least, greatest)
    codes = all_codes(quantized)
    assert (codes[0], codes[-1], len(codes)) == (least, greatest, greatest - least + 1)
    values = dequantize(codes, quantized)
    np.testing.assert_array_equal(values, torch_dequantize(codes, quantized, dtype))
    np.testing.assert_array_equal(quantize(values, quantized), codes)


def test_ties_go_to_even_and_the_inverse_is_rounded_first() -> None:
    half = UniformQuantizedType(i8, f32, 1.0, 3)
    values = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 124.5], np.float32)
    assert quantize(values, half).tolist() == [3, 5, 5, 3, 1, 127]
    # float32(1 / 0.7) is below 1 / 0.7: half a step falls short of it.
    inexact = UniformQuantizedType(i8, f32, 0.7, 0)
    steps = (np.arange(-126, 126) + np.float32(0.5)).astype(np.float32) * np.float32(0.7)
    codes = quantize(steps, inexact)
    np.testing.assert_array_equal(codes, torch_quantize(steps, inexact, torch.int8))
    assert not np.array_equal(codes, np.rint(steps.astype(np.float64) / 0.7))


@pytest.mark.parametrize("kind", KINDS)
def test_infinities_saturate_and_nan_is_the_zero_point(kind: str) -> None:
    storage, least, greatest, dtype = KINDS[kind]
    quantized = UniformQuantizedType(storage, f32, 0.1, 7, least, greatest)
    values = np.array([np.inf, -np.inf, 3e38, -3e38], np.float32)
    codes = quantize(values, quantized)
    assert codes.tolist() == [greatest, least, greatest, least]
    np.testing.assert_array_equal(codes, torch_quantize(values, quantized, dtype))
    assert quantize(np.array([np.nan], np.float32), quantized).tolist() == [7]


def test_a_zero_point_outside_of_the_codes_is_limited() -> None:
    quantized = UniformQuantizedType(i8, f32, 0.1, -128, -127, 127)
    assert quantize(np.array([np.nan, 0.0], np.float32), quantized).tolist() == [-127, -127]


def test_biases_of_32_bits() -> None:
    quantized = UniformQuantizedType(i32, f32, 2.0**-20, 0)
    values = np.array([1.0, -3.5, 2.0**-21, 1e30, -1e30], np.float32)
    codes = quantize(values, quantized)
    assert codes.dtype == np.int32
    assert codes.tolist() == [1 << 20, -7 << 19, 0, 2**31 - 1, -(2**31)]
    np.testing.assert_array_equal(codes[:3], torch_quantize(values[:3], quantized, torch.int32))
    np.testing.assert_array_equal(
        dequantize(codes, quantized), torch_dequantize(codes, quantized, torch.int32)
    )


def test_shapes_are_kept() -> None:
    quantized = UniformQuantizedType(i8, f32, 0.5, 0)
    for shape in ((), (0,), (2, 0, 3), (2, 3)):
        codes = quantize(np.zeros(shape, np.float32), quantized)
        assert codes.shape == shape
        assert dequantize(codes, quantized).shape == shape


def test_no_arithmetic_for_blocks() -> None:
    blocks = UniformQuantizedSubChannelType(i8, f32, [(0, 2)], Params((0.5,), (0,), (1,)))
    with pytest.raises(NotImplementedError, match="no arithmetic for"):
        quantize(np.zeros(2, np.float32), blocks)
