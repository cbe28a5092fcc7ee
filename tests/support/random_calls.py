"""Calls of the kernels that have vector versions, with random shapes and parameters.

Shapes and parameters are drawn so that what vector code treats differently comes up often: sizes
around multiples of a vector's length, shifts of either sign and 0, rows that are not dense.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from support.device_calls import RecordedCall, Recorder
from support.fixed_point import softmax_parameters
from support.int4_calls import (
    random_int4_convolution,
    random_int4_depthwise,
    random_int4_linear,
)
from support.kernel_library import Array, Block, KernelLibrary, Memory
from support.masked_softmax import MaskedSoftmaxCall, random_mask, random_shape
from support.norms import random_norm_call
from support.random_images import random_convolution, random_depthwise
from support.row_blocks import random_attention_call, random_layers_call
from support.s16_calls import random_s16_call
from support.strided_matmul import Place, StridedMatmulCall
from support.wide_calls import (
    clamp,
    random_linear_call,
    random_product_call,
    random_sum_call,
    random_wide_norm_call,
)
from support.wide_softmax import random_wide_softmax_call


class MatmulArguments(ctypes.Structure):
    """cmlir_matmul_nt_s8_args of kernels/source/cmlir_core.h"""

    _fields_ = [
        ("lhs", ctypes.c_void_p),
        ("lhs_stride", ctypes.c_int32),
        ("rhs", ctypes.c_void_p),
        ("rhs_stride", ctypes.c_int32),
        ("sums", ctypes.c_void_p),
        ("rhs_offset", ctypes.c_int32),
        ("out", ctypes.c_void_p),
        ("out_stride", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("cols", ctypes.c_int32),
        ("depth", ctypes.c_int32),
        ("multiplier", ctypes.c_void_p),
        ("shift", ctypes.c_void_p),
        ("per_channel", ctypes.c_int32),
        ("output_offset", ctypes.c_int32),
        ("act_min", ctypes.c_int32),
        ("act_max", ctypes.c_int32),
        ("lhs_goes_on", ctypes.c_bool),
        ("table", ctypes.c_void_p),
    ]


@dataclass(frozen=True)
class Draw:
    """Draws numbers and arrays, and places the arrays in `memory`."""

    rng: np.random.Generator
    memory: Memory

    def between(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high, endpoint=True))

    def often(self, usual: int, other: int) -> int:
        return usual if self.rng.random() < 0.7 else other

    def size(self, high: int) -> int:
        """0 to high; small ones and neighbours of multiples of 4 and 16 are frequent."""
        near = self.between(1, max(1, high // 16)) * 16 + self.between(-1, 1)
        quarter = self.between(0, max(1, high // 4)) * 4
        choices = (self.between(0, 9), near, quarter, self.between(0, high))
        return min(high, choices[self.between(0, 3)])

    def multiplier(self) -> int:
        special = (0, 2**30, 2**31 - 1)[self.between(0, 2)]
        return self.often(self.between(2**30, 2**31 - 1), special)

    def shift(self, low: int, high: int) -> int:
        """Mostly within the bounds, also anywhere in the range of the API."""
        return self.often(self.between(low, high), self.between(-31, 30))

    def clamp(self) -> tuple[int, int]:
        if self.between(0, 2):
            return -128, 127
        low, high = sorted((self.between(-128, 127), self.between(-128, 127)))
        return low, high

    def int8(self, size: int) -> Array:
        """Uniform, or of a width drawn for each array."""
        values = self.rng.integers(-128, 128, size)
        return (values >> self.often(0, self.between(0, 6))).astype(np.int8)

    def int32(self, size: int, low: int, high: int) -> Array:
        return self.rng.integers(low, high, size, endpoint=True).astype(np.int32)

    def bytes_block(self, size: int) -> Block:
        return self.memory.input(self.int8(size))


def _extent(rows: int, stride: int, row_bytes: int) -> int:
    """Bytes from the begin of the first row to the end of the last."""
    return 0 if rows == 0 else (rows - 1) * stride + row_bytes


def _matmul(library: KernelLibrary, draw: Draw) -> str:
    depth = draw.often(draw.size(draw.often(80, 400)), 16 * draw.between(1, 5))
    rows, cols = (draw.size(12 if depth > 80 else 70) for _ in range(2))
    lhs_stride, rhs_stride = (depth + draw.often(0, draw.between(0, 20)) for _ in range(2))
    out_stride = cols + draw.often(0, draw.between(0, 9))
    per_channel = draw.between(0, 1)
    scales = cols if per_channel else 1
    rhs_offset = draw.often(0, draw.between(-127, 128))
    low, high = ((-14, -1), (-14, -1), (-3, 2), (-31, 30))[draw.between(0, 3)]
    multipliers = np.array([draw.multiplier() for _ in range(scales)], np.int32)
    sums = draw.memory.input(draw.int32(cols, -(2 ** draw.between(4, 31)), 2**14))
    out = draw.memory.output((_extent(rows, out_stride, cols),), np.int8)
    goes_on = draw.often(0, 1)
    read = -depth % 16 + depth if goes_on else depth
    arguments = MatmulArguments(
        *(draw.bytes_block(_extent(rows, lhs_stride, read)).address, lhs_stride),
        *(draw.bytes_block(_extent(cols, rhs_stride, depth)).address, rhs_stride),
        *(sums.address if draw.between(0, 4) else None, rhs_offset),
        *(out.address, out_stride, rows, cols, depth),
        draw.memory.input(multipliers).address,
        draw.memory.input(draw.int32(scales, low, high)).address,
        *(per_channel, draw.between(-128, 127), *draw.clamp(), bool(goes_on), None),
    )
    library.call("cmlir_matmul_nt_s8", arguments)
    return f"{rows}x{depth}->{cols}, shifts {low}..{high}, rhs_offset {rhs_offset}"


def _strided_matmul(library: KernelLibrary, draw: Draw) -> str:
    """Heads inside rows or rows inside heads, the second operand by rows or by columns."""
    batch = (draw.between(1, 2), draw.between(1, 3))
    rows, cols, depth = draw.between(1, 9), max(1, draw.size(40)), max(1, draw.size(70))
    orders = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 2, 0, 3))
    turned = ((0, 1, 3, 2), (0, 3, 1, 2))

    def place(shape: tuple[int, ...], orders: tuple[tuple[int, ...], ...], gap: int) -> Place:
        repeated = draw.often(0, draw.between(0, 2))
        return Place.of(shape, orders[draw.between(0, len(orders) - 1)], gap, repeated)

    lhs = place((*batch, rows, depth), orders, draw.often(0, draw.between(0, 9)))
    rhs = place((*batch, cols, depth), orders + turned, draw.often(0, draw.between(0, 9)))
    out = Place.of((*batch, rows, cols), orders[draw.between(0, 2)], draw.between(0, 4), 0)
    wide = draw.between(0, 1) == 1
    call = StridedMatmulCall(
        (*batch, rows, cols, depth),
        *(lhs, rhs, out),
        (draw.between(-127, 128), draw.often(0, draw.between(-127, 128)), draw.between(-128, 127)),
        clamp(draw, np.int16) if wide else draw.clamp(),
        (draw.multiplier(), draw.shift(-14, -1)),
        wide,
    )
    call.run(library, draw.memory, draw.int8(lhs.elements), draw.int8(rhs.elements))
    return f"{call}"


def _row_sums(library: KernelLibrary, draw: Draw) -> str:
    rows, depth = draw.size(40), draw.size(100)
    stride = depth + draw.often(0, draw.between(0, 20))
    data = draw.bytes_block(_extent(rows, stride, depth))
    out = draw.memory.output((rows,), np.int32)
    library.call("cmlir_row_sums_s8", data, stride, rows, depth, out)
    return f"{rows}x{depth}"


def _column_sums(library: KernelLibrary, draw: Draw) -> str:
    rows, cols = draw.size(40), draw.size(100)
    stride = cols + draw.often(0, draw.between(0, 20))
    data = draw.bytes_block(_extent(rows, stride, cols))
    out = draw.memory.output((cols,), np.int32)
    library.call("cmlir_column_sums_s8", data, stride, rows, cols, out)
    return f"{rows}x{cols}"


def _softmax(library: KernelLibrary, draw: Draw) -> str:
    """One of the three functions; those with int8 results in place now and then."""
    rows, cols = ((1, draw.size(300)), (draw.size(20), draw.size(70)))[draw.between(0, 1)]
    if draw.between(0, 30) == 0:
        rows, cols = 1, draw.between(4000, 9000)
    x = draw.int8(rows * cols)
    scale = 10.0 ** draw.rng.uniform(-6, 0)
    mult, shift, diff_min = softmax_parameters(scale)
    diff_min = draw.often(diff_min, max(diff_min, -draw.between(0, 255)))
    kind = draw.between(0, 2)
    function = ("arm_softmax_s8", "arm_softmax_s8_s16", "cmlir_softmax_s8")[kind]
    output_scale = (draw.multiplier(), draw.shift(-16, -4), draw.between(-128, 127))
    if kind != 1 and draw.between(0, 3) == 0:
        data = out = draw.memory.inout(x)
    else:
        data = draw.memory.input(x)
        out = draw.memory.output(x.shape, np.int16 if kind == 1 else np.int8)
    more = output_scale if kind == 2 else ()
    library.call(function, data, rows, cols, mult, shift, diff_min, *more, out)
    return f"{rows}x{cols}, scale {scale:g}, diff_min {diff_min}"


def _softmax_table(library: KernelLibrary, draw: Draw) -> str:
    """With any exponentials, which need not be those of a scale; in place now and then."""
    rows, cols = draw.size(20), draw.size(70)
    if draw.between(0, 30) == 0:
        rows, cols = draw.between(1, 5), draw.between(4000, 5000)
    table = draw.int32(256, 0, 2 ** draw.between(1, 31) - 1)
    table[255] = 2**31 - 1
    data = draw.memory.inout(draw.int8(rows * cols))
    out = draw.memory.output((rows * cols,), np.int8) if draw.between(0, 2) else data
    library.call("cmlir_softmax_table_s8", data, rows, cols, draw.memory.input(table), out)
    return f"{rows}x{cols}"


def _masked_softmax(library: KernelLibrary, draw: Draw) -> str:
    """With a mask that repeats along some axes, or none; fixed or other parameters."""
    shape = random_shape(draw)
    mask = random_mask(draw, shape) if draw.between(0, 3) else None
    diagonal = draw.often(draw.between(-4, 70), 10**6)
    scale = 10.0 ** draw.rng.uniform(-6, 0)
    output = (draw.multiplier(), draw.shift(-16, -4), draw.between(-128, 127))
    call = MaskedSoftmaxCall(draw.int8(math.prod(shape)).reshape(shape), mask, diagonal)
    call.run(
        library,
        draw.memory,
        softmax_parameters(scale),
        output if draw.between(0, 1) else None,
        in_place=draw.between(0, 3) == 0,
    )
    masked = "no mask" if mask is None else f"mask {mask.shape}"
    return f"{shape}, {masked}, diagonal {diagonal}, scale {scale:g}"


def _operands(draw: Draw) -> tuple[int, Block, Block, Block]:
    """size, two inputs, and an output that may be one of them"""
    size = draw.size(draw.often(70, 500))
    blocks = [draw.memory.inout(draw.int8(size)) for _ in range(2)]
    separate = draw.memory.output((size,), np.int8)
    return size, *blocks, (*blocks, separate, separate)[draw.between(0, 3)]


def _add(library: KernelLibrary, draw: Draw) -> str:
    size, a, b, out = _operands(draw)
    scales = [(draw.between(-128, 128), draw.multiplier(), draw.shift(-6, -1)) for _ in range(2)]
    exact = draw.between(0, 2)
    if exact < 2:  # the input of the larger scale has the factor 1/2
        scales[exact] = (scales[exact][0], 2**30, 0)
    left_shift = draw.often(20, draw.between(0, 22))
    end = (draw.between(-128, 127), draw.multiplier(), draw.shift(-22, -10), *draw.clamp(), size)
    library.call("arm_elementwise_add_s8", a, b, *scales[0], *scales[1], left_shift, out, *end)
    return f"{size}, {scales}, left_shift {left_shift}, {end}"


def _mul(library: KernelLibrary, draw: Draw) -> str:
    size, a, b, out = _operands(draw)
    offsets = (draw.between(-128, 128), draw.between(-128, 128))
    end = (draw.between(-128, 127), draw.multiplier(), draw.shift(-12, 2), *draw.clamp(), size)
    library.call("arm_elementwise_mul_s8", a, b, *offsets, out, *end)
    return f"{size}, {offsets}, {end}"


def _requantize(library: KernelLibrary, draw: Draw) -> str:
    size = draw.size(200)
    wide = draw.between(0, 1) == 1
    out = draw.memory.output((size,), np.int8)
    if wide:
        data = draw.memory.input(draw.int32(size, -(2**15), 2**15 - 1).astype(np.int16))
    else:
        data = draw.memory.inout(draw.int8(size))
        out = (out, data)[draw.between(0, 1)]
    offset = draw.between(-(2**15), 2**15) if wide else draw.between(-128, 128)
    rescale = (draw.multiplier(), draw.shift(-14, 2), draw.between(-128, 127), *draw.clamp())
    function = "cmlir_requantize_s16_s8" if wide else "cmlir_requantize_s8"
    library.call(function, data, out, size, offset, *rescale)
    return f"{size}, {offset}, {rescale}"


def _table(library: KernelLibrary, draw: Draw) -> str:
    size = draw.size(200)
    data = draw.memory.inout(draw.int8(size))
    out = (draw.memory.output((size,), np.int8), data)[draw.between(0, 1)]
    library.call("cmlir_table_s8", data, out, size, draw.bytes_block(256))
    return f"{size}"


def _floats(draw: Draw, size: int) -> Array:
    """Halves, of moderate size, or any bits: infinities, NaN and subnormal numbers too"""
    kind = draw.between(0, 2)
    if kind == 0:
        return (draw.int32(size, -600, 600) / 2).astype(np.float32)
    if kind == 1:
        return (draw.rng.standard_normal(size) * 10.0 ** draw.between(-3, 3)).astype(np.float32)
    return draw.rng.integers(0, 2**32, size, dtype=np.uint32).view(np.float32)


def _scale(draw: Draw) -> float:
    """1, or any positive finite number: usual, subnormal, huge"""
    ranges = ((0x3F800000, 0x3F800000), (0x3A000000, 0x44000000), (1, 0x7FFFFF), (1, 0x7F7FFFFF))
    return float(np.uint32(draw.between(*ranges[draw.between(0, 3)])).view(np.float32))


def _quantize(library: KernelLibrary, draw: Draw) -> str:
    size, scale = draw.size(100), _scale(draw)
    zero_point = draw.often(draw.between(-128, 127), draw.between(-(2**15), 2**15 - 1))
    data = draw.memory.input(_floats(draw, size))
    out = draw.memory.output((size,), np.int8)
    arguments = (size, scale, zero_point, *draw.clamp())
    library.call("cmlir_quantize_f32_s8", data, out, *arguments)
    return f"{arguments}"


def _dequantize(library: KernelLibrary, draw: Draw) -> str:
    size, scale = draw.size(100), _scale(draw)
    zero_point = draw.often(draw.between(-128, 127), draw.between(-(2**15), 2**15 - 1))
    out = draw.memory.output((size,), np.float32)
    library.call("cmlir_dequantize_s8_f32", draw.bytes_block(size), out, size, scale, zero_point)
    return f"{size}, {scale!r}, {zero_point}"


def _finite(draw: Draw, size: int) -> Array:
    """Any finite bits: the payload of a NaN differs from processor to processor"""
    return np.nan_to_num(_floats(draw, size), nan=1e-40, posinf=3e38, neginf=-3e38)


def _float_arithmetic(library: KernelLibrary, draw: Draw) -> str:
    size = draw.size(50)
    a = draw.memory.input(_finite(draw, size))
    out = draw.memory.output((size,), np.float32)
    if draw.between(0, 2) == 0:
        factor = float(_finite(draw, 1)[0])
        library.call("cmlir_mul_scalar_f32", a, factor, out, size)
        return f"{size}, {factor!r}"
    name = ("cmlir_add_f32", "cmlir_mul_f32")[draw.between(0, 1)]
    library.call(name, a, draw.memory.input(_finite(draw, size)), out, size)
    return f"{name} {size}"


KINDS: tuple[Callable[[KernelLibrary, Draw], str], ...] = (
    _matmul,
    _softmax,
    _softmax_table,
    _masked_softmax,
    _add,
    _mul,
    _requantize,
    _table,
    _quantize,
    _dequantize,
    _row_sums,
    _column_sums,
    _strided_matmul,
    random_attention_call,
    random_layers_call,
    random_norm_call,
    random_convolution,
    random_depthwise,
    random_int4_linear,
    random_int4_convolution,
    random_int4_depthwise,
    random_linear_call,
    random_sum_call,
    random_product_call,
    random_wide_norm_call,
    random_wide_softmax_call,
    random_s16_call,
    _float_arithmetic,
    _matmul,
)


def random_calls(recorder: Recorder, seed: int, rounds: int) -> list[RecordedCall]:
    """One call of each kind a round, made and recorded."""
    rng = np.random.default_rng(seed)
    calls: list[RecordedCall] = []
    for _ in range(rounds):
        for kind in KINDS:
            with recorder.memory() as memory:
                label = kind(recorder, Draw(rng, memory))
            calls += recorder.take(label)
    return calls
