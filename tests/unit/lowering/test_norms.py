"""Lowered layer norm and RMS norm against the norm of the real numbers that the codes stand for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m import KernelOp, LayerNormOp
from cmlir.interpreter import run
from support.equivalence import apply, float_reasons
from support.ir import program
from support.norms import real_norm

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Norm:
    """A quantized norm of rows of `size` codes; scales and zero points of input and output."""

    size: int
    centered: bool
    eps: float
    input: tuple[float, int]
    output: tuple[float, int]
    weight: Array | None
    bias: Array | None

    def module(self, rows: int) -> ModuleOp:
        shape = f"{rows}x{self.size}"
        kinds = [
            f"tensor<{shape}x!quant.uniform<i8:f32, {scale:.17e}:{zero_point}>>"
            for scale, zero_point in (self.input, self.output)
        ]
        given = {"weight": self.weight, "bias": self.bias}
        given = {name: data for name, data in given.items() if data is not None}
        stored = f"tensor<{self.size}xf32>"
        data = "\n".join(
            f'ml_program.global private @{name}(dense<"0x{_hex(array)}"> : {stored}) : {stored}'
            for name, array in given.items()
        )
        constants = "\n".join(f"%{name} = aten.constant @{name} : () -> {stored}" for name in given)
        operands = "".join(f" {name}(%{name})" for name in given)
        types = ", ".join([f"tensor<{shape}xf32>", *[stored] * len(given)])
        name = "layer_norm" if self.centered else "rms_norm"
        body = f"""{data}
        ---
        {constants}
        %0 = quant.dcast %x : {kinds[0]} to tensor<{shape}xf32>
        %1 = aten.{name} %0{operands} {{axes = 1, eps = {self.eps:e}}}
          : ({types}) -> tensor<{shape}xf32>
        %y = quant.qcast %1 : tensor<{shape}xf32> to {kinds[1]}
        """
        return program(body, kinds[1], x=kinds[0])

    def reals(self, codes: Array) -> Array:
        """The result in steps of the output, before it is rounded and limited."""
        scale, zero_point = self.input
        weight = 1.0 if self.weight is None else self.weight.astype(float)
        bias = 0.0 if self.bias is None else self.bias.astype(float)
        x = (codes.astype(float) - zero_point) * scale
        normed = real_norm(x, weight, bias, self.eps, self.centered)
        return normed / self.output[0] + self.output[1]


def _hex(array: Array) -> str:
    return array.astype("<f4").tobytes().hex().upper()


def rows_of(size: int, random: np.random.Generator) -> Array:
    """Constant rows, an outlier, two halves, hardly any variance, and rows of any mean and
    deviation."""
    means, deviations = random.normal(0, 30, (12, 1)), random.uniform(0.2, 80, (12, 1))
    rows = np.clip(np.rint(random.normal(means, deviations, (12, size))), -128, 127)
    rows[0], rows[1] = -128, 5
    rows[2] = 3
    rows[2, size // 2] = 4
    rows[3, : size // 2] = -128
    rows[3, size // 2 :] = 127
    rows[4], rows[4, -1] = -128, 127
    rows[5] = random.integers(-1, 1, size)
    return rows.astype(np.int8)


def random_norm(random: np.random.Generator, extreme: bool) -> tuple[Norm, Array]:
    """A norm whose output scale fits its results more or less, and rows of codes."""
    size = int(random.choice([1, 2, 3, 7, 32, 64, 100, 384, 1000]))
    scale = float(2.0 ** random.uniform(*((-30, 6) if extreme else (-8, 0))))
    spread = 10.0 ** (random.uniform(-2, 2, size) if extreme else np.zeros(size))
    weight = (random.normal(1, 0.4, size) * spread).astype(np.float32)
    bias = (random.normal(0, 0.3, size) * 10.0 ** random.uniform(-2, 2)).astype(np.float32)
    norm = Norm(
        size,
        bool(random.integers(2)),
        float(random.choice([1e-5, 1e-6, 1e-12, 0.0, 0.1])),
        (scale, int(random.integers(-128, 128))),
        (1.0, 0),
        weight if random.integers(4) else None,
        bias if random.integers(4) else None,
    )
    codes = rows_of(size, random)
    largest = np.abs(norm.reals(codes)).max() or 1.0
    step = float(np.float32(largest / 127 * 10.0 ** random.uniform(-0.5, 0.5)))
    return replace(norm, output=(step, int(random.integers(-128, 128)))), codes


@pytest.mark.parametrize("extreme", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_any_norm(seed: int, extreme: bool) -> None:
    """Within half a step of the real result, and so equal to it in nearly all codes."""
    norm, codes = random_norm(np.random.default_rng(seed), extreme)
    module = norm.module(len(codes))
    (result,) = run(apply(module, "lower-cortex-m"), codes)
    exact = np.clip(norm.reals(codes), -128, 127)
    assert np.abs(result - exact).max() <= 0.503
    (reference,) = run(module, codes)
    assert np.abs(result.astype(int) - reference).max() <= 1
    assert (result == reference).mean() >= 0.99


@pytest.mark.parametrize("scale", [1e-4, 1e-3, 0.03])
def test_an_eps_larger_than_the_variance(scale: float) -> None:
    """The eps is what makes rows of tiny variance small."""
    norm = Norm(9, True, 1e-5, (scale, 0), (0.03, 0), None, None)
    codes = rows_of(9, np.random.default_rng(0))
    (result,) = run(apply(norm.module(12), "lower-cortex-m"), codes)
    np.testing.assert_allclose(result, np.clip(norm.reals(codes), -128, 127), atol=0.503)
    without = replace(norm, eps=0.0)
    (other,) = run(apply(without.module(12), "lower-cortex-m"), codes)
    assert not np.array_equal(result, other)


def test_a_constant_row_gives_exactly_the_bias() -> None:
    """Rounded as PyTorch rounds: ties to even codes, counted from the zero point."""
    bias = np.arange(-20, 20, dtype=np.float32) / 4
    norm = Norm(40, True, 1e-5, (0.1, 3), (0.5, 5), np.full(40, 1.7, np.float32), bias)
    module = norm.module(2)
    codes = np.repeat(np.array([[-128], [77]], np.int8), 40, axis=1)
    (result,) = run(apply(module, "lower-cortex-m"), codes)
    np.testing.assert_array_equal(result, np.tile(np.rint(bias / 0.5) + 5, (2, 1)))


def test_a_relu_behind_it_is_a_limit_of_the_kernel() -> None:
    before, after = "!quant.uniform<i8:f32, 0.1:-3>", "!quant.uniform<i8:f32, 0.02:7>"
    body = f"""
    %0 = quant.dcast %x : tensor<3x8x{before}> to tensor<3x8xf32>
    %1 = aten.layer_norm %0 {{axes = 1, eps = 1.0e-05}} : (tensor<3x8xf32>) -> tensor<3x8xf32>
    %2 = aten.relu %1 : (tensor<3x8xf32>) -> tensor<3x8xf32>
    %y = quant.qcast %2 : tensor<3x8xf32> to tensor<3x8x{after}>
    """
    module = program(body, f"tensor<3x8x{after}>", x=f"tensor<3x8x{before}>")
    lowered = apply(module, "lower-cortex-m")
    (op,) = (op for op in lowered.walk() if isinstance(op, KernelOp))
    assert isinstance(op, LayerNormOp)
    assert op.clamp.bounds == (7, 127)
    x = np.random.default_rng(3).integers(-128, 128, (3, 8)).astype(np.int8)
    np.testing.assert_array_equal(run(lowered, x)[0], run(module, x)[0])


def test_too_long_rows_run_in_float() -> None:
    norm = Norm(65537, True, 1e-5, (0.1, 0), (0.03, 0), None, None)
    (reason,) = float_reasons(norm.module(1), "lower-cortex-m")
    assert reason == "has rows of 65537 elements, more than 65536"


def test_an_output_scale_that_is_far_too_fine_runs_in_float() -> None:
    norm = Norm(64, True, 1e-5, (0.1, 0), (1e-9, 0), None, None)
    (reason,) = float_reasons(norm.module(1), "lower-cortex-m")
    assert reason == "has weights up to 1e+09 output steps"


def test_computed_parameters_run_in_float() -> None:
    kind = "tensor<2x4x!quant.uniform<i8:f32, 0.1>>"
    body = f"""
    %y = aten.layer_norm %x weight(%w) {{axes = 1, eps = 1.0e-05}}
      : ({kind}, tensor<4xf32>) -> {kind}"""
    module = program(body, kind, x=kind, w="tensor<4xf32>")
    (reason,) = float_reasons(module, "select-kernels")
    assert reason == "not all of its operands and results are quantized"


def test_parameters_may_be_quantized() -> None:
    """Also those of another quantizer, of any width."""
    codes = "!quant.uniform<i8:f32, 0.1:-3>"
    stored = "!quant.uniform<i16:f32, 0.25>"
    body = f"""
    ml_program.global private @w(dense<[4, -8, 2, 6]> : tensor<4xi16>) : tensor<4xi16>
    ---
    %w = aten.constant @w : () -> tensor<4x{stored}>
    %0 = quant.dcast %w : tensor<4x{stored}> to tensor<4xf32>
    %1 = quant.dcast %x : tensor<3x4x{codes}> to tensor<3x4xf32>
    %2 = aten.rms_norm %1 weight(%0) {{axes = 1, eps = 1.0e-05}}
      : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %y = quant.qcast %2 : tensor<3x4xf32> to tensor<3x4x{codes}>
    """
    module = program(body, f"tensor<3x4x{codes}>", x=f"tensor<3x4x{codes}>")
    x = np.random.default_rng(1).integers(-128, 128, (3, 4)).astype(np.int8)
    lowered = apply(module, "lower-cortex-m")
    assert [op.name for op in lowered.walk() if isinstance(op, KernelOp)] == ["cortex_m.rms_norm"]
    np.testing.assert_array_equal(run(lowered, x)[0], run(module, x)[0])
    weight = np.array([1, -2, 0.5, 1.5])
    exact = real_norm((x.astype(float) + 3) * 0.1, weight, 0, 1e-5, centered=False) / 0.1 - 3
    np.testing.assert_allclose(run(lowered, x)[0], np.clip(exact, -128, 127), atol=0.503)


def test_rows_of_several_axes_that_are_not_in_order() -> None:
    """The rows are made dense: one transpose, then the kernel."""
    before, after = "!quant.uniform<i8:f32, 0.1:-3>", "!quant.uniform<i8:f32, 0.02:7>"
    body = f"""
    %0 = quant.dcast %x : tensor<5x2x3x{before}> to tensor<5x2x3xf32>
    %1 = aten.permute %0 {{dims = [1, 0, 2]}} : (tensor<5x2x3xf32>) -> tensor<2x5x3xf32>
    %2 = aten.layer_norm %1 {{axes = 2, eps = 1.0e-05}} : (tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
    %y = quant.qcast %2 : tensor<2x5x3xf32> to tensor<2x5x3x{after}>
    """
    module = program(body, f"tensor<2x5x3x{after}>", x=f"tensor<5x2x3x{before}>")
    lowered = apply(module, "lower-cortex-m")
    names = [op.name for op in lowered.walk() if isinstance(op, KernelOp)]
    assert names == ["cortex_m.transpose", "cortex_m.layer_norm"]
    x = np.random.default_rng(2).integers(-128, 128, (5, 2, 3)).astype(np.int8)
    reals = x.astype(float).transpose(1, 0, 2).reshape(2, 15) * 0.1
    exact = real_norm(reals, 1, 0, 1e-5, centered=True).reshape(2, 5, 3) / 0.02 + 7
    np.testing.assert_allclose(run(lowered, x)[0], np.clip(exact, -128, 127), atol=0.503)
