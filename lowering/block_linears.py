"""``--block-linears``: a linear layer of equal width may write over its input, block by block."""

from __future__ import annotations

import math
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.start_values import start_values
from cmlir.lowering.tile_feed_forward import BLOCK_ROWS, NUMBERS


@dataclass(frozen=True)
class LinearByBlocks(RewritePattern):
    """linear(x) == blocked_linear(x), for some layers"""

    layers: tuple[cortex_m.LinearOp, ...]

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cortex_m.LinearOp, rewriter: PatternRewriter) -> None:
        sums = start_values(op, rewriter) if op in self.layers else None
        if sums is None:
            return
        numbers = {name: op.properties[name] for name in NUMBERS}
        blocked = cortex_m.BlockedLinearOp(
            operands=[op.input, op.weights, sums, [], []],
            properties={"block_rows": IntegerAttr(BLOCK_ROWS, i64), **numbers},
            result_types=[[op.destination.type]],
        )
        rewriter.replace(op, blocked)


def candidates(module: ModuleOp) -> tuple[cortex_m.LinearOp, ...]:
    """Layers of int8 with rows as wide as their input's, and more of them than a block has."""
    if cortex_m.kernels_of(module) != "fast":
        return ()
    layers = (op for op in module.walk() if isinstance(op, cortex_m.LinearOp))
    return tuple(op for op in layers if _can_be_in_place(op))


def _can_be_in_place(op: cortex_m.LinearOp) -> bool:
    *rows, depth = shape_of(op.input)
    is_square = shape_of(op.weights) == (depth, depth)
    return is_square and op.is_int8_alone and math.prod(rows) > BLOCK_ROWS


@dataclass(frozen=True)
class BlockLinears(ModulePass):
    """Linear layers that can be in place, by blocks of rows; all or those of some numbers."""

    name = "block-linears"

    layers: tuple[int, ...] | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        found = candidates(op)
        numbers = range(len(found)) if self.layers is None else self.layers
        apply_patterns(op, LinearByBlocks(tuple(found[number] for number in numbers)))
