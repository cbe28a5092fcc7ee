"""``--save-memory``: the fusions with which the arena is smallest, and none that it does not need.

Whether a tensor that is never stored makes the arena smaller depends on everything else that lives
then, so the program is planned with and without each fusion.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from cmlir.lowering.block_linears import BlockLinears, candidates
from cmlir.lowering.fuse_attention import FuseAttention
from cmlir.lowering.schedule_ops import ScheduleOps, planned_sizes
from cmlir.lowering.split_linears import SplitLinears
from cmlir.lowering.tile_feed_forward import TileFeedForward

FUSIONS: tuple[ModulePass, ...] = (FuseAttention(), SplitLinears(), TileFeedForward())
"""In the order in which they are applied; the last ones cost most instructions."""

MOST_LAYERS = 8
"""Layers that are tried in place, one by one: each means another plan."""


class SaveMemory(ModulePass):
    """The fewest of the fusions with the smallest arena that any of them lead to."""

    name = "save-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for fusion in _needed_fusions(ctx, op):
            fusion.apply(ctx, op)
        BlockLinears(_needed_layers(ctx, op)).apply(ctx, op)


def _needed_fusions(ctx: Context, module: ModuleOp) -> Sequence[ModulePass]:
    chosen = FUSIONS
    fused = _fused(ctx, module, chosen)
    if fused.is_structurally_equivalent(module):
        return ()
    least = _sizes(ctx, fused)
    for fusion in reversed(FUSIONS):
        others = tuple(other for other in chosen if other is not fusion)
        without = _fused(ctx, module, others)
        is_same = without.is_structurally_equivalent(fused)
        sizes = least if is_same else _sizes(ctx, without)
        if sizes <= least:
            chosen, fused, least = others, without, sizes
    return chosen


def _needed_layers(ctx: Context, module: ModuleOp) -> tuple[int, ...]:
    """The numbers of the layers that have to be in place."""
    chosen = tuple(range(len(candidates(module))))
    if not 0 < len(chosen) <= MOST_LAYERS:
        return ()
    least = _sizes(ctx, _fused(ctx, module, [BlockLinears(chosen)]))
    if least >= _sizes(ctx, module):
        return ()
    for layer in chosen:
        others = tuple(other for other in chosen if other != layer)
        sizes = _sizes(ctx, _fused(ctx, module, [BlockLinears(others)]))
        if sizes <= least:
            chosen, least = others, sizes
    return chosen


def _fused(ctx: Context, module: ModuleOp, fusions: Sequence[ModulePass]) -> ModuleOp:
    copy = module.clone()
    for fusion in fusions:
        fusion.apply(ctx, copy)
    return copy


def _sizes(ctx: Context, module: ModuleOp) -> tuple[int, int]:
    """Bytes of arena and inputs, and of the arena, that the program gets."""
    planned = module.clone()
    ScheduleOps().apply(ctx, planned)
    return planned_sizes(ctx, planned)
