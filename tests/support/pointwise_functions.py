"""PyTorch's functions of one number, and the aten operations that each of them imports as."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import torch
import torch.nn.functional as F
from torch import Tensor

aten = torch.ops.aten

Function: TypeAlias = Callable[[Tensor], Tensor]

POINTWISE: dict[str, tuple[Function, list[str]]] = {
    "abs": (torch.abs, ["abs"]),
    "asinh": (torch.asinh, ["asinh"]),
    "atan": (torch.atan, ["atan"]),
    "ceil": (torch.ceil, ["ceil"]),
    "celu": (lambda x: F.celu(x, 0.7), ["elu"]),
    "clamp": (lambda x: x.clamp(-1.5, 2), ["clamp"]),
    "clamp_low": (lambda x: x.clamp(-0.3), ["clamp"]),
    "clamp_high": (lambda x: x.clamp(max=0.4), ["clamp"]),
    "clamp_reversed": (lambda x: x.clamp(2.0, 0.5), ["clamp"]),
    "clamp_min": (lambda x: torch.clamp_min(x, -1), ["clamp"]),
    "clamp_max": (lambda x: torch.clamp_max(x, 0.25), ["clamp"]),
    "clip": (lambda x: torch.clip(x, 0, 1), ["clamp"]),
    "cos": (torch.cos, ["cos"]),
    "cosh": (torch.cosh, ["cosh"]),
    "elu": (F.elu, ["elu"]),
    "elu_parameters": (lambda x: aten.elu(x, 0.5, 1.25, 0.75), ["elu"]),
    "erf": (torch.erf, ["erf"]),
    "erfc": (torch.erfc, ["erfc"]),
    "exp": (torch.exp, ["exp"]),
    "exp2": (torch.exp2, ["exp2"]),
    "expm1": (torch.expm1, ["expm1"]),
    "expit": (torch.special.expit, ["sigmoid"]),
    "fix": (torch.fix, ["trunc"]),
    "floor": (torch.floor, ["floor"]),
    "gelu": (F.gelu, ["gelu"]),
    "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"), ["gelu"]),
    "hardshrink": (lambda x: F.hardshrink(x, 0.6), ["hardshrink"]),
    "hardsigmoid": (F.hardsigmoid, ["hardsigmoid"]),
    "hardswish": (F.hardswish, ["hardswish"]),
    "hardtanh": (lambda x: F.hardtanh(x, -0.3, 1.7), ["clamp"]),
    "leaky_relu": (F.leaky_relu, ["leaky_relu"]),
    "leaky_relu_negative": (lambda x: F.leaky_relu(x, -0.5), ["leaky_relu"]),
    "log_sigmoid": (F.logsigmoid, ["log_sigmoid"]),
    "mish": (F.mish, ["mish"]),
    "neg": (torch.neg, ["neg"]),
    "pow_2": (lambda x: x**2, ["pow_scalar"]),
    "pow_3": (lambda x: x**3, ["pow_scalar"]),
    "relu": (F.relu, ["relu"]),
    "relu6": (F.relu6, ["clamp"]),
    "round": (torch.round, ["round"]),
    "round_decimals": (
        lambda x: torch.round(x, decimals=1),
        ["mul_scalar", "round", "div_scalar"],
    ),
    "rpow": (lambda x: 2.5**x, ["rpow_scalar"]),
    "selu": (F.selu, ["elu"]),
    "sgn": (torch.sgn, ["sign"]),
    "sigmoid": (torch.sigmoid, ["sigmoid"]),
    "sign": (torch.sign, ["sign"]),
    "silu": (F.silu, ["silu"]),
    "sin": (torch.sin, ["sin"]),
    "sinh": (torch.sinh, ["sinh"]),
    "softplus": (F.softplus, ["softplus"]),
    "softplus_parameters": (lambda x: F.softplus(x, 2.0, 3.0), ["softplus"]),
    "softshrink": (F.softshrink, ["softshrink"]),
    "square": (torch.square, ["pow_scalar"]),
    "tan": (torch.tan, ["tan"]),
    "tanh": (torch.tanh, ["tanh"]),
    "threshold": (lambda x: F.threshold(x, 0.1, -2.0), ["threshold"]),
    "trunc": (torch.trunc, ["trunc"]),
}
"""Functions of any number: name to (function, operations)."""

POSITIVE: dict[str, tuple[Function, list[str]]] = {
    "log": (torch.log, ["log"]),
    "log10": (torch.log10, ["log10"]),
    "log1p": (torch.log1p, ["log1p"]),
    "log2": (torch.log2, ["log2"]),
    "pow_fraction": (lambda x: x**1.5, ["pow_scalar"]),
    "reciprocal": (torch.reciprocal, ["reciprocal"]),
    "rsqrt": (torch.rsqrt, ["rsqrt"]),
    "sqrt": (torch.sqrt, ["sqrt"]),
}
"""Functions of numbers above 0."""
