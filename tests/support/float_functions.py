"""Programs of all float functions, the numbers to try them on, and what they should give."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import ModuleOp

from cmlir.dialects.cortex_m.float32 import BINARY_FUNCTIONS, UNARY_FUNCTIONS
from cmlir.dialects.cortex_m.float32_rows import REDUCTIONS, SOFTMAXES
from support.ir import parse

Reals = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

COUNT = 240
PARAMETERS = {
    "elu": (1.25, 0.75, 2.0),
    "hardshrink": (0.5,),
    "leaky_relu": (0.03125,),
    "softplus": (1.5, 20.0),
    "softshrink": (0.25,),
    "threshold": (0.125, -7.0),
}
SPECIAL = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-45, -1e-45, 1e-38, 3e38, -3e38),
    *(math.inf, -math.inf, math.nan, 88.7, -88.7, 103.9, -104.1, 8388607.5, -8388608.5, 3.1415927),
    *(1.5707964, 1e6, -1048577.0, 1e9, 7e22, -3e30, 10.1, -14.0, 0.34, -0.34, 0.4, 0.4999),
)


def every_function() -> ModuleOp:
    """x, y of COUNT numbers to one output for each function of one or two, in their order."""
    kind = f"tensor<{COUNT}xf32>"
    lines = [
        f'%u{k} = cortex_m.f32_unary %x {{function = "{name}"{_parameters(name)}}} : '
        f"({kind}) -> {kind}"
        for k, name in enumerate(UNARY_FUNCTIONS)
    ]
    lines += [
        f'%b{k} = cortex_m.f32_binary %x, %y {{function = "{name}"}} : ({kind}, {kind}) -> {kind}'
        for k, name in enumerate(BINARY_FUNCTIONS)
    ]
    results = [line.split()[0] for line in lines]
    return _program(lines, results, [kind] * len(results), f"%x : {kind}, %y : {kind}")


def every_row_function() -> ModuleOp:
    """x of 4x6x10 to all reductions of its middle axis, then all softmaxes of its last one."""
    rows, columns = "tensor<4x6x10xf32>", "tensor<4x10xf32>"
    lines, types = list[str](), list[str]()
    for name in REDUCTIONS:
        types.append(columns.replace("f32", "i64") if name.startswith("arg") else columns)
        lines.append(
            f'%{name} = cortex_m.f32_reduce %x {{function = "{name}"}} : ({rows}) -> {types[-1]}'
        )
    for name in SOFTMAXES:
        types.append(rows)
        lines.append(
            f'%{name} = cortex_m.f32_softmax %x {{function = "{name}"}} : ({rows}) -> {rows}'
        )
    results = [line.split()[0] for line in lines]
    return _program(lines, results, types, f"%x : {rows}")


def _program(lines: list[str], results: list[str], types: list[str], arguments: str) -> ModuleOp:
    body = "\n".join(lines)
    return parse(
        'builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {\n'
        f"func.func @main({arguments}) -> ({', '.join(types)}) {{\n{body}\n"
        f"func.return {', '.join(results)} : {', '.join(types)}\n}}\n}}"
    )


def _parameters(name: str) -> str:
    numbers = PARAMETERS.get(name)
    return f", parameters = array<f64: {', '.join(map(str, numbers))}>" if numbers else ""


def numbers(seed: int, special: bool = True) -> Floats:
    """COUNT numbers of all sizes, the special ones first."""
    random = np.random.default_rng(seed)
    sizes = random.choice([1e-30, 1e-3, 0.3, 2.0, 15.0, 60.0, 1e4], COUNT)
    values = random.standard_normal(COUNT) * sizes
    if special:
        values[: len(SPECIAL)] = SPECIAL
    return values.astype(np.float32)


def _per_number(function: Callable[[float], float]) -> Callable[[Reals], Reals]:
    return lambda x: np.array([function(v) for v in x.tolist()])


def _softplus(x: Reals) -> Reals:
    return np.logaddexp(0, x)


def _erfc(x: float) -> float:
    return math.nan if math.isnan(x) else math.erfc(x)


REFERENCES: dict[str, Callable[[Reals], Any]] = {
    "abs": np.abs,
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "ceil": np.ceil,
    "cos": np.cos,
    "cosh": np.cosh,
    "elu": lambda x: np.where(x > 0, 0.75 * x, 0.75 * 1.25 * np.expm1(2 * x)),
    "erf": _per_number(math.erf),
    "erfc": _per_number(_erfc),
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "floor": np.floor,
    "gelu": lambda x: x / 2 * _per_number(_erfc)(-x / math.sqrt(2)),
    "gelu_tanh": lambda x: x / (1 + np.exp(-2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "hardshrink": lambda x: np.where(np.abs(x) <= 0.5, 0, x),
    "hardsigmoid": lambda x: np.clip(x + 3, 0, 6) / 6,
    "hardswish": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "leaky_relu": lambda x: np.where(x > 0, x, 0.03125 * x),
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "log_sigmoid": lambda x: -_softplus(-x),
    "mish": lambda x: x * np.tanh(_softplus(x)),
    "round": np.rint,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "sign": np.sign,
    "silu": lambda x: x / (1 + np.exp(-x)),
    "sin": np.sin,
    "sinh": np.sinh,
    "softplus": lambda x: np.where(1.5 * x > 20, x, _softplus(1.5 * x) / 1.5),
    "softshrink": lambda x: np.sign(x) * np.maximum(np.abs(x) - 0.25, 0),
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "threshold": lambda x: np.where(x <= 0.125, -7.0, x),
    "trunc": np.trunc,
}
"""In double precision, from numpy and the C library."""
