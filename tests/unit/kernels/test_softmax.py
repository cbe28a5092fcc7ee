"""The softmax kernels against the model in unbounded integers, and against real softmax."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fixed_point import rescale, softmax_codes, softmax_parameters
from support.kernel_library import Array, KernelLibrary
from support.kernel_strategies import int8_arrays, int8s, multipliers, quick, shifts

matrices = int8_arrays(st.tuples(st.integers(0, 5), st.integers(1, 40)))
scales = st.floats(1e-6, 1.0)


def run(library: KernelLibrary, function: str, x: Array, parameters: tuple[int, int, int]) -> Array:
    dtype = np.int16 if function.endswith("s16") else np.int8
    with library.memory() as memory:
        out = memory.output(x.shape, dtype)
        library.call(function, memory.input(x), *x.shape, *parameters, out)
        return out.value()


def model(x: Array, parameters: tuple[int, int, int], bits: int) -> Array:
    rows = [softmax_codes(row, *parameters, bits) for row in x]
    return np.array(rows, np.int64).reshape(x.shape) - 2 ** (bits - 1)


@quick
@given(matrices, scales)
def test_softmax_is_the_model(library: KernelLibrary, x: Array, scale: float) -> None:
    parameters = softmax_parameters(scale)
    np.testing.assert_array_equal(
        run(library, "arm_softmax_s8", x, parameters), model(x, parameters, 8)
    )
    np.testing.assert_array_equal(
        run(library, "arm_softmax_s8_s16", x, parameters), model(x, parameters, 16)
    )


@quick
@given(matrices, scales, multipliers, shifts, int8s)
def test_rescaled_softmax_is_two_kernels_in_one(
    library: KernelLibrary, x: Array, scale: float, multiplier: int, shift: int, offset: int
) -> None:
    parameters = softmax_parameters(scale)
    factor = (multiplier, shift, offset)
    with library.memory() as memory:
        wide = memory.output(x.shape, np.int16)
        two_steps = memory.output(x.shape, np.int8)
        fused = memory.output(x.shape, np.int8)
        data = memory.input(x)
        library.call("arm_softmax_s8_s16", data, *x.shape, *parameters, wide)
        library.call("cmlir_requantize_s16_s8", wide, two_steps, x.size, 32768, *factor, -128, 127)
        assert library.call("cmlir_softmax_s8", data, *x.shape, *parameters, *factor, fused) == 0
        np.testing.assert_array_equal(fused.value(), two_steps.value())
        codes = (wide.value().astype(int) + 32768).ravel().tolist()
        got = fused.value().ravel().tolist()
    assert got == [rescale(code, *factor, -128, 127) for code in codes]


@pytest.mark.parametrize("function", ["arm_softmax_s8", "arm_softmax_s8_s16"])
@pytest.mark.parametrize("size", [511, 512, 513, 4095, 4096, 8191, 8192, 8193, 20000, 70000])
def test_long_flat_rows(library: KernelLibrary, function: str, size: int) -> None:
    """Rows whose sum of exponentials needs more bits than CMSIS-NN has."""
    x = np.full((1, size), 3, np.int8)
    x[0, ::7] = 2
    parameters = softmax_parameters(0.1)
    got = run(library, function, x, parameters)
    bits = 16 if function.endswith("s16") else 8
    np.testing.assert_array_equal(got, model(x, parameters, bits))
    exact = np.exp(0.1 * x) / np.exp(0.1 * x).sum()
    assert np.abs(got + 2.0 ** (bits - 1) - exact * 2.0**bits).max() <= 0.51


@pytest.mark.parametrize("scale", [0.001, 0.02, 0.1, 0.5])
def test_near_real_softmax(library: KernelLibrary, scale: float) -> None:
    x = np.random.default_rng(1).integers(-128, 128, (20, 33)).astype(np.int8)
    exps = np.exp(scale * (x.astype(float) - x.max(1, keepdims=True)))
    exact = exps / exps.sum(1, keepdims=True)
    parameters = softmax_parameters(scale)
    codes = run(library, "arm_softmax_s8", x, parameters) + 128.0
    assert np.abs(codes - np.minimum(256 * exact, 255)).max() <= 0.51
    codes16 = run(library, "arm_softmax_s8_s16", x, parameters) + 32768.0
    assert np.abs(codes16 - np.minimum(65536 * exact, 65535)).max() <= 1.5


@pytest.mark.parametrize("function", ["arm_softmax_s8", "cmlir_softmax_s8"])
def test_in_place(library: KernelLibrary, function: str) -> None:
    x = np.random.default_rng(2).integers(-128, 128, (3, 50)).astype(np.int8)
    parameters = softmax_parameters(0.05)
    factor = () if function == "arm_softmax_s8" else (2**30, -6, -128)
    with library.memory() as memory:
        separate = memory.output(x.shape, np.int8)
        same = memory.inout(x)
        library.call(function, memory.input(x), *x.shape, *parameters, *factor, separate)
        library.call(function, same, *x.shape, *parameters, *factor, same)
        np.testing.assert_array_equal(same.value(), separate.value())
        assert len(np.unique(same.value())) > 5


@pytest.mark.parametrize("shape", [(0, 5), (3, 0)])
def test_nothing_to_do(library: KernelLibrary, shape: tuple[int, int]) -> None:
    run(library, "arm_softmax_s8", np.zeros(shape, np.int8), softmax_parameters(0.1))
