"""``--fuse-attention``: scores, softmax and context are computed by blocks of rows.

Between the two products of an attention lie two tensors of [heads, rows, columns]; fused, there
are but some rows of one head at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from cmlir.dialects import cortex_m
from cmlir.dialects.cortex_m.codes import is_wide
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.eliminate_transposes import strided_product
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.makers import only_maker
from cmlir.lowering.strided import Layout, dense_strides, merged

BLOCK_ROWS = 32
"""Rows that the kernels take at once anyhow: blocks of so many cost no instructions."""


_SOFTMAXES = (cortex_m.SoftmaxOp, cortex_m.MaskedSoftmaxOp, cortex_m.WideSoftmaxOp)


class AttentionByBlocks(RewritePattern):
    """strided_matmul(softmax(strided_matmul(q, k)), v) == attention(q, k, v)

    With masked_softmax and wide_softmax, the attention has their mask and diagonal.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        context = _as_strided(op)
        if context is None:
            return
        softmax = only_maker(context.lhs)
        if not isinstance(softmax, _SOFTMAXES):
            return
        scores = _as_strided(only_maker(softmax.input))
        if scores is None or not _fit(scores, context):
            return
        rows = _softmax_of_rows(softmax, scores.sizes.get_values()[:4])
        if rows is None:
            return
        fused = _fused(scores, rows, context)
        if fused.scratch_bytes(cortex_m.target_of(op)) < byte_size(scores.destination):
            rewriter.replace(op, fused)


def _as_strided(op: Operation | None) -> cortex_m.StridedMatmulOp | None:
    if isinstance(op, cortex_m.BatchMatmulOp):
        return strided_product(op)
    return op if isinstance(op, cortex_m.StridedMatmulOp) else None


def _fit(scores: cortex_m.StridedMatmulOp, context: cortex_m.StridedMatmulOp) -> bool:
    """Whether the second product reads the rows of the first as they are, matrix for matrix."""
    *batch, rows, columns, _ = scores.sizes.get_values()
    *others, context_rows, _, depth = context.sizes.get_values()
    sizes, written = (*batch, rows), scores.out_strides.get_values()
    return (
        (*others, context_rows, depth) == (*sizes, columns)
        and columns <= cortex_m.LONGEST_S8_ROW
        and scores.rhs_strides.get_values()[3] == 1
        and not is_wide(context.destination)
        and context.lhs_start.value.data == 0
        and _is_dense(written, sizes, columns)
        and _is_dense(context.lhs_strides.get_values(), sizes, columns)
    )


def _is_dense(strides: Sequence[int], sizes: Sequence[int], columns: int) -> bool:
    steps = zip(sizes, strides, dense_strides((*sizes, columns)), strict=False)
    return all(stride == dense for size, stride, dense in steps if size > 1)


@dataclass(frozen=True)
class Rows:
    """The softmax of an attention: exponentials, the mask if there is one, what that needs."""

    exponentials: SSAValue
    mask: SSAValue | None
    properties: Mapping[str, Attribute]


def _softmax_of_rows(
    softmax: cortex_m.SoftmaxOp | cortex_m.MaskedSoftmaxOp | cortex_m.WideSoftmaxOp,
    sizes: Sequence[int],
) -> Rows | None:
    """The softmax for scores of ``sizes`` [n, h, i, j]; None where an attention has no such."""
    if isinstance(softmax, cortex_m.SoftmaxOp):
        return None if softmax.exponentials is None else Rows(softmax.exponentials, None, {})
    if isinstance(softmax, cortex_m.MaskedSoftmaxOp) and softmax.output_rescale is not None:
        return None
    shape, properties = shape_of(softmax.input), dict[str, Attribute]()
    if softmax.diagonal is not None:
        if shape[-2] != sizes[2]:
            return None
        properties["diagonal"] = softmax.diagonal
    if softmax.mask_offset is not None and softmax.mask_strides is not None:
        strides = _strides_for(sizes, shape, softmax.mask_strides.get_values())
        if strides is None:
            return None
        properties["mask_offset"] = softmax.mask_offset
        properties["mask_strides"] = DenseArrayBase.from_list(i64, strides)
    return Rows(softmax.exponentials, softmax.mask, properties)


def _strides_for(
    sizes: Sequence[int], shape: Sequence[int], strides: Sequence[int]
) -> list[int] | None:
    """What reads the same elements in order under other sizes; None if no strides do."""
    read = Layout(0, tuple(((size, step),) for size, step in zip(shape, strides, strict=True)))
    viewed = read.viewed(sizes)
    axes = [] if viewed is None else [merged(steps) for steps in viewed.axes]
    if not axes or any(len(steps) > 1 for steps in axes):
        return None
    return [steps[0][1] if steps else 0 for steps in axes]


def _fused(
    scores: cortex_m.StridedMatmulOp, softmax: Rows, context: cortex_m.StridedMatmulOp
) -> cortex_m.AttentionOp:
    *batch, rows, columns, depth = scores.sizes.get_values()
    width = context.sizes.get_values()[3]
    return cortex_m.AttentionOp(
        operands=[
            *(scores.lhs, scores.rhs, context.rhs, softmax.exponentials),
            *(softmax.mask or [], [], []),
        ],
        properties={
            "sizes": DenseArrayBase.from_list(i64, [*batch, rows, columns, depth, width]),
            "block_rows": IntegerAttr(min(rows, BLOCK_ROWS), i64),
            "query_start": scores.lhs_start,
            "query_strides": scores.lhs_strides,
            "key_start": scores.rhs_start,
            "key_strides": scores.rhs_strides,
            "value_start": context.rhs_start,
            "value_strides": context.rhs_strides,
            "out_strides": context.out_strides,
            "query_offset": scores.lhs_offset,
            "key_offset": scores.rhs_offset,
            "scores_offset": scores.output_offset,
            "scores_rescale": scores.rescale,
            "scores_clamp": scores.clamp,
            "probabilities_offset": context.lhs_offset,
            "value_offset": context.rhs_offset,
            "output_offset": context.output_offset,
            "rescale": context.rescale,
            "clamp": context.clamp,
            **softmax.properties,
        },
        result_types=[[context.destination.type]],
    )


@dataclass(frozen=True)
class FuseAttention(ModulePass):
    """Attention by blocks of rows where that needs less memory than its scores."""

    name = "fuse-attention"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if cortex_m.kernels_of(op) == "fast":
            apply_patterns(op, AttentionByBlocks())
