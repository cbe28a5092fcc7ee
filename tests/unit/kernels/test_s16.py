"""Linear layers, convolutions and pooling of 16 bits against the formulas of the headers."""

from __future__ import annotations

import os

import numpy as np
import pytest

from support.golden_images import integers
from support.kernel_library import (
    BiasData,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    PerChannel,
    PerTensor,
    Scratch,
)
from support.random_calls import Draw
from support.s16_calls import Convolution16, Linear16

CALLS = int(os.environ.get("CMLIR_TEST_EXAMPLES", "50"))


@pytest.mark.parametrize("kind", [Linear16, Convolution16])
def test_random_calls_are_the_model(
    library: KernelLibrary, kind: type[Linear16 | Convolution16]
) -> None:
    rng = np.random.default_rng(1)
    for _ in range(2 * CALLS):
        with library.memory() as memory:
            draw = Draw(rng, memory)
            call = kind.drawn(draw)
            got = call.run(library, draw).value()
        np.testing.assert_array_equal(got, call.expected(), str(call))


def test_sums_beyond_32_bits(library: KernelLibrary) -> None:
    """1,025 of the largest products there are."""
    x, w = np.full((1, 1025), -(2**15), np.int16), np.full((2, 1025), -128, np.int8)
    bias = np.array([0, -(2**40)], np.int64)
    with library.memory() as memory:
        out = memory.output((1, 2), np.int16)
        status = library.call(
            "arm_fully_connected_s16",
            *(Context(None, 0), FcParams(0, 0, 0, -(2**15), 2**15 - 1), PerTensor(2**30, -25)),
            *(Dims(1, 1, 1, 1025), memory.input(x), Dims(1025, 1, 1, 2), memory.input(w)),
            *(Dims(1, 1, 1, 2), memory.input(bias), Dims(1, 1, 1, 2), out),
        )
        assert status == 0
        exact = (1025 * 2**22 + bias) / 2**26
        np.testing.assert_array_equal(out.value()[0], np.floor(exact + 0.5))


POOLS = {"arm_max_pool_s16": np.max, "arm_avgpool_s16": np.mean}


@pytest.mark.parametrize("name", POOLS)
def test_pools(library: KernelLibrary, name: str) -> None:
    rng = np.random.default_rng(2)
    image = rng.integers(-(2**15), 2**15, (2, 5, 6, 3)).astype(np.int16)
    with library.memory() as memory:
        out = memory.output((2, 3, 3, 3), np.int16)
        params = integers(2, 2, 1, 1, -30000, 30000)  # strides, padding, clamp
        dims = Dims(2, 5, 6, 3), memory.input(image), Dims(1, 3, 2, 1), Dims(2, 3, 3, 3)
        assert library.call(name, Context(None, 0), params, *dims, out) == 0
        got = out.value()
    for n, y, x in np.ndindex(2, 3, 3):
        rows, columns = slice(max(0, 2 * y - 1), 2 * y + 2), slice(max(0, 2 * x - 1), 2 * x + 1)
        exact = POOLS[name](image[n, rows, columns].astype(float), axis=(0, 1))
        away = np.trunc(exact + np.copysign(0.5, exact))
        np.testing.assert_array_equal(got[n, y, x], np.clip(away, -30000, 30000))


@pytest.mark.parametrize("pool", POOLS)
def test_empty_windows_of_pools_are_an_error(library: KernelLibrary, pool: str) -> None:
    with library.memory() as memory:
        out, x = (
            memory.output((1, 1, 1, 1), np.int16),
            memory.input(np.ones((1, 1, 1, 1), np.int16)),
        )
        params = integers(1, 1, 1, 1, -100, 100)
        one = Dims(1, 1, 1, 1)
        assert library.call(pool, Context(None, 0), params, one, x, one, one, out) == -1


def test_groups_and_missing_memory_are_an_error(library: KernelLibrary) -> None:
    params = integers(0, 0, 1, 1, 0, 0, 1, 1, -100, 100)
    with library.memory() as memory:
        x, w = memory.input(np.ones(2, np.int16)), memory.input(np.ones(2, np.int8))
        out, scratch = memory.output((2,), np.int16), memory.output((4,), np.int32)
        ones = memory.input(np.ones(2, np.int32)).address
        before = out.value()
        for memory_there, channels in ((False, 2), (True, 1)):
            status = library.call(
                "arm_convolve_wrapper_s16",
                Scratch(scratch.address if memory_there else None, 16),
                *(params, PerChannel(ones, ones), Dims(1, 1, 1, 2), x),
                *(Dims(2, 1, 1, channels), w, Dims(1, 1, 1, 2), BiasData(None, True)),
                *(Dims(1, 1, 1, 2), out),
            )
            assert status == -1
        params = integers(0, 0, 2, 1, 1, 0, 0, 1, 1, -100, 100)
        status = library.call(
            "arm_depthwise_conv_wrapper_s16",
            *(Context(None, 0), params, PerChannel(ones, ones), Dims(1, 1, 1, 2), x),
            *(Dims(1, 1, 1, 2), w, Dims(1, 1, 1, 2), None, Dims(1, 1, 1, 2), out),
        )
        assert status == -1
        np.testing.assert_array_equal(out.value(), before)
