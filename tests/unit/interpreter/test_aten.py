"""Aten operations on f32 against PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from cmlir.interpreter import run
from support.ir import program

Array = np.ndarray[Any, Any]
Operation = tuple[str, str, list[str], Callable[..., torch.Tensor]]

SAME = "tensor<2x3x4xf32>"

EXACT: list[Operation] = [
    ("add", "", [SAME, "tensor<3x1xf32>"], torch.add),
    ("sub", "", [SAME, "tensor<4xf32>"], torch.sub),
    ("mul", "", [SAME, "tensor<1x1x4xf32>"], torch.mul),
    ("div", "", [SAME, SAME], torch.div),
    ("add_scalar", "{value = 0.1}", [SAME], lambda x: x + 0.1),
    ("sub_scalar", "{value = 0.3}", [SAME], lambda x: x - 0.3),
    ("rsub_scalar", "{value = 1.0}", [SAME], lambda x: 1.0 - x),
    ("mul_scalar", "{value = 0.35355339059327379}", [SAME], lambda x: x * 0.35355339059327379),
    ("div_scalar", "{value = 2.8284271247461903}", [SAME], lambda x: x / 2.8284271247461903),
    ("neg", "", [SAME], torch.neg),
    ("reciprocal", "", [SAME], torch.reciprocal),
    ("relu", "", [SAME], torch.relu),
    ("clone", "", [SAME], torch.clone),
]
"""Pointwise operations that keep the first operand's shape: name, properties, types, function."""

SHAPED: list[tuple[str, str, list[str], str, Callable[..., torch.Tensor]]] = [
    ("view", "", [SAME], "tensor<6x4x1xf32>", lambda x: x.view(6, 4, 1)),
    ("permute", "{dims = [2, 0, 1]}", [SAME], "tensor<4x2x3xf32>", lambda x: x.permute(2, 0, 1)),
    ("expand", "", ["tensor<3x1xf32>"], "tensor<2x3x4xf32>", lambda x: x.expand(2, 3, 4)),
    ("select", "{dim = 1, index = 2}", [SAME], "tensor<2x4xf32>", lambda x: x.select(1, 2)),
    ("select", "{dim = 0, index = 1}", ["tensor<3xf32>"], "tensor<f32>", lambda x: x.select(0, 1)),
    (
        "slice",
        "{dim = 2, start = 1, step = 2}",
        [SAME],
        "tensor<2x3x2xf32>",
        lambda x: x[:, :, 1::2],
    ),
    ("eq_scalar", "{value = 0.0}", [SAME], "tensor<2x3x4xi1>", lambda x: x == 0),
    ("logical_not", "", [SAME], "tensor<2x3x4xi1>", torch.logical_not),
    ("any", "{dim = 1, keepdim = true}", [SAME], "tensor<2x1x4xi1>", lambda x: x.any(1, True)),
    ("any", "{dim = 2, keepdim = false}", [SAME], "tensor<2x3xi1>", lambda x: x.any(2)),
    ("full_like", "{value = 0.1}", [SAME], SAME, lambda x: torch.full_like(x, 0.1)),
]

PRODUCTS: list[tuple[str, list[str], str, Callable[..., torch.Tensor]]] = [
    (
        "aten.linear %a, %b",
        ["tensor<2x5x8xf32>", "tensor<3x8xf32>"],
        "tensor<2x5x3xf32>",
        torch.nn.functional.linear,
    ),
    (
        "aten.linear %a, %b bias(%c)",
        ["tensor<8xf32>", "tensor<3x8xf32>", "tensor<3xf32>"],
        "tensor<3xf32>",
        torch.nn.functional.linear,
    ),
    (
        "aten.linear %a, %b bias(%c) {scale = 0.35}",
        ["tensor<5x8xf32>", "tensor<3x8xf32>", "tensor<3xf32>"],
        "tensor<5x3xf32>",
        lambda a, b, c: torch.nn.functional.linear(a, b, c) * 0.35,
    ),
    (
        "aten.addmm %a, %b, %c",
        ["tensor<3xf32>", "tensor<5x8xf32>", "tensor<8x3xf32>"],
        "tensor<5x3xf32>",
        torch.addmm,
    ),
    (
        "aten.mm %a, %b",
        ["tensor<5x8xf32>", "tensor<8x3xf32>"],
        "tensor<5x3xf32>",
        torch.mm,
    ),
    (
        "aten.bmm %a, %b",
        ["tensor<2x5x8xf32>", "tensor<2x8x3xf32>"],
        "tensor<2x5x3xf32>",
        torch.bmm,
    ),
    (
        "aten.matmul %a, %b {scale = 0.125}",
        ["tensor<2x1x5x8xf32>", "tensor<3x8x3xf32>"],
        "tensor<2x3x5x3xf32>",
        lambda a, b: torch.matmul(a, b) * 0.125,
    ),
]


def call(text: str, types: list[str], result: str) -> str:
    return f"%y = {text} : ({', '.join(types)}) -> {result}"


def operands(name: str, count: int) -> str:
    return f"aten.{name} " + ", ".join(f"%{letter}" for letter in "abc"[:count])


def some_floats(kind: str, seed: int) -> Array:
    shape = [int(size) for size in kind.removeprefix("tensor<").split("x")[:-1]]
    values = np.random.default_rng(seed).normal(0, 2, shape)
    return np.where(np.abs(values) < 0.5, 0, values).astype(np.float32)


