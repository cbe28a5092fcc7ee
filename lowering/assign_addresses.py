"""Every buffer gets an address in one arena.

    memref.alloc    ->    cortex_m.buffer {region = "arena", offset = …}

Buffers whose lifetimes meet never share bytes.  Each goes to the lowest place that is free for its
whole life; of a few orders in which to place them, the one with the smallest arena is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from cmlir.dialects.cortex_m import BufferOp
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    ARENA_LOWER_BOUND,
    STAGE,
    Lifetime,
    aligned,
    entry_function,
    lifetimes,
    live_bytes,
    set_module_integer,
)
from cmlir.dialects.locations import copy_location, of
from cmlir.errors import InvalidInputError

_ORDERS: tuple[Callable[[Lifetime], tuple[int, ...]], ...] = (
    lambda life: (-life.size, life.first),
    lambda life: (-life.size * (life.last - life.first + 1), life.first),
    lambda life: (life.first, -life.size),
)


@dataclass(frozen=True)
class AssignAddresses(ModulePass):
    """Offsets for all buffers; the arena's size and its lower bound as attributes of the module."""

    name = "assign-addresses"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = entry_function(op)
        lives = lifetimes(function)
        offsets = place(lives)
        for life, offset in zip(lives, offsets, strict=True):
            _set_address(life, offset)
        _erase_unused(function)
        set_module_integer(op, ARENA_BYTES, arena_size(lives, offsets))
        set_module_integer(op, ARENA_LOWER_BOUND, max(live_bytes(function), default=0))
        op.attributes[STAGE] = StringAttr("plan")


def place(lives: Sequence[Lifetime]) -> tuple[int, ...]:
    """An aligned offset for each lifetime; those that meet are given disjoint bytes."""
    candidates = [_place_in_order(lives, sorted(lives, key=order)) for order in _ORDERS]
    return min(candidates, key=lambda offsets: arena_size(lives, offsets))


def arena_size(lives: Sequence[Lifetime], offsets: Sequence[int]) -> int:
    """Bytes from the start of the arena to the end of the last buffer, aligned."""
    ends = (o + aligned(life.size) for life, o in zip(lives, offsets, strict=True))
    return max(ends, default=0)


def _place_in_order(lives: Sequence[Lifetime], order: Sequence[Lifetime]) -> tuple[int, ...]:
    placed: list[tuple[int, Lifetime]] = []
    for life in order:
        taken = sorted((offset, other.size) for offset, other in placed if life.meets(other))
        placed.append((_lowest_gap(life.size, taken), life))
    offsets = {id(life): offset for offset, life in placed}
    return tuple(offsets[id(life)] for life in lives)


def _lowest_gap(size: int, taken: Sequence[tuple[int, int]]) -> int:
    """The first offset with ``size`` free bytes among the sorted (offset, size) pairs."""
    start = 0
    for offset, other in taken:
        if offset >= start + size:
            break
        start = max(start, offset + aligned(other))
    return start


def _set_address(life: Lifetime, offset: int) -> None:
    owner = life.root.owner
    assert isinstance(owner, Operation), "an argument is no buffer"
    if not isinstance(owner, AllocOp | BufferOp):
        raise InvalidInputError(
            f"'{owner.name}' gives no buffer that could be placed",
            where=str(of(owner) or owner.location),
            advice="run --bufferize first",
        )
    buffer = BufferOp("arena", offset, life.root.type)
    copy_location(owner, buffer)
    buffer.result.name_hint = life.root.name_hint
    Rewriter.replace_op(owner, buffer)


def _erase_unused(function: FuncOp) -> None:
    block = function.body.block
    for op in tuple(block.ops):
        if isinstance(op, AllocOp) and not op.memref.uses:
            block.erase_op(op)
