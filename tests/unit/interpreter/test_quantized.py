"""Operations on quantized tensors mean what the Q/DQ graph of PT2E computes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch.ao.quantization.fx._decomposed import (
    dequantize_per_channel,
    dequantize_per_tensor,
    quantize_per_channel,
    quantize_per_tensor,
)

from cmlir.errors import UnsupportedError
from cmlir.interpreter import run
from support.ir import program

Array = np.ndarray[Any, Any]

A = "!quant.uniform<i8:f32, 0.05:-3>"
B = "!quant.uniform<i8:f32, 0.02:7>"
C = "!quant.uniform<i8<-127:127>:f32:0, {0.01, 0.02:5, 0.03}>"
"""Per axis 0 of three."""


def codes(*shape: int, seed: int = 0) -> Array:
    random = np.random.default_rng(seed).integers(-128, 128, shape).astype(np.int8)
    random.reshape(-1)[:2] = (-128, 127)[: random.size]
    return random


def real(x: Array, scale: float, zero_point: int) -> torch.Tensor:
    return dequantize_per_tensor(torch.from_numpy(x), scale, zero_point, -128, 127, torch.int8)


def coded(x: torch.Tensor, scale: float, zero_point: int) -> Array:
    return quantize_per_tensor(x, scale, zero_point, -128, 127, torch.int8).numpy()


def per_channel_real(x: Array) -> torch.Tensor:
    """`x` read with the parameters of the type C."""
    scales, zero_points = torch.tensor([0.01, 0.02, 0.03]), torch.tensor([0, 5, 0])
    return dequantize_per_channel(
        torch.from_numpy(x), scales, zero_points, 0, -127, 127, torch.int8
    )


def test_linear_with_every_kind_of_operand() -> None:
    bias_type = "!quant.uniform<i32:f32:0, {0.0005, 0.001, 0.0015}>"
    kinds = {
        "x": f"tensor<2x4x8x{A}>",
        "w": f"tensor<3x8x{C}>",
        "b": f"tensor<3x{bias_type}>",
    }
    result = f"tensor<2x4x3x{B}>"
    body = f"%y = aten.linear %x, %w bias(%b) : ({', '.join(kinds.values())}) -> {result}"
    x, w = codes(2, 4, 8), np.maximum(codes(3, 8, seed=1), -127)
    b = np.array([1000, -20000, 30000], np.int32)
    (ours,) = run(program(body, result, **kinds), x, w, b)
    bias = torch.from_numpy(b * np.array([0.0005, 0.001, 0.0015])).float()
    product = torch.nn.functional.linear(real(x, 0.05, -3), per_channel_real(w), bias)
    assert np.abs(ours.astype(int) - coded(product, 0.02, 7)).max() <= 1
    assert (ours == coded(product, 0.02, 7)).mean() > 0.9


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div"])
def test_binary_operations_are_exact(name: str) -> None:
    kinds = {"a": f"tensor<5x60x{A}>", "b": f"tensor<60x{B}>"}
    result = f"tensor<5x60x{B}>"
    body = f"%y = aten.{name} %a, %b : ({', '.join(kinds.values())}) -> {result}"
    a, b = codes(5, 60), np.maximum(codes(60, seed=1), 8)
    (ours,) = run(program(body, result, **kinds), a, b)
    theirs = getattr(torch, name)(real(a, 0.05, -3), real(b, 0.02, 7))
    np.testing.assert_array_equal(ours, coded(theirs, 0.02, 7))
    assert ours.dtype == np.int8


def test_a_float_and_a_quantized_operand() -> None:
    kinds = {"a": f"tensor<50x{A}>", "b": "tensor<50xf32>"}
    body = f"%y = aten.mul %a, %b : ({', '.join(kinds.values())}) -> tensor<50xf32>"
    a, b = codes(50), np.random.default_rng(0).normal(size=50).astype(np.float32)
    (ours,) = run(program(body, "tensor<50xf32>", **kinds), a, b)
    np.testing.assert_array_equal(ours, (real(a, 0.05, -3) * torch.from_numpy(b)).numpy())


def test_softmax_quantizes_with_its_result_type() -> None:
    kinds, result = {"a": f"tensor<4x16x{A}>"}, "tensor<4x16x!quant.uniform<i8:f32, 0.0039:-128>>"
    body = f"%y = aten.softmax %a {{dim = 1}} : (tensor<4x16x{A}>) -> {result}"
    a = codes(4, 16)
    (ours,) = run(program(body, result, **kinds), a)
    theirs = coded(torch.softmax(real(a, 0.05, -3), 1), 0.0039, -128)
    assert np.abs(ours.astype(int) - theirs).max() <= 1


MOVEMENT = [
    ("view", "", "tensor<3x4x{}>", "tensor<12x{}>", lambda x: x.reshape(12)),
    ("permute", "{dims = [1, 0]}", "tensor<3x4x{}>", "tensor<4x3x{}>", lambda x: x.T),
    ("expand", "", "tensor<3x1x{}>", "tensor<3x4x{}>", lambda x: np.repeat(x, 4, 1)),
    ("clone", "", "tensor<3x4x{}>", "tensor<3x4x{}>", lambda x: x),
    ("select", "{dim = 0, index = 1}", "tensor<3x4x{}>", "tensor<4x{}>", lambda x: x[1]),
    (
        "slice",
        "{dim = 1, start = 1, step = 1}",
        "tensor<3x4x{}>",
        "tensor<3x2x{}>",
        lambda x: x[:, 1:3],
    ),
]


@pytest.mark.parametrize("case", MOVEMENT, ids=lambda case: case[0])
@pytest.mark.parametrize("element", [A, "!quant.uniform<i32:f32, 0.001>", "i64"])
def test_codes_move_as_they_are(case: Any, element: str) -> None:
    name, properties, source, target, function = case
    source, target = source.format(element), target.format(element)
    body = f"%y = aten.{name} %a {properties} : ({source}) -> {target}"
    dtype = {"i64": np.int64, A: np.int8}.get(element, np.int32)
    limits = np.iinfo(np.int32) if dtype == np.int64 else np.iinfo(dtype)
    shape = [int(size) for size in source.removeprefix("tensor<").split("x")[:2]]
    x = np.random.default_rng(0).integers(limits.min, limits.max, shape).astype(dtype)
    (ours,) = run(program(body, target, a=source), x)
    np.testing.assert_array_equal(ours, function(x))
    assert ours.dtype == dtype


def test_movement_between_different_types_requantizes() -> None:
    body = f"%y = aten.view %a : (tensor<2x50x{A}>) -> tensor<100x{B}>"
    a = codes(2, 50)
    (ours,) = run(program(body, f"tensor<100x{B}>", a=f"tensor<2x50x{A}>"), a)
    np.testing.assert_array_equal(ours, coded(real(a, 0.05, -3).reshape(100), 0.02, 7))


def test_the_axis_of_scales_moves_with_its_codes() -> None:
    moved = "!quant.uniform<i8<-127:127>:f32:1, {0.01, 0.02:5, 0.03}>"
    body = f"%y = aten.permute %a {{dims = [1, 0]}} : (tensor<3x7x{C}>) -> tensor<7x3x{moved}>"
    a = np.maximum(codes(3, 7), -127)
    (ours,) = run(program(body, f"tensor<7x3x{moved}>", a=f"tensor<3x7x{C}>"), a)
    np.testing.assert_array_equal(ours, a.T)


def test_a_forgotten_axis_shows() -> None:
    """Square weights whose type keeps axis 0 under a permute are not just moved."""
    body = f"%y = aten.permute %a {{dims = [1, 0]}} : (tensor<3x3x{C}>) -> tensor<3x3x{C}>"
    a = np.maximum(codes(3, 3), -127)
    equal_types = program(body, f"tensor<3x3x{C}>", a=f"tensor<3x3x{C}>")
    dequantized = program(
        f"""
        {body.replace("%y", "%0")}
        %y = quant.dcast %0 : tensor<3x3x{C}> to tensor<3x3xf32>
        """,
        "tensor<3x3xf32>",
        a=f"tensor<3x3x{C}>",
    )
    np.testing.assert_array_equal(run(equal_types, a)[0], a.T)
    assert not np.array_equal(run(dequantized, a)[0], per_channel_real(a).numpy().T)


def test_quantize_and_dequantize_per_tensor() -> None:
    values = np.concatenate(
        [
            np.arange(-300, 300) * 0.025,
            [math.nan, math.inf, -math.inf, 1e30],
        ]
    ).astype(np.float32)
    count = values.size
    body = f"""
    %q = quant.qcast %a : tensor<{count}xf32> to tensor<{count}x{A}>
    %y = quant.dcast %q : tensor<{count}x{A}> to tensor<{count}xf32>
    """
    (ours,) = run(program(body, f"tensor<{count}xf32>", a=f"tensor<{count}xf32>"), values)
    finite = coded(torch.from_numpy(values[:-4]), 0.05, -3)
    expected = real(np.append(finite, np.int8([-3, 127, -128, 127])), 0.05, -3).numpy()
    np.testing.assert_array_equal(ours, expected)


def test_quantize_per_axis() -> None:
    values = np.random.default_rng(0).normal(0, 1.5, (3, 100)).astype(np.float32)
    body = f"%y = quant.qcast %a : tensor<3x100xf32> to tensor<3x100x{C}>"
    (ours,) = run(program(body, f"tensor<3x100x{C}>", a="tensor<3x100xf32>"), values)
    theirs = quantize_per_channel(
        torch.from_numpy(values),
        torch.tensor([0.01, 0.02, 0.03]),
        torch.tensor([0, 5, 0]),
        0,
        -127,
        127,
        torch.int8,
    )
    np.testing.assert_array_equal(ours, theirs.numpy())


@pytest.mark.parametrize(
    ("storage", "torch_type", "least", "greatest"),
    [
        ("u8", torch.uint8, 0, 255),
        ("i16", torch.int16, -32768, 32767),
        ("i32<-2147483648:2147483646>", torch.int32, -(2**31), 2**31 - 2),
        ("i8<-127:127>", torch.int8, -127, 127),
    ],
)
def test_storage_types(storage: str, torch_type: torch.dtype, least: int, greatest: int) -> None:
    element = f"!quant.uniform<{storage}:f32, 0.01:3>"
    values = np.random.default_rng(0).normal(0, 100, 500).astype(np.float32)
    body = f"%y = quant.qcast %a : tensor<500xf32> to tensor<500x{element}>"
    (ours,) = run(program(body, f"tensor<500x{element}>", a="tensor<500xf32>"), values)
    theirs = quantize_per_tensor(
        torch.from_numpy(values), 0.01, 3, least, greatest, torch_type
    ).numpy()
    np.testing.assert_array_equal(ours, theirs)
    assert ours.dtype == theirs.dtype


def test_wide_codes_saturate() -> None:
    element = "!quant.uniform<i32:f32, 1.0>"
    body = f"%y = quant.qcast %a : tensor<3xf32> to tensor<3x{element}>"
    module = program(body, f"tensor<3x{element}>", a="tensor<3xf32>")
    (ours,) = run(module, np.float32([3e9, -3e9, math.nan]))
    np.testing.assert_array_equal(ours, [2**31 - 1, -(2**31), 0])


def test_storage_casts_keep_the_bits() -> None:
    element = "!quant.uniform<u8:f32, 0.1:128>"
    body = f"%y = quant.scast %a : tensor<4x{element}> to tensor<4xi8>"
    module = program(body, "tensor<4xi8>", a=f"tensor<4x{element}>")
    (ours,) = run(module, np.uint8([0, 127, 128, 255]))
    np.testing.assert_array_equal(ours, np.int8([0, 127, -128, -1]))
    assert ours.dtype == np.int8


def test_tables_are_indexed_from_the_least_code() -> None:
    table = "dense<[9, 8, 7, 6]> : tensor<4xi8>"
    source = "!quant.uniform<u8<2:5>:f32, 0.1>"
    body = f"%y = aten.table %a {{table = {table}}} : (tensor<3x{source}>) -> tensor<3x{A}>"
    (ours,) = run(program(body, f"tensor<3x{A}>", a=f"tensor<3x{source}>"), np.uint8([2, 5, 3]))
    np.testing.assert_array_equal(ours, np.int8([9, 6, 8]))


def test_sub_channel_scales_are_refused() -> None:
    element = "!quant.uniform<i8:f32:{0:1, 1:2}, {{0.1, 0.2}, {0.3, 0.4}}>"
    body = f"%y = quant.dcast %a : tensor<2x4x{element}> to tensor<2x4xf32>"
    module = program(body, "tensor<2x4xf32>", a=f"tensor<2x4x{element}>")
    with pytest.raises(UnsupportedError, match="cannot compute with") as caught:
        run(module, codes(2, 4))
    assert "quant.dcast" in caught.value.__notes__[0]
    assert "func.func" not in "".join(caught.value.__notes__)
