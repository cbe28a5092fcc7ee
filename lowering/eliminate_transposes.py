"""``--eliminate-transposes``: matrix products read and write where the data lie anyhow.

Head split and head merge are transposes before and after batched products.  A product that takes
any strides needs neither: it reads its operands where they are, and writes its result in the order
in which that is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import cortex_m
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.located import apply_patterns
from cmlir.lowering.readings import MovingOp, Reading, reading_of
from cmlir.lowering.strided import Layout, Step, common_steps, dense_strides, merged

BATCH_AXES = 2
NUMBERS = ("lhs_offset", "rhs_offset", "output_offset", "rescale", "clamp")
"""The properties that both kinds of product have."""

BatchAxes = list[tuple[int, tuple[int, ...]]]
"""(size, the stride of each operand) of each leading axis."""


class ProductReadsInPlace(RewritePattern):
    """matmul(move(x), move(y)) == strided_matmul(x, y)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: cortex_m.BatchMatmulOp, rewriter: PatternRewriter) -> None:
        strided = strided_product(op)
        if strided is not None and (
            _is_moved(op.lhs, strided.lhs) or _is_moved(op.rhs, strided.rhs)
        ):
            rewriter.replace(op, strided)


class ProductWritesInPlace(RewritePattern):
    """transpose(matmul(x, y)) == strided_matmul(x, y), if nothing else reads the product"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, cortex_m.TransposeOp | cortex_m.CopyOp):
            return
        reading = reading_of(op.destination)
        if not _leads_only_to(reading.source, op):
            return
        source = reading.source.owner
        strided = strided_product(source) if isinstance(source, cortex_m.BatchMatmulOp) else source
        if not isinstance(strided, cortex_m.StridedMatmulOp):
            return
        strides = _strides_after(strided, reading.layout)
        if strides is not None:
            operands = [strided.lhs, strided.rhs]
            rewriter.replace(op, _with(strided, operands, op.destination, strides))


class ProductTurned(RewritePattern):
    """transpose(matmul(x, y)) == matmul(y, x), where the rows of the product become columns

    Not where y would have to be moved for it, which as the second operand it may not have to be.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, cortex_m.TransposeOp | cortex_m.CopyOp):
            return
        reading = reading_of(op.destination)
        source = reading.source.owner
        if not isinstance(source, cortex_m.BatchMatmulOp) or not _leads_only_to(reading.source, op):
            return
        *batch, rows, columns = shape_of(source.destination)
        found = _operands(source.rhs, source.lhs, (*batch, columns, rows))
        if found is None or found[0][0] is not reading_of(source.rhs).source:
            return
        operands, properties = found
        places = _places_after((*_batch_sizes(properties), rows, columns), reading.layout)
        strides = None if places is None else _out_strides(places.swapped_last())
        if strides is None:
            return
        offsets = {"lhs_offset": source.rhs_offset, "rhs_offset": source.lhs_offset}
        turned = {**properties, **offsets, **strides}
        rewriter.replace(op, _with(source, operands, op.destination, turned))


def _batch_sizes(properties: Mapping[str, Attribute]) -> Sequence[int]:
    sizes = properties["sizes"]
    assert isinstance(sizes, DenseArrayBase)
    return sizes.get_values()[:BATCH_AXES]


def _is_moved(value: SSAValue, source: SSAValue) -> bool:
    """Whether more than views lie between a value and what is read in its place."""
    while value is not source and isinstance(value.owner, cortex_m.ViewOp):
        value = value.owner.input
    return value is not source


def _leads_only_to(value: SSAValue, user: Operation) -> bool:
    """Whether nothing but a chain of moves that ends with ``user`` reads the value."""
    following = value.get_user_of_unique_use()
    while following is not user and isinstance(following, MovingOp):
        following = following.results[0].get_user_of_unique_use()
    return following is user


def strided_product(op: cortex_m.BatchMatmulOp) -> cortex_m.StridedMatmulOp | None:
    """The same product, read from where its operands lie, or one of them if no strides say that."""
    found = _operands(op.lhs, op.rhs, shape_of(op.destination))
    if found is None:
        return None
    operands, places = found
    return _with(op, operands, op.destination, places)


def _operands(
    lhs: SSAValue, rhs: SSAValue, shape: Sequence[int]
) -> tuple[list[SSAValue], dict[str, Attribute]] | None:
    """What a dense product of ``shape`` reads, and where."""
    readings = ([reading_of(value), Reading.dense(value)] for value in (lhs, rhs))
    for left, right in product(*readings):
        places = _places(_expanded(left, shape), _expanded(right, shape), shape)
        if places is not None:
            return [left.source, right.source], places
    return None


def _expanded(operand: Reading, shape: Sequence[int]) -> Layout:
    """With the leading axes of the product, along which an operand may repeat."""
    return operand.layout.expanded((*shape[:-2], *operand.layout.shape[-2:]))


