"""Constants: weights by symbol, and tensors of one repeated value."""

from __future__ import annotations

from xdsl.dialects.builtin import FlatSymbolRefAttrConstr, FloatAttr, SymbolRefAttr, f64
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import require_shape, shape_of


@irdl_op_definition
class ConstantOp(NamedFormatOp):
    """The data of the module's ``ml_program.global`` of that name.

    The global holds plain storage (i8, i32, f32 …); the result type may be quantized: the codes are
    then read with the parameters of the type.  Two constants may share one global.

        %w = aten.constant @weight : () -> tensor<64x64x!quant.uniform<i8:f32, 0.1>>
    """

    name = "aten.constant"
    symbol = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, symbol: str, result_type: Attribute):
        super().__init__(properties={"symbol": SymbolRefAttr(symbol)}, result_types=[result_type])


@irdl_op_definition
class FullOp(NamedFormatOp):
    """A tensor of one repeated value; never stored, whatever its size."""

    name = "aten.full"
    value = prop_def(FloatAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(self, value: float, result_type: Attribute):
        super().__init__(properties={"value": FloatAttr(value, f64)}, result_types=[result_type])


@irdl_op_definition
class FullLikeOp(NamedFormatOp):
    """A tensor of the input's shape and one repeated value; the input's data are not read."""

    name = "aten.full_like"
    input = operand_def(AnyTensor)
    value = prop_def(FloatAttr)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        require_shape(self.result, shape_of(self.input), "result")
