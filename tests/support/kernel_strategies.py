"""Hypothesis strategies for the kernels' arguments."""

from __future__ import annotations

import os

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from support.kernel_library import Array

quick = settings(max_examples=int(os.environ.get("CMLIR_TEST_EXAMPLES", "100")), deadline=None)
"""Examples are cheap; the environment variable sets their number."""

int8s = st.integers(-128, 127)
offsets = st.integers(-127, 128)
multipliers = st.one_of(st.just(0), st.integers(2**30, 2**31 - 1))
shifts = st.integers(-31, 30)


def int8_arrays(shape: st.SearchStrategy[tuple[int, ...]]) -> st.SearchStrategy[Array]:
    return hnp.arrays(np.int8, shape, elements=int8s)


flat_int8 = int8_arrays(st.tuples(st.integers(0, 70)))


@st.composite
def clamps(draw: st.DrawFn) -> tuple[int, int]:
    """Bounds low <= high within int8."""
    low, high = sorted((draw(int8s), draw(int8s)))
    return low, high
