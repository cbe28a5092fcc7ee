"""Running a module, a traced module, or a single operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import DictionaryAttr, MemRefType, ModuleOp, StringAttr, UnregisteredOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.ml_program import GlobalOp
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from cmlir.dialects.cortex_m import KernelOp
from cmlir.dialects.cortex_m.plan import entry_function, is_writable, role_of
from cmlir.dialects.states import states_of
from cmlir.errors import InvalidInputError, UnsupportedError
from cmlir.interpreter.aten_images import ATEN_IMAGES
from cmlir.interpreter.aten_movement import ATEN_MOVEMENT
from cmlir.interpreter.aten_reals import ATEN_REALS
from cmlir.interpreter.codes import CODES
from cmlir.interpreter.functions import FunctionFunctions
from cmlir.interpreter.indexing import INDEXING
from cmlir.interpreter.kernels_f32 import F32_KERNELS
from cmlir.interpreter.kernels_f32_images import F32_IMAGE_KERNELS
from cmlir.interpreter.kernels_f32_rows import F32_ROW_KERNELS
from cmlir.interpreter.kernels_images import IMAGE_KERNELS
from cmlir.interpreter.kernels_int8 import INT8_KERNELS
from cmlir.interpreter.kernels_integers import INTEGER_KERNELS
from cmlir.interpreter.kernels_masks import MASK_KERNELS
from cmlir.interpreter.kernels_movement import MOVEMENT_KERNELS
from cmlir.interpreter.kernels_resampling import RESAMPLING_KERNELS
from cmlir.interpreter.kernels_transposed import TRANSPOSED_KERNELS
from cmlir.interpreter.log_softmax import LOG_SOFTMAX
from cmlir.interpreter.memory import MemoryFunctions, global_value, poisoned
from cmlir.interpreter.order import ORDER
from cmlir.interpreter.recurrent import ATEN_RECURRENT, RECURRENT_KERNELS
from cmlir.interpreter.values import Array, dtype_of, location_of, shape_of_type

_FUNCTIONS: tuple[InterpreterFunctions, ...] = (
    ATEN_IMAGES,
    ATEN_MOVEMENT,
    ATEN_REALS,
    ATEN_RECURRENT,
    CODES,
    F32_KERNELS,
    F32_ROW_KERNELS,
    F32_IMAGE_KERNELS,
    IMAGE_KERNELS,
    RESAMPLING_KERNELS,
    TRANSPOSED_KERNELS,
    INDEXING,
    ORDER,
    INT8_KERNELS,
    RECURRENT_KERNELS,
    INTEGER_KERNELS,
    LOG_SOFTMAX,
    MASK_KERNELS,
    MOVEMENT_KERNELS,
    FunctionFunctions(),
    MemoryFunctions(),
)
_KNOWN = frozenset(
    op_type
    for functions in _FUNCTIONS
    for op_type, _ in functions._impls()  # pyright: ignore[reportPrivateUsage]
)
_DECLARATIONS = (FuncOp, GlobalOp, ModuleOp)


@dataclass(frozen=True)
class Step:
    """One operation of a run, the arrays it read and those it gave.

    A kernel operation on memrefs gives what it wrote to `out`.  The arrays are as they were then.
    """

    op: Operation
    operands: tuple[Array, ...]
    results: tuple[Array, ...]


def run(module: ModuleOp, *inputs: Array) -> tuple[Array, ...]:
    """The outputs of the module's function, whatever stage it is at; its state is the initial one.

    Arrays have the shape and dtype of their argument or result type; quantized tensors are their
    codes.  Output memrefs are allocated here.  Raises InvalidInputError for inputs that do not fit,
    and UnsupportedError for an operation without a meaning.
    """
    return call(module, inputs, initial_state(module))[0]


def trace(module: ModuleOp, *inputs: Array) -> tuple[Step, ...]:
    """The run of a module, step by step in order; operations that only name memory are left out."""
    return traced_call(module, inputs, initial_state(module))[0]


def initial_state(module: ModuleOp) -> tuple[Array, ...]:
    """The state before the first call: one array for each of the module's states."""
    return tuple(global_value(module, s.initial) for s in states_of(entry_function(module)))


def call(
    module: ModuleOp, inputs: Sequence[Array], state: Sequence[Array]
) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """The outputs of one call, and the state behind it; `state`, that before, stays as it is."""
    return _run(module, inputs, state, [])


def traced_call(
    module: ModuleOp, inputs: Sequence[Array], state: Sequence[Array]
) -> tuple[tuple[Step, ...], tuple[Array, ...]]:
    """The steps of one call, and the state behind it."""
    recorder = _Recorder()
    _, after = _run(module, inputs, state, [recorder])
    return tuple(recorder.steps), after


def evaluate(op: Operation, *operands: Array) -> tuple[Array, ...]:
    """The results of one operation on given operands; a kernel on memrefs gives what is in `out`.

    `operands` are all of a tensor operation's, or the `inputs` of a kernel operation.
    """
    module = op.get_toplevel_object()
    require_known([op])
    read = op.inputs if isinstance(op, KernelOp) else tuple(op.operands)
    if len(read) != len(operands):
        raise InvalidInputError(f"{op.name} takes {len(read)} operands, but got {len(operands)}")
    for index, (value, array) in enumerate(zip(read, operands, strict=True)):
        _require_fit(f"operand {index} of {op.name}", value.type, array)
    values: dict[SSAValue, Array] = {v: poisoned(v.type) for v in op.operands if v not in read}
    values |= zip(read, operands, strict=True)
    interpreter = _interpreter(module if isinstance(module, ModuleOp) else ModuleOp([]), [])
    with _numbers_may_overflow():
        results = interpreter.run_op(op, tuple(values[v] for v in op.operands))
    return (values[op.out],) if isinstance(op, KernelOp) and op.out is not None else results


