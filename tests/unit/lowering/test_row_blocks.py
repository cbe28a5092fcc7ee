"""Fusions by blocks of rows: the same bits, also in planned memory, and never a larger arena."""

from __future__ import annotations

import math

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m import KernelOp, target_of
from cmlir.dialects.cortex_m.exponentials import wide_exponentials
from cmlir.dialects.cortex_m.plan import ARENA_BYTES, module_integer
from support.equivalence import apply, assert_same
from support.ir import program
from support.planned_programs import overwriting_inputs

CLAMP = "clamp = #cortex_m.clamp<-128, 127>"
CORTEX_M4 = 'cortex_m.target = "cortex-m4"'
FUSIONS = (
    *("fuse-attention", "split-linears", "tile-feed-forward", "block-linears", "save-memory"),
    "fuse-activation",
)


def attention(rng: np.random.Generator, kind: str = "plain") -> ModuleOp:
    """Heads inside rows; keys and values of their own or packed, values by rows or by columns.

    `kind` is "plain", "masked", or "wide" with scores of 16 bits.
    """
    heads, rows, columns, depth = (int(rng.integers(low, 9)) for low in (2, 3, 3, 1))
    width, packed = depth * heads, bool(rng.integers(0, 2))
    row = width * (1 + packed)
    bits = 16 if kind == "wide" else 8
    scores, weights, mixed, stored = (
        f"tensor<{heads}x{rows}x{columns}xi{bits}>",
        f"tensor<{heads}x{rows}x{columns}xi8>",
        f"tensor<{rows}x{width}xi8>",
        f"tensor<{columns}x{row}xi8>",
    )
    value = "%k" if packed else "%v"
    softmax = f"""cortex_m.softmax %s exponentials(%c) {{diff_min = -496,
        input_rescale = #cortex_m.rescale<1610612736, 22>}} : ({scores}, tensor<256xi32>)"""
    mask, table = "tensor<1xi1>", "tensor<256xi32>"
    if kind != "plain":
        softmax, mask = _masked_softmax(rng, (heads, rows, columns), bits)
    exponentials = _exponentials()
    if kind == "wide":
        table, exponentials = "tensor<2x256xi32>", wide_exponentials(0.001)
    body = f"""
      ml_program.global private @e({_hex(exponentials)} : {table}) : {table}
      ---
      %s = cortex_m.strided_matmul %q, %k {{sizes = [1, {heads}, {rows}, {columns}, {depth}],
        lhs_start = 0, lhs_strides = [0, {depth}, {width}],
        rhs_start = 0, rhs_strides = [0, {depth}, {row}, 1],
        out_strides = [0, {rows * columns}, {columns}],
        lhs_offset = {_offset(rng)}, rhs_offset = {_offset(rng)}, output_offset = 3,
        rescale = #cortex_m.rescale<1500000000, {-7 if bits == 8 else -1}>,
        clamp = #cortex_m.clamp<{-(2 ** (bits - 1))}, {2 ** (bits - 1) - 1}>}}
        : ({mixed}, {stored}) -> {scores}
      %c = cortex_m.constant @e : () -> {table}
      %p = {softmax} -> {weights}
      %y = cortex_m.strided_matmul %p, {value} {{sizes = [1, {heads}, {rows}, {depth}, {columns}],
        lhs_start = 0, lhs_strides = [0, {rows * columns}, {columns}],
        rhs_start = {width * packed}, rhs_strides = [0, {depth}, 1, {row}],
        out_strides = [0, {depth}, {width}],
        lhs_offset = 128, rhs_offset = {_offset(rng)}, output_offset = -2,
        rescale = #cortex_m.rescale<1700000000, -8>, {CLAMP}}} : ({weights}, {stored}) -> {mixed}
    """
    return program(body, mixed, q=mixed, k=stored, v=stored, m=mask)


