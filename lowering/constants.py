"""Reading and making the module's constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    Signedness,
    StringAttr,
    TensorType,
    f16,
    f32,
    f64,
    i1,
)
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import SymbolTable

from cmlir.dialects import aten, locations, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.elements import dense_elements
from cmlir.dialects.quant.base import StoredType
from cmlir.dialects.quant.codes import dequantize, storage_dtype
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.errors import InvalidInputError, UnsupportedError
from cmlir.lowering.movement import MOVEMENT

if TYPE_CHECKING:
    import numpy.typing as npt

    from cmlir.dialects import cortex_m

AnyArray: TypeAlias = "npt.NDArray[Any]"


def is_constant(value: SSAValue) -> bool:
    """Whether the value is made of a constant by casts and rearrangements alone."""
    producer = value.owner
    while isinstance(producer, (quant.DequantizeCastOp, quant.QuantizeCastOp, *MOVEMENT)):
        producer = producer.input.owner
    return isinstance(producer, aten.ConstantOp)


def data_of(op: aten.ConstantOp | cortex_m.ConstantOp) -> DenseIntOrFPElementsAttr[Any]:
    """What the global of a constant holds; raises InvalidInputError if that is not its shape."""
    found, name = SymbolTable.lookup_symbol(op, op.symbol), op.symbol.string_value()
    data = found.value if isinstance(found, GlobalOp) else None
    if not isinstance(data, DenseIntOrFPElementsAttr):
        raise InvalidInputError(f"no ml_program.global @{name} with data", where=_place(op))
    if shape_of(data.type) != shape_of(op.result):
        raise _misread(op, data)
    return data


def constant_array(op: aten.ConstantOp | cortex_m.ConstantOp) -> AnyArray:
    """The numbers of a constant, in its shape; where it is quantized its codes, u8 from 0 to 255.

    Raises InvalidInputError if its global is missing or does not fit, UnsupportedError for elements
    that numpy has no type for.
    """
    data, dtype = data_of(op), _dtype_of(element_of(op.result))
    if dtype is None:
        raise UnsupportedError(
            f"no support for constants of {element_of(op.result)}", where=_place(op)
        )
    stored = _dtype_of(element_of(data.type))
    if stored is None or stored.itemsize != dtype.itemsize:
        raise _misread(op, data)
    array = np.frombuffer(data.data.data, np.uint8 if dtype == np.bool_ else dtype)
    return array.astype(dtype, copy=False).reshape(shape_of(op.result))


def global_array(user: Operation, symbol: str, element: Attribute) -> AnyArray:
    """The numbers of a global of such elements, in its shape."""
    found = SymbolTable.lookup_symbol(user, symbol)
    data = found.value if isinstance(found, GlobalOp) else None
    dtype = _dtype_of(element)
    if not isinstance(data, DenseIntOrFPElementsAttr) or dtype is None:
        raise InvalidInputError(f"no ml_program.global @{symbol} with data of {element}")
    return np.frombuffer(data.data.data, dtype.newbyteorder("<")).reshape(shape_of(data.type))


def _misread(
    op: aten.ConstantOp | cortex_m.ConstantOp, data: DenseIntOrFPElementsAttr[Any]
) -> InvalidInputError:
    name = op.symbol.string_value()
    return InvalidInputError(
        f"global @{name} is {data.type}, which cannot be read as {op.result.type}",
        where=_place(op),
    )


def _place(op: Operation) -> str | None:
    place = locations.of(op)
    return None if place is None else str(place)


def real_constant(value: SSAValue) -> tuple[str, AnyArray] | None:
    """Symbol and numbers of an f32 constant, or of one dequantized; None for other values."""
    owner, quantized = value.owner, None
    if isinstance(owner, quant.DequantizeCastOp):
        quantized, owner = quant.quantized_element_type(owner.input), owner.input.owner
        if quantized is None:
            return None
    if not isinstance(owner, aten.ConstantOp):
        return None
    numbers = constant_array(owner)
    symbol = owner.symbol.string_value()
    return symbol, numbers if quantized is None else dequantize(numbers, quantized)


def moved_array(op: Operation, array: AnyArray) -> AnyArray | None:
    """What a rearrangement makes of an array; None for any other operation."""
    match op:
        case aten.CloneOp():
            return array
        case aten.ExpandOp():
            return np.broadcast_to(array, shape_of(op.result))
        case aten.PermuteOp():
            return np.transpose(array, list(op.dims.get_values()))
        case aten.ViewOp():
            return array.reshape(shape_of(op.result))
        case aten.SelectOp():
            return np.take(array, op.index.value.data, axis=op.dim.value.data)
        case aten.SliceOp():
            count = shape_of(op.result)[op.dim.value.data]
            steps = op.start.value.data + op.step.value.data * np.arange(count)
            return np.take(array, steps, axis=op.dim.value.data)
        case _:
            return None


def has_bytes(quantized: StoredType) -> bool:
    """Whether arrays of constants hold the codes; those of 4 bits have a byte each."""
    return quantized.storage_type.width.data in (4, 8, 16, 32)


def _dtype_of(element: Attribute) -> np.dtype[Any] | None:
    """The numpy type of stored elements; i1 is bool, true being any byte but 0."""
    match element:
        case StoredType():
            return storage_dtype(element) if has_bytes(element) else None
        case IntegerType() if element.width.data == 4:
            return np.dtype("i1")
        case IntegerType() if element.width.data in (8, 16, 32, 64):
            kind = "u" if element.signedness.data == Signedness.UNSIGNED else "i"
            return np.dtype(f"{kind}{element.width.data // 8}")
        case _:
            return np.dtype(_DTYPES[element]) if element in _DTYPES else None


_DTYPES: dict[Attribute, str] = {i1: "bool", f16: "float16", f32: "float32", f64: "float64"}


def element_type_of(array: AnyArray) -> Attribute:
    """The element type under which an array is stored: signless, so u8 codes keep their bits."""
    of_dtype = {dtype: element for element, dtype in _DTYPES.items()}
    return of_dtype.get(array.dtype.name) or IntegerType(8 * array.dtype.itemsize)


def _bytes_of(array: AnyArray) -> bytes:
    """Row-major; true is 0xff, as xDSL reads and prints it."""
    plain = -array.astype(np.int8) if array.dtype == np.bool_ else array
    return np.ascontiguousarray(plain).tobytes()


def add_global(
    user: Operation, name: str, array: AnyArray, element: Attribute | None = None
) -> str:
    """Store ``array`` in the module around ``user`` and return its symbol.

    ``element`` is the type of what the array holds, if that is not its own: i4 in int8.

    The name is taken as it is, or with a number behind it where it is taken; equal data under that
    name are shared.
    """
    module = user
    while (parent := module.parent_op()) is not None:
        module = parent
    assert isinstance(module, ModuleOp)
    stored = TensorType(element or element_type_of(array), array.shape)
    data = dense_elements(stored, _bytes_of(array))
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