def require_known(ops: Iterable[Operation]) -> None:
    """Raises UnsupportedError for the first operation that the interpreter has no meaning for."""
    for op in ops:
        if type(op) not in _KNOWN and not isinstance(op, _DECLARATIONS):
            name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
            raise UnsupportedError(
                f"the interpreter has no meaning for '{name}'", where=location_of(op)
            )


def _run(
    module: ModuleOp,
    inputs: Sequence[Array],
    state: Sequence[Array],
    listeners: Sequence[Interpreter.Listener],
) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    require_known(module.walk())
    function = entry_function(module)
    arguments, states = function.body.block.args, states_of(function)
    outputs = {a: poisoned(a.type) for a in arguments if role_of(a) == "output"}
    kept = {s.argument: np.array(a, order="C") for s, a in zip(states, state, strict=True)}
    taken = [a for a in arguments if a not in outputs and a not in kept]
    values = {**_checked_inputs(taken, inputs), **outputs, **kept}
    position = _Position()
    interpreter = _interpreter(module, [position, *listeners])
    with _numbers_may_overflow(), position.named_in_errors():
        results = interpreter.call_op(function, tuple(values[a] for a in arguments))
    after = [kept[s.argument] if s.result is None else results[s.result] for s in states]
    given = results[: len(results) - len(states)] if results else tuple(outputs.values())
    return _copies(given), _copies(after)


def _copies(arrays: Iterable[Array]) -> tuple[Array, ...]:
    return tuple(np.array(array, order="C") for array in arrays)


def _interpreter(module: ModuleOp, listeners: Sequence[Interpreter.Listener]) -> Interpreter:
    interpreter = Interpreter(module, listeners=tuple(listeners))
    for functions in _FUNCTIONS:
        interpreter.register_implementations(functions)
    return interpreter


@contextmanager
def _numbers_may_overflow() -> Iterator[None]:
    """inf and NaN are values like any other, in Python as on the target."""
    with np.errstate(all="ignore"):
        yield


def _checked_inputs(
    arguments: Sequence[BlockArgument], inputs: Sequence[Array]
) -> dict[BlockArgument, Array]:
    """Copies of the inputs, read only where a program that writes to one has a defect."""
    if len(arguments) != len(inputs):
        raise InvalidInputError(f"the program has {len(arguments)} inputs, but got {len(inputs)}")
    given: dict[BlockArgument, Array] = {}
    for index, (argument, value) in enumerate(zip(arguments, inputs, strict=True)):
        _require_fit(f"input {index}{_name_of(argument)}", argument.type, value)
        array = np.array(value, order="C")
        array.flags.writeable = is_writable(argument)
        given[argument] = array
    return given


def _name_of(argument: BlockArgument) -> str:
    function = argument.block.parent_op()
    entries = function.arg_attrs if isinstance(function, FuncOp) else None
    entry = entries.data[argument.index] if entries is not None else DictionaryAttr({})
    name = entry.data.get("cmlir.name")
    return f" '{name.data}'" if isinstance(name, StringAttr) else ""


def _require_fit(what: str, expected: Attribute, value: Array) -> None:
    dtype, shape, array = dtype_of(expected), shape_of_type(expected), np.asarray(value)
    if array.dtype != dtype or array.shape != shape:
        raise InvalidInputError(
            f"{what} must be {dtype} of shape {shape}, but is {array.dtype} of shape {array.shape}"
        )


class _Position(Interpreter.Listener):
    """Knows the operation that runs, so that an error can name it."""

    _op: Operation | None = None

    def will_interpret_op(self, op: Operation, args: PythonValues) -> None:
        self._op = op

    @contextmanager
    def named_in_errors(self) -> Iterator[None]:
        """Replaces what xDSL adds to an error, the whole module, by one line."""
        try:
            yield
        except Exception as error:
            error.__notes__ = []
            if self._op is not None:
                place = location_of(self._op) or "an unknown place"
                error.add_note(f"while interpreting {self._op.name} at {place}")
            raise


class _Recorder(Interpreter.Listener):
    """Collects the steps of a run."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._pending: list[tuple[PythonValues, PythonValues]] = []

    def will_interpret_op(self, op: Operation, args: PythonValues) -> None:
        self._pending.append((args, _read_by(op, args)))

    def did_interpret_op(self, op: Operation, results: PythonValues) -> None:
        args, operands = self._pending.pop()
        if isinstance(op, KernelOp) and op.out is not None:
            out = args[list(op.operands).index(op.out)]
            self.steps.append(Step(op, operands, (out.copy(),)))
        elif op.results and not isinstance(op.results[0].type, MemRefType):
            self.steps.append(Step(op, operands, results))


def _read_by(op: Operation, args: PythonValues) -> PythonValues:
    """The arrays an operation reads; copies where they are memory that may change."""
    if not isinstance(op, KernelOp) or op.out is None:
        return args
    values = dict(zip(op.operands, args, strict=True))
    return tuple(values[v].copy() for v in op.inputs)
