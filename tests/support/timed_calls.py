"""Kernel calls whose executed instructions are measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from cmlir.dialects.cortex_m.exponentials import wide_exponentials
from support.device_calls import RecordedCall, Recorder
from support.fixed_point import softmax_parameters
from support.kernel_library import (
    Array,
    BmmParams,
    Context,
    Dims,
    FcParams,
    KernelLibrary,
    Memory,
    PerTensor,
    Quant,
)
from support.masked_softmax import MaskedSoftmaxCall, exponentials_of
from support.norms import plain_norm
from support.row_blocks import Layer, TableCall
from support.strided_matmul import Place, StridedMatmulCall
from support.wide_softmax import WideSoftmaxCall

FULL_RANGE = (-128, 127)
ATTENTION_SCALE = softmax_parameters(0.05)

Make = Callable[[KernelLibrary, Memory], object]


def int8s(*shape: int) -> Array:
    return np.random.default_rng(1).integers(-128, 128, shape).astype(np.int8)


def linear(batch: int, depth: int, channels: int, filter_offset: int = 0, shift: int = -8) -> Make:
    """Per channel; with a filter offset, as an activation's, per tensor."""

    def make(library: KernelLibrary, memory: Memory) -> object:
        per_channel = filter_offset == 0
        count = channels if per_channel else 1
        return library.call(
            "arm_fully_connected_wrapper_s8",
            Context(memory.input(np.arange(channels, dtype=np.int32)).address, 4 * channels),
            FcParams(5, filter_offset, -3, *FULL_RANGE),
            Quant(
                memory.input(np.full(count, 1500000000, np.int32)).address,
                memory.input(np.full(count, shift, np.int32)).address,
                int(per_channel),
            ),
            Dims(batch, 1, 1, depth),
            memory.input(int8s(batch, depth)),
            Dims(depth, 1, 1, channels),
            memory.input(int8s(channels, depth)),
            Dims(1, 1, 1, channels),
            None,
            Dims(batch, 1, 1, channels),
            memory.output((batch, channels), np.int8),
        )

    return make


def batch_matmul(heads: int, rows: int, depth: int, columns: int) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        return library.call(
            "arm_batch_matmul_s8",
            Context(memory.output((columns,), np.int32).address, 4 * columns),
            BmmParams(False, False, FcParams(7, -11, 3, *FULL_RANGE)),
            PerTensor(1500000000, -8),
            Dims(1, heads, rows, depth),
            memory.input(int8s(heads, rows, depth)),
            Dims(1, heads, columns, depth),
            memory.input(int8s(heads, columns, depth)),
            Dims(1, heads, rows, columns),
            memory.output((heads, rows, columns), np.int8),
        )

    return make


def softmax(function: str, rows: int, columns: int) -> Make:
    dtype = np.int16 if function.endswith("s16") else np.int8
    more = (1500000000, -8, -128) if function == "cmlir_softmax_s8" else ()

    def make(library: KernelLibrary, memory: Memory) -> object:
        data = memory.input(int8s(rows, columns))
        out = memory.output((rows, columns), dtype)
        return library.call(function, data, rows, columns, *ATTENTION_SCALE, *more, out)

    return make


def softmax_by_table(rows: int, columns: int) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        data, entries = (
            memory.input(int8s(rows, columns)),
            memory.input(exponentials_of(*ATTENTION_SCALE)),
        )
        out = memory.output((rows, columns), np.int8)
        return library.call("cmlir_softmax_table_s8", data, rows, columns, entries, out)

    return make


def masked_softmax(heads: int, rows: int, columns: int, mask: Array | None) -> Make:
    """Causal, or with a mask for all heads."""
    diagonal = 0 if mask is None else columns

    def make(library: KernelLibrary, memory: Memory) -> object:
        call = MaskedSoftmaxCall(int8s(heads, rows, columns), mask, diagonal)
        return call.run(library, memory, ATTENTION_SCALE)

    return make


def wide_softmax(heads: int, rows: int, columns: int, diagonal: int) -> Make:
    """Of scores of 16 bits; without a mask where the diagonal is beyond the columns."""

    def make(library: KernelLibrary, memory: Memory) -> object:
        scores = 16 * int8s(heads, rows, columns).astype(np.int16)
        masked = MaskedSoftmaxCall(scores, None, diagonal)
        return WideSoftmaxCall(masked, wide_exponentials(0.002).ravel()).run(library, memory)

    return make


def wide_scores(heads: int, rows: int, depth: int, columns: int) -> Make:
    """Of heads that lie side by side in rows."""

    def make(library: KernelLibrary, memory: Memory) -> object:
        order = (0, 2, 1, 3)
        places = [Place.of((1, heads, size, depth), order, 0, 0) for size in (rows, columns)]
        out = Place.of((1, heads, rows, columns), (0, 1, 2, 3), 0, 0)
        call = StridedMatmulCall(
            (1, heads, rows, columns, depth),
            *(*places, out),
            (3, -5, 0),
            (-(2**15), 2**15 - 1),
            (1400000000, -4),
            wide=True,
        )
        return call.run(library, memory, *(int8s(place.elements) for place in places))

    return make


def layer_norm(rows: int, columns: int) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        return plain_norm(columns, 0.01).run(library, memory, int8s(rows, columns), in_place=False)

    return make


def add(size: int) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        scales = (5, 2**30, 0, -7, 1300000000, -1, 20)
        end = (3, 1400000000, -18, *FULL_RANGE, size)
        inputs = (memory.input(int8s(size)), memory.input(int8s(size)))
        out = memory.output((size,), np.int8)
        return library.call("arm_elementwise_add_s8", *inputs, *scales, out, *end)

    return make


def mul(size: int) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        end = (3, 1400000000, -8, *FULL_RANGE, size)
        inputs = (memory.input(int8s(size)), memory.input(int8s(size)))
        out = memory.output((size,), np.int8)
        return library.call("arm_elementwise_mul_s8", *inputs, 5, -7, out, *end)

    return make


def convert(function: str, dtype_in: type, dtype_out: type, *more: int | float) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        data = memory.input(int8s(2048).astype(dtype_in))
        out = memory.output((2048,), dtype_out)
        return library.call(function, data, out, 2048, *more)

    return make


def table(size: int) -> Make:
    def make(library: KernelLibrary, memory: Memory) -> object:
        out = memory.output((size,), np.int8)
        data, entries = memory.input(int8s(size)), memory.input(int8s(256))
        return library.call("cmlir_table_s8", data, out, size, entries)

    return make


def linear_table(batch: int, depth: int, channels: int) -> Make:
    """A layer per channel, of which a table takes the codes."""

    def make(library: KernelLibrary, memory: Memory) -> object:
        layer = Layer(
            int8s(channels, depth),
            np.arange(channels, dtype=np.int32),
            (np.full(channels, 1500000000, np.int32), np.full(channels, -8, np.int32)),
            (0, -3, *FULL_RANGE),
        )
        return TableCall(int8s(batch, depth), layer, int8s(256)).fused(library, memory)

    return make


def recorded(recorder: Recorder, makes: Mapping[str, Make]) -> list[RecordedCall]:
    """One call each, labelled with its name."""
    calls: list[RecordedCall] = []
    for label, make in makes.items():
        with recorder.memory() as memory:
            make(recorder, memory)
        calls += recorder.take(label)
    return calls
