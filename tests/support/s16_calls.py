"""Calls of the kernels on activations of 16 bits, with random shapes, and what they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from support.fixed_point import rescale, wrap
from support.golden_images import integers
from support.kernel_library import (
    Array,
    BiasData,
    Block,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    PerChannel,
    PerTensor,
    Scratch,
)
from support.wide_calls import LinearParams, clamp, codes

if TYPE_CHECKING:
    from support.random_calls import Draw


def requantize_64(x: int, multiplier: int, shift: int) -> int:
    """REQ64 of kernels/include/arm_nnfunctions.h: x * R * 2^(shift - 15), ties up; what is too
    large for 32 bits wraps."""
    reduced = min((multiplier + 2**15) >> 16, 2**15 - 1)
    return wrap(wrap((x * reduced) >> (14 - shift)) + 1) >> 1


@dataclass(frozen=True)
class Start:
    """The bias, of 32 or 64 bits, and the factor of each output channel, or one for all."""

    bias: Array | None
    is_int32: bool
    multipliers: Array
    shifts: Array
    clamp: tuple[int, int]

    @classmethod
    def drawn(cls, draw: Draw, channels: int, is_int32: bool, scales: int) -> Start:
        dtype = np.int32 if is_int32 else np.int64
        bias = draw.rng.integers(-(2 ** draw.between(4, 30)), 2**14, channels).astype(dtype)
        multipliers = [draw.multiplier() for _ in range(scales)]
        return cls(
            bias if draw.between(0, 3) else None,
            is_int32,
            np.array(multipliers, np.int32),
            draw.int32(scales, *((-20, -1), (-3, 0))[draw.between(0, 1)]),
            clamp(draw, np.int16),
        )

    def data(self, draw: Draw) -> BiasData:
        block = None if self.bias is None else draw.memory.input(self.bias)
        return BiasData(block.address if block else None, self.is_int32)

    def scales(self, draw: Draw) -> tuple[int, int]:
        inputs = (draw.memory.input(array) for array in (self.multipliers, self.shifts))
        return tuple(block.address for block in inputs)  # pyright: ignore[reportReturnType]

    def finished(self, products: Array) -> Array:
        """The codes of sums of products, channels along the last axis."""
        done = [self._code(int(products[at]), at[-1]) for at in np.ndindex(products.shape)]
        return np.array(done, np.int64).reshape(products.shape)

    def _code(self, product: int, channel: int) -> int:
        total = product + (0 if self.bias is None else int(self.bias[channel]))
        index = channel if len(self.shifts) > 1 else 0
        scale = int(self.multipliers[index]), int(self.shifts[index])
        if self.is_int32:
            return rescale(wrap(total), *scale, 0, *self.clamp)
        return min(max(requantize_64(total, *scale), self.clamp[0]), self.clamp[1])


@dataclass(frozen=True)
class Linear16:
    """A call of cmlir_linear_s16, or of arm_fully_connected_s16."""

    input: Array
    weights: Array
    start: Start
    is_public: bool

    @classmethod
    def drawn(cls, draw: Draw) -> Linear16:
        depth, rows, cols = draw.size(draw.often(60, 700)), draw.size(5), draw.size(12)
        is_public = draw.between(0, 2) == 0
        is_int32 = not is_public and draw.between(0, 1) == 0
        scales = 1 if is_public or draw.between(0, 3) == 0 else cols
        return cls(
            codes(draw, rows * depth, np.int16).reshape(rows, depth),
            draw.int8(cols * depth).reshape(cols, depth),
            Start.drawn(draw, cols, is_int32, scales),
            is_public,
        )

    def run(self, library: KernelLibrary, draw: Draw) -> Block:
        memory, start, (rows, depth) = draw.memory, self.start, self.input.shape
        cols = len(self.weights)
        out = memory.output((rows, cols), np.int16)
        operands = memory.input(self.input), memory.input(self.weights)
        if self.is_public:
            status = library.call(
                "arm_fully_connected_s16",
                *(Context(None, 0), FcParams(0, 0, 0, *start.clamp)),
                PerTensor(int(start.multipliers[0]), int(start.shifts[0])),
                *(Dims(rows, 1, 1, depth), operands[0], Dims(depth, 1, 1, cols), operands[1]),
                *(Dims(1, 1, 1, cols), None if start.bias is None else memory.input(start.bias)),
                *(Dims(rows, 1, 1, cols), out),
            )
        else:
            per_channel = int(len(start.shifts) > 1 or cols == 1)
            params = LinearParams(0, *start.scales(draw), per_channel, 0, *start.clamp)
            sizes = (start.data(draw), rows, cols, depth)
            status = library.call("cmlir_linear_s16", *operands, *sizes, params, out)
        assert status == 0
        return out

    def expected(self) -> Array:
        return self.start.finished(self.input.astype(np.int64) @ self.weights.astype(np.int64).T)


@dataclass(frozen=True)
class Convolution16:
    """A call of arm_convolve_wrapper_s16, or of arm_depthwise_conv_wrapper_s16."""

    input: Array
    weights: Array
    """[O, KH, KW, C], or [KH, KW, O]"""
    start: Start
    places: tuple[tuple[int, int], ...]
    """strides, padding, dilations: (height, width)"""
    out_size: tuple[int, int]

    @classmethod
    def drawn(cls, draw: Draw) -> Convolution16:
        kernel = draw.between(1, 3), draw.between(1, 3)
        channels, is_depthwise = draw.between(1, 10), draw.between(0, 1) == 1
        outputs = channels * draw.between(1, 2) if is_depthwise else draw.between(1, 6)
        strides = draw.between(1, 2), draw.between(1, 3)
        dilations = draw.often(1, 2), draw.often(1, 2)
        padding = draw.between(0, kernel[0] - 1), draw.between(0, kernel[1] - 1)
        counts = draw.between(1, 4), draw.between(1, 5)
        size = [
            max(1, (counts[k] - 1) * strides[k] + dilations[k] * (kernel[k] - 1) + 1 - padding[k])
            for k in (0, 1)
        ]
        shape = (draw.often(1, 2), *size, channels)
        weights = (*kernel, outputs) if is_depthwise else (outputs, *kernel, channels)
        is_int32 = not is_depthwise and draw.between(0, 1) == 0
        return cls(
            codes(draw, int(np.prod(shape)), np.int16).reshape(shape),
            draw.int8(int(np.prod(weights))).reshape(weights),
            Start.drawn(draw, outputs, is_int32, outputs),
            (strides, padding, dilations),
            counts,
        )

    @property
    def is_depthwise(self) -> bool:
        return self.weights.ndim == 3

    @property
    def outputs(self) -> int:
        return self.weights.shape[2 if self.is_depthwise else 0]

    def run(self, library: KernelLibrary, draw: Draw) -> Block:
        memory, start, shape = draw.memory, self.start, self.input.shape
        name = "arm_depthwise_conv_wrapper_s16" if self.is_depthwise else "arm_convolve_wrapper_s16"
        more = (self.outputs // shape[3],) if self.is_depthwise else ()
        tiles = [number for pair in self.places for number in pair[::-1]]
        params = integers(0, 0, *more, *tiles, *start.clamp)
        sizes = (1, *self.weights.shape) if self.is_depthwise else self.weights.shape
        dims = Dims(*shape), Dims(*sizes), Dims(shape[0], *self.out_size, self.outputs)
        needed = library.call(f"{name}_get_buffer_size", params, *dims)
        scratch = memory.output((-(-needed // 4),), np.int32)
        out = memory.output((shape[0], *self.out_size, self.outputs), np.int16)
        plain_bias = None if start.bias is None else memory.input(start.bias)
        status = library.call(
            name,
            Scratch(scratch.address if needed else None, needed),
            params,
            PerChannel(*start.scales(draw)),
            *(dims[0], memory.input(self.input), dims[1], memory.input(self.weights)),
            Dims(1, 1, 1, self.outputs),
            plain_bias if self.is_depthwise else start.data(draw),
            *(dims[2], out),
        )
        assert status == 0
        return out

    def expected(self) -> Array:
        n, _, _, channels = self.input.shape
        products = np.zeros((n, *self.out_size, self.outputs), np.int64)
        for index in np.ndindex(n, *self.out_size):
            window = self._window(*index)
            if self.is_depthwise:
                repeated = np.repeat(window, self.outputs // channels, axis=2)
                products[index] = (repeated * self.weights).sum(axis=(0, 1))
            else:
                products[index] = (window * self.weights.astype(np.int64)).sum(axis=(1, 2, 3))
        return self.start.finished(products)

    def _window(self, n: int, y: int, x: int) -> Array:
        """[KH, KW, C], 0 outside."""
        kernel = self.weights.shape[:2] if self.is_depthwise else self.weights.shape[1:3]
        (sy, sx), (py, px), (dy, dx) = self.places
        window = np.zeros((*kernel, self.input.shape[3]), np.int64)
        for i, j in np.ndindex(*kernel):
            row, column = y * sy - py + i * dy, x * sx - px + j * dx
            if 0 <= row < self.input.shape[1] and 0 <= column < self.input.shape[2]:
                window[i, j] = self.input[n, row, column]
        return window


def random_s16_call(library: KernelLibrary, draw: Draw) -> str:
    kind = (Linear16, Convolution16)[draw.between(0, 1)]
    call = kind.drawn(draw)
    call.run(library, draw)
    return f"{kind.__name__} {call.input.shape}, {call.weights.shape}, {call.start.is_int32}"
