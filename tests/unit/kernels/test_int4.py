"""Kernels for weights of 4 bits give what those for 8 bits give with the same numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from support.int4_calls import (
    pack,
    random_int4_convolution,
    random_int4_depthwise,
    random_int4_linear,
)
from support.kernel_library import KernelLibrary
from support.random_calls import Draw

KINDS = random_int4_linear, random_int4_convolution, random_int4_depthwise


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_same_as_with_8_bits(
    library: KernelLibrary, kind: Callable[[KernelLibrary, Draw], str]
) -> None:
    rng = np.random.default_rng(0)
    for _ in range(150):
        with library.memory() as memory:
            kind(library, Draw(rng, memory))


def test_low_half_first() -> None:
    assert pack(np.array([1, -8, 7], np.int8)).tolist() == [-127, 7]