def masked_attention(rng: np.random.Generator) -> ModuleOp:
    return attention(rng, "masked")


def wide_attention(rng: np.random.Generator) -> ModuleOp:
    return attention(rng, "wide")


def _masked_softmax(rng: np.random.Generator, shape: tuple[int, ...], bits: int) -> tuple[str, str]:
    """With a diagonal, a mask %m that repeats along some axes, or both; and the type of %m."""
    kept = [int(rng.integers(0, 2)) * size or 1 for size in shape]
    strides = [0 if size == 1 else math.prod(kept[k + 1 :]) for k, size in enumerate(kept)]
    diagonal = f"diagonal = {rng.integers(-3, 4)}"
    with_mask = f"mask_offset = 0, mask_strides = {strides}"
    properties = (diagonal, with_mask, f"{with_mask}, {diagonal}")[rng.integers(0, 3)]
    mask = f"tensor<{math.prod(kept)}xi1>"
    operand, more = (" mask(%m)", f", {mask}") if "mask" in properties else ("", "")
    name, table = ("masked_softmax", "256") if bits == 8 else ("wide_softmax", "2x256")
    types = f"(tensor<{'x'.join(map(str, shape))}xi{bits}>, tensor<{table}xi32>{more})"
    return f"cortex_m.{name} %s, %c{operand} {{{properties}}} : {types}", mask


def layers(rng: np.random.Generator) -> ModuleOp:
    """Two layers, with or without a table between them, per tensor or per channel."""
    rows, depth, hidden = (
        int(rng.integers(low, high)) for low, high in ((17, 40), (1, 9), (5, 30))
    )
    cols = depth if rng.integers(0, 2) else int(rng.integers(1, 9))
    middle = f"tensor<{rows}x{hidden}xi8>"
    table = f"table = {_hex(rng.integers(-128, 128, 256).astype(np.int8))} : tensor<256xi8>"
    between = f"%g = cortex_m.table %h {{{table}}} : ({middle}) -> {middle}"
    view = f"{{offset = 0}} : ({middle}) -> {middle}"
    body = f"""
      {_layer_data("w", rng, hidden, depth)}
      {_layer_data("v", rng, cols, hidden)}
      ---
      {_layer("h", "x", "w", rng, (rows, depth, hidden))}
      {between if rng.integers(0, 2) else f"%g = cortex_m.view %h {view}"}
      {_layer("y", "g", "v", rng, (rows, hidden, cols))}
    """
    result = f"tensor<{rows}x{cols}xi8>"
    return program(body, result, attributes=CORTEX_M4, x=f"tensor<{rows}x{depth}xi8>")


def activated_layer(rng: np.random.Generator) -> ModuleOp:
    """A layer, and a table that sees its rows in another shape."""
    rows, depth, cols = (int(rng.integers(low, 30)) for low in (4, 1, 4))
    table = f"table = {_hex(rng.integers(-128, 128, 256).astype(np.int8))} : tensor<256xi8>"
    flat = f"tensor<{rows * cols}xi8>"
    body = f"""
      {_layer_data("w", rng, cols, depth)}
      ---
      {_layer("h", "x", "w", rng, (rows, depth, cols), start="sums")}
      %f = cortex_m.view %h {{offset = 0}} : (tensor<{rows}x{cols}xi8>) -> {flat}
      %y = cortex_m.table %f {{{table}}} : ({flat}) -> {flat}
    """
    return program(body, flat, x=f"tensor<{rows}x{depth}xi8>")


def square_layers(rng: np.random.Generator, rows: int, width: int) -> ModuleOp:
    """Two layers that are as wide as what they read."""
    kind = f"tensor<{rows}x{width}xi8>"
    body = f"""
      {_layer_data("w", rng, width, width)}
      {_layer_data("v", rng, width, width)}
      ---
      {_layer("h", "x", "w", rng, (rows, width, width))}
      {_layer("y", "h", "v", rng, (rows, width, width))}
    """
    return program(body, kind, attributes=CORTEX_M4, x=kind)


