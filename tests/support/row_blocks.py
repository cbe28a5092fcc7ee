"""Random calls of the kernels that work by blocks of rows, and of the kernels one after the other.

Each `…Call.drawn` gives a call; `fused` makes it, `chain` gives what the single kernels give.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from support.kernel_library import (
    Array,
    Block,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    Memory,
    PerTensor,
    Quant,
    Scratch,
    StridedMatmulParams,
)
from support.masked_softmax import MaskedSoftmaxCall, random_mask
from support.strided_matmul import Place
from support.wide_calls import LinearParams, clamp
from support.wide_softmax import exponentials as wide_exponentials

if TYPE_CHECKING:
    from support.random_calls import Draw


class AttentionParams(ctypes.Structure):
    """cmlir_attention_params of kernels/include/cmlir_nn.h"""

    _fields_ = [
        ("scores", StridedMatmulParams),
        ("context", StridedMatmulParams),
        ("block_rows", ctypes.c_int32),
    ]


class AttentionMask(ctypes.Structure):
    """cmlir_attention_mask"""

    _fields_ = [
        ("kept", ctypes.c_void_p),
        ("strides", ctypes.c_int32 * 4),
        ("diagonal", ctypes.c_int32),
    ]


class FeedForwardParams(ctypes.Structure):
    """cmlir_feed_forward_params"""

    _fields_ = [
        *((name, ctypes.c_int32) for name in ("rows", "depth", "hidden", "cols", "block_rows")),
        ("first", LinearParams),
        ("second", LinearParams),
    ]


def scratch(memory: Memory, size: int) -> Scratch:
    """Aligned to 4 bytes, and of a multiple of 4."""
    words = -(-size // 4)
    return Scratch(memory.output((words,), np.int32).address, 4 * words)


@dataclass(frozen=True)
class Masking:
    """What is kept of scores [n, h, i, j]: a mask that broadcasts, or none, and a diagonal."""

    mask: Array | None
    diagonal: int

    @classmethod
    def drawn(cls, draw: Draw, shape: tuple[int, ...]) -> Masking:
        everything = draw.between(-4, 70), draw.often(2**31 - 1, -(2**31))
        diagonal = draw.often(0, everything[draw.between(0, 1)])
        return cls(random_mask(draw, shape) if draw.between(0, 1) else None, diagonal)

    def struct(self, memory: Memory) -> AttentionMask:
        if self.mask is None:
            return AttentionMask(None, (0, 0, 0, 0), self.diagonal)
        strides = MaskedSoftmaxCall(self.mask, self.mask, 0).strides()
        return AttentionMask(memory.input(self.mask).address, tuple(strides), self.diagonal)


@dataclass(frozen=True)
class AttentionCall:
    """sizes = [n, h, rows, columns, depth, width]; fc and factors of both products."""

    sizes: tuple[int, int, int, int, int, int]
    places: tuple[Place, Place, Place, Place]
    """Of query, key, value [n, h, width, columns] and out."""
    fc: tuple[FcParams, FcParams]
    factors: tuple[PerTensor, PerTensor]
    block_rows: int
    data: tuple[Array, Array, Array, Array]
    """Query, key, value, exponentials."""
    masking: Masking | None = None
    wide: bool = False
    """Scores of 16 bits, which are always masked."""

    @classmethod
    def drawn(
        cls, draw: Draw, in_place: bool = False, masked: bool = False, wide: bool = False
    ) -> AttentionCall:
        batch = (draw.between(1, 2), draw.between(1, 3))
        rows, columns, depth = (max(1, draw.size(high)) for high in (40, 40, 24))
        width = depth if in_place else max(1, draw.size(24))
        orders = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 2, 0, 3))
        turned = ((0, 2, 1, 3), (0, 1, 3, 2), (0, 3, 1, 2))
        gap = draw.often(0, draw.between(0, 5))

        def place(shape: tuple[int, ...], choices: tuple[tuple[int, ...], ...]) -> Place:
            return Place.of(shape, choices[draw.between(0, 2)], gap, draw.often(0, 1))

        query = Place.of((*batch, rows, depth), orders[draw.between(0, 2)], 0, 0)
        out = Place.of((*batch, rows, width), orders[draw.between(0, 2)], 0, 0)
        places = (
            query,
            place((*batch, columns, depth), orders),
            place((*batch, width, columns), turned),
            query if in_place else out,
        )
        table = draw.int32(256, 0, 2 ** draw.between(20, 31) - 1)
        table[255] = 2**31 - 1
        scored = (draw.between(-128, 127), *draw.clamp())
        if wide:
            table = wide_exponentials(10.0 ** draw.rng.uniform(-5, 0))
            scored = (draw.between(-(2**15), 2**15 - 1), *clamp(draw, np.int16))
        weights = (draw.often(128, draw.between(-127, 128)), draw.between(-127, 128))
        return cls(
            (*batch, rows, columns, depth, width),
            places,
            (
                FcParams(*_codes(draw), *scored),
                FcParams(*weights, draw.between(-128, 127), *draw.clamp()),
            ),
            (
                PerTensor(draw.multiplier(), draw.shift(-12, 0)),
                PerTensor(draw.multiplier(), draw.shift(-12, 0)),
            ),
            draw.between(1, rows),
            (*(draw.int8(p.elements) for p in places[:3]), table),
            Masking.drawn(draw, (*batch, rows, columns)) if masked or wide else None,
            wide,
        )

    def params(self) -> AttentionParams:
        *batch, rows, columns, depth, width = self.sizes
        query, key, value, out = (place.strides for place in self.places)
        block = (0, 0, columns)
        return AttentionParams(
            StridedMatmulParams(
                *((*batch, rows, columns, depth), query[:3], key, block),
                *(self.fc[0], self.factors[0]),
            ),
            StridedMatmulParams(
                *((*batch, rows, width, columns), block, value, out[:3]),
                *(self.fc[1], self.factors[1]),
            ),
            self.block_rows,
        )

    def scratch_bytes(self) -> int:
        *_, columns, _, width = self.sizes
        turned = width * columns if self.places[2].strides[3] != 1 else 0
        block = self.block_rows * columns
        wide = 4 * ((block + 1) // 2) if self.wide else 0
        return wide + 4 * (columns + width) + block + turned

    def fused(self, library: KernelLibrary, memory: Memory, in_place: bool = False) -> Block:
        query = memory.inout(self.data[0])
        key, value, table = map(memory.input, self.data[1:])
        out = query if in_place else memory.output((self.places[3].elements,), np.int8)
        buffer = scratch(memory, self.scratch_bytes())
        read = (buffer, self.params(), query, key, value)
        if self.masking is None:
            status = library.call("cmlir_attention_s8", *read, table, out)
        else:
            masked = (self.masking.struct(memory), table, out)
            kernel = "cmlir_wide_attention_s8" if self.wide else "cmlir_masked_attention_s8"
            status = library.call(kernel, *read, *masked)
        assert status == 0
        return out

    def chain(self, library: KernelLibrary, memory: Memory) -> Block:
        """With all scores in memory, [n, h, rows, columns]."""
        n, h, rows, columns, _, width = self.sizes
        query, key, value, table = map(memory.input, self.data)
        kind = np.int16 if self.wide else np.int8
        scores = memory.output((n * h * rows * columns,), kind)
        out = memory.output((self.places[3].elements,), np.int8)
        buffer, params = scratch(memory, width * columns), self.params()
        dense = (ctypes.c_int32 * 3)(h * rows * columns, rows * columns, columns)
        params.scores.out_strides = params.context.lhs_strides = dense
        product = "cmlir_strided_matmul_s8"
        first = f"{product}_s16" if self.wide else product
        assert library.call(first, Context(None, 0), params.scores, query, key, scores) == 0
        weights = self._softmax(library, memory, scores, table)
        assert library.call(product, buffer, params.context, weights, value, out) == 0
        return out

    def _softmax(
        self, library: KernelLibrary, memory: Memory, scores: Block, table: Block
    ) -> Block:
        shape = self.sizes[:4]
        rows = (math.prod(shape[:3]), shape[3])
        if self.masking is None:
            assert library.call("cmlir_softmax_table_s8", scores, *rows, table, scores) == 0
            return scores
        mask = self.masking.struct(memory)
        kept = None if mask.kept is None else ctypes.c_void_p(mask.kept)
        dims, strides = (memory.input(np.array(v, np.int32)) for v in (shape, mask.strides[:]))
        read = (scores, kept, 4, dims, strides, mask.diagonal, table)
        if self.wide:
            out = memory.output((math.prod(shape),), np.int8)
            assert library.call("cmlir_softmax_s16_s8", *read, out) == 0
            return out
        assert library.call("cmlir_masked_softmax_s8", *read, None, 0, scores) == 0
        return scores


def _codes(draw: Draw) -> tuple[int, int]:
    return draw.between(-127, 128), draw.often(0, draw.between(-127, 128))


@dataclass(frozen=True)
class Layer:
    """Weights [cols][depth], start values and scales of a linear layer."""

    weights: Array
    sums: Array
    scales: tuple[Array, Array]
    numbers: tuple[int, int, int, int]
    """Offsets of weights and result, and the clamp."""

    @classmethod
    def drawn(cls, draw: Draw, cols: int, depth: int) -> Layer:
        scales = (cols, 1)[draw.between(0, 1)]
        multipliers = np.array([draw.multiplier() for _ in range(scales)], np.int32)
        low, high = ((-14, -1), (-14, -1), (-3, 2))[draw.between(0, 2)]
        return cls(
            draw.int8(cols * depth).reshape(cols, depth),
            draw.int32(cols, -(2 ** draw.between(4, 16)), 2**14),
            (multipliers, draw.int32(scales, low, high)),
            (draw.often(0, draw.between(-127, 128)), draw.between(-128, 127), *draw.clamp()),
        )

    def params(self, memory: Memory) -> LinearParams:
        multipliers, shifts = (memory.input(values).address for values in self.scales)
        weights, *rest = self.numbers
        per_channel = int(len(self.scales[0]) > 1)
        return LinearParams(weights, multipliers, shifts, per_channel, *rest)

    def whole(self, library: KernelLibrary, memory: Memory, x: Block, rows: int) -> Block:
        """By arm_fully_connected_wrapper_s8, all rows at once."""
        cols, depth = self.weights.shape
        weights, output, low, high = self.numbers
        sums = memory.input(self.sums)
        multipliers, shifts = (memory.input(values).address for values in self.scales)
        out = memory.output((rows * cols,), np.int8)
        arguments = (
            Context(sums.address, 4 * cols),
            FcParams(0, weights, output, low, high),
            Quant(multipliers, shifts, int(len(self.scales[0]) > 1)),
            *(Dims(rows, 1, 1, depth), x),
            *(Dims(depth, 1, 1, cols), memory.input(self.weights)),
            *(Dims(1, 1, 1, cols), None),
            *(Dims(rows, 1, 1, cols), out),
        )
        assert library.call("arm_fully_connected_wrapper_s8", *arguments) == 0
        return out


@dataclass(frozen=True)
class LinearCall:
    """A call of cmlir_blocked_linear_s8."""

    x: Array
    layer: Layer
    block_rows: int

    @classmethod
    def drawn(cls, draw: Draw) -> LinearCall:
        rows, depth, cols = draw.size(40), draw.size(40), draw.size(40)
        cols = draw.often(depth, cols)
        x = draw.int8(rows * depth).reshape(rows, depth)
        return cls(x, Layer.drawn(draw, cols, depth), draw.between(1, max(1, rows)))

    @property
    def may_be_in_place(self) -> bool:
        return len(self.layer.weights) == self.x.shape[1]

    def fused(self, library: KernelLibrary, memory: Memory, in_place: bool = False) -> Block:
        (rows, depth), cols = self.x.shape, len(self.layer.weights)
        x = memory.inout(self.x)
        out = x if in_place else memory.output((rows * cols,), np.int8)
        arguments = (
            *(scratch(memory, self.block_rows * cols), x),
            *(memory.input(self.layer.weights), memory.input(self.layer.sums)),
            *(rows, cols, depth, self.block_rows, self.layer.params(memory), out),
        )
        assert library.call("cmlir_blocked_linear_s8", *arguments) == 0
        return out

    def chain(self, library: KernelLibrary, memory: Memory) -> Block:
        return self.layer.whole(library, memory, memory.input(self.x), len(self.x))


@dataclass(frozen=True)
class TableCall:
    """A call of cmlir_linear_table_s8, two thirds of them as the compiler makes them."""

    x: Array
    layer: Layer
    table: Array
    block_rows: ClassVar[int] = 1
    may_be_in_place: ClassVar[bool] = False

    @classmethod
    def drawn(cls, draw: Draw) -> TableCall:
        rows, depth, cols = draw.size(40), draw.size(40), draw.size(40)
        layer = Layer.drawn(draw, cols, depth)
        if draw.between(0, 2) > 0:
            layer = replace(layer, numbers=(0, layer.numbers[1], -128, 127))
        return cls(draw.int8(rows * depth).reshape(rows, depth), layer, draw.int8(256))

    def fused(self, library: KernelLibrary, memory: Memory, in_place: bool = False) -> Block:
        assert not in_place
        (rows, depth), cols = self.x.shape, len(self.layer.weights)
        out = memory.output((rows * cols,), np.int8)
        arguments = (
            *(memory.input(array) for array in (self.x, self.layer.weights, self.layer.sums)),
            *(rows, cols, depth, self.layer.params(memory), memory.input(self.table), out),
        )
        assert library.call("cmlir_linear_table_s8", *arguments) == 0
        return out

    def chain(self, library: KernelLibrary, memory: Memory) -> Block:
        rows = len(self.x)
        codes = self.layer.whole(library, memory, memory.input(self.x), rows)
        size, table = rows * len(self.layer.weights), memory.input(self.table)
        assert library.call("cmlir_table_s8", codes, codes, size, table) == 0
        return codes


@dataclass(frozen=True)
class FeedForwardCall:
    """A call of cmlir_feed_forward_s8."""

    x: Array
    first: Layer
    table: Array | None
    second: Layer
    block_rows: int

    @classmethod
    def drawn(cls, draw: Draw) -> FeedForwardCall:
        rows, depth, hidden, cols = (draw.size(high) for high in (40, 30, 40, 30))
        cols = draw.often(depth, cols)
        return cls(
            draw.int8(rows * depth).reshape(rows, depth),
            Layer.drawn(draw, hidden, depth),
            draw.int8(256) if draw.between(0, 1) else None,
            Layer.drawn(draw, cols, hidden),
            draw.between(1, max(1, rows)),
        )

    @property
    def may_be_in_place(self) -> bool:
        return len(self.second.weights) == self.x.shape[1]

    def fused(self, library: KernelLibrary, memory: Memory, in_place: bool = False) -> Block:
        (rows, depth), (cols, hidden) = self.x.shape, self.second.weights.shape
        x = memory.inout(self.x)
        out = x if in_place else memory.output((rows * cols,), np.int8)
        layers = (self.first.params(memory), self.second.params(memory))
        arguments = (
            scratch(memory, self.block_rows * hidden),
            FeedForwardParams(rows, depth, hidden, cols, self.block_rows, *layers),
            *(x, memory.input(self.first.weights), memory.input(self.first.sums)),
            None if self.table is None else memory.input(self.table),
            *(memory.input(self.second.weights), memory.input(self.second.sums), out),
        )
        assert library.call("cmlir_feed_forward_s8", *arguments) == 0
        return out

    def chain(self, library: KernelLibrary, memory: Memory) -> Block:
        rows = len(self.x)
        hidden = self.first.whole(library, memory, memory.input(self.x), rows)
        if self.table is not None:
            size = rows * len(self.first.weights)
            table = memory.input(self.table)
            assert library.call("cmlir_table_s8", hidden, hidden, size, table) == 0
        return self.second.whole(library, memory, hidden, rows)


def random_attention_call(library: KernelLibrary, draw: Draw) -> str:
    in_place = draw.between(0, 2) == 0
    masked, wide = ((False, False), (True, False), (True, True))[draw.between(0, 2)]
    call = AttentionCall.drawn(draw, in_place, masked, wide)
    call.fused(library, draw.memory, in_place)
    blocks = f"blocks of {call.block_rows}, in place: {in_place}, {call.masking}"
    return f"{call.sizes}, {call.places}, {blocks}"


def random_layers_call(library: KernelLibrary, draw: Draw) -> str:
    kind = (LinearCall, TableCall, FeedForwardCall)[draw.between(0, 2)]
    call = kind.drawn(draw)
    in_place = call.may_be_in_place and draw.between(0, 1) == 1
    call.fused(library, draw.memory, in_place)
    return f"{kind.__name__} {call.x.shape}, blocks of {call.block_rows}, in place: {in_place}"
