"""``--quantize-states``: state that is read and written as codes is kept as codes."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    TensorType,
    f32,
    f64,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from cmlir.dialects import quant
from cmlir.dialects.quant.codes import quantize
from cmlir.dialects.shapes import shape_of
from cmlir.dialects.states import State, state_attributes, states_of
from cmlir.lowering.constants import add_global, global_array


class QuantizeStates(ModulePass):
    """A state whose uses are one quantize, and which becomes a dequantize of that type, is codes.

    What is kept between calls is then rounded as every other value, to the same numbers.
    """

    name = "quantize-states"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp):
                for state in states_of(function):
                    _quantize(function, state)


def _quantize(function: FuncOp, state: State) -> None:
    last = function.body.block.last_op
    assert isinstance(last, ReturnOp)
    if state.result is None:
        return
    behind = last.operands[state.result].owner
    if not isinstance(behind, quant.DequantizeCastOp):
        return
    kind = quant.quantized_element_type(behind.input)
    if not isinstance(kind, quant.UniformQuantizedType) or not kind.is_signed:
        return
    if _read_as(state.argument) != {behind.input.type}:
        return
    _keep_codes(function, last, state, kind)


def _read_as(argument: SSAValue) -> set[object]:
    """The types to which a state is quantized; its own where it is used in another way."""
    uses = [use.operation for use in argument.uses]
    return {u.result.type if isinstance(u, quant.QuantizeCastOp) else argument.type for u in uses}


def _keep_codes(
    function: FuncOp, last: ReturnOp, state: State, kind: quant.UniformQuantizedType
) -> None:
    assert state.result is not None
    codes = quantize(global_array(function, state.initial, f32), kind)
    symbol = add_global(function, f"{state.initial}_codes", codes)
    entries = list(function.arg_attrs.data if function.arg_attrs else ())
    entries[state.argument.index] = DictionaryAttr(
        {
            **state_attributes(state.name, symbol),
            "cmlir.scale": FloatAttr(kind.scale, f64),
            "cmlir.zero_point": IntegerAttr(kind.zero_point, i64),
        }
    )
    function.arg_attrs = ArrayAttr(entries)
    casts = [use.operation for use in state.argument.uses]
    coded = Rewriter.replace_value_with_new_type(
        state.argument, TensorType(kind, shape_of(state.argument))
    )
    for cast in casts:
        cast.results[0].replace_all_uses_with(coded)
        cast.detach()
        cast.erase()
    behind = last.operands[state.result].owner
    assert isinstance(behind, quant.DequantizeCastOp)
    last.operands = [
        behind.input if number == state.result else value
        for number, value in enumerate(last.operands)
    ]
    function.function_type = FunctionType.from_lists(
        [a.type for a in function.body.block.args], [v.type for v in last.operands]
    )
