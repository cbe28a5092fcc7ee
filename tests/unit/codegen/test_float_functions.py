"""Float kernels: the same bits in C on every machine as in the interpreter, and the right ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor
from xdsl.dialects.builtin import ModuleOp

from cmlir.codegen import save
from cmlir.dialects.cortex_m.float32 import BINARY_FUNCTIONS, UNARY_FUNCTIONS
from cmlir.dialects.cortex_m.float32_rows import REDUCTIONS, SOFTMAXES
from cmlir.interpreter import run
from cmlir.runtime import run_qemu
from support.emitted_project import EmittedModel
from support.equivalence import apply
from support.float_functions import (
    REFERENCES,
    SPECIAL,
    Floats,
    Reals,
    every_function,
    every_row_function,
    numbers,
)
from support.kernel_objects import HOST_CLANG, HOST_GCC, Target, require_tool
from support.ports import Array

PROGRAMS = {"functions": every_function, "rows": every_row_function}


def samples(name: str) -> list[tuple[Array, ...]]:
    if name == "functions":
        return [(numbers(seed), numbers(seed + 100)[::-1].copy()) for seed in range(4)]
    rows = [numbers(seed, special=False).reshape(4, 6, 10) for seed in range(4)]
    rows[1][0, 3, 4] = np.nan
    rows[1][1, :, 2] = rows[1][2, 5, :] = -np.inf
    rows[2][3, 2, 1] = np.inf
    return [(row,) for row in rows]


def bits(values: Array) -> Array:
    """What a NaN carries differs from processor to processor."""
    if values.dtype != np.float32:
        return values
    return np.where(np.isnan(values), np.float32(np.nan), values).view(np.uint32)


def assert_same_bits(module: ModuleOp, got: list[tuple[Array, ...]], name: str) -> None:
    """Simulators give the outputs as bytes."""
    functions = (*UNARY_FUNCTIONS, *BINARY_FUNCTIONS)
    names = functions if name == "functions" else (*REDUCTIONS, *SOFTMAXES)
    for sample, outputs in zip(samples(name), got, strict=True):
        for function, expected, found in zip(names, run(module, *sample), outputs, strict=True):
            values = found.reshape(-1).view(expected.dtype).reshape(expected.shape)
            np.testing.assert_array_equal(bits(values), bits(expected), err_msg=function)


@pytest.mark.parametrize("compiler", [HOST_GCC, HOST_CLANG], ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_on_the_host(name: str, compiler: Target, tmp_path: Path) -> None:
    module = PROGRAMS[name]()
    model = EmittedModel(apply(module, "plan-memory"), tmp_path, compiler)
    assert_same_bits(module, [model(*sample) for sample in samples(name)], name)


@pytest.mark.parametrize(
    "target",
    [
        "cortex-m55",
        "cortex-m4",
        pytest.param("cortex-m3", marks=pytest.mark.full),
        pytest.param("cortex-m7", marks=pytest.mark.full),
    ],
)
@pytest.mark.parametrize("name", PROGRAMS)
def test_on_processors_with_and_without_doubles(name: str, target: str, tmp_path: Path) -> None:
    require_tool("qemu-system-arm")
    module = PROGRAMS[name]()
    project = save(apply(module, "plan-memory"), tmp_path)
    result = run_qemu(project, samples(name), target=target)
    assert_same_bits(module, [tuple(outputs) for outputs in result.outputs], name)


def distance(got: Floats, expected: Reals) -> float:
    """In steps from one float to the next, of numbers that are neither huge nor subnormal."""
    usual = (np.abs(expected) < 5e37) & (np.abs(expected) > 1.2e-38)
    step = np.spacing(np.abs(expected[usual]).astype(np.float32)).astype(np.float64)
    return float(np.max(np.abs(got[usual].astype(np.float64) - expected[usual]) / step, initial=0))


LARGEST_DISTANCE = {"hardsigmoid": 1.01, "hardswish": 2.0, "rsqrt": 1.5, "softshrink": 1.01}
"""Of what is more than one operation in single precision; a softshrink cancels in its input."""


def test_functions_of_one_number_are_the_nearest_float() -> None:
    module = every_function()
    for seed in range(3):
        x = numbers(seed)
        with np.errstate(all="ignore"):
            for name, got in zip(UNARY_FUNCTIONS, run(module, x, x), strict=False):
                expected = REFERENCES[name](x.astype(np.float64))
                assert distance(got, expected) <= LARGEST_DISTANCE.get(name, 0.5001), name
                nan = np.isnan(expected)
                np.testing.assert_array_equal(np.isnan(got)[36:], nan[36:], err_msg=name)


def result_of(name: str, x: Floats, y: Floats) -> Floats:
    """Of a function of two numbers."""
    place = len(UNARY_FUNCTIONS) + BINARY_FUNCTIONS.index(name)
    return run(every_function(), x, y)[place]


OF_TWO: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "atan2": torch.atan2,
    "copysign": torch.copysign,
    "floor_divide": torch.floor_divide,
    "fmod": torch.fmod,
    "remainder": torch.remainder,
}


@pytest.mark.parametrize("name", OF_TWO)
def test_functions_of_two_numbers_are_those_of_torch(name: str) -> None:
    """Also of all pairs of special numbers; an angle may be a neighbouring float."""
    special = np.array([0.0, -0.0, 1.5, -2.0, 3e38, -1.25, np.inf, -np.inf, np.nan], np.float32)
    x, y = numbers(5, special=False), numbers(6, special=False)
    x[:81], y[:81] = np.repeat(special, 9), np.tile(special, 9)
    expected = OF_TWO[name](torch.from_numpy(x), torch.from_numpy(y)).numpy()
    with np.errstate(all="ignore"):
        got = result_of(name, x, y)
    if name == "atan2":
        np.testing.assert_array_max_ulp(got, expected, 1)
        known = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(got)[known], np.signbit(expected)[known])
    else:
        np.testing.assert_array_equal(bits(got), bits(expected))


def test_powers_are_the_nearest_float() -> None:
    random = np.random.default_rng(0)
    for scale in (1.0, 5.0):
        x, y = (random.standard_normal(240).astype(np.float32) * scale for _ in "xy")
        y[:120] = np.rint(y[:120])
        got = result_of("pow", x, y)
        with np.errstate(all="ignore"):
            expected = np.power(x.astype(np.float64), y.astype(np.float64))
        assert distance(got, expected) <= 0.5001
        np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))


def test_special_powers() -> None:
    pairs = [(0, 0, 1), (0, 2, 0), (0, -1, np.inf), (-2, 3, -8), (-2, 2, 4), (-2, 0.5, np.nan)]
    pairs += [(1, np.nan, 1), (np.nan, 0, 1), (np.inf, -1, 0), (0.5, np.inf, 0), (-1, 1e10, 1)]
    x, y = (np.zeros(240, np.float32) for _ in "xy")
    for k, (base, exponent, _) in enumerate(pairs):
        x[k], y[k] = base, exponent
    got = result_of("pow", x, y)[: len(pairs)]
    np.testing.assert_array_equal(got, np.array([result for *_, result in pairs], np.float32))


def test_special_numbers_go_to_the_limit() -> None:
    """NaN stays NaN; infinities give what the function tends to."""
    x = np.full(240, np.nan, np.float32)
    x[:2] = np.inf, -np.inf
    limits = {
        "exp": (np.inf, 0),
        "sigmoid": (1, 0),
        "tanh": (1, -1),
        "erf": (1, -1),
        "atan": (np.pi / 2, -np.pi / 2),
        "log_sigmoid": (0, -np.inf),
        "expm1": (np.inf, -1),
    }
    for name, got in zip(UNARY_FUNCTIONS, run(every_function(), x, x), strict=False):
        if name in limits:
            np.testing.assert_array_equal(got[:2], np.float32(limits[name]), err_msg=name)
        if name not in ("hardshrink", "threshold"):
            assert np.isnan(got[2:]).all(), name
    assert len(SPECIAL) == 36