def both(
    body: str, types: list[str], result: str, function: Callable[..., torch.Tensor]
) -> tuple[Array, Array]:
    """(ours, PyTorch's) on the same inputs."""
    module = program(body, result, **dict(zip("abc", types, strict=False)))
    inputs = [some_floats(kind, seed) for seed, kind in enumerate(types)]
    (ours,) = run(module, *inputs)
    theirs = function(*map(torch.from_numpy, inputs)).numpy()
    assert ours.dtype == theirs.dtype
    assert ours.shape == theirs.shape
    return ours, theirs


@pytest.mark.parametrize("case", EXACT, ids=lambda case: case[0])
def test_pointwise_is_pytorchs_bit_for_bit(case: Operation) -> None:
    name, properties, types, function = case
    body = call(f"{operands(name, len(types))} {properties}", types, types[0])
    np.testing.assert_array_equal(*both(body, types, types[0], function))


@pytest.mark.parametrize("case", SHAPED, ids=lambda case: f"{case[0]}-{case[3]}")
def test_movement_and_logic_are_pytorchs(case: Any) -> None:
    name, properties, types, result, function = case
    body = call(f"{operands(name, len(types))} {properties}", types, result)
    np.testing.assert_array_equal(*both(body, types, result, function))


@pytest.mark.parametrize("case", PRODUCTS, ids=lambda case: case[0])
def test_products_are_pytorchs_within_rounding(case: Any) -> None:
    text, types, result, function = case
    ours, theirs = both(call(text, types, result), types, result, function)
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dim", [0, 1, 2])
@pytest.mark.parametrize("name", ["softmax", "safe_softmax"])
def test_softmax_is_pytorchs_within_rounding(name: str, dim: int) -> None:
    body = call(f"aten.{name} %a {{dim = {dim}}}", [SAME], SAME)
    ours, theirs = both(body, [SAME], SAME, lambda x: torch.softmax(x, dim))
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_masked_rows() -> None:
    """A row of -inf is NaN, or 0 where the softmax is safe."""
    kind = "tensor<2x3xf32>"
    x = np.array([[-math.inf] * 3, [-math.inf, 1, 1]], np.float32)
    results = {
        name: run(program(call(f"aten.{name} %a {{dim = 1}}", [kind], kind), kind, a=kind), x)[0]
        for name in ("softmax", "safe_softmax")
    }
    theirs = torch.ops.aten._safe_softmax(torch.from_numpy(x), 1).numpy()
    np.testing.assert_array_equal(results["safe_softmax"], theirs)
    np.testing.assert_array_equal(results["softmax"], [[math.nan] * 3, [0, 0.5, 0.5]])


def test_where_chooses_and_broadcasts() -> None:
    body = (
        "%y = aten.where %a, %b, %c : (tensor<2x1xi1>, tensor<3xf32>, tensor<1x3xf32>)"
        " -> tensor<2x3xf32>"
    )
    module = program(
        body, "tensor<2x3xf32>", a="tensor<2x1xi1>", b="tensor<3xf32>", c="tensor<1x3xf32>"
    )
    inputs = np.array([[True], [False]]), np.float32([1, 2, 3]), np.float32([[4, 5, 6]])
    (result,) = run(module, *inputs)
    np.testing.assert_array_equal(result, [[1, 2, 3], [4, 5, 6]])


def test_logic_counts_nan_as_true() -> None:
    body = "%y = aten.any %a {dim = 0, keepdim = false} : (tensor<2xf32>) -> tensor<i1>"
    (result,) = run(program(body, "tensor<i1>", a="tensor<2xf32>"), np.float32([0, math.nan]))
    assert result
    assert result.dtype == np.bool_


@pytest.mark.parametrize(
    ("element", "expected"), [("f32", np.float32(0.1)), ("f64", np.float64(0.1)), ("i64", 0)]
)
def test_full(element: str, expected: Any) -> None:
    kind = f"tensor<2x2x{element}>"
    (result,) = run(program(f"%y = aten.full {{value = 0.1}} : () -> {kind}", kind))
    np.testing.assert_array_equal(result, np.full((2, 2), expected))
    assert result.dtype == np.asarray(expected).dtype


def test_infinities_pass_silently() -> None:
    kind = "tensor<3xf32>"
    module = program(call("aten.reciprocal %a", [kind], kind), kind, a=kind)
    (result,) = run(module, np.float32([0, -0.0, math.inf]))
    np.testing.assert_array_equal(result, [math.inf, -math.inf, 0])


def test_the_order_of_a_sum_does_not_show() -> None:
    """Rows that are permutations of one another give the same f32, whatever their layout."""
    random = np.random.default_rng(3)
    x, w = random.normal(0, 1, 400).astype(np.float32), random.normal(0, 1, 400).astype(np.float32)
    order = random.permutation(400)
    body = "%y = aten.linear %a, %b : (tensor<1x400xf32>, tensor<1x400xf32>) -> tensor<1x1xf32>"
    module = program(body, "tensor<1x1xf32>", a="tensor<1x400xf32>", b="tensor<1x400xf32>")
    (one,) = run(module, x[None], w[None])
    (other,) = run(module, x[None, order], w[None, order])
    assert one == other
