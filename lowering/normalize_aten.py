"""``--normalize-aten``: one spelling for what ATen can say in several ways."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import dequantize, quantize
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.lowering.constants import constant_array, is_constant
from cmlir.lowering.located import apply_patterns

_SCALAR_FORM: dict[type[aten.BinaryOp], type[aten.ScalarOp]] = {
    aten.AddOp: aten.AddScalarOp,
    aten.DivOp: aten.DivScalarOp,
    aten.MulOp: aten.MulScalarOp,
    aten.SubOp: aten.SubScalarOp,
}
_SWAPPED_FORM: dict[type[aten.BinaryOp], type[aten.ScalarOp]] = {
    aten.AddOp: aten.AddScalarOp,
    aten.MulOp: aten.MulScalarOp,
    aten.SubOp: aten.RsubScalarOp,
}
"""What an operation becomes when its left operand is the number."""


def single_number(value: SSAValue) -> float | None:
    """The number in an f32 tensor of one element, made by ``full`` or constant, else None."""
    if element_of(value) != f32 or element_count(value) != 1:
        return None
    producer = value.owner
    while isinstance(producer, aten.CloneOp | aten.ViewOp):
        producer = producer.input.owner
    if isinstance(producer, aten.FullOp):
        return producer.value.value.data
    if isinstance(producer, aten.ConstantOp):
        return float(constant_array(producer).reshape(()))
    return None


class NumberOperand(RewritePattern):
    """x + full([1], c) == x + c, likewise -, *, /; the full stays for its other users"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.BinaryOp):
            return
        for tensor, other, forms in (
            (op.lhs, op.rhs, _SCALAR_FORM),
            (op.rhs, op.lhs, _SWAPPED_FORM),
        ):
            form, number = forms.get(type(op)), single_number(other)
            if form is None or number is None or shape_of(tensor) != shape_of(op.result):
                continue
            rewriter.replace(op, form(tensor, number, op.result.type))
            return


class QuantizedFull(RewritePattern):
    """dequantize(quantize(full(c))) == full(c'), c' being the number that c's code stands for"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.DequantizeCastOp, rewriter: PatternRewriter) -> None:
        cast = op.input.owner
        if not isinstance(cast, quant.QuantizeCastOp):
            return
        full, quantized = cast.input.owner, quant.quantized_element_type(cast.result)
        if not isinstance(full, aten.FullOp) or not isinstance(
            quantized, quant.UniformQuantizedType
        ):
            return
        codes = quantize(np.array([full.value.value.data], np.float32), quantized)
        number = float(dequantize(codes, quantized)[0])
        rewriter.replace(op, aten.FullOp(number, op.result.type))


class FullLikeIsFull(RewritePattern):
    """full_like(x, c) == full(c): nothing of x but its shape is read"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.FullLikeOp, rewriter: PatternRewriter) -> None:
        rewriter.replace(op, aten.FullOp(op.value.value.data, op.result.type))


class AddmmIsLinear(RewritePattern):
    """addmm(b, x, permute(w, [1, 0])) == linear(x, w, b), for b of one row"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.AddmmOp, rewriter: PatternRewriter) -> None:
        if shape_of(op.bias) != shape_of(op.result)[1:]:
            return
        weight = _transposed(op.rhs) or _turned_constant(op.rhs, rewriter)
        if weight is None:
            return
        linear = aten.LinearOp(operands=[op.lhs, weight, [op.bias]], result_types=[op.result.type])
        rewriter.replace(op, linear)


class ProductIsLinear(RewritePattern):
    """x @ w == linear(x, permute(w, [1, 0])), for a constant w of rank 2"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, aten.MmOp | aten.MatmulOp) or op.scale is not None:
            return
        if not is_constant(op.rhs):
            return
        weight = _transposed(op.rhs) or _turned_constant(op.rhs, rewriter)
        if weight is None:
            return
        linear = aten.LinearOp(operands=[op.lhs, weight, []], result_types=[op.result.type])
        rewriter.replace(op, linear)


def _transposed(value: SSAValue) -> SSAValue | None:
    """x where value is permute(x, [1, 0]), else None."""
    permute = value.owner
    if not isinstance(permute, aten.PermuteOp) or list(permute.dims.get_values()) != [1, 0]:
        return None
    return permute.input


def _turned_constant(value: SSAValue, rewriter: PatternRewriter) -> SSAValue | None:
    """permute(value, [1, 0]) of a constant of rank 2, which is computed now; else None."""
    shape = shape_of(value)
    if len(shape) != 2 or not is_constant(value):
        return None
    turned = TensorType(element_of(value), shape[::-1])
    return rewriter.insert(aten.PermuteOp(value, [1, 0], turned)).result


class Nothing(RewritePattern):
    """clone(x) == x; view, expand and permute are x where they change nothing"""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if isinstance(op, aten.PermuteOp):
            in_order = list(op.dims.get_values()) == list(range(len(op.dims)))
        else:
            in_order = isinstance(op, aten.CloneOp | aten.ViewOp | aten.ExpandOp)
        if in_order and op.operands[0].type == op.results[0].type:
            rewriter.replace(op, [], [op.operands[0]])


class ViewOfView(RewritePattern):
    """view(view(x)) == view(x)"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.ViewOp, rewriter: PatternRewriter) -> None:
        inner = op.input.owner
        if isinstance(inner, aten.ViewOp):
            rewriter.replace(op, aten.ViewOp(inner.input, op.result.type))


class ExpandOfUnitAxes(RewritePattern):
    """expand that only adds leading axes of size 1 == view"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.ExpandOp, rewriter: PatternRewriter) -> None:
        if isinstance(op.input.type, TensorType) and element_count(op.input) == element_count(
            op.result
        ):
            rewriter.replace(op, aten.ViewOp(op.input, op.result.type))


class NormalizeAten(ModulePass):
    """Rewrite equal spellings into one: addmm as linear, numbers made by full, no-ops."""

    name = "normalize-aten"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(
            op,
            Nothing(),
            ViewOfView(),
            ExpandOfUnitAxes(),
            FullLikeIsFull(),
            QuantizedFull(),
            NumberOperand(),
            AddmmIsLinear(),
            ProductIsLinear(),
        )
