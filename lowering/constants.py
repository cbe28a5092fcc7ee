"""Reading and making the module's constants."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    Float32Type,
    IntegerType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    f32,
)
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.elements import dense_elements
from cmlir.dialects.quant.base import StoredType
from cmlir.dialects.shapes import element_of, shape_of

AnyArray = npt.NDArray[Any]


def is_constant(value: SSAValue) -> bool:
    """Whether the value is a constant, or one dequantized or quantized."""
    producer = value.owner
    while isinstance(producer, quant.DequantizeCastOp | quant.QuantizeCastOp):
        producer = producer.input.owner
    return isinstance(producer, aten.ConstantOp)


def constant_array(op: aten.ConstantOp | cortex_m.ConstantOp) -> AnyArray:
    """The stored numbers of a constant (codes where it is quantized), in its shape."""
    found = global_of(op, op.symbol)
    assert isinstance(found.value, DenseIntOrFPElementsAttr)
    array = np.frombuffer(found.value.data.data, dtype_of(element_of(found.type)))
    return array.reshape(shape_of(found.type))


def global_of(op: Operation, symbol: SymbolRefAttr) -> GlobalOp:
    """The global that ``symbol`` names; raises KeyError where there is none."""
    found = SymbolTable.lookup_symbol(op, symbol)
    if not isinstance(found, GlobalOp):
        raise KeyError(f"no ml_program.global @{symbol.string_value()}")
    return found


def dtype_of(element: Attribute) -> np.dtype[Any]:
    """The numpy type of stored elements; raises NotImplementedError for others."""
    if isinstance(element, IntegerType):
        width = element.width.data
        return np.dtype(np.bool_) if width == 1 else np.dtype(f"i{width // 8}")
    if isinstance(element, Float32Type):
        return np.dtype(np.float32)
    raise NotImplementedError(f"no constants of {element}")


def element_type_of(array: AnyArray) -> Attribute:
    """The element type under which an array is stored: f32, or a signless integer."""
    return f32 if array.dtype.kind == "f" else IntegerType(8 * array.dtype.itemsize)


def add_global(user: Operation, name: str, array: AnyArray) -> str:
    """Store ``array`` in the module around ``user`` and return its symbol.

    The name is taken as it is, or with a number behind it where it is taken; equal data under that
    name are shared.
    """
    module = user
    while (parent := module.parent_op()) is not None:
        module = parent
    assert isinstance(module, ModuleOp)
    stored = TensorType(element_type_of(array), array.shape)
    data = dense_elements(stored, np.ascontiguousarray(array).tobytes())
    taken = {g.sym_name.data: g for g in module.body.block.ops if isinstance(g, GlobalOp)}
    symbol, number = name, 0
    while symbol in taken:
        if taken[symbol].value == data:
            return symbol
        number += 1
        symbol = f"{name}_{number}"
    new = GlobalOp(StringAttr(symbol), stored, None, data, StringAttr("private"))
    new.location = user.location
    module.body.block.insert_op_before(new, _first_function(module))
    return symbol


def _first_function(module: ModuleOp) -> Operation:
    globals_end = next((o for o in module.body.block.ops if not isinstance(o, GlobalOp)), None)
    assert globals_end is not None
    return globals_end


def storage_of(array: AnyArray, quantized: StoredType) -> AnyArray:
    """Codes as the module stores them: signless, so u8 codes keep their bits."""
    return array.view(f"i{quantized.storage_type.width.data // 8}")
