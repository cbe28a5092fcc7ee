"""Calls of the kernels on 16-bit codes, with random shapes and parameters, and what they give."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from support.fixed_point import requantize, rescale, wrap
from support.kernel_library import Array, Block, KernelLibrary
from support.norms import Norm, plain_norm

if TYPE_CHECKING:
    from support.random_calls import Draw

DTYPES: tuple[Any, ...] = (np.int8, np.int16)


def _int32(*names: str) -> list[tuple[str, type]]:
    return [(name, ctypes.c_int32) for name in names]


class AddOperand(ctypes.Structure):
    """cmlir_add_operand of kernels/include/cmlir_nn.h"""

    _fields_ = _int32("bytes", "offset", "multiplier", "shift")


class AddParams(ctypes.Structure):
    """cmlir_add_params"""

    _fields_ = [
        ("input_1", AddOperand),
        ("input_2", AddOperand),
        *_int32("left_shift", "subtract", "out_bytes", "out_offset", "multiplier", "shift"),
        *_int32("act_min", "act_max"),
    ]


class MulParams(ctypes.Structure):
    """cmlir_mul_params"""

    _fields_ = _int32(
        *("input_1_bytes", "input_1_offset", "input_2_bytes", "input_2_offset"),
        *("out_bytes", "out_offset", "multiplier", "shift", "act_min", "act_max"),
    )


class LinearParams(ctypes.Structure):
    """cmlir_linear_params"""

    _fields_ = [
        *_int32("weights_offset"),
        ("multiplier", ctypes.c_void_p),
        ("shift", ctypes.c_void_p),
        *_int32("per_channel", "out_offset", "act_min", "act_max"),
    ]


def half(dtype: Any) -> int:
    return 1 << (8 * np.dtype(dtype).itemsize - 1)


def codes(draw: Draw, size: int, dtype: Any) -> Array:
    """Uniform, or of a width drawn for each array."""
    values = draw.rng.integers(-half(dtype), half(dtype), size)
    return (values >> draw.often(0, draw.between(0, 12))).astype(dtype)


def clamp(draw: Draw, dtype: Any) -> tuple[int, int]:
    ends = -half(dtype), half(dtype) - 1
    if draw.between(0, 2):
        return ends
    low, high = sorted((draw.between(*ends), draw.between(*ends)))
    return low, high


def offset(draw: Draw, dtype: Any) -> int:
    return draw.often(0, draw.between(1 - half(dtype), half(dtype)))


@dataclass(frozen=True)
class WideSum:
    """A call of cmlir_add_wide: operands, (offset, multiplier, shift) of each, left_shift; then
    (offset, multiplier, shift, least, greatest) and type of the result; whether it subtracts."""

    operands: tuple[Array, Array]
    scales: tuple[tuple[int, int, int], tuple[int, int, int]]
    left_shift: int
    end: tuple[int, int, int, int, int]
    dtype: Any
    subtract: bool

    @classmethod
    def drawn(cls, draw: Draw) -> WideSum:
        size = draw.size(draw.often(70, 300))
        kinds = [DTYPES[draw.between(0, 1)] for _ in range(3)]
        scales = [(offset(draw, k), draw.multiplier(), draw.shift(-6, 0)) for k in kinds[:2]]
        bounds = clamp(draw, kinds[2])
        end = (offset(draw, kinds[2]) - 1, draw.multiplier(), draw.shift(-14, 0), *bounds)
        operands = [codes(draw, size, kind) for kind in kinds[:2]]
        left_shift = draw.often(14, draw.between(0, 14))
        subtract = draw.between(0, 1) == 1
        return cls(tuple(operands), tuple(scales), left_shift, end, kinds[2], subtract)

    def run(self, library: KernelLibrary, draw: Draw) -> Block:
        """In place now and then, where the size of the elements allows it."""
        blocks = [draw.memory.inout(operand) for operand in self.operands]
        fitting = [b for b in blocks if b.dtype == np.dtype(self.dtype)]
        separate = draw.memory.output(self.operands[0].shape, self.dtype)
        out = ([*fitting, separate, separate])[draw.between(0, len(fitting) + 1)]
        sides = (AddOperand(b.dtype.itemsize, *s) for b, s in zip(blocks, self.scales, strict=True))
        bytes_of_out = np.dtype(self.dtype).itemsize
        params = AddParams(*sides, self.left_shift, self.subtract, bytes_of_out, *self.end)
        size = self.operands[0].size
        assert library.call("cmlir_add_wide", *blocks, size, params, out) == 0
        return out

    def expected(self) -> list[int]:
        shift, multiplier = self.end[2], self.end[1]
        sides = [
            [requantize(wrap((int(x) + z) << self.left_shift), m, s) for x in operand]
            for operand, (z, m, s) in zip(self.operands, self.scales, strict=True)
        ]
        sign = -1 if self.subtract else 1
        sums = [wrap(a + sign * b) for a, b in zip(*sides, strict=True)]
        return [rescale(x, multiplier, shift, self.end[0], *self.end[3:]) for x in sums]


@dataclass(frozen=True)
class WideProduct:
    """A call of cmlir_mul_wide: operands and their offsets; then (offset, multiplier, shift, least,
    greatest) and type of the result."""

    operands: tuple[Array, Array]
    offsets: tuple[int, int]
    end: tuple[int, int, int, int, int]
    dtype: Any

    @classmethod
    def drawn(cls, draw: Draw) -> WideProduct:
        size = draw.size(draw.often(70, 300))
        kinds = [DTYPES[draw.between(0, 1)] for _ in range(3)]
        both = kinds[:2] == [np.int16, np.int16]
        offsets = tuple(0 if both else offset(draw, kind) for kind in kinds[:2])
        end = (offset(draw, kinds[2]) - 1, draw.multiplier(), draw.between(-31, 0))
        operands = tuple(codes(draw, size, kind) for kind in kinds[:2])
        return cls(operands, offsets, (*end, *clamp(draw, kinds[2])), kinds[2])  # pyright: ignore[reportArgumentType]

    def run(self, library: KernelLibrary, draw: Draw) -> Block:
        """In place now and then, where the size of the elements allows it."""
        blocks = [draw.memory.inout(operand) for operand in self.operands]
        fitting = [b for b in blocks if b.dtype == np.dtype(self.dtype)]
        separate = draw.memory.output(self.operands[0].shape, self.dtype)
        out = ([*fitting, separate, separate])[draw.between(0, len(fitting) + 1)]
        sides = [(b.dtype.itemsize, o) for b, o in zip(blocks, self.offsets, strict=True)]
        params = MulParams(*sides[0], *sides[1], np.dtype(self.dtype).itemsize, *self.end)
        assert library.call("cmlir_mul_wide", *blocks, self.operands[0].size, params, out) == 0
        return out

    def expected(self) -> list[int]:
        (a, b), (za, zb), (zero, *scale_and_clamp) = self.operands, self.offsets, self.end
        multiplier, shift, *bounds = scale_and_clamp
        products = [(int(x) + za) * (int(y) + zb) for x, y in zip(a, b, strict=True)]
        return [rescale(x, multiplier, shift, zero, *bounds) for x in products]


@dataclass(frozen=True)
class WideLinear:
    """A call of cmlir_linear_s8_s16; one multiplier and shift, or as many as rows of weights."""

    input: Array
    weights: Array
    sums: Array
    weights_offset: int
    multipliers: Array
    shifts: Array
    out_offset: int
    clamp: tuple[int, int]

    @classmethod
    def drawn(cls, draw: Draw) -> WideLinear:
        depth = draw.size(draw.often(80, 400))
        rows, cols = (draw.size(12 if depth > 80 else 70) for _ in range(2))
        scales = cols if draw.between(0, 1) else 1
        low, high = ((-14, -1), (-3, 2), (-31, 30))[draw.between(0, 2)]
        multipliers = [draw.multiplier() for _ in range(scales)]
        return cls(
            draw.int8(rows * depth).reshape(rows, depth),
            draw.int8(cols * depth).reshape(cols, depth),
            draw.int32(cols, -(2 ** draw.between(4, 31)), 2**14),
            draw.often(0, draw.between(-127, 128)),
            np.array(multipliers, np.int32),
            draw.int32(scales, low, high),
            draw.often(0, draw.between(-(2**15), 2**15 - 1)),
            clamp(draw, np.int16),
        )

    def run(self, library: KernelLibrary, draw: Draw) -> Block:
        memory, (rows, depth), cols = draw.memory, self.input.shape, len(self.weights)
        out = memory.output((rows, cols), np.int16)
        params = LinearParams(
            self.weights_offset,
            memory.input(self.multipliers).address,
            memory.input(self.shifts).address,
            int(len(self.multipliers) > 1 or cols == 1),
            self.out_offset,
            *self.clamp,
        )
        operands = [memory.input(a) for a in (self.input, self.weights, self.sums)]
        call = (*operands, rows, cols, depth, params, out)
        assert library.call("cmlir_linear_s8_s16", *call) == 0
        return out

    def expected(self) -> list[list[int]]:
        products = self.input.astype(int) @ (self.weights.astype(int) + self.weights_offset).T
        cols = len(self.weights)
        scales = list(zip(self.multipliers.tolist(), self.shifts.tolist(), strict=True))
        scales = scales * cols if len(scales) == 1 else scales
        end = (self.out_offset, *self.clamp)
        return [
            [
                rescale(wrap(int(x) + int(s)), *scale, *end)
                for x, s, scale in zip(row, self.sums, scales, strict=True)
            ]
            for row in products
        ]


def wide_norm(size: int, offset: int | None, dtype: Any, epsilon: float = 0.0) -> Norm:
    """t in steps of 1/16, or of 1/4096 with results of 16 bits."""
    plain = plain_norm(size, epsilon, offset)
    if dtype == np.int8:
        return replace(plain, epsilon_bits=0, epsilon=plain.epsilon >> 4)
    return replace(
        plain,
        epsilon_bits=0,
        epsilon=plain.epsilon >> 4,
        shift=plain.shift - 8,
        clamp=(-(2**15), 2**15 - 1),
        bias=plain.bias >> 8,
    )


def run_wide_norm(
    library: KernelLibrary, draw: Draw, norm: Norm, x: Array, dtype: Any, in_place: bool = False
) -> Block:
    """cmlir_layer_norm_wide or cmlir_rms_norm_wide on rows of codes, to codes of `dtype`."""
    memory = draw.memory
    data = memory.inout(x) if in_place else memory.input(x)
    out = data if in_place else memory.output(x.shape, dtype)
    more = () if norm.offset is None else (norm.offset,)
    name = "cmlir_layer_norm_wide" if norm.offset is None else "cmlir_rms_norm_wide"
    columns = (memory.input(norm.multipliers), memory.input(norm.bias))
    sizes = (x.dtype.itemsize, *x.shape)
    end = (*columns, out, np.dtype(dtype).itemsize)
    assert library.call(name, data, *sizes, *more, norm.params, *end) == 0
    return out


def random_wide_norm(draw: Draw) -> tuple[Norm, Array, Any]:
    """Rows of any size; parameters that a layer would have, or any that are allowed."""
    before, after = (DTYPES[draw.between(0, 1)] for _ in range(2))
    rows, size = draw.size(9), 1 + draw.size(draw.often(80, 400))
    zero = (None, offset(draw, before))[draw.between(0, 1)]
    plain = wide_norm(size, zero, after, draw.rng.uniform(0, 1e4))
    wild = Norm(
        draw.between(0, 2 ** draw.between(1, 61)),
        2 * draw.between(-31, 1),
        draw.between(-60, 16),
        draw.between(0, 29),
        clamp(draw, after),
        draw.int32(size, -(2**31) + 1, 2**31 - 1),
        draw.int32(size, -(2**30), 2**30),
        zero,
    )
    x = codes(draw, rows * size, before).reshape(rows, size)
    return (plain, wild)[draw.between(0, 1)], x, after


def random_sum_call(library: KernelLibrary, draw: Draw) -> str:
    call = WideSum.drawn(draw)
    call.run(library, draw)
    kinds = [operand.dtype.name for operand in call.operands]
    return f"{call.operands[0].size} of {kinds}, {call.scales}, {call.left_shift}, {call.end}"


def random_product_call(library: KernelLibrary, draw: Draw) -> str:
    call = WideProduct.drawn(draw)
    call.run(library, draw)
    kinds = [operand.dtype.name for operand in call.operands]
    return f"{call.operands[0].size} of {kinds}, {call.offsets}, {call.end}"


def random_linear_call(library: KernelLibrary, draw: Draw) -> str:
    call = WideLinear.drawn(draw)
    call.run(library, draw)
    return f"{call.input.shape}->{len(call.weights)}, weights_offset {call.weights_offset}"


def random_wide_norm_call(library: KernelLibrary, draw: Draw) -> str:
    norm, x, dtype = random_wide_norm(draw)
    in_place = x.dtype == np.dtype(dtype) and draw.between(0, 1) == 0
    run_wide_norm(library, draw, norm, x, dtype, in_place)
    return f"norm of {x.shape} {x.dtype}, {norm.epsilon}, {norm.epsilon_bits}, {norm.range_bits}"
