"""What text cannot say about the quant dialect: exact scales, array views, invariants in Python."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    Builtin,
    DenseArrayBase,
    IntAttr,
    IntegerType,
    Signedness,
    TensorType,
    bf16,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.quant import (
    AnyQuantizedType,
    Quant,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
    quantized_element_type,
)
from cmlir.dialects.quant.syntax import Params

UI8 = IntegerType(8, Signedness.UNSIGNED)
PER_TENSOR = UniformQuantizedType(i8, f32, 0.1, -3)
PER_AXIS = UniformQuantizedPerAxisType(i8, f32, 1, [0.1, 0.2], [0, 5])

f64_scales = st.floats(min_value=5e-324, max_value=sys.float_info.max)
f32_scales = st.floats(min_value=2.0**-149, max_value=3.4e38)
zero_points = st.integers(min_value=-(2**31), max_value=2**31)


def parse(text: str) -> Attribute:
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(Quant)
    return Parser(context, text).parse_type()


@given(f64_scales, zero_points)
def test_every_scale_survives_print_and_parse(scale: float, zero_point: int):
    quantized = UniformQuantizedType(i8, f64, scale, zero_point)
    parsed = parse(str(quantized))
    assert parsed == quantized
    assert isinstance(parsed, UniformQuantizedType)
    assert parsed.scale.hex() == scale.hex()
    assert parsed.zero_point == zero_point


@given(f32_scales)
def test_the_scale_keeps_all_bits_of_a_float64_for_a_narrower_expressed_type(scale: float):
    parsed = parse(str(UniformQuantizedType(i8, f32, scale)))
    assert isinstance(parsed, UniformQuantizedType)
    assert parsed.scale.hex() == scale.hex()


@given(st.lists(st.tuples(f64_scales, zero_points), min_size=1))
def test_every_per_axis_scale_survives_print_and_parse(params: list[tuple[float, int]]):
    scales, zeros = zip(*params, strict=True)
    quantized = UniformQuantizedPerAxisType(UI8, f64, 3, scales, zeros, 1, 254)
    parsed = parse(str(quantized))
    assert parsed == quantized
    assert isinstance(parsed, UniformQuantizedPerAxisType)
    assert parsed.scales.tolist() == list(scales)
    assert parsed.zero_points.tolist() == list(zeros)


@given(
    st.sampled_from([f16, bf16, f32, f64]),
    st.lists(st.floats(min_value=6.2e-5, max_value=60000.0), min_size=6, max_size=6),
)
def test_every_block_scale_survives_print_and_parse(expressed, scales: list[float]):
    params = Params(tuple(scales), (0, 1, -1, 0, 2**20, 7), (2, 3))
    quantized = UniformQuantizedSubChannelType(i8, expressed, [(1, 4)], params)
    parsed = parse(str(quantized))
    assert parsed == quantized
    assert isinstance(parsed, UniformQuantizedSubChannelType)
    assert parsed.scales.ravel().tolist() == [expressed.round(scale) for scale in scales]
    assert parsed.zero_points.tolist() == [[0, 1, -1], [0, 2**20, 7]]
    assert parsed.block_sizes == {1: 4}


def test_per_tensor_properties():
    assert PER_TENSOR.scale == 0.1
    assert PER_TENSOR.zero_point == -3
    assert (PER_TENSOR.storage_min, PER_TENSOR.storage_max) == (-128, 127)
    assert (PER_TENSOR.storage_type, PER_TENSOR.expressed_type) == (i8, f32)
    assert PER_TENSOR.is_signed


def test_unsigned_codes_are_stored_in_signless_integers():
    quantized = UniformQuantizedType(UI8, f32, 0.1, 128)
    assert not quantized.is_signed
    assert quantized.storage_type == i8
    assert (quantized.storage_min, quantized.storage_max) == (0, 255)
    assert quantized != UniformQuantizedType(i8, f32, 0.1, 128)


@pytest.mark.parametrize(
    "other",
    [
        UniformQuantizedType(i8, f32, 0.1, -3, -127, 127),
        UniformQuantizedType(i8, f32, 0.1, -3, -128, 126),
        UniformQuantizedType(i16, f32, 0.1, -3, -128, 127),
        UniformQuantizedType(i8, f64, 0.1, -3),
        UniformQuantizedType(i8, f32, math.nextafter(0.1, 1), -3),
        UniformQuantizedType(i8, f32, 0.1, -2),
    ],
    ids=str,
)
def test_types_differ_if_any_parameter_does(other: UniformQuantizedType):
    assert other != PER_TENSOR


def test_signed_storage_is_the_same_as_signless():
    assert UniformQuantizedType(IntegerType(8, Signedness.SIGNED), f32, 0.1, -3) == PER_TENSOR


def test_per_axis_arrays_are_read_only_views():
    assert PER_AXIS.axis == 1
    assert PER_AXIS.scales.dtype == np.float64
    assert PER_AXIS.zero_points.dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        PER_AXIS.scales[0] = 1.0


def test_numpy_parameters_are_accepted():
    scales = np.array([0.1, 0.2])
    zeros = np.array([0, 5], dtype=np.int32)
    assert UniformQuantizedPerAxisType(i8, f32, 1, scales, zeros) == PER_AXIS
    assert UniformQuantizedType(i8, f32, np.float64(0.1), np.int64(-3)) == PER_TENSOR


@pytest.mark.parametrize("scale", [0.0, -1.0, math.inf, math.nan, 1e39])
def test_impossible_scales_are_refused(scale: float):
    with pytest.raises(VerifyException, match="out of expressed type range"):
        UniformQuantizedType(i8, f32, scale)
    with pytest.raises(VerifyException, match="out of expressed type range"):
        UniformQuantizedPerAxisType(i8, f32, 0, [1.0, scale], [0, 0])


def test_a_zero_point_per_scale_is_required():
    with pytest.raises(VerifyException, match="illegal number of scales and zeroPoints: 2, 1"):
        UniformQuantizedPerAxisType(i8, f32, 0, [1.0, 2.0], [0])


def test_the_storage_width_is_limited():
    with pytest.raises(VerifyException, match="illegal storage type size: 64"):
        AnyQuantizedType(i64)


@pytest.mark.parametrize("bounds", [(-129, 127), (-128, 128), (3, 3)])
def test_the_storage_range_is_limited(bounds: tuple[int, int]):
    with pytest.raises(VerifyException, match="illegal storage min and storage max"):
        UniformQuantizedType(i8, f32, 1.0, 0, *bounds)


def test_block_shape_must_match_the_number_of_scales():
    with pytest.raises(VerifyException, match="illegal shape of scales"):
        UniformQuantizedSubChannelType(i8, f32, [(0, 1)], Params((1.0, 2.0), (0, 0), (3,)))


def test_block_zero_points_must_match_the_number_of_scales():
    with pytest.raises(VerifyException, match="illegal number of scales and zeroPoints: 2, 1"):
        UniformQuantizedSubChannelType(i8, f32, [(0, 1)], Params((1.0, 2.0), (0,), (2,)))


@pytest.mark.parametrize("quantized", [PER_TENSOR, PER_AXIS])
def test_quantized_element_type(quantized: Attribute):
    tensor = TensorType(quantized, [2, 2])
    value = test.TestOp(result_types=[tensor]).results[0]
    assert quantized_element_type(quantized) is quantized
    assert quantized_element_type(tensor) is quantized
    assert quantized_element_type(value) is quantized


@pytest.mark.parametrize(
    "other", [f32, TensorType(i32, [2]), AnyQuantizedType(i8), IntAttr(1)], ids=str
)
def test_quantized_element_type_of_anything_else(other: Attribute):
    assert quantized_element_type(other) is None


def test_thousands_of_channels_print_and_parse_quickly():
    channels = 4096
    rng = np.random.default_rng(0)
    scales = rng.uniform(1e-4, 1e-2, channels)
    quantized = UniformQuantizedPerAxisType(i8, f32, 0, scales, np.zeros(channels, np.int64))
    assert isinstance(quantized.scales_data, DenseArrayBase)
    assert parse(str(quantized)) == quantized
