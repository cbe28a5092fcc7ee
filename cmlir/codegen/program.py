"""What the emitter needs of a planned module, read off it once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    f32,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.ir import Attribute, BlockArgument, Operation

from cmlir.codegen.spelling import unique_identifiers
from cmlir.dialects.cortex_m import (
    BufferOp,
    ConstantOp,
    DequantizeOp,
    KernelOp,
    QuantizeOp,
    ReceiveOp,
    Target,
    target_of,
)
from cmlir.dialects.cortex_m.packed import i4
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    OVERWRITE_INPUTS,
    STATE_BYTES,
    entry_function,
    kernel_calls,
    module_flag,
    module_integer,
    role_of,
    stage_of,
    state_offset,
)
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.locations import of
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.dialects.states import State as ProgramState
from cmlir.dialects.states import states_of
from cmlir.errors import InvalidInputError, UnsupportedError

Array = npt.NDArray[np.generic]

C_TYPES: dict[Attribute, tuple[str, type[np.generic]]] = {
    f32: ("float", np.float32),
    i1: ("uint8_t", np.uint8),
    i8: ("int8_t", np.int8),
    i16: ("int16_t", np.int16),
    i32: ("int32_t", np.int32),
    i64: ("int64_t", np.int64),
}
"""Element types to the C type and the numpy type of the data."""

_FLAGS_TO_PLAN = {
    "import": "--lower-cortex-m --plan-memory",
    "fold": "--lower-cortex-m --plan-memory",
    "lower": "--plan-memory",
}


@dataclass(frozen=True)
class Port:
    """An input or output: what crosses the boundary of ``model_run``.

    ``dtype`` is PyTorch's name of the elements as they cross, ``shape`` the shape in PyTorch; a
    real value is scale * (element - zero_point), with (1, 0) where nothing is quantized.  ``step``
    is the difference of neighbouring values, also of floats that become or were codes, or 0.
    ``arena_offset`` is the place that an input has in the arena, if it has one.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int
    scale: float
    zero_point: int
    step: float
    arena_offset: int | None = None

    @property
    def own_bytes(self) -> int:
        """Memory that is needed beside the arena."""
        return self.bytes if self.arena_offset is None else 0


@dataclass(frozen=True)
class State:
    """Memory that is kept from call to call: its PyTorch name, place, and first contents.

    ``fill`` is the byte that all of it is at first; None where that is in ``initial``.
    """

    name: str
    offset: int
    bytes: int
    fill: int | None
    initial: Constant


@dataclass(frozen=True)
class Constant:
    """Read-only data: the symbol in the module, its name in C, its elements in C's type."""

    symbol: str
    identifier: str
    c_type: str
    data: Array


@dataclass(frozen=True)
class Program:
    """A planned module; ``arguments`` says which INPUT, OUTPUT or STATE a function argument is.

    With ``overwrites_inputs`` the inputs' memory is working memory once they have been read.
    """

    name: str
    target: Target
    arena_bytes: int
    state_bytes: int
    overwrites_inputs: bool
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    states: tuple[State, ...]
    arguments: dict[BlockArgument, tuple[str, int]]
    constants: dict[str, Constant]
    calls: tuple[KernelOp, ...]

    @property
    def receives_inputs(self) -> bool:
        """Whether inputs have places in the arena."""
        return any(port.arena_offset is not None for port in self.inputs)


def read_program(module: ModuleOp, name: str) -> Program:
    """Raises InvalidInputError for a module that is not planned."""
    _require_planned(module)
    function = entry_function(module)
    arguments = _arguments(function)
    constants = _constants(module, function, name)
    states = tuple(_state(state, constants[state.initial]) for state in states_of(function))
    filled = {state.initial.symbol for state in states if state.fill is not None}
    ports = [(kind, _port(argument)) for argument, (kind, _) in arguments.items()]
    return Program(
        name=name,
        target=target_of(module),
        arena_bytes=module_integer(module, ARENA_BYTES),
        state_bytes=module_integer(module, STATE_BYTES) if states else 0,
        overwrites_inputs=module_flag(module, OVERWRITE_INPUTS),
        inputs=tuple(port for kind, port in ports if kind == "INPUT"),
        outputs=tuple(port for kind, port in ports if kind == "OUTPUT"),
        states=states,
        arguments=arguments,
        constants={s: c for s, c in constants.items() if s not in filled - _used(function)},
        calls=kernel_calls(function),
    )


def origin(op: Operation) -> str:
    """``linear_1 (model.py:12, blk.0)``: FX node, source line, module path; "" where unknown."""
    location = of(op)
    if location is None:
        return ""
    file = f"{location.file}:{location.line}" if location.file else ""
    places = ", ".join(filter(None, (file, location.module)))
    return f"{location.node} ({places})" if location.node and places else location.node or places


def _require_planned(module: ModuleOp) -> None:
    stage = stage_of(module)
    if stage == "plan":
        return
    flags = _FLAGS_TO_PLAN.get(stage or "", "--lower-cortex-m --plan-memory")
    raise InvalidInputError(
        f"C is emitted from stage 'plan', but the module is at stage '{stage or 'unknown'}'",
        advice=f"add {flags} before -t c",
    )


