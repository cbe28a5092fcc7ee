"""``--quantize-io``: inputs and outputs cross the boundary as codes instead of floats."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    f64,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects import locations, quant
from cmlir.dialects.quant.codes import storage_dtype
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.states import STATE, is_state


def _attributes(container: ArrayAttr | None, count: int) -> list[dict[str, Attribute]]:
    if container is None:
        return [{} for _ in range(count)]
    return [dict(entry.data) for entry in container if isinstance(entry, DictionaryAttr)]


def _described(
    attributes: dict[str, Attribute], quantized: quant.UniformQuantizedType
) -> dict[str, Attribute]:
    return attributes | {
        "cmlir.dtype": StringAttr(storage_dtype(quantized).name),
        "cmlir.scale": FloatAttr(quantized.scale, f64),
        "cmlir.zero_point": IntegerAttr(quantized.zero_point, i64),
    }


def _quantize_input(argument: BlockArgument) -> quant.UniformQuantizedType | None:
    """Give the argument the type of its quantize, if all its uses are that; its parameters.

    All codes can cross the boundary.  Where the program's quantize has a narrower range, a
    requantization to that stays.
    """
    casts = [use.operation for use in argument.uses]
    types = {cast.result.type for cast in casts if isinstance(cast, quant.QuantizeCastOp)}
    if len(types) != 1 or not all(isinstance(c, quant.QuantizeCastOp) for c in casts):
        return None
    quantized = quant.quantized_element_type(next(iter(types)))
    if not isinstance(quantized, quant.UniformQuantizedType):
        return None
    whole = quant.UniformQuantizedType(
        quantized.storage, quantized.expressed_type, quantized.scale, quantized.zero_point
    )
    real, coded_type = argument.type, TensorType(whole, shape_of(argument))
    coded = Rewriter.replace_value_with_new_type(argument, coded_type)
    for cast in casts:
        if whole == quantized:
            cast.results[0].replace_all_uses_with(coded)
            cast.detach()
            cast.erase()
            continue
        back = quant.DequantizeCastOp(coded, real)
        locations.copy_location(cast, back)
        Rewriter.insert_op(back, InsertPoint.before(cast))
        cast.operands = [back.result]
    return whole


def _quantize_output(value: SSAValue) -> tuple[SSAValue, quant.UniformQuantizedType] | None:
    """The codes behind a dequantized output and their parameters."""
    cast = value.owner
    if not isinstance(cast, quant.DequantizeCastOp):
        return None
    quantized = quant.quantized_element_type(cast.input)
    if not isinstance(quantized, quant.UniformQuantizedType):
        return None
    return cast.input, quantized


def quantize_boundary(function: FuncOp) -> None:
    """Replace quantized inputs and dequantized outputs of ``function`` by their codes."""
    body = function.body.block
    inputs = _attributes(function.arg_attrs, len(body.args))
    for index, argument in enumerate(body.args):
        quantized = None if is_state(argument) else _quantize_input(argument)
        if quantized is not None:
            inputs[index] = _described(inputs[index], quantized)
    last = body.last_op
    assert isinstance(last, ReturnOp)
    outputs = _attributes(function.res_attrs, len(last.arguments))
    values = list(last.arguments)
    for index, value in enumerate(values):
        found = None if STATE in outputs[index] else _quantize_output(value)
        if found is not None:
            values[index], quantized = found
            outputs[index] = _described(outputs[index], quantized)
    last.operands = values
    function.arg_attrs = ArrayAttr(DictionaryAttr(entry) for entry in inputs)
    function.res_attrs = ArrayAttr(DictionaryAttr(entry) for entry in outputs)
    function.function_type = FunctionType.from_lists(
        [a.type for a in body.args], [v.type for v in values]
    )


class QuantizeIo(ModulePass):
    """Inputs whose uses are all one quantize, and outputs that are a dequantize, become codes."""

    name = "quantize-io"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and len(function.body.blocks) == 1:
                quantize_boundary(function)
