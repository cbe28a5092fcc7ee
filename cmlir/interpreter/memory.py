"""Constants, and the memory of the planned stage: one array of bytes, the arena.

It is filled with poison, and buffers are views of it, or of an argument, at their real offsets, so
buffers that overlap really do.  Poison is -91 as i8 and NaN as f32: what is read before it is
written shows.  A buffer that has no address yet is memory of its own.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from xdsl.dialects import memref
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.ir import Attribute
from xdsl.traits import SymbolTable

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.plan import ARENA_BYTES, module_integer
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.shapes import element_count
from cmlir.errors import InvalidInputError
from cmlir.interpreter.values import Array, array_of, dtype_of, location_of, shape_of_type

_POISON, _POISON_TOP = 0xA5, 0xFF


def poison(array: Array) -> None:
    """Overwrite a contiguous array with bytes that mean nothing."""
    data = array.reshape(-1).view(np.uint8)
    data[...] = _POISON
    data[3::4] = _POISON_TOP


def poisoned(value_type: Attribute) -> Array:
    """A new array of a type, filled with poison."""
    array = np.empty(shape_of_type(value_type), dtype_of(value_type))
    poison(array)
    return array


def constant_value(op: aten.ConstantOp | cortex_m.ConstantOp) -> Array:
    """The data of the global that `op` names, read only, as the elements of the result."""
    symbol = SymbolTable.lookup_symbol(op, op.symbol)
    name = op.symbol.root_reference.data
    data = symbol.value if isinstance(symbol, GlobalOp) else None
    if not isinstance(data, DenseIntOrFPElementsAttr):
        raise InvalidInputError(f"there is no global @{name} with data", where=location_of(op))
    stored, dtype, shape = array_of(data), dtype_of(op.result.type), shape_of_type(op.result.type)
    if stored.shape != shape or stored.itemsize != dtype.itemsize:
        raise InvalidInputError(
            f"global @{name} is {data.type}, which cannot be read as {op.result.type}",
            where=location_of(op),
        )
    return stored.view(dtype)


def global_value(module: ModuleOp, symbol: str) -> Array:
    """The data of a global, read only."""
    found = SymbolTable.lookup_symbol(module, symbol)
    if not isinstance(found, GlobalOp) or not isinstance(found.value, DenseIntOrFPElementsAttr):
        raise InvalidInputError(f"there is no global @{symbol} with data")
    return array_of(found.value).view(dtype_of(found.type))


def arena_bytes(module: ModuleOp) -> int:
    """The arena's size as the module states it, or else the end of the last buffer."""
    if ARENA_BYTES in module.attributes:
        return module_integer(module, ARENA_BYTES)
    buffers = (op for op in module.walk() if isinstance(op, cortex_m.BufferOp))
    ends = (op.offset.value.data + byte_size(op.result) for op in buffers if op.lender is None)
    return max(ends, default=0)


@register_impls
class MemoryFunctions(InterpreterFunctions):
    """Operations whose result is existing memory."""

    @impl(aten.ConstantOp)
    def run_aten_constant(
        self, interpreter: Interpreter, op: aten.ConstantOp, args: PythonValues
    ) -> PythonValues:
        return (constant_value(op),)

    @impl(cortex_m.ConstantOp)
    def run_constant(
        self, interpreter: Interpreter, op: cortex_m.ConstantOp, args: PythonValues
    ) -> PythonValues:
        return (constant_value(op),)

    @impl(cortex_m.BufferOp)
    def run_buffer(
        self, interpreter: Interpreter, op: cortex_m.BufferOp, args: PythonValues
    ) -> PythonValues:
        memory = args[0].reshape(-1).view(np.uint8) if args else _arena(interpreter)
        start, end = op.offset.value.data, op.offset.value.data + byte_size(op.result)
        if end > memory.size:
            region = op.region_name.data
            raise InvalidInputError(
                f"a buffer of bytes {start} to {end} leaves the {region} of {memory.size} bytes",
                where=location_of(op),
            )
        elements = memory[start:end].view(dtype_of(op.result.type))
        return (elements.reshape(shape_of_type(op.result.type)),)

    @impl(memref.AllocOp)
    def run_alloc(
        self, interpreter: Interpreter, op: memref.AllocOp, args: PythonValues
    ) -> PythonValues:
        return (poisoned(op.memref.type),)

    @impl(cortex_m.ViewOp)
    def run_view(
        self, interpreter: Interpreter, op: cortex_m.ViewOp, args: PythonValues
    ) -> PythonValues:
        start, size = op.offset.value.data, element_count(op.result)
        elements = args[0].reshape(-1)[start : start + size]
        return (elements.reshape(shape_of_type(op.result.type)),)


def _arena(interpreter: Interpreter) -> npt.NDArray[np.uint8]:
    """The bytes that all buffers of one run are in."""

    def create() -> npt.NDArray[np.uint8]:
        data = np.empty(arena_bytes(interpreter.module), np.uint8)
        poison(data)
        return data

    return interpreter.get_data(MemoryFunctions, "arena", create)
