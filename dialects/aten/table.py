"""What a chain of pointwise operations becomes between two quantized values."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.aten.base import UnaryOp
from cmlir.dialects.quant import StoredType, quantized_element_type
from cmlir.dialects.shapes import require_shape, shape_of


@irdl_op_definition
class TableOp(UnaryOp):
    """result code = table[input code - least input code]; 8-bit quantized values only.

    No ATen op: it stands for any function of one code, computed at compile time.
    """

    name = "aten.table"
    table = prop_def(DenseIntOrFPElementsAttr)

    def verify_(self) -> None:
        require_shape(self.result, shape_of(self.input), "result")
        source, target = quantized_element_type(self.input), quantized_element_type(self.result)
        for quantized in (source, target):
            if not isinstance(quantized, StoredType) or quantized.storage_type.width.data != 8:
                raise VerifyException("input and result must be quantized to 8 bits")
        assert isinstance(source, StoredType)
        entries = source.storage_max - source.storage_min + 1
        if tuple(self.table.get_shape()) != (entries,):
            raise VerifyException(f"table must have one entry for each of the {entries} codes")
        if self.table.get_element_type() != IntegerType(8):
            raise VerifyException(f"table must hold i8, but holds {self.table.get_element_type()}")