def _places(lhs: Layout, rhs: Layout, shape: Sequence[int]) -> dict[str, Attribute] | None:
    """The properties that say where a product of ``shape`` reads and writes, if strides can."""
    layouts = [lhs, rhs, Layout.dense(shape)]
    batch = _batch(layouts)
    (rows, depth), (columns, rhs_depth), (out_rows, _) = (
        [_stride(axis) for axis in layout.axes[-2:]] for layout in layouts
    )
    if batch is None or None in (rows, columns, rhs_depth):
        return None
    sizes = [*(size for size, _ in batch), *shape[-2:], lhs.shape[-1]]
    by_operand = [[strides[k] for _, strides in batch] for k in range(len(layouts))]
    if 0 in sizes or depth != 1 or 1 not in (columns, rhs_depth):
        return None
    return {
        "sizes": _integers(sizes),
        "lhs_start": IntegerAttr(lhs.offset, i64),
        "lhs_strides": _integers([*by_operand[0], rows]),
        "rhs_start": IntegerAttr(rhs.offset, i64),
        "rhs_strides": _integers([*by_operand[1], columns, rhs_depth]),
        "out_strides": _integers([*by_operand[2], out_rows]),
    }


def _batch(layouts: Sequence[Layout]) -> BatchAxes | None:
    """The leading axes of the operands in common steps, as many as the kernel has, else None."""
    found: BatchAxes = []
    for axis in zip(*(layout.axes[:-2] for layout in layouts), strict=True):
        steps = common_steps(*map(merged, axis))
        if steps is None:
            return None
        found += steps
    joined: BatchAxes = []
    for size, strides in found:
        if joined and joined[-1][1] == tuple(size * stride for stride in strides):
            joined[-1] = (joined[-1][0] * size, strides)
        else:
            joined.append((size, strides))
    missing = BATCH_AXES - len(joined)
    return None if missing < 0 else [(1, (0,) * len(layouts))] * missing + joined


def _stride(axis: Sequence[Step]) -> int | None:
    """The stride of an axis, 1 where it has but one element; None if it has several."""
    steps = merged(axis)
    if len(steps) > 1:
        return None
    return steps[0][1] if steps else 1


def _strides_after(op: cortex_m.StridedMatmulOp, layout: Layout) -> dict[str, Attribute] | None:
    """Where a dense product has to be written so that it needs not be moved as ``layout`` says.

    None if the move is no permutation of the whole product, or breaks up its rows.
    """
    *sizes, _ = op.sizes.get_values()
    written = zip(sizes, (*op.out_strides.get_values(), 1), dense_strides(sizes), strict=True)
    if any(stride != dense for size, stride, dense in written if size > 1):
        return None
    places = _places_after(sizes, layout)
    return None if places is None else _out_strides(places)


def _places_after(sizes: Sequence[int], layout: Layout) -> Layout | None:
    """Where the elements of a dense tensor of ``sizes`` lie once it is moved as ``layout`` says.

    None if the move is no permutation of the whole, or no steps describe it.
    """
    found = layout.transposition()
    if found is None or layout.size != math.prod(sizes):
        return None
    shape, permutation = found
    moved = Layout.dense([shape[k] for k in permutation])
    return moved.permuted([permutation.index(k) for k in range(len(shape))]).viewed(sizes)


def _out_strides(places: Layout) -> dict[str, Attribute] | None:
    """The property that has a product written there, if its rows stay rows."""
    if _stride(places.axes[-1]) != 1:
        return None
    strides = [0 if not merged(axis) else _stride(axis) for axis in places.axes]
    if None in strides:
        return None
    return {"out_strides": _integers(strides[:-1])}


def _with(
    op: cortex_m.BatchMatmulOp | cortex_m.StridedMatmulOp,
    operands: Sequence[SSAValue],
    like: SSAValue,
    places: dict[str, Attribute],
) -> cortex_m.StridedMatmulOp:
    """The product at other places, with a result of the type of ``like``."""
    kept = NUMBERS if isinstance(op, cortex_m.BatchMatmulOp) else op.properties
    strided = cortex_m.StridedMatmulOp(
        operands=[*operands, [], []],
        properties={**{name: op.properties[name] for name in kept}, **places},
        result_types=[[like.type]],
    )
    strided.location = op.location
    return strided


def _integers(values: Sequence[int | None]) -> DenseArrayBase:
    return DenseArrayBase.from_list(i64, [value for value in values if value is not None])


class EliminateTransposes(ModulePass):
    """Batched products with strides in place of transposes, unless CMSIS-NN's are asked for."""

    name = "eliminate-transposes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if cortex_m.kernels_of(op) == "fast":
            apply_patterns(op, ProductTurned())
            apply_patterns(op, ProductReadsInPlace(), ProductWritesInPlace())
