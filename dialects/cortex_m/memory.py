"""Where data live: constants, buffers with an address, and views that share memory."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    I64,
    FlatSymbolRefAttrConstr,
    IntegerAttr,
    MemRefType,
    StringAttr,
    SymbolRefAttr,
    i64,
)
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.cortex_m.kernel import AnyBuffer
from cmlir.dialects.shapes import element_count, element_of, require_element

ARENA, ARGUMENT = "arena", "argument"
REGIONS = (ARENA, ARGUMENT)
"""Memories that a buffer can be placed in."""


@irdl_op_definition
class ConstantOp(NamedFormatOp):
    """The data of the module's ``ml_program.global`` of that name, read only."""

    name = "cortex_m.constant"
    symbol = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(AnyBuffer)
    traits = traits_def(Pure())

    def __init__(self, symbol: str, result_type: Attribute):
        super().__init__(properties={"symbol": SymbolRefAttr(symbol)}, result_types=[result_type])


@irdl_op_definition
class BufferOp(NamedFormatOp):
    """Bytes offset … of a region, as a memref.  Buffers of disjoint lifetimes may share bytes.

    The region is the arena, or the memory of the argument ``lender``, which can be used while it
    does not hold the argument's own value: an output's before that is written, an overwritable
    input's when it has been read.
    """

    name = "cortex_m.buffer"
    lender = opt_operand_def(MemRefType)
    region_name = prop_def(StringAttr, prop_name="region")
    offset = prop_def(IntegerAttr[I64])
    result = result_def(MemRefType)
    traits = traits_def(Pure())

    def __init__(self, offset: int, result_type: Attribute, lender: SSAValue | None = None):
        region = ARENA if lender is None else ARGUMENT
        super().__init__(
            operands=[lender],
            properties={"region": StringAttr(region), "offset": IntegerAttr(offset, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        region = self.region_name.data
        if region not in REGIONS:
            raise VerifyException(f"unknown region '{region}': {', '.join(REGIONS)}")
        if (region == ARGUMENT) != (self.lender is not None):
            raise VerifyException(f"region '{ARGUMENT}' needs a lender, and no other has one")
        if self.lender is not None and not isinstance(self.lender, BlockArgument):
            raise VerifyException("the lender must be an argument of the function")
        if self.offset.value.data < 0:
            raise VerifyException(f"offset must not be negative, but is {self.offset.value.data}")


@irdl_op_definition
class ViewOp(NamedFormatOp):
    """Elements offset … of the input in the result's shape: the same memory, nothing moves."""

    name = "cortex_m.view"
    input = operand_def(AnyBuffer)
    offset = prop_def(IntegerAttr[I64])
    result = result_def(AnyBuffer)
    traits = traits_def(Pure())

    def __init__(self, input: SSAValue, result_type: Attribute, offset: int = 0):
        super().__init__(
            operands=[input],
            properties={"offset": IntegerAttr(offset, i64)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        require_element(self.result, [element_of(self.input)], "result")
        offset, size = self.offset.value.data, element_count(self.result)
        if type(self.input.type) is not type(self.result.type):
            raise VerifyException("a view of a tensor is a tensor, of a memref a memref")
        if not 0 <= offset <= offset + size <= element_count(self.input):
            raise VerifyException(
                f"elements {offset} to {offset + size} leave an input of "
                f"{element_count(self.input)}"
            )
