"""Kernel operations that have no golden vectors, on tensors and on memory."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch.ao.quantization.fx._decomposed import dequantize_per_tensor, quantize_per_tensor

from cmlir.interpreter import run
from support import fixed_point
from support.equivalence import apply
from support.ir import program

Array = np.ndarray[Any, Any]


def results_of(body: str, result: str, inputs: dict[str, tuple[str, Array]]) -> Array:
    """What the program gives, bufferized and not; both must agree."""
    module = program(body, result, **{name: kind for name, (kind, _) in inputs.items()})
    arrays = [array for _, array in inputs.values()]
    (on_tensors,) = run(module, *arrays)
    (on_memory,) = run(apply(module, "bufferize"), *arrays)
    np.testing.assert_array_equal(on_memory, on_tensors)
    assert on_memory.dtype == on_tensors.dtype
    return on_tensors


def all_codes(dtype: type[np.integer]) -> Array:
    limits = np.iinfo(dtype)
    return np.arange(limits.min, limits.max + 1).astype(dtype)


@pytest.mark.parametrize("dtype", [np.int8, np.int16])
@pytest.mark.parametrize(("multiplier", "shift"), [(2**30, 1), (1518500250, -3), (2**31 - 1, 2)])
def test_requantize(dtype: type[np.integer], multiplier: int, shift: int) -> None:
    x = all_codes(dtype)[:: 1 if dtype is np.int8 else 97]
    element = "i8" if dtype is np.int8 else "i16"
    body = f"""%y = cortex_m.requantize %x {{input_offset = 5, output_offset = -7,
      rescale = #cortex_m.rescale<{multiplier}, {shift}>, clamp = #cortex_m.clamp<-100, 127>}}
      : (tensor<{x.size}x{element}>) -> tensor<{x.size}xi8>"""
    result = results_of(body, f"tensor<{x.size}xi8>", {"x": (f"tensor<{x.size}x{element}>", x)})
    expected = [fixed_point.rescale(int(v) + 5, multiplier, shift, -7, -100, 127) for v in x]
    np.testing.assert_array_equal(result, expected)


def test_table() -> None:
    table = np.random.default_rng(0).integers(-128, 128, 256).astype(np.int8)
    text = f'dense<"0x{table.tobytes().hex().upper()}"> : tensor<256xi8>'
    body = f"%y = cortex_m.table %x {{table = {text}}} : (tensor<256xi8>) -> tensor<256xi8>"
    result = results_of(body, "tensor<256xi8>", {"x": ("tensor<256xi8>", all_codes(np.int8))})
    np.testing.assert_array_equal(result, table)


def test_softmax_with_free_output_parameters() -> None:
    """The 16-bit result is rescaled, not the 8-bit one."""
    x = np.random.default_rng(0).integers(-128, 128, (3, 17)).astype(np.int8)
    mult, shift, diff_min = fixed_point.softmax_parameters(0.04)
    body = f"""%y = cortex_m.softmax %x {{input_rescale = #cortex_m.rescale<{mult}, {shift}>,
      diff_min = {diff_min}, output_rescale = #cortex_m.rescale<1200000000, -7>,
      output_offset = -120}} : (tensor<3x17xi8>) -> tensor<3x17xi8>"""
    result = results_of(body, "tensor<3x17xi8>", {"x": ("tensor<3x17xi8>", x)})
    for line, row in zip(result, x, strict=True):
        wide = fixed_point.softmax_codes(row, mult, shift, diff_min, 16)
        expected = [fixed_point.rescale(v, 1200000000, -7, -120, -128, 127) for v in wide]
        np.testing.assert_array_equal(line, expected)


def test_accumulators_wrap() -> None:
    """bias + sum leaves int32 and comes back at the other end, as in C."""
    bias = np.array([2**31 - 1, -(2**31)], np.int32)
    inputs = {
        "x": ("tensor<1x2xi8>", np.full((1, 2), 127, np.int8)),
        "w": ("tensor<2x2xi8>", np.array([[127, 127], [-128, -128]], np.int8)),
        "b": ("tensor<2xi32>", bias),
    }
    kinds = ", ".join(kind for kind, _ in inputs.values())
    body = f"""%y = cortex_m.linear %x, %w sums(%b) {{input_offset = 0, weights_offset = 0,
      output_offset = 0, rescale = #cortex_m.rescale<1073741824, -24>,
      clamp = #cortex_m.clamp<-128, 127>}} : ({kinds}) -> tensor<1x2xi8>"""
    result = results_of(body, "tensor<1x2xi8>", inputs)
    totals = [2**31 - 1 + 2 * 127 * 127, -(2**31) - 2 * 127 * 128]
    expected = [
        fixed_point.rescale(fixed_point.wrap(total), 2**30, -24, 0, -128, 127) for total in totals
    ]
    np.testing.assert_array_equal(result, [expected])
    assert expected[0] < 0 < expected[1]


def test_the_output_offset_wraps_too() -> None:
    """The largest accumulator, hardly scaled, plus an offset: int32 again, then the clamp."""
    body = """%y = cortex_m.linear %x, %w sums(%b) {input_offset = 0, weights_offset = 0,
      output_offset = 127, rescale = #cortex_m.rescale<2147483647, 0>,
      clamp = #cortex_m.clamp<-128, 127>}
      : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1xi32>) -> tensor<1x1xi8>"""
    zero = np.zeros((1, 1), np.int8)
    inputs = {
        "x": ("tensor<1x1xi8>", zero),
        "w": ("tensor<1x1xi8>", zero),
        "b": ("tensor<1xi32>", np.array([2**31 - 1], np.int32)),
    }
    assert results_of(body, "tensor<1x1xi8>", inputs) == -128
    assert fixed_point.rescale(2**31 - 1, 2**31 - 1, 0, 127, -128, 127) == -128


def test_sums_already_hold_the_input_offset() -> None:
    """With `sums` the input is multiplied as it is, whatever input_offset says."""
    random = np.random.default_rng(0)
    x = random.integers(-128, 128, (4, 9)).astype(np.int8)
    w = random.integers(-128, 128, (5, 9)).astype(np.int8)
    bias = random.integers(-3000, 3000, 5).astype(np.int32)
    sums = (bias + 11 * w.sum(axis=1, dtype=np.int32)).astype(np.int32)
    results = []
    for name, start, target in (("bias", bias, "cortex-m4"), ("sums", sums, "cortex-m55")):
        body = f"""%y = cortex_m.linear %x, %w {name}(%b) {{input_offset = 11,
          weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1300000000, -7>,
          clamp = #cortex_m.clamp<-128, 127>}}
          : (tensor<4x9xi8>, tensor<5x9xi8>, tensor<5xi32>) -> tensor<4x5xi8>"""
        kinds = {"x": "tensor<4x9xi8>", "w": "tensor<5x9xi8>", "b": "tensor<5xi32>"}
        module = program(
            body, "tensor<4x5xi8>", attributes=f'cortex_m.target = "{target}"', **kinds
        )
        results.append(run(module, x, w, start)[0])
    np.testing.assert_array_equal(*results)
    total = (x.astype(int) + 11) @ w.astype(int).T + bias
    expected = np.vectorize(lambda v: fixed_point.rescale(int(v), 1300000000, -7, 3, -128, 127))
    np.testing.assert_array_equal(results[0], expected(total))


@pytest.mark.parametrize(
    ("offset", "strides", "shape"),
    [
        (0, (12, 4, 1), (2, 3, 4)),
        (23, (-12, -4, -1), (2, 3, 4)),
        (5, (0, 2, 8), (3, 2, 2)),
        (7, (), ()),
    ],
)
@pytest.mark.parametrize("element", ["i8", "i16", "i32", "f32", "i64"])
def test_copy(element: str, offset: int, strides: tuple[int, ...], shape: tuple[int, ...]) -> None:
    dtype = np.dtype({"f": "f4"}.get(element[0], f"i{int(element[1:]) // 8}"))
    x = np.random.default_rng(0).integers(-100, 100, (2, 3, 4)).astype(dtype)
    target = f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"
    steps = f"array<i64: {', '.join(map(str, strides))}>" if strides else "array<i64>"
    body = f"""%y = cortex_m.copy %x {{offset = {offset}, strides = {steps}}}
      : (tensor<2x3x4x{element}>) -> {target}"""
    result = results_of(body, target, {"x": (f"tensor<2x3x4x{element}>", x)})
    expected = np.empty(shape, dtype)
    for index in np.ndindex(shape):
        position = offset + sum(i * s for i, s in zip(index, strides, strict=True))
        expected[index] = x.reshape(-1)[position]
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == dtype


def test_transpose_of_a_view() -> None:
    """A part of a tensor, in another shape, transposed."""
    x = np.arange(40, dtype=np.int8).reshape(5, 8)
    body = """
    %v = cortex_m.view %x {offset = 8} : (tensor<5x8xi8>) -> tensor<4x2x4xi8>
    %y = cortex_m.transpose %v {permutation = [1, 0, 2]} : (tensor<4x2x4xi8>) -> tensor<2x4x4xi8>
    """
    result = results_of(body, "tensor<2x4x4xi8>", {"x": ("tensor<5x8xi8>", x)})
    np.testing.assert_array_equal(result, x[1:].reshape(4, 2, 4).transpose(1, 0, 2))


@pytest.mark.parametrize(
    ("element", "value", "expected"),
    [("f32", 0.1, np.float32(0.1)), ("i8", -127.6, np.int8(-128)), ("i32", 7.0, np.int32(7))],
)
def test_fill(element: str, value: float, expected: Any) -> None:
    kind = f"tensor<2x3x{element}>"
    result = results_of(f"%y = cortex_m.fill {{value = {value}}} : () -> {kind}", kind, {})
    np.testing.assert_array_equal(result, np.full((2, 3), expected))
    assert result.dtype == expected.dtype


def test_float_kernels() -> None:
    random = np.random.default_rng(0)
    a, b = (random.normal(0, 3, 40).astype(np.float32) for _ in range(2))
    kind = "tensor<40xf32>"
    body = f"""
    %0 = cortex_m.f32_mul %a, %b : ({kind}, {kind}) -> {kind}
    %1 = cortex_m.f32_add %0, %b : ({kind}, {kind}) -> {kind}
    %y = cortex_m.f32_mul_scalar %1 {{value = 0.35355339059327379}} : ({kind}) -> {kind}
    """
    result = results_of(body, kind, {"a": (kind, a), "b": (kind, b)})
    ta, tb = torch.from_numpy(a), torch.from_numpy(b)
    np.testing.assert_array_equal(result, ((ta * tb + tb) * 0.35355339059327379).numpy())


def test_quantize_and_dequantize() -> None:
    scale, zero_point = 0.0279, -1
    values = (np.arange(-400, 400) / 2 * scale).astype(np.float32)
    body = f"""
    %q = cortex_m.quantize %a {{scale = {scale}, zero_point = {zero_point},
      clamp = #cortex_m.clamp<-127, 126>}} : (tensor<800xf32>) -> tensor<800xi8>
    %y = cortex_m.dequantize %q {{scale = {scale}, zero_point = {zero_point}}}
      : (tensor<800xi8>) -> tensor<800xf32>
    """
    result = results_of(body, "tensor<800xf32>", {"a": ("tensor<800xf32>", values)})
    parameters = scale, zero_point, -127, 126, torch.int8
    codes = quantize_per_tensor(torch.from_numpy(values), *parameters)
    np.testing.assert_array_equal(result, dequantize_per_tensor(codes, *parameters).numpy())


def test_quantize_of_numbers_that_are_none() -> None:
    body = """%y = cortex_m.quantize %a {scale = 0.1, zero_point = 4,
      clamp = #cortex_m.clamp<-127, 126>} : (tensor<3xf32>) -> tensor<3xi8>"""
    values = np.float32([math.nan, math.inf, -math.inf])
    result = results_of(body, "tensor<3xi8>", {"a": ("tensor<3xf32>", values)})
    np.testing.assert_array_equal(result, [4, 126, -127])