def packed_attention(rng: np.random.Generator, batch: int) -> ModuleOp:
    """One layer for queries, keys and values, of two heads of 3 columns and 5 rows."""
    kind, row = f"tensor<{5 * batch}x6xi8>", 18
    body = f"""
      ml_program.global private @e({_hex(_exponentials())} : tensor<256xi32>) : tensor<256xi32>
      {_layer_data("w", rng, row, 6)}
      ---
      {_layer("h", "x", "w", rng, (5 * batch, 6, row))}
      %c = cortex_m.constant @e : () -> tensor<256xi32>
      %y = cortex_m.attention %h, %h, %h, %c {{sizes = [{batch}, 2, 5, 5, 3, 3], block_rows = 2,
        query_start = 6, query_strides = [{5 * row}, 3, {row}],
        key_start = 0, key_strides = [{5 * row}, 3, {row}, 1],
        value_start = 12, value_strides = [{5 * row}, 3, 1, {row}], out_strides = [30, 3, 6],
        query_offset = 1, key_offset = -4, scores_offset = 2,
        scores_rescale = #cortex_m.rescale<1500000000, -7>, scores_{CLAMP},
        probabilities_offset = 128, value_offset = 3, output_offset = -5,
        rescale = #cortex_m.rescale<1700000000, -8>, {CLAMP}}}
        : (tensor<{5 * batch}x18xi8>, tensor<{5 * batch}x18xi8>, tensor<{5 * batch}x18xi8>,
           tensor<256xi32>) -> {kind}
    """
    return program(body, kind, attributes=CORTEX_M4, x=kind)


def _layer(
    name: str,
    x: str,
    w: str,
    rng: np.random.Generator,
    sizes: tuple[int, ...],
    start: str = "bias",
) -> str:
    rows, depth, cols = sizes
    pairs = cols if rng.integers(0, 2) else 1
    multipliers = [int(m) for m in rng.integers(2**30, 2**31, pairs)]
    shifts = [int(s) for s in rng.integers(-10, -5, pairs)]
    return f"""
      %{w} = cortex_m.constant @{w} : () -> tensor<{cols}x{depth}xi8>
      %{w}b = cortex_m.constant @{w}b : () -> tensor<{cols}xi32>
      %{name} = cortex_m.linear %{x}, %{w} {start}(%{w}b) {{input_offset = {_offset(rng)},
        weights_offset = {0 if pairs > 1 else _offset(rng)}, output_offset = -7,
        rescale = #cortex_m.rescale<{multipliers}, {shifts}>, {CLAMP}}}
        : (tensor<{rows}x{depth}xi8>, tensor<{cols}x{depth}xi8>, tensor<{cols}xi32>)
        -> tensor<{rows}x{cols}xi8>"""


def _layer_data(name: str, rng: np.random.Generator, cols: int, depth: int) -> str:
    weights, bias = f"tensor<{cols}x{depth}xi8>", f"tensor<{cols}xi32>"
    codes = rng.integers(-128, 128, (cols, depth)).astype(np.int8)
    start = rng.integers(-9000, 9000, cols).astype(np.int32)
    return f"""
      ml_program.global private @{name}({_hex(codes)} : {weights}) : {weights}
      ml_program.global private @{name}b({_hex(start)} : {bias}) : {bias}"""


def _exponentials() -> np.ndarray:
    return np.rint(np.exp(np.arange(-255, 1) * 0.05) * (2**31 - 1)).astype(np.int32)


def _offset(rng: np.random.Generator) -> int:
    return int(rng.integers(-127, 129))


def _hex(array: np.ndarray) -> str:
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def kernel_ops(module: ModuleOp) -> list[KernelOp]:
    return [op for op in module.walk() if isinstance(op, KernelOp)]


