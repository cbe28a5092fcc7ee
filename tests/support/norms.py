"""Layer norm and RMS norm of codes: in unbounded integers as the kernels, and in real numbers."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from support.fixed_point import divide_by_power_of_two, high_multiply, wrap
from support.kernel_library import Array, KernelLibrary, Memory

if TYPE_CHECKING:
    from support.random_calls import Draw


class NormParams(ctypes.Structure):
    """cmlir_norm_params of kernels/include/cmlir_nn.h"""

    _fields_ = [
        ("epsilon", ctypes.c_int64),
        *[
            (name, ctypes.c_int32)
            for name in ("epsilon_bits", "range_bits", "shift", "act_min", "act_max")
        ],
    ]


@dataclass(frozen=True)
class Norm:
    """The numbers of one norm; `offset` is None for a layer norm."""

    epsilon: int
    epsilon_bits: int
    range_bits: int
    shift: int
    clamp: tuple[int, int]
    multipliers: Array
    bias: Array
    offset: int | None = None

    @property
    def params(self) -> NormParams:
        numbers = (self.epsilon, self.epsilon_bits, self.range_bits, self.shift)
        return NormParams(*numbers, *self.clamp)

    def run(self, library: KernelLibrary, memory: Memory, x: Array, in_place: bool) -> Array:
        """What the C function gives for the rows of `x`."""
        data = memory.inout(x) if in_place else memory.input(x)
        out = data if in_place else memory.output(x.shape, np.int8)
        offset = () if self.offset is None else (self.offset,)
        name = "cmlir_layer_norm_s8" if self.offset is None else "cmlir_rms_norm_s8"
        columns = (memory.input(self.multipliers), memory.input(self.bias))
        assert library.call(name, data, *x.shape, *offset, self.params, *columns, out) == 0
        return out.value()

    def row(self, codes: Array) -> list[int]:
        """The result for one row."""
        x = [int(code) for code in codes]
        if self.offset is None:
            u = [len(x) * code - sum(x) for code in x]
        else:
            u = [len(x) * (code + self.offset) for code in x]
        deviation = sum(v * v for v in u) // len(x)
        left, inverse = self._scale(deviation)
        t = [high_multiply(wrap(v * 2**left), inverse) for v in u]
        scaled = [high_multiply(a, int(m)) for a, m in zip(t, self.multipliers, strict=True)]
        ends = [wrap(s + int(b)) >> self.shift for s, b in zip(scaled, self.bias, strict=True)]
        return [min(max(end, self.clamp[0]), self.clamp[1]) for end in ends]

    def _scale(self, deviation: int) -> tuple[int, int]:
        """(k, r): t is the high product of u * 2^k and r."""
        exact = deviation * 2**self.epsilon_bits if self.epsilon_bits >= 0 else None
        radicand = deviation >> -self.epsilon_bits if exact is None else exact
        radicand += self.epsilon
        assert 0 <= radicand < 2**63
        if radicand == 0:
            return 0, 0
        zeros = (64 - radicand.bit_length()) // 2 * 2
        v = (radicand << zeros) >> 33
        k = 30 - self.range_bits - (64 - zeros - self.epsilon_bits) // 2
        cut = min(max(-k, 0), 31)
        return min(max(k, 0), 31), divide_by_power_of_two(inverse_sqrt(v), cut)


def inverse_sqrt(v: int) -> int:
    """1 / sqrt(v / 2^31) in Q1.30."""
    y = 2 * (1145023540 + high_multiply(v, -654299166))
    for _ in range(3):
        y = 2 * high_multiply(y, 3 * 2**29 - high_multiply(v, high_multiply(y, y)))
    return y


def real_norm(x: Array, weight: Any, bias: Any, eps: float, centered: bool) -> Array:
    """The norm of rows of real numbers; a row that is 0 throughout stays 0 without an eps."""
    x = np.asarray(x, np.float64)
    u = x - x.mean(axis=-1, keepdims=True) if centered else x
    if centered:
        u = np.where((x == x[..., :1]).all(axis=-1, keepdims=True), 0, u)
    deviation = np.sqrt((u * u).mean(axis=-1, keepdims=True) + eps)
    return u / np.where(deviation == 0, 1, deviation) * weight + bias


def plain_norm(size: int, epsilon: float = 0.0, offset: int | None = None) -> Norm:
    """t in steps of 1/16, for rows without a weight or bias."""
    range_bits, shift = math.ceil(math.log2(size) / 2), 16
    multiplier = 16 * 2 ** (2 + range_bits + shift)
    return Norm(
        round(epsilon * size**2 * 2**4),
        4,
        range_bits,
        shift,
        (-128, 127),
        np.full(size, multiplier, np.int32),
        np.full(size, 2 ** (shift - 1), np.int32),
        offset,
    )


def random_norm_call(library: KernelLibrary, draw: Draw) -> str:
    """Rows of any size; parameters that a layer would have, or any that are allowed."""
    rows, size = draw.size(9), 1 + draw.size(draw.often(80, 400))
    offset = (None, draw.between(-127, 128))[draw.between(0, 1)]
    plain = plain_norm(size, draw.rng.uniform(0, 3), offset)
    wild = Norm(
        draw.between(0, 2 ** draw.between(1, 62)),
        2 * draw.between(-31, 10),
        draw.between(-60, 16),
        draw.between(0, 29),
        draw.clamp(),
        draw.int32(size, -(2**31) + 1, 2**31 - 1),
        draw.int32(size, -(2**30), 2**30),
        offset,
    )
    norm = (plain, wild)[draw.between(0, 1)]
    x = draw.int8(rows * size).reshape(rows, size)
    norm.run(library, draw.memory, x, in_place=draw.between(0, 2) == 0)
    return f"norm {rows}x{size}, {norm.params.epsilon}, {norm.epsilon_bits}, {norm.range_bits}"
