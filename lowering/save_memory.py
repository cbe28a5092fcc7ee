"""``--save-memory``: the fusions with which the arena is smallest, and none that it does not need.

Whether a tensor that is never stored makes the arena smaller depends on everything else that lives
then, so the program is planned with and without each fusion.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from cmlir.lowering.fuse_attention import FuseAttention
from cmlir.lowering.schedule_ops import ScheduleOps, planned_sizes
from cmlir.lowering.tile_feed_forward import TileFeedForward

FUSIONS: tuple[ModulePass, ...] = (TileFeedForward(), FuseAttention())
"""Those that cost most instructions first."""


class SaveMemory(ModulePass):
    """The fewest of the fusions with the smallest arena that any of them lead to."""

    name = "save-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        chosen = [fusion for fusion in FUSIONS if _applies(ctx, op, fusion)]
        if not chosen:
            return
        least = _sizes(ctx, op, chosen)
        for fusion in tuple(chosen):
            others = [other for other in chosen if other is not fusion]
            sizes = _sizes(ctx, op, others)
            if sizes <= least:
                chosen, least = others, sizes
        for fusion in chosen:
            fusion.apply(ctx, op)


def _fused(ctx: Context, module: ModuleOp, fusions: Sequence[ModulePass]) -> ModuleOp:
    copy = module.clone()
    for fusion in fusions:
        fusion.apply(ctx, copy)
    return copy


def _applies(ctx: Context, module: ModuleOp, fusion: ModulePass) -> bool:
    return not module.is_structurally_equivalent(_fused(ctx, module, [fusion]))


def _sizes(ctx: Context, module: ModuleOp, fusions: Sequence[ModulePass]) -> tuple[int, int]:
    """Bytes of arena and inputs, and of the arena, that the program gets with the fusions."""
    planned = _fused(ctx, module, fusions)
    ScheduleOps().apply(ctx, planned)
    return planned_sizes(ctx, planned)
