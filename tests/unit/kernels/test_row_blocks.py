"""Attention and layers by blocks of rows give, bit for bit, what the single kernels give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from support.kernel_library import Context, KernelLibrary
from support.random_calls import Draw
from support.row_blocks import AttentionCall, FeedForwardCall, LinearCall, TableCall

Fused = AttentionCall | FeedForwardCall | LinearCall | TableCall
KINDS: dict[str, Callable[[Draw], Fused]] = {
    "attention": lambda draw: AttentionCall.drawn(draw, in_place=draw.between(0, 1) == 1),
    "masked attention": lambda draw: AttentionCall.drawn(
        draw, in_place=draw.between(0, 1) == 1, masked=True
    ),
    "wide attention": lambda draw: AttentionCall.drawn(
        draw, in_place=draw.between(0, 1) == 1, wide=True
    ),
    "feed forward": FeedForwardCall.drawn,
    "linear": LinearCall.drawn,
    "table": TableCall.drawn,
}
TILES = 1000


def may_be_in_place(call: Fused) -> bool:
    if isinstance(call, AttentionCall):
        return call.places[0] is call.places[3]
    return call.may_be_in_place


@pytest.mark.parametrize("kind", KINDS)
def test_random_tiles(library: KernelLibrary, kind: str) -> None:
    """In place wherever the contract allows it; guards around every operand and the scratch."""
    rng, in_place = np.random.default_rng(len(kind)), 0
    for number in range(TILES):
        with library.memory() as memory:
            call = KINDS[kind](Draw(rng, memory))
            expected = call.chain(library, memory).value().ravel()
            found = [call.fused(library, memory)]
            if may_be_in_place(call):
                in_place += 1
                found.append(call.fused(library, memory, in_place=True))
            for out in found:
                np.testing.assert_array_equal(out.value().ravel(), expected, err_msg=f"{number}")
    assert in_place > TILES // 4 or kind == "table"


@pytest.mark.parametrize("kind", KINDS)
def test_every_depth_and_width(library: KernelLibrary, kind: str) -> None:
    """1 to 70, so that every tail of a vector is there."""
    rng = np.random.default_rng(70)
    for size in range(1, 71):
        with library.memory() as memory:
            draw = Sized(rng, memory, size)
            call = KINDS[kind](draw)
            expected = call.chain(library, memory).value().ravel()
            actual = call.fused(library, memory).value().ravel()
            np.testing.assert_array_equal(actual, expected, err_msg=f"{size}")


@dataclass(frozen=True)
class Sized(Draw):
    """Draws one size again and again."""

    only: int

    def size(self, high: int) -> int:
        del high
        return self.only


def test_attention_needs_scratch_and_keys_in_runs(library: KernelLibrary) -> None:
    with library.memory() as memory:
        call = AttentionCall.drawn(Draw(np.random.default_rng(3), memory))
        data = [memory.input(array) for array in call.data]
        out = memory.output((call.places[3].elements,), np.int8)
        params = call.params()
        arguments = (*data, out)
        assert library.call("cmlir_attention_s8", Context(None, 0), params, *arguments) == -1
        params.scores.rhs_strides[3] = 2
        buffer = memory.output((9000,), np.int32)
        context = Context(buffer.address, 36000)
        assert library.call("cmlir_attention_s8", context, params, *arguments) == -1