def kernels(module: ModuleOp) -> set[str]:
    return {op.kernel for op in kernel_ops(module)}


def arena_of(module: ModuleOp) -> int:
    return module_integer(apply(module, "plan-memory"), ARENA_BYTES)


@pytest.mark.parametrize("kind", ["plain", "masked", "wide"])
@pytest.mark.parametrize("seed", range(4))
def test_random_attentions(seed: int, kind: str) -> None:
    kernel = "cmlir_attention_s8" if kind == "plain" else f"cmlir_{kind}_attention_s8"
    rng, fused = np.random.default_rng(seed), 0
    for _ in range(12):
        module = attention(rng, kind)
        after = assert_same(module, "fuse-attention", inputs=1)
        if kernel in kernels(after):
            fused += 1
            assert kernels(after) == {kernel}
            for planned in (after, overwriting_inputs(after)):
                assert_same(module, apply(planned, "plan-memory"), inputs=1)
    assert fused > 3


@pytest.mark.parametrize("seed", range(4))
def test_random_layers_in_place(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(6):
        rows, width = int(rng.integers(17, 50)), int(rng.integers(1, 20))
        module = square_layers(rng, rows, width)
        after = assert_same(module, "block-linears", inputs=1)
        assert kernels(after) == {"cmlir_blocked_linear_s8"}
        planned = apply(overwriting_inputs(after), "plan-memory")
        assert_same(module, planned, inputs=1)
        assert module_integer(planned, ARENA_BYTES) <= 16 * width + 15


@pytest.mark.parametrize("batch", [1, 3])
def test_packed_layers(batch: int) -> None:
    """A part of the columns for each of queries, keys and values, for every image of a batch."""
    module = packed_attention(np.random.default_rng(batch), batch)
    after = assert_same(module, "split-linears", inputs=4)
    assert sum(op.kernel.startswith("arm_fully") for op in kernel_ops(after)) == 3
    assert_same(module, apply(after, "plan-memory"), inputs=1)


@pytest.mark.parametrize("seed", range(4))
def test_random_layers(seed: int) -> None:
    """Start values are computed at compile time, on a target whose layers have a bias."""
    rng = np.random.default_rng(seed)
    for _ in range(8):
        module = layers(rng)
        assert not target_of(module).mve
        after = assert_same(module, "tile-feed-forward{rows=5}", inputs=1)
        assert kernels(after) == {"cmlir_feed_forward_s8"}
        for planned in (after, overwriting_inputs(after)):
            assert_same(module, apply(planned, "plan-memory"), inputs=1)


def test_random_activations() -> None:
    """Layers whose weights have an offset stay as they are."""
    rng, fused = np.random.default_rng(9), 0
    for _ in range(24):
        module = activated_layer(rng)
        after = assert_same(module, "fuse-activation", inputs=1)
        found = kernels(after)
        if "cmlir_linear_table_s8" in found:
            fused += 1
            assert found == {"cmlir_linear_table_s8"}
            assert arena_of(after) <= arena_of(module)
            assert_same(module, apply(after, "plan-memory"), inputs=1)
    assert fused > 8


@pytest.mark.parametrize("make", [attention, masked_attention, wide_attention, layers])
def test_the_arena_never_grows(make: object) -> None:
    assert callable(make)
    rng, smaller = np.random.default_rng(7), 0
    for _ in range(10):
        module = make(rng)
        assert isinstance(module, ModuleOp)
        for planned in (module, overwriting_inputs(module)):
            before, after = arena_of(planned), arena_of(apply(planned, "save-memory"))
            assert after <= before
            smaller += after < before
    assert smaller > 5


def test_fusions_leave_what_they_made() -> None:
    """A second run changes nothing."""
    rng = np.random.default_rng(8)
    for module in (attention(rng), layers(rng), activated_layer(rng)):
        for name in FUSIONS:
            once = apply(module, name)
            assert str(apply(once, name)) == str(once)
