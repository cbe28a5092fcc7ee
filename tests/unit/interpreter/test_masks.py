"""What masks leave of softmax, selections, comparisons and logic, at every stage."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from cmlir.interpreter import run
from support import fixed_point
from support.equivalence import apply
from support.ir import program
from support.masked_softmax import exponentials_of

Array = np.ndarray[Any, Any]

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def on_tensors_and_memory(body: str, result: str, inputs: dict[str, tuple[str, Array]]) -> Array:
    module = program(body, result, **{name: kind for name, (kind, _) in inputs.items()})
    arrays = [array for _, array in inputs.values()]
    (on_tensors,) = run(module, *arrays)
    (on_memory,) = run(apply(module, "bufferize"), *arrays)
    np.testing.assert_array_equal(on_memory, on_tensors)
    return on_tensors


@pytest.mark.parametrize("dim", [0, 1, 2])
def test_masked_softmax_is_that_of_what_is_kept(dim: int) -> None:
    kind, mask_kind = "tensor<2x3x4xf32>", "tensor<3x1xi1>"
    body = f"%y = aten.masked_softmax %x mask(%m) {{dim = {dim}}} : ({kind}, {mask_kind}) -> {kind}"
    x = np.random.default_rng(1).normal(0, 2, (2, 3, 4)).astype(np.float32)
    keep = np.array([[True], [False], [True]])
    (ours,) = run(program(body, kind, x=kind, m=mask_kind), x, keep)
    hidden = torch.from_numpy(x).masked_fill(torch.from_numpy(~keep), -torch.inf)
    theirs = torch.ops.aten._safe_softmax(hidden, dim).numpy()
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)
    assert (ours == 0).any()


def test_causal_softmax_leaves_rows_empty() -> None:
    kind = "tensor<3x4xf32>"
    body = f"%y = aten.masked_softmax %x {{dim = 1, diagonal = -1}} : ({kind}) -> {kind}"
    (ours,) = run(program(body, kind, x=kind), np.zeros((3, 4), np.float32))
    np.testing.assert_array_equal(ours, [[0, 0, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0, 0]])


@pytest.mark.parametrize("output", [False, True])
def test_kernel_of_masked_softmax(output: bool) -> None:
    rng = np.random.default_rng(2)
    x = rng.integers(-128, 128, (2, 3, 5)).astype(np.int8)
    mask = np.array([False, True, True, False, True, True])
    mult, shift, diff_min = fixed_point.softmax_parameters(0.04)
    more = ", output_rescale = #cortex_m.rescale<1200000000, -7>, output_offset = -120"
    kind = "tensor<2x3x5xi8>"
    body = f"""%y = cortex_m.masked_softmax %x, %e mask(%m) {{mask_offset = 1,
      mask_strides = [0, 0, 1], diagonal = 1{more if output else ""}}}
      : ({kind}, tensor<256xi32>, tensor<6xi1>) -> {kind}"""
    exponentials = exponentials_of(mult, shift, diff_min)
    given = {"x": (kind, x), "e": ("tensor<256xi32>", exponentials), "m": ("tensor<6xi1>", mask)}
    result = on_tensors_and_memory(body, kind, given)
    for batch, i in np.ndindex(2, 3):
        keep = mask[1:] & (np.arange(5) <= i + 1)
        codes = np.zeros(5, np.int64)
        bits = 16 if output else 8
        codes[keep] = fixed_point.softmax_codes(x[batch, i][keep], mult, shift, diff_min, bits)
        wanted = codes - 128
        if output:
            wanted = [fixed_point.rescale(int(c), 1200000000, -7, -120, -128, 127) for c in codes]
        np.testing.assert_array_equal(result[batch, i], wanted)


def test_a_row_of_which_nothing_is_kept() -> None:
    kind = "tensor<2x3xi8>"
    body = f"""%y = cortex_m.masked_softmax %x, %e mask(%m)
      {{mask_offset = 0, mask_strides = [1, 0]}}
      : ({kind}, tensor<256xi32>, tensor<2xi1>) -> {kind}"""
    x, keep = np.zeros((2, 3), np.int8), np.array([False, True])
    exponentials = exponentials_of(1518500250, 20, -100)
    given = {"x": (kind, x), "e": ("tensor<256xi32>", exponentials), "m": ("tensor<2xi1>", keep)}
    result = on_tensors_and_memory(body, kind, given)
    np.testing.assert_array_equal(result, [[-128] * 3, [-43] * 3])


def test_kernel_of_where() -> None:
    condition = np.array([True, False, True])
    x, y = np.arange(6, dtype=np.float32), np.float32([10, 20])
    body = """%y = cortex_m.where %c, %a, %b {offsets = [0, 5, 1], condition_strides = [0, 1],
      lhs_strides = [-3, -1], rhs_strides = [-1, 0]}
      : (tensor<3xi1>, tensor<6xf32>, tensor<2xf32>) -> tensor<2x3xf32>"""
    given = {
        "c": ("tensor<3xi1>", condition),
        "a": ("tensor<6xf32>", x),
        "b": ("tensor<2xf32>", y),
    }
    result = on_tensors_and_memory(body, "tensor<2x3xf32>", given)
    np.testing.assert_array_equal(result, [[5, 20, 3], [2, 10, 0]])


@pytest.mark.parametrize("predicate", COMPARISONS)
@pytest.mark.parametrize("element", ["f32", "i8", "i32", "i64"])
def test_comparisons(predicate: str, element: str) -> None:
    dtype = {"f32": np.float32, "i8": np.int8, "i32": np.int32, "i64": np.int64}[element]
    x = np.array([-3, 0, 2, 3], dtype)
    if element == "f32":
        x[3] = np.nan
    number = 2.0
    body = f"""%y = cortex_m.compare %x {{predicate = "{predicate}", number = {number}}}
      : (tensor<4x{element}>) -> tensor<4xi1>"""
    result = on_tensors_and_memory(body, "tensor<4xi1>", {"x": (f"tensor<4x{element}>", x)})
    expected = getattr(torch, predicate)(torch.from_numpy(x), number).numpy()
    np.testing.assert_array_equal(result, expected)
    text = f"%y = aten.{predicate}_scalar %x {{value = {number}}}"
    module = program(
        f"{text} : (tensor<4x{element}>) -> tensor<4xi1>", "tensor<4xi1>", x=f"tensor<4x{element}>"
    )
    np.testing.assert_array_equal(run(module, x)[0], expected)


def test_a_number_beside_f32_is_one_of_f32() -> None:
    x = np.float32([0.1, 0.2])
    body = "%y = aten.eq_scalar %x {value = 0.1} : (tensor<2xf32>) -> tensor<2xi1>"
    (result,) = run(program(body, "tensor<2xi1>", x="tensor<2xf32>"), x)
    np.testing.assert_array_equal(result, torch.from_numpy(x).eq(0.1).numpy())
    assert result[0]


@pytest.mark.parametrize("name", ["and", "or", "xor"])
def test_logic(name: str) -> None:
    a, b = np.array([False, False, True, True]), np.array([False, True, False, True])
    kind = "tensor<4xi1>"
    expected = getattr(np, f"logical_{name}")(a, b)
    body = f"%y = cortex_m.logical_{name} %a, %b : ({kind}, {kind}) -> {kind}"
    result = on_tensors_and_memory(body, kind, {"a": (kind, a), "b": (kind, b)})
    np.testing.assert_array_equal(result, expected)
    wide = "tensor<2x4xi1>"
    broadcast = f"%y = aten.logical_{name} %a, %b : ({wide}, {kind}) -> {wide}"
    (result,) = run(program(broadcast, wide, a=wide, b=kind), np.stack([a, a]), b)
    np.testing.assert_array_equal(result, [expected, expected])


def test_logical_not() -> None:
    kind, x = "tensor<2xi1>", np.array([False, True])
    body = f"%y = cortex_m.logical_not %x : ({kind}) -> {kind}"
    np.testing.assert_array_equal(on_tensors_and_memory(body, kind, {"x": (kind, x)}), ~x)


def test_any() -> None:
    x = np.array([[[False, True], [False, False]], [[True, False], [True, True]]])
    body = "%y = cortex_m.any %x : (tensor<2x2x2xi1>) -> tensor<2x2xi1>"
    result = on_tensors_and_memory(body, "tensor<2x2xi1>", {"x": ("tensor<2x2x2xi1>", x)})
    np.testing.assert_array_equal(result, [[False, True], [True, True]])
