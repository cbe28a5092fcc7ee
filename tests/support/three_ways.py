"""Interpreter, host C and QEMU must give the same bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import cmlir


def assert_three_ways(
    compiled: cmlir.Compiled, samples: Sequence[Sequence[Any]], **options: Any
) -> None:
    """Runs the samples on all three; `options` are for QEMU."""
    ways = [
        compiled.run_many(samples, on="interpreter"),
        compiled.run_many(samples, on="host"),
        compiled.run_many(samples, on="qemu", **options),
    ]
    for interpreted, host, simulated in zip(*ways, strict=True):
        for a, b, c in zip(interpreted.outputs, host.outputs, simulated.outputs, strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(a, c)
