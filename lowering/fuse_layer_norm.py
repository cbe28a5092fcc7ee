"""``--fuse-layer-norm``: layer norm and RMS norm that are written out become one operation each.

Where the numbers that a row has in common, its variance or what follows from it, were quantized,
that rounding disappears: the norm is more exact than the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.lowering.constants import is_constant
from cmlir.lowering.located import apply_patterns


class ProductIsNorm(RewritePattern):
    """(x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps) == layer_norm(x),
    x / sqrt(mean(x^2) + eps) == rms_norm(x)"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.MulOp | aten.DivOp):
            return
        for value, radicand in _over_square_root(op):
            statistic, eps = _plus_number(radicand)
            square = _mean_square(statistic)
            if square is None or eps < 0:
                continue
            mean, other = _centered(value), _centered(square.x)
            if mean is not None and other is not None and mean.is_same(other, square.axes):
                norm = aten.LayerNormOp(mean.x, None, None, square.axes, eps, op.result.type)
            elif _key(value) == _key(square.x):
                norm = aten.RmsNormOp(value, None, None, square.axes, eps, op.result.type)
            else:
                continue
            rewriter.replace(op, norm)
            return


class ProductIsWeight(RewritePattern):
    """norm(x) * w == norm(x, w), for a constant row w and a norm that nothing else reads"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.MulOp, rewriter: PatternRewriter) -> None:
        for value, row in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
            norm = value.owner
            if not isinstance(norm, aten.NormOp) or norm.weight or norm.bias:
                continue
            weight = _as_row(norm, row, op, rewriter)
            if weight is not None:
                rewriter.replace(op, _with_parameters(norm, weight, None))
                return


class SumIsBias(RewritePattern):
    """norm(x, w) + b == norm(x, w, b), for a constant row b and a norm that nothing else reads"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.AddOp, rewriter: PatternRewriter) -> None:
        for value, row in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
            norm = value.owner
            if not isinstance(norm, aten.NormOp) or norm.bias:
                continue
            bias = _as_row(norm, row, op, rewriter)
            if bias is not None:
                rewriter.replace(op, _with_parameters(norm, norm.weight, bias))
                return


def _with_parameters(
    norm: aten.NormOp, weight: SSAValue | None, bias: SSAValue | None
) -> aten.NormOp:
    """The same norm with other parameters."""
    axes, eps = norm.axes.value.data, norm.epsilon
    return type(norm)(norm.input, weight, bias, axes, eps, norm.result.type)


def _as_row(
    norm: aten.NormOp, row: SSAValue, user: aten.BinaryOp, rewriter: PatternRewriter
) -> SSAValue | None:
    """The constant in a row's shape; None if it is none, or the norm has other readers."""
    shape, row_shape = shape_of(row), norm.row_shape
    lead = len(shape) - len(row_shape)
    if lead < 0 or shape[lead:] != row_shape or any(size != 1 for size in shape[:lead]):
        return None
    if not is_constant(row) or not norm.result.has_one_use():
        return None
    if shape_of(user.result) != shape_of(norm.result):
        return None
    if lead == 0:
        return row
    return rewriter.insert(aten.ViewOp(row, TensorType(element_of(row), row_shape))).result


@dataclass(frozen=True)
class _Reduced:
    """A mean over the last ``axes`` axes, of x or its square."""

    x: SSAValue
    axes: int

    def is_same(self, other: _Reduced, axes: int) -> bool:
        return _key(self.x) == _key(other.x) and self.axes == other.axes == axes


def _over_square_root(op: aten.MulOp | aten.DivOp) -> Iterator[tuple[SSAValue, SSAValue]]:
    """(c, v) for c / sqrt(v), or c * v^(-1/2) in either order."""
    if isinstance(op, aten.DivOp):
        radicand = _square_root(op.rhs)
        if radicand is not None:
            yield op.lhs, radicand
        return
    for value, factor in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        radicand = _inverse_root(factor)
        if radicand is not None:
            yield value, radicand


def _square_root(value: SSAValue) -> SSAValue | None:
    match _statistic(value).owner:
        case aten.SqrtOp() as root:
            return root.input
        case aten.PowScalarOp() as root if root.number == 0.5:
            return root.input
        case _:
            return None


def _inverse_root(value: SSAValue) -> SSAValue | None:
    match _statistic(value).owner:
        case aten.RsqrtOp() as root:
            return root.input
        case aten.PowScalarOp() as root if root.number == -0.5:
            return root.input
        case aten.ReciprocalOp() as inverse:
            return _square_root(inverse.input)
        case aten.MulScalarOp() as product if product.number == 1:
            return _inverse_root(product.input)
        case _:
            return None


def _plus_number(value: SSAValue) -> tuple[SSAValue, float]:
    """(v, eps) for v + eps; eps is 0 where nothing is added."""
    addition = _statistic(value).owner
    if isinstance(addition, aten.AddScalarOp):
        return addition.input, addition.number
    return value, 0.0


def _mean_square(value: SSAValue) -> _Reduced | None:
    mean = _mean(value)
    square = None if mean is None else mean.x.owner
    match square:
        case aten.PowScalarOp() if square.number == 2:
            base = square.input
        case aten.MulOp() if _key(square.lhs) == _key(square.rhs):
            base = square.lhs
        case _:
            return None
    assert mean is not None
    return _Reduced(base, mean.axes)


def _centered(value: SSAValue) -> _Reduced | None:
    """The mean in x - mean(x)."""
    difference = value.owner
    mean = _mean(difference.rhs) if isinstance(difference, aten.SubOp) else None
    if mean is None or not isinstance(difference, aten.SubOp):
        return None
    return mean if _key(mean.x) == _key(difference.lhs) else None


def _mean(value: SSAValue) -> _Reduced | None:
    """Over the last axes, which keep their place."""
    mean = _statistic(value).owner
    if not isinstance(mean, aten.MeanOp) or not mean.keepdim:
        return None
    rank = len(shape_of(mean.input))
    axes = len(mean.axes)
    if mean.axes != tuple(range(rank - axes, rank)):
        return None
    return _Reduced(mean.input, axes)


def _statistic(value: SSAValue) -> SSAValue:
    """A number for each row, before it was quantized."""
    cast = value.owner
    while isinstance(cast, quant.DequantizeCastOp):
        before = cast.input.owner
        if not isinstance(before, quant.QuantizeCastOp):
            break
        value = before.input
        cast = value.owner
    return value


def _key(value: SSAValue) -> SSAValue:
    """Equal for equal values, though each of them may be dequantized by itself."""
    return value.owner.input if isinstance(value.owner, quant.DequantizeCastOp) else value


class FuseLayerNorm(ModulePass):
    """Recognize layer norm and RMS norm in means, squares and roots."""

    name = "fuse-layer-norm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, ProductIsNorm(), ProductIsWeight(), SumIsBias())
