"""Calls of the kernels for weights of 4 bits, each beside that of 8 bits with the same numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from support.golden_images import integers
from support.kernel_library import (
    Array,
    Block,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    PerChannel,
    PerTensor,
    Quant,
    Scratch,
)
from support.wide_calls import LinearParams

if TYPE_CHECKING:
    from support.random_calls import Draw


def pack(codes: Array) -> Array:
    """Two codes of -8..7 in a byte, the one of even index in the low half."""
    flat = codes.reshape(-1)
    halves = np.append(flat, np.zeros(flat.size % 2, flat.dtype)).astype(np.uint8) & 15
    return (halves[::2] | halves[1::2] << 4).view(np.int8)


def _codes(draw: Draw, size: int) -> Array:
    return draw.rng.integers(-8, 8, size).astype(np.int8)


def _scratch(draw: Draw, size: int) -> Scratch:
    return Scratch(draw.memory.output((size,), np.int8).address if size else None, size)


def _scales(draw: Draw, count: int) -> tuple[Block, Block]:
    multipliers = np.array([draw.multiplier() for _ in range(count)], np.int32)
    shifts = np.array([draw.shift(-14, 0) for _ in range(count)], np.int32)
    return draw.memory.input(multipliers), draw.memory.input(shifts)


@dataclass(frozen=True)
class _Layer:
    rows: int
    depth: int
    cols: int
    per_channel: bool


def random_int4_linear(library: KernelLibrary, draw: Draw) -> str:
    """cmlir_linear_s4 and, with one rescale, arm_fully_connected_s4; depths that need parts too."""
    layer = _Layer(
        draw.between(0, 6),
        draw.size(draw.often(70, 600)),
        draw.size(draw.often(30, 90)),
        draw.between(0, 1) == 1,
    )
    codes = _codes(draw, layer.cols * layer.depth)
    blocks = draw.memory.input(codes), draw.memory.input(pack(codes))
    x = draw.memory.input(draw.int8(layer.rows * layer.depth))
    bias = draw.int32(layer.cols, -(2**14), 2**14)
    offset, end = draw.between(-127, 128), (draw.between(-128, 127), *draw.clamp())
    sums = offset * codes.reshape(layer.cols, layer.depth).astype(np.int64).sum(1) + bias
    starts = draw.memory.input(bias), draw.memory.input(sums.astype(np.int32))
    scales = _scales(draw, layer.cols if layer.per_channel else 1)
    wide = _linear_s8(library, draw, layer, (x, blocks[0], *starts), scales, (offset, 0, *end))
    same = [_linear_s4(library, draw, layer, (x, blocks[1], starts[1]), scales, end)]
    if not layer.per_channel:
        operands = x, blocks[1], starts[0]
        same.append(_fully_connected(library, draw, layer, operands, scales, (offset, 0, *end)))
    for got in same:
        np.testing.assert_array_equal(got.value(), wide.value(), err_msg=str(layer))
    return f"int4 {layer}"


def _out(draw: Draw, layer: _Layer) -> Block:
    return draw.memory.output((layer.rows, layer.cols), np.int8)


def _linear_s8(
    library: KernelLibrary,
    draw: Draw,
    layer: _Layer,
    operands: tuple[Block, Block, Block, Block],
    scales: tuple[Block, Block],
    params: tuple[int, ...],
) -> Block:
    x, weights, bias, sums = operands
    out, cols = _out(draw, layer), layer.cols
    status = library.call(
        "arm_fully_connected_wrapper_s8",
        Context(sums.address, sums.nbytes),
        FcParams(*params),
        Quant(scales[0].address, scales[1].address, int(layer.per_channel)),
        Dims(layer.rows, 1, 1, layer.depth),
        x,
        Dims(layer.depth, 1, 1, cols),
        weights,
        Dims(1, 1, 1, cols),
        bias,
        Dims(layer.rows, 1, 1, cols),
        out,
    )
    assert status == 0
    return out


def _linear_s4(
    library: KernelLibrary,
    draw: Draw,
    layer: _Layer,
    operands: tuple[Block, Block, Block],
    scales: tuple[Block, Block],
    end: tuple[int, ...],
) -> Block:
    size = library.call("cmlir_linear_s4_get_buffer_size", layer.cols, layer.depth)
    addresses = scales[0].address, scales[1].address
    params = LinearParams(0, *addresses, int(layer.per_channel), *end)
    out, scratch = _out(draw, layer), _scratch(draw, size)
    sizes = layer.rows, layer.cols, layer.depth
    assert library.call("cmlir_linear_s4", scratch, *operands, *sizes, params, out) == 0
    return out


def _fully_connected(
    library: KernelLibrary,
    draw: Draw,
    layer: _Layer,
    operands: tuple[Block, Block, Block],
    scales: tuple[Block, Block],
    params: tuple[int, ...],
) -> Block:
    x, weights, bias = operands
    out, cols = _out(draw, layer), layer.cols
    status = library.call(
        "arm_fully_connected_s4",
        Context(None, 0),
        FcParams(*params),
        PerTensor(*(int(block.value()[0]) for block in scales)),
        Dims(layer.rows, 1, 1, layer.depth),
        x,
        Dims(layer.depth, 1, 1, cols),
        weights,
        Dims(1, 1, 1, cols),
        bias,
        Dims(layer.rows, 1, 1, cols),
        out,
    )
    assert status == 0
    return out


def random_int4_convolution(library: KernelLibrary, draw: Draw) -> str:
    """Of one or more groups, now and then with more weights than are unpacked at once."""
    groups = draw.often(1, draw.between(2, 3))
    depth, outputs = draw.often(draw.between(1, 20), 150), groups * draw.between(1, 11)
    kernel = draw.between(1, 3), draw.between(1, 3)
    call = _ImageCall.drawn(draw, "convolve", kernel, groups * depth, outputs, depth)
    call.compare(library, draw, "cmlir_convolve", given=call.sums)
    if groups == 1:
        call.compare(library, draw, "arm_convolve_wrapper", given=call.bias)
    return f"int4 {call.label}"


def random_int4_depthwise(library: KernelLibrary, draw: Draw) -> str:
    kernel = (3, 3) if draw.between(0, 3) else (draw.between(1, 4), draw.between(1, 4))
    channels, more = max(1, draw.size(40)), draw.often(1, draw.between(1, 2))
    call = _ImageCall.drawn(draw, "depthwise", kernel, channels, channels * more, None)
    call.compare(library, draw, "cmlir_depthwise_conv", given=call.sums)
    call.compare(library, draw, "arm_depthwise_conv_wrapper", given=call.bias)
    return f"int4 {call.label}"


@dataclass(frozen=True)
class _ImageCall:
    """A convolution: its parameters, the dims of input, filter and output, and the arrays."""

    label: str
    params: object
    dims: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    scales: tuple[Block, Block]
    image: Block
    codes: Array
    bias: Array
    sums: Array

    @classmethod
    def drawn(
        cls,
        draw: Draw,
        label: str,
        kernel: tuple[int, int],
        channels: int,
        outputs: int,
        depth: int | None,
    ) -> _ImageCall:
        stride, dilation = draw.between(1, 2), draw.often(1, 2)
        padding = draw.between(0, kernel[0] - 1), draw.between(0, kernel[1] - 1)
        counts = draw.between(1, 5), draw.between(1, 9)
        size = tuple(
            max(1, (counts[k] - 1) * stride + dilation * (kernel[k] - 1) + 1 - padding[k])
            for k in (0, 1)
        )
        offset = draw.between(-127, 128)
        more = () if depth else (outputs // channels,)
        tiles = (stride, stride, *padding[::-1], dilation, dilation)
        params = integers(offset, draw.between(-128, 127), *more, *tiles, *draw.clamp())
        filter_dims = (outputs, *kernel, depth) if depth else (1, *kernel, outputs)
        codes = _codes(draw, int(np.prod(filter_dims)))
        rows = codes.reshape(outputs, -1) if depth else codes.reshape(-1, outputs).T
        bias = draw.int32(outputs, -(2**14), 2**14)
        return cls(
            f"{label} {size}x{channels} {kernel} -> {counts}x{outputs}, {stride}, {padding}",
            params,
            ((1, *size, channels), filter_dims, (1, *counts, outputs)),
            _scales(draw, outputs),
            draw.memory.input(draw.int8(size[0] * size[1] * channels)),
            codes,
            bias,
            (offset * rows.astype(np.int64).sum(1) + bias).astype(np.int32),
        )

    def compare(self, library: KernelLibrary, draw: Draw, name: str, given: Array) -> None:
        """The function for 4 bits gives what that for 8 bits does."""
        weights = {f"{name}_s8": self.codes, f"{name}_s4": pack(self.codes)}
        results = [self._run(library, draw, f, w, given) for f, w in weights.items()]
        np.testing.assert_array_equal(results[1], results[0], err_msg=f"{name}: {self.label}")

    def _run(
        self, library: KernelLibrary, draw: Draw, function: str, weights: Array, given: Array
    ) -> Array:
        dims = [Dims(*sizes) for sizes in self.dims]
        size = library.call(f"{function}_get_buffer_size", self.params, *dims)
        start = draw.memory.input(given)
        starts = (Dims(1, 1, 1, given.size), start) if function.startswith("arm") else (start,)
        out = draw.memory.output(self.dims[2], np.int8)
        status = library.call(
            function,
            _scratch(draw, size),
            self.params,
            PerChannel(self.scales[0].address, self.scales[1].address),
            dims[0],
            self.image,
            dims[1],
            draw.memory.input(weights),
            *starts,
            dims[2],
            out,
        )
        assert status == 0
        return out.value()
