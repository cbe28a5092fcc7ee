"""``--tile-feed-forward``: a hidden layer exists only by blocks of rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i8, i64
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.makers import only_maker
from cmlir.lowering.start_values import start_values

BLOCK_ROWS = 16
"""Rows of a block: with half as many a layer would cost a third more instead of a tenth."""

NUMBERS = ("weights_offset", "output_offset", "rescale", "clamp")
"""The properties that a layer by blocks has in common with one as a whole."""


@dataclass(frozen=True)
class LayersByBlocks(RewritePattern):
    """linear(table(linear(x))) == feed_forward(x), also without a table"""

    rows: int

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cortex_m.LinearOp, rewriter: PatternRewriter) -> None:
        table, hidden = _layers_before(op)
        if hidden is None or not self._fit(hidden, op):
            return
        hidden_sums, sums = start_values(hidden, rewriter), start_values(op, rewriter)
        if hidden_sums is None or sums is None:
            return
        numbers = {
            "block_rows": IntegerAttr(self.rows, i64),
            **{f"hidden_{name}": hidden.properties[name] for name in NUMBERS},
            **{name: op.properties[name] for name in NUMBERS},
        }
        if table is not None:
            numbers["table"] = table.table
        inputs = [hidden.input, hidden.weights, hidden_sums, op.weights, sums]
        rows, result = shape_of(hidden.input)[:-1], op.destination.type
        fused = cortex_m.FeedForwardOp(
            operands=[*inputs, [], []],
            properties=numbers,
            result_types=[[TensorType(i8, (*rows, shape_of(op.weights)[0]))]],
        )
        is_same = fused.destination.type == result
        view = () if is_same else (cortex_m.ViewOp(fused.destination, result),)
        rewriter.replace(op, [fused, *view])

    def _fit(self, hidden: cortex_m.LinearOp, op: cortex_m.LinearOp) -> bool:
        """Whether the second layer reads rows of the first, more of them than a block has.

        Both of int8 alone.
        """
        *rows, width = shape_of(hidden.destination)
        fits = shape_of(op.input)[-1] == width and math.prod(rows) > self.rows
        return fits and hidden.is_int8_alone and op.is_int8_alone


def _layers_before(
    op: cortex_m.LinearOp,
) -> tuple[cortex_m.TableOp | None, cortex_m.LinearOp | None]:
    """The table, if there is one, and the layer that make the input of a layer."""
    maker, table = only_maker(op.input), None
    if isinstance(maker, cortex_m.TableOp):
        maker, table = only_maker(maker.input), maker
    return table, maker if isinstance(maker, cortex_m.LinearOp) else None


@dataclass(frozen=True)
class TileFeedForward(ModulePass):
    """Two linear layers, or with a table between them, by blocks of ``rows`` rows."""

    name = "tile-feed-forward"

    rows: int = BLOCK_ROWS

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if cortex_m.kernels_of(op) == "fast":
            apply_patterns(op, LayersByBlocks(self.rows))
