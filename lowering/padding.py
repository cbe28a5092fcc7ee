"""Padding and quantization: casts move past it, and a convolution takes zeros in."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import dequantize, quantize
from cmlir.dialects.shapes import shape_of
from cmlir.lowering.movement import per_tensor


class DequantizeSinksThroughPad(RewritePattern):
    """pad(dequantize(x)) == dequantize(pad(x)), where a code stands for the number exactly"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.PadOp, rewriter: PatternRewriter) -> None:
        cast = op.input.owner
        if not isinstance(cast, quant.DequantizeCastOp):
            return
        quantized, number = per_tensor(cast.input), np.array(op.value.value.data, np.float32)
        if quantized is None or dequantize(quantize(number, quantized), quantized) != number:
            return
        padded = _padded(op, cast.input, TensorType(quantized, shape_of(op.result)))
        rewriter.replace(op, [padded, quant.DequantizeCastOp(padded.result, op.result.type)])


class QuantizeRisesThroughPad(RewritePattern):
    """quantize(pad(x)) == pad(quantize(x))"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: quant.QuantizeCastOp, rewriter: PatternRewriter) -> None:
        pad, quantized = op.input.owner, per_tensor(op.result)
        if not isinstance(pad, aten.PadOp) or quantized is None:
            return
        cast = quant.QuantizeCastOp(pad.input, TensorType(quantized, shape_of(pad.input)))
        padded = _padded(pad, cast.result, op.result.type)
        padded.location = pad.location
        rewriter.replace(op, [cast, padded])


class ConvolutionPads(RewritePattern):
    """conv(pad(x, 0)) == conv(x) with more padding, for pads of spatial axes"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: aten.ConvOp, rewriter: PatternRewriter) -> None:
        pad = op.input.owner
        if not isinstance(pad, aten.PadOp) or pad.value.value.data != 0:
            return
        before, behind = pad.amounts
        if any((*before[:2], *behind[:2])):
            return
        window = op.window
        widened = replace(
            window,
            padding=_added(window.padding, before[2:]),
            padding_behind=_added(window.padding_behind, behind[2:]),
        )
        groups = op.groups.value.data
        rewriter.replace(
            op, aten.ConvOp(pad.input, op.weight, op.bias, widened, groups, op.result.type)
        )


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _padded(op: aten.PadOp, input: SSAValue, result_type: Attribute) -> aten.PadOp:
    return aten.PadOp(input, *op.amounts, op.value.value.data, result_type)
