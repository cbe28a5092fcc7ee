"""Products between moves: the same bits, and no move left where strides can say it."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m import KernelOp, StridedMatmulOp, set_kernels
from cmlir.frontend import import_program
from cmlir.lowering.strided import Layout
from support.attention_program import Shape, quantized_block
from support.equivalence import apply, assert_same
from support.ir import program
from support.movement_count import Movement, movement_of
from support.passes import LOWERING, assert_each_pass_same

PASS = "eliminate-transposes"
NUMBERS = """lhs_offset = 5, rhs_offset = -3, output_offset = 2,
  rescale = #cortex_m.rescale<1500000000, -6>, clamp = #cortex_m.clamp<-100, 127>"""


def tensor(shape: tuple[int, ...]) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}i8>"


class Text:
    """A lowered program in the making."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, op: str, operand: str, attributes: str, shapes: list[tuple[int, ...]]) -> str:
        name = f"%v{len(self.lines)}"
        *before, after = map(tensor, shapes)
        types = f"({', '.join(before)}) -> {after}"
        self.lines.append(f"{name} = cortex_m.{op} {operand} {{{attributes}}} : {types}")
        return name

    def moved(self, name: str, shape: tuple[int, ...], order: list[int]) -> str:
        """Axis k of the result is axis order[k]: by a strided copy."""
        layout = Layout.dense(shape).permuted(order)
        strides = [axis[0][1] for axis in layout.axes]
        attributes = f"offset = 0, strides = {strides}"
        return self.add("copy", name, attributes, [shape, layout.shape])


def random_product(rng: np.random.Generator) -> ModuleOp:
    """permute(x) @ permute(y), permuted, with axes of size 1, that repeat or not."""
    batch = tuple(int(size) for size in rng.integers(1, 4, 2))
    rows, columns, depth = (int(size) for size in rng.integers(1, 6, 3))
    text = Text()

    def operand(name: str, rows: int) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        own = tuple(1 if rng.random() < 0.2 else size for size in batch)
        shape = (*own, rows, depth)
        order = [int(k) for k in rng.permutation(4)]
        stored = tuple(shape[order.index(k)] for k in range(4))
        return text.moved(name, stored, order), shape, stored

    (x, x_shape, x_stored), (y, y_shape, y_stored) = operand("%x", rows), operand("%k", columns)
    together = tuple(max(a, b) for a, b in zip(x_shape[:2], y_shape[:2], strict=True))
    shape = (*together, rows, columns)
    product = text.add("batch_matmul", f"{x}, {y}", NUMBERS, [x_shape, y_shape, shape])
    order = [int(k) for k in rng.permutation(4)]
    result = text.moved(product, shape, order)
    text.lines[-1] = text.lines[-1].replace(result, "%y")
    out = tuple(shape[k] for k in order)
    return program("\n".join(text.lines), tensor(out), x=tensor(x_stored), k=tensor(y_stored))


@pytest.mark.parametrize("seed", range(4))
def test_random_moves_around_a_product(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(25):
        module = random_product(rng)
        after = assert_same(module, PASS, inputs=1)
        assert movement_of(after) <= movement_of(module)


def test_many_random_moves_disappear() -> None:
    """Of three around each product: those that keep, or give, neighbours in rows."""
    rng = np.random.default_rng(1)
    kept = [movement_of(apply(random_product(rng), PASS)).ops for _ in range(50)]
    assert sum(kept) < 2 * len(kept)
    assert min(kept) == 0


@pytest.mark.parametrize("batch", [1, 2])
def test_attention_moves_nothing(batch: int) -> None:
    shape = Shape(head_dim=4, rows=3, heads=2, batch=batch)
    module = import_program(quantized_block(shape))
    assert movement_of(assert_each_pass_same(module)) == Movement(0, 0)


def test_cmsis_nn_keeps_its_own_calls() -> None:
    module = import_program(quantized_block(Shape(head_dim=4, rows=3, heads=2)))
    set_kernels(module, "cmsis-nn")
    kernels = {op.kernel for op in apply(module, *LOWERING).walk() if isinstance(op, KernelOp)}
    assert {"arm_batch_matmul_s8", "arm_transpose_s8"} <= kernels
    assert "cmlir_strided_matmul_s8" not in kernels


def test_a_product_that_is_read_twice_is_moved() -> None:
    body = f"""
      %0 = cortex_m.batch_matmul %x, %k {{{NUMBERS}}}
        : (tensor<2x3x4xi8>, tensor<2x5x4xi8>) -> tensor<2x3x5xi8>
      %1 = cortex_m.copy %0 {{offset = 0, strides = [5, 15, 1]}}
        : (tensor<2x3x5xi8>) -> tensor<3x2x5xi8>
      %2 = cortex_m.view %0 {{offset = 0}} : (tensor<2x3x5xi8>) -> tensor<3x2x5xi8>
      %y = cortex_m.add %1, %2 {{lhs_offset = 0, rhs_offset = 0, output_offset = 0,
        lhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 20,
        rhs_rescale = #cortex_m.rescale<1073741824, 0>,
        rescale = #cortex_m.rescale<1073741824, -18>, clamp = #cortex_m.clamp<-128, 127>}}
        : (tensor<3x2x5xi8>, tensor<3x2x5xi8>) -> tensor<3x2x5xi8>
    """
    module = program(body, "tensor<3x2x5xi8>", x="tensor<2x3x4xi8>", k="tensor<2x5x4xi8>")
    after = assert_same(module, PASS)
    assert movement_of(after).ops == 1


def test_a_dense_product_stays_a_call_of_cmsis_nn() -> None:
    body = f"""%y = cortex_m.batch_matmul %x, %k {{{NUMBERS}}}
      : (tensor<2x3x4xi8>, tensor<2x5x4xi8>) -> tensor<2x3x5xi8>"""
    module = program(body, "tensor<2x3x5xi8>", x="tensor<2x3x4xi8>", k="tensor<2x5x4xi8>")
    found = [op for op in apply(module, PASS).walk() if isinstance(op, StridedMatmulOp)]
    assert found == []
