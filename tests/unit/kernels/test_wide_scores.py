"""Products with results of 16 bits, and softmax of such scores."""

from __future__ import annotations

import os

import numpy as np
import pytest

from cmlir.dialects.cortex_m.exponentials import wide_exponentials
from cmlir.dialects.cortex_m.fixed_point import doubling_high_multiply
from support.kernel_library import Context, FcParams, KernelLibrary, PerTensor, StridedMatmulParams
from support.masked_softmax import MaskedSoftmaxCall
from support.random_calls import Draw
from support.strided_matmul import Place, StridedMatmulCall
from support.wide_calls import clamp
from support.wide_softmax import EVERYTHING, WideSoftmaxCall, exponentials, random_wide_softmax

CALLS = int(os.environ.get("CMLIR_TEST_EXAMPLES", "50"))
ARG_ERROR = -1


def random_product(draw: Draw) -> StridedMatmulCall:
    """Factors and results in rows anywhere, the second factor also in columns; up to 70 columns."""
    batch = (draw.between(1, 2), draw.between(1, 3))
    rows, cols, depth = draw.between(1, 40), draw.between(1, 70), draw.between(1, 40)
    in_rows, in_columns = ((0, 1, 2, 3), (0, 2, 1, 3), (2, 1, 0, 3)), ((0, 1, 3, 2), (3, 0, 1, 2))

    def place(shape: tuple[int, ...], orders: tuple[tuple[int, ...], ...]) -> Place:
        order = orders[draw.between(0, len(orders) - 1)]
        return Place.of(shape, order, draw.between(0, 3), draw.between(0, 2))

    return StridedMatmulCall(
        (*batch, rows, cols, depth),
        place((*batch, rows, depth), in_rows),
        place((*batch, cols, depth), in_rows + in_columns),
        Place.of((*batch, rows, cols), in_rows[draw.between(0, 2)], draw.between(0, 3), 0),
        (draw.between(-127, 128), draw.often(0, draw.between(-127, 128)), draw.between(-300, 300)),
        clamp(draw, np.int16),
        (draw.multiplier(), draw.shift(-14, 2)),
        wide=True,
    )


def test_products_are_the_model(library: KernelLibrary) -> None:
    rng = np.random.default_rng(1)
    for _ in range(CALLS):
        with library.memory() as memory:
            draw = Draw(rng, memory)
            call = random_product(draw)
            lhs, rhs = draw.int8(call.lhs.elements), draw.int8(call.rhs.elements)
            status, out = call.run(library, memory, lhs, rhs)
            assert status == 0
            np.testing.assert_array_equal(out.value(), call.expected(lhs, rhs), str(call))


@pytest.mark.parametrize("strides", [(0, 0, 2, 3), (0, 0, 1, 2)])
def test_products_refuse_strides(library: KernelLibrary, strides: tuple[int, ...]) -> None:
    """Neither last stride is 1, and no buffer for columns."""
    with library.memory() as memory:
        sizes = ((1, 1, 2, 2, 3), (0, 0, 3), strides, (0, 0, 2))
        params = StridedMatmulParams(*sizes, FcParams(1, 2, 3, -128, 127), PerTensor(2**30, 0))
        data, out = memory.input(np.zeros(9, np.int8)), memory.output((4,), np.int16)
        arguments = (Context(None, 0), params, data, data, out)
        assert library.call("cmlir_strided_matmul_s8_s16", *arguments) == ARG_ERROR


def test_softmax_is_the_model(library: KernelLibrary) -> None:
    rng = np.random.default_rng(2)
    for _ in range(CALLS):
        with library.memory() as memory:
            call = random_wide_softmax(Draw(rng, memory))
            got = call.run(library, memory)
            np.testing.assert_array_equal(got, call.expected(), str(call))


@pytest.mark.parametrize("scale", [1e-4, 1e-3, 4e-3, 0.05, 1.0])
@pytest.mark.parametrize("columns", [1, 2, 33, 511, 4095])
def test_softmax_is_near_the_real_one(library: KernelLibrary, scale: float, columns: int) -> None:
    """Within one step of the exact softmax of the scores that the codes stand for."""
    rng = np.random.default_rng(3)
    x = rng.normal(0, 3 / scale, (4, columns)).clip(-(2**15), 2**15 - 1).astype(np.int16)
    x[0] = rng.integers(-(2**15), 2**15, columns)
    x[1] = 5
    with library.memory() as memory:
        call = WideSoftmaxCall(MaskedSoftmaxCall(x, None, EVERYTHING), exponentials(scale))
        got = call.run(library, memory)
    e = np.exp(scale * (x.astype(float) - x.max(-1, keepdims=True)))
    exact = np.minimum(256 * e / e.sum(-1, keepdims=True), 255) - 128
    assert np.abs(got - exact).max() <= 1


@pytest.mark.parametrize("scale", [1e-5, 3e-4, 0.01, 0.7])
def test_products_of_two_exponentials_are_exponentials(scale: float) -> None:
    """To 2^-30, for every difference of two codes of 16 bits."""
    high, low = wide_exponentials(scale).astype(np.int64)
    d = np.arange(65536)
    e = doubling_high_multiply(high[d >> 8], low[d & 255])
    assert np.abs(e - 2.0**31 * np.exp(-scale * d)).max() <= 2


def test_rows_of_which_nothing_is_kept(library: KernelLibrary) -> None:
    x = np.full((3, 9), -(2**15), np.int16)
    mask = np.zeros((3, 1), np.uint8)
    mask[1] = 1
    with library.memory() as memory:
        call = WideSoftmaxCall(MaskedSoftmaxCall(x, mask, EVERYTHING), exponentials(0.01))
        got = call.run(library, memory)
    assert (got[[0, 2]] == -128).all()
    assert (got[1] == 28 - 128).all()


@pytest.mark.parametrize(
    ("dims", "strides"),
    [([], []), ([1] * 9, [0] * 9), ([2, -1], [0, 1]), ([2, 2], [2, 2]), ([2, 2], [4, -1])],
)
def test_softmax_refuses(library: KernelLibrary, dims: list[int], strides: list[int]) -> None:
    with library.memory() as memory:
        out = memory.inout(np.arange(4, dtype=np.int8))
        status = library.call(
            "cmlir_softmax_s16_s8",
            memory.input(np.zeros(4, np.int16)),
            memory.input(np.ones(8, np.uint8)),
            len(dims),
            *(memory.input(np.array(numbers, np.int32)) for numbers in (dims, strides)),
            *(0, memory.input(exponentials(0.1)), out),
        )
        assert status == ARG_ERROR
        np.testing.assert_array_equal(out.value(), np.arange(4))