def _arguments(function: FuncOp) -> dict[BlockArgument, tuple[str, int]]:
    arguments = function.body.block.args
    states = [a for a in arguments if role_of(a) == "state"]
    outputs = [a for a in arguments if role_of(a) == "output"]
    inputs = [a for a in arguments if a not in states and a not in outputs]
    return {
        **{argument: ("INPUT", index) for index, argument in enumerate(inputs)},
        **{argument: ("STATE", index) for index, argument in enumerate(states)},
        **{argument: ("OUTPUT", index) for index, argument in enumerate(outputs)},
    }


def _state(state: ProgramState, initial: Constant) -> State:
    data = np.frombuffer(initial.data.tobytes(), np.uint8)
    fill = int(data[0]) if (data == data[0]).all() else None
    size = byte_size(state.argument)
    return State(state.name, state_offset(state.argument), size, fill, initial)


def _used(function: FuncOp) -> set[str]:
    """The symbols of the constants that calls read."""
    operations = function.body.block.ops
    return {op.symbol.root_reference.data for op in operations if isinstance(op, ConstantOp)}


def _port(argument: BlockArgument) -> Port:
    function = argument.block.parent_op()
    assert isinstance(function, FuncOp)
    entries = function.arg_attrs.data if function.arg_attrs else ()
    described = entries[argument.index] if entries else DictionaryAttr({})
    name, scale = described.data.get("cmlir.name"), described.data.get("cmlir.scale")
    shape, zero_point = described.data.get("cmlir.shape"), described.data.get("cmlir.zero_point")
    return Port(
        name=name.data if isinstance(name, StringAttr) else argument.name_hint or "",
        dtype=_dtype(argument, described.data.get("cmlir.dtype")),
        shape=tuple(int(d) for d in shape.iter_values())
        if isinstance(shape, DenseArrayBase)
        else shape_of(argument),
        bytes=byte_size(argument),
        scale=scale.value.data if isinstance(scale, FloatAttr) else 1.0,
        zero_point=zero_point.value.data if isinstance(zero_point, IntegerAttr) else 0,
        step=scale.value.data if isinstance(scale, FloatAttr) else _step_of_floats(argument),
        arena_offset=_arena_offset(argument),
    )


def _arena_offset(argument: BlockArgument) -> int | None:
    for use in argument.uses:
        if isinstance(use.operation, ReceiveOp):
            buffer = use.operation.destination.owner
            assert isinstance(buffer, BufferOp)
            return buffer.offset.value.data
    return None


def _step_of_floats(argument: BlockArgument) -> float:
    """The scale of the casts between a float argument and codes; 0 if there is not exactly one."""
    casts = (use.operation for use in argument.uses)
    found = {op.scale.value.data for op in casts if isinstance(op, DequantizeOp | QuantizeOp)}
    return found.pop() if len(found) == 1 else 0.0


def _dtype(argument: BlockArgument, described: Attribute | None) -> str:
    if isinstance(described, StringAttr):
        return described.data
    element = element_of(argument)
    return str(np.dtype(C_TYPES[element][1])) if element in C_TYPES else str(element)


def _constants(module: ModuleOp, function: FuncOp, name: str) -> dict[str, Constant]:
    """What the function refers to, by symbol in the module's order."""
    used = _used(function) | {state.initial for state in states_of(function)}
    found = [op for op in module.ops if isinstance(op, GlobalOp) and op.sym_name.data in used]
    symbols = [op.sym_name.data for op in found]
    if missing := used - set(symbols):
        raise InvalidInputError(f"there is no ml_program.global @{min(missing)}")
    names = unique_identifiers(symbols, taken=("init", "run"))
    return {op.sym_name.data: _constant(op, f"{name}_{names[op.sym_name.data]}") for op in found}


def _constant(op: GlobalOp, name: str) -> Constant:
    value, symbol = op.value, op.sym_name.data
    where = str(of(op) or op.location)
    if not isinstance(value, DenseIntOrFPElementsAttr):
        raise InvalidInputError(f"ml_program.global @{symbol} has no dense data", where=where)
    element = element_of(op.type)
    if element == i4:
        codes = np.frombuffer(value.data.data, np.int8)
        return Constant(symbol, name, "int8_t", _in_pairs(codes))
    if element not in C_TYPES:
        raise UnsupportedError(f"constants of {element} cannot be emitted: @{symbol}", where=where)
    c_type, dtype = C_TYPES[element]
    data = np.frombuffer(value.data.data, np.dtype(dtype).newbyteorder("<"))
    if element == i1:  # true is stored with all bits set
        data = (data != 0).astype(dtype)
    return Constant(symbol, name, c_type, data)


def _in_pairs(codes: npt.NDArray[np.int8]) -> Array:
    """Two codes of 4 bits in a byte, the one of even index in the low half."""
    halves = np.append(codes, np.zeros(codes.size % 2, np.int8)).view(np.uint8) & 15
    return (halves[::2] | halves[1::2] << 4).view(np.int8)
