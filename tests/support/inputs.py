"""Inputs for a program, from the types of its arguments and how it quantizes them."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import IntegerType, ModuleOp

from cmlir.interpreter.values import dtype_of
from support.ports import Array, Port, code_range, input_ports

_ALL_LEAST, _ALL_GREATEST = 1, 2
"""Numbers of the sets of inputs that consist of extreme values; all others are random."""


def random_inputs(module: ModuleOp, number: int) -> tuple[Array, ...]:
    """The set of inputs of that number, always the same for one program.

    Codes take their whole range, its ends included. Floats that are quantized reach far beyond the
    range of their codes, and many lie half way between two of them.
    """
    ports = input_ports(module)
    return tuple(_value(port, number, index) for index, port in enumerate(ports))


def _value(port: Port, number: int, index: int) -> Array:
    random = np.random.default_rng((number, index))
    if isinstance(port.element, IntegerType) and port.element.width.data == 1:
        return random.random(port.shape) < 0.5
    values = _floats(port, number, random) if port.is_float else _codes(port, number, random)
    return values.astype(dtype_of(port.element)).reshape(port.shape)


def _codes(port: Port, number: int, random: np.random.Generator) -> Array:
    least, greatest = code_range(port)
    if number in (_ALL_LEAST, _ALL_GREATEST):
        return np.full(port.shape, least if number == _ALL_LEAST else greatest)
    codes = random.integers(least, greatest, port.shape, endpoint=True)
    return np.where(random.random(port.shape) < 0.1, random.choice([least, greatest]), codes)


def _floats(port: Port, number: int, random: np.random.Generator) -> Array:
    if port.step is None:
        return random.normal(0.0, 2.0, port.shape)
    if number in (_ALL_LEAST, _ALL_GREATEST):
        return np.full(port.shape, -1e9 if number == _ALL_LEAST else 1e9)
    inside = random.normal(0.0, 60.0, port.shape)
    half_way = random.integers(-200, 200, port.shape) + 0.5
    outside = random.uniform(-2000.0, 2000.0, port.shape)
    kind = random.choice(3, port.shape, p=[0.7, 0.2, 0.1])
    return np.choose(kind, [inside, half_way, outside]) * port.step
