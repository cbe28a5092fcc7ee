"""Arithmetic with broadcasting from Q/DQ graphs to C: the same values at every stage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from xdsl.dialects.builtin import ModuleOp

import cmlir
from cmlir.dialects import cortex_m
from cmlir.interpreter import run
from support.emitted_project import EmittedModel
from support.equivalence import assert_same
from support.exported import export, import_and_compare, operation_names
from support.inputs import random_inputs
from support.ir import program
from support.kernel_objects import HOST_GCC


def of(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>"


@st.composite
def arithmetic(draw: st.DrawFn) -> ModuleOp:
    """lhs op rhs with any axes of size 1 in either, and an expand before one of them at times."""
    rank = draw(st.integers(1, 4))
    shape = draw(st.lists(st.integers(1, 4), min_size=rank, max_size=rank))
    shapes = [tuple(d if draw(st.booleans()) else 1 for d in shape) for _ in range(2)]
    shapes[1] = shapes[1][draw(st.integers(0, rank)) :]
    whole = np.broadcast_shapes(*shapes)
    parameters = st.tuples(st.sampled_from([0.5, 0.31]), st.integers(-128, 127))
    drawn = [draw(parameters) for _ in range(3)]
    kinds = [f"!quant.uniform<i8:f32, {scale!r}:{zero_point}>" for scale, zero_point in drawn]
    types = [of(s, k) for s, k in zip((*shapes, whole), kinds, strict=True)]
    body, operand, kind = "", "%b", types[1]
    if draw(st.booleans()):
        kind = of(whole, kinds[1])
        body = f"%e = aten.expand %b : ({types[1]}) -> {kind}\n"
        operand = "%e"
    name = draw(st.sampled_from(["add", "sub", "mul"]))
    body += f"%y = aten.{name} %a, {operand} : ({types[0]}, {kind}) -> {types[2]}"
    return program(body, types[2], a=types[0], b=types[1])


@settings(max_examples=60, deadline=None)
@given(arithmetic())
def test_every_stage_computes_the_same(module: ModuleOp) -> None:
    lowered = assert_same(module, "select-kernels", inputs=2, steps=1)
    assert_same(lowered, "plan-memory", inputs=2)


@settings(max_examples=30, deadline=None)
@given(arithmetic())
def test_both_kernel_sets_give_the_same_bits(module: ModuleOp) -> None:
    other = module.clone()
    cortex_m.set_kernels(other, "cmsis-nn")
    fast = assert_same(module, "select-kernels", inputs=1, steps=1)
    plain = assert_same(other, "select-kernels", inputs=1, steps=1)
    assert_same(fast, plain, inputs=3)
    kernels = {op.kernel for op in plain.walk() if isinstance(op, cortex_m.KernelOp)}
    assert not any(kernel.startswith("cmlir_broadcast") for kernel in kernels)


class Gates(nn.Module):
    """Rows, columns and single channels against whole tensors, and an outer sum."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.position = nn.Linear(8, 1), nn.Parameter(torch.randn(5, 8))

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        h = x + self.position
        h = h * self.gate(h) - y
        return h, h[:, :, None, :2] + h[:, None, :, 2:4]


@pytest.mark.parametrize("kernels", ["fast", "cmsis-nn"])
def test_a_quantized_model_computes_the_same_on_the_simulator(kernels: str) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    samples = [(torch.randn(3, 5, 8), torch.randn(3, 1, 8)) for _ in range(4)]
    compiled = cmlir.compile(cmlir.quantize(Gates(), samples), kernels=kernels, allow_float=False)
    ways = [compiled.run_many(samples, on=on) for on in ("interpreter", "host", "qemu")]
    for results in zip(*ways, strict=True):
        for outputs in zip(*(result.outputs for result in results), strict=True):
            assert len({output.tobytes() for output in outputs}) == 1


def test_a_tensor_of_one_number_and_no_axes() -> None:
    torch.manual_seed(0)
    samples = [(torch.randn(3, 5), torch.randn(())) for _ in range(4)]
    compiled = cmlir.compile(cmlir.quantize(Plus(), samples), allow_float=False)
    for sample in samples:
        expected = compiled.run(*sample).outputs[0]
        np.testing.assert_array_equal(compiled.run(*sample, on="host").outputs[0], expected)


class Plus(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x + y


@pytest.mark.parametrize("alpha", [-2.5, -1, 3])
@pytest.mark.parametrize("function", [torch.add, torch.sub])
def test_alpha(function: Callable[..., Tensor], alpha: float) -> None:
    """A negative one exchanges sum and difference."""
    exported = export(lambda x, y: function(x, y, alpha=alpha), torch.ones(2, 3), torch.ones(3))
    module = import_and_compare(exported, torch.randn(2, 3), torch.randn(3), tolerance=1e-6)
    kind = "sub" if (function is torch.sub) == (alpha > 0) else "add"
    assert operation_names(module) == (["mul_scalar"] if abs(alpha) != 1 else []) + [kind]


def test_no_copy_and_in_place(tmp_path: Path) -> None:
    """The operand that repeats is read where it is, and the whole one overwritten."""
    kind = "!quant.uniform<i8:f32, 0.5:3>"
    whole, column = of((6, 70), kind), of((6, 1), kind)
    body = f"""%0 = aten.mul %a, %a : ({whole}, {whole}) -> {whole}
      %y = aten.add %b, %0 : ({column}, {whole}) -> {whole}"""
    module = program(body, whole, a=whole, b=column)
    lowered = assert_same(module, "select-kernels", steps=1)
    assert not any(isinstance(op, cortex_m.CopyOp) for op in lowered.walk())
    planned = assert_same(lowered, "plan-memory")
    (add,) = (op for op in planned.walk() if isinstance(op, cortex_m.BroadcastAddOp))
    assert add.out is add.rhs
    model = EmittedModel(planned, tmp_path, HOST_GCC)
    inputs = random_inputs(module, 0)
    assert model(*inputs)[0].tobytes() == run(planned, *inputs)[0].tobytes()
