"""``--fuse-activation``: a linear layer's codes go into a table before they are stored."""

from __future__ import annotations

import math

from xdsl.context import Context
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, ModuleOp, TensorType, i8
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import cortex_m
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.makers import only_maker
from cmlir.lowering.start_values import start_values

LEAST_ROWS = 4
"""Of fewer rows each is computed on its own, where looking up its codes apart costs less."""


class TableOfLinear(RewritePattern):
    """table(linear(x)) == linear_table(x)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cortex_m.TableOp, rewriter: PatternRewriter) -> None:
        linear = only_maker(op.input)
        if not isinstance(linear, cortex_m.LinearOp) or not _is_faster(linear):
            return
        sums = start_values(linear, rewriter)
        if sums is None:
            return
        result = op.destination.type
        fused = cortex_m.LinearTableOp(
            operands=[linear.input, linear.weights, sums, [], []],
            properties={
                "weights_offset": linear.weights_offset,
                "output_offset": linear.output_offset,
                "rescale": linear.rescale,
                "table": _clamped(op.table, linear.clamp),
            },
            result_types=[[TensorType(i8, shape_of(linear.destination))]],
        )
        is_same = fused.destination.type == result
        view = () if is_same else (cortex_m.ViewOp(fused.destination, result),)
        rewriter.replace(op, [fused, *view])


def _is_faster(linear: cortex_m.LinearOp) -> bool:
    """Whether the kernel looks codes up while they are in registers."""
    rows, columns = shape_of(linear.destination)[:-1], shape_of(linear.weights)[0]
    fits = math.prod(rows) >= LEAST_ROWS and columns >= 4
    plain = linear.is_int8_alone and linear.weights_offset.value.data == 0
    return fits and plain and cortex_m.target_of(linear).mve


def _clamped(
    table: DenseIntOrFPElementsAttr, clamp: cortex_m.ClampAttr
) -> DenseIntOrFPElementsAttr:
    """The table of codes that are not yet clamped."""
    entries = np.frombuffer(table.data.data, np.int8)
    codes = np.clip(np.arange(-128, 128), *clamp.bounds)
    data = entries[codes + 128].tobytes()
    return DenseIntOrFPElementsAttr(TensorType(i8, [256]), BytesAttr(data))


class FuseActivation(ModulePass):
    """Linear layers and the tables on them, on targets with vector units."""

    name = "fuse-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if cortex_m.kernels_of(op) == "fast":
            apply_patterns(op, TableOfLinear())
