"""Executed instructions and stack of the vector kernels on a Cortex-M55 (GCC, -O3).

pytest --log-cli-level=INFO prints all figures.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np
import pytest

from cmlir.dialects.cortex_m.exponentials import exponentials
from support.device_calls import RecordedCall, Recorder
from support.device_replay import replay
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
from support.masked_softmax import MaskedSoftmaxCall
from support.norms import plain_norm

logger = logging.getLogger(__name__)

FULL_RANGE = (-128, 127)
ATTENTION_SCALE = softmax_parameters(0.05)

Make = Callable[[KernelLibrary, Memory], object]


def int8s(*shape: int) -> Array:
    return np.random.default_rng(1).integers(-128, 128, shape).astype(np.int8)


def linear(batch: int, depth: int, channels: int, filter_offset: int = 0) -> Make:
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
                memory.input(np.full(count, -8, np.int32)).address,
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
        table = exponentials(*ATTENTION_SCALE)[::-1].astype(np.int32)
        data, entries = memory.input(int8s(rows, columns)), memory.input(table)
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


RESCALE = (1500000000, -1, 3, *FULL_RANGE)

COSTS: dict[str, tuple[Make, int]] = {
    "linear 32x64 -> 64": (linear(32, 64, 64), 21_000),
    "linear 32x64 -> 256": (linear(32, 64, 256), 83_000),
    "linear 32x256 -> 64": (linear(32, 256, 64), 71_000),
    "linear 1x640 -> 128": (linear(1, 640, 128), 14_500),
    "linear 7x64 -> 64": (linear(7, 64, 64), 9_000),
    "linear 32x64 -> 64 with filter offset": (linear(32, 64, 64, 4), 22_300),
    "QK^T of 4 heads, 32x16 -> 32": (batch_matmul(4, 32, 16, 32), 24_300),
    "PV of 4 heads, 32x32 -> 16": (batch_matmul(4, 32, 32, 16), 18_300),
    "softmax 128x32": (softmax("arm_softmax_s8", 128, 32), 19_900),
    "softmax 128x32 by table": (softmax_by_table(128, 32), 16_500),
    "softmax 1x12": (softmax("arm_softmax_s8", 1, 12), 600),
    "softmax to int16 128x32": (softmax("arm_softmax_s8_s16", 128, 32), 25_600),
    "softmax rescaled 128x32": (softmax("cmlir_softmax_s8", 128, 32), 31_500),
    "softmax causal 4x32x32": (masked_softmax(4, 32, 32, None), 34_500),
    "softmax masked 4x32x32": (masked_softmax(4, 32, 32, np.ones((1, 32, 32), np.uint8)), 46_000),
    "layer norm 32x64": (layer_norm(32, 64), 11_300),
    "layer norm 8x768": (layer_norm(8, 768), 21_600),
    "add 2048": (add(2048), 10_200),
    "mul 2048": (mul(2048), 7_000),
    "requantize 2048": (convert("cmlir_requantize_s8", np.int8, np.int8, 5, *RESCALE), 5_300),
    "requantize int16 2048": (
        convert("cmlir_requantize_s16_s8", np.int16, np.int8, 5, *RESCALE),
        5_300,
    ),
    "quantize 2048": (
        convert("cmlir_quantize_f32_s8", np.float32, np.int8, 0.25, 3, *FULL_RANGE),
        4_300,
    ),
    "dequantize 2048": (convert("cmlir_dequantize_s8_f32", np.int8, np.float32, 0.25, 3), 3_300),
    "table 2048": (table(2048), 700),
}
"""For each, how to call it and the most instructions that it may take: what it takes with GCC 12.2,
and a few per cent."""

MOST_STACK_BYTES = 1536
MORE_STACK_BYTES = {
    "arm_batch_matmul_s8": 2304,
    "arm_fully_connected_wrapper_s8": 2048,
    "cmlir_masked_softmax_s8": 1920,
}


@pytest.fixture(scope="module")
def calls(recorder: Recorder) -> list[RecordedCall]:
    made: list[RecordedCall] = []
    for label, (make, _) in COSTS.items():
        with recorder.memory() as memory:
            make(recorder, memory)
        made += recorder.take(label)
    return made


def test_costs(calls: list[RecordedCall]) -> None:
    result = replay(calls)
    assert result.complaints == []
    twice = np.array(result.instructions).reshape(-1, 2)
    assert len(twice) == len(calls)
    instructions = {call.label: int(pair.max()) for call, pair in zip(calls, twice, strict=True)}
    for label, number in instructions.items():
        logger.info("%-40s %7d instructions", label, number)
    for function, size in result.stack_bytes.items():
        logger.info("%-40s %7d bytes of stack", function, size)
    most = {label: limit for label, (_, limit) in COSTS.items()}
    assert {label: n for label, n in instructions.items() if n > most[label]} == {}
    for function, size in result.stack_bytes.items():
        assert size <= MORE_STACK_BYTES.get(function, MOST_STACK_BYTES), function
