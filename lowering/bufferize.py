"""Tensors become memrefs: every kernel op writes into a buffer that it is given.

    func @main(%x : tensor<A>) -> tensor<B>    ->    func @main(%x : memref<A>, %out0 : memref<B>)
    %y = op %x : A -> B                        ->    %b = memref.alloc; op %x out(%b)
    return %y, the result of a kernel op       ->    op %x out(%out0): no copy
    return %x, an argument, constant or part   ->    cortex_m.copy %x out(%out0)
    %t = op %s : A -> A; return %t, state s    ->    op %s out(%s), where nothing reads %s later
    concat %y, %x along the first axis         ->    op out(part of %b); copy %x out(part of %b)

Views stay views, so nothing else moves.  A value that is returned or concatenated again is copied
the second time.  A state is one argument, read and written; what cannot be made in its memory is
copied to it at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    i8,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.memref import AllocOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects.cortex_m import (
    ConcatOp,
    ConstantOp,
    CopyOp,
    KernelOp,
    Target,
    ViewOp,
    target_of,
)
from cmlir.dialects.cortex_m.plan import ROLE, entry_function, role_of
from cmlir.dialects.cortex_m.storage import element_bytes, storage_of
from cmlir.dialects.locations import copy_location, of
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.dialects.states import STATE
from cmlir.errors import UnsupportedError
from cmlir.lowering.homes import (
    parts_of,
    places_in_concatenations,
    returned_results,
    states_by_result,
)


@dataclass(frozen=True)
class Bufferize(ModulePass):
    """cortex_m on tensors -> destination-passing form on memrefs, not yet placed."""

    name = "bufferize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function, target = entry_function(op), target_of(op)
        block = function.body.block
        terminator = _require_lowered(block)
        homes = _Homes(function)
        for inner in tuple(block.ops):
            _convert(inner, homes, target)
        _copy_the_rest(terminator, homes)
        _erase_unused_views(block)


class _Homes:
    """The memory of each result, which comes to be when it is asked for."""

    def __init__(self, function: FuncOp):
        self.returned = returned_results(function.body.block)
        self._places = places_in_concatenations(function.body.block)
        self.outputs = _make_arguments(function)
        self._found: dict[SSAValue, SSAValue] = {}

    def of(self, result: SSAValue, before: Operation) -> SSAValue:
        """In the shape of the result, from an operation on; what it needs is inserted there."""
        if result not in self._found:
            self._found[result] = self._make(result, before)
        return self._found[result]

    def _make(self, result: SSAValue, before: Operation) -> SSAValue:
        memref = _as_memref(result)
        if result in self.returned:
            return _shaped(self.outputs[self.returned[result]], memref, before)
        if result in self._places:
            place = self._places[result]
            return _shaped(self.of(place.whole, before), memref, before, place.offset)
        return _insert_buffer(before, memref, result.name_hint)


def _require_lowered(block: Block) -> ReturnOp:
    """The terminator; raises UnsupportedError for an op of an earlier stage."""
    for op in block.ops:
        if not _is_lowered(op):
            raise UnsupportedError(
                f"'{op.name}' cannot be bufferized: only cortex_m ops on tensors can",
                where=str(of(op) or op.location),
                advice="lower the program first, with --lower-cortex-m",
            )
    terminator = block.last_op
    assert isinstance(terminator, ReturnOp)
    return terminator


def _is_lowered(op: Operation) -> bool:
    if isinstance(op, KernelOp):
        return op.result is not None
    return isinstance(op, ConstantOp | ViewOp | ReturnOp)


def _as_memref(tensor: SSAValue | Attribute) -> MemRefType[Attribute]:
    return MemRefType(element_of(tensor), shape_of(tensor))


def _make_arguments(function: FuncOp) -> tuple[BlockArgument, ...]:
    """Arguments become memrefs, and each result but those of states one more argument.

    Returns the argument for each result.
    """
    block = function.body.block
    signature = function.function_type
    states = {number: state.index for number, state in states_by_result(block).items()}
    inputs = [_as_memref(t) for t in signature.inputs]
    for argument, memref in zip(tuple(block.args), inputs, strict=True):
        Rewriter.replace_value_with_new_type(argument, memref)
        block.args[argument.index].location = argument.location
    results = list(enumerate(signature.outputs))
    outputs = [_as_memref(t) for number, t in results if number not in states]
    arguments = tuple(block.insert_arg(memref, len(block.args)) for memref in outputs)
    for index, argument in enumerate(arguments):
        argument.name_hint = f"out{index}"
        argument.location = function.location
    function.arg_attrs = ArrayAttr(
        [
            *_with_role(function.arg_attrs, len(inputs), "input"),
            *_with_role(function.res_attrs, len(results), "output")[: len(outputs)],
        ]
    )
    function.res_attrs = None
    function.function_type = FunctionType.from_lists([*inputs, *outputs], [])
    return (*arguments, *(block.args[states[number]] for number, _ in results[len(outputs) :]))


def _with_role(
    attributes: ArrayAttr[DictionaryAttr] | None, count: int, role: str
) -> list[DictionaryAttr]:
    existing = attributes.data if attributes else (DictionaryAttr({}),) * count
    return [DictionaryAttr({**e.data, ROLE: StringAttr(_role(e, role))}) for e in existing]


def _role(entry: DictionaryAttr, role: str) -> str:
    return "state" if STATE in entry.data else role


def _convert(op: Operation, homes: _Homes, target: Target) -> None:
    if isinstance(op, ConstantOp | ViewOp):
        Rewriter.replace_value_with_new_type(op.result, _as_memref(op.result))
    elif isinstance(op, KernelOp) and op.result is not None:
        out = homes.of(op.result, op)
        block = op.parent_block()
        assert block is not None
        if not (isinstance(op, ConcatOp) and _join_in_place(op, out)):
            scratch = _insert_scratch(op, target)
            block.insert_op_before(_in_destination_form(op, out, scratch), op)
        op.result.replace_all_uses_with(out)
        block.erase_op(op)


def _join_in_place(concat: ConcatOp, out: SSAValue) -> bool:
    """If a part is in its place already, copy the others to theirs."""
    parts = tuple(parts_of(concat)) if concat.rows == 1 else ()
    others = [(part, offset) for part, offset in parts if not _is_at(part, out, offset)]
    if len(others) == len(parts):
        return False
    for part, offset in others:
        _insert_copy(concat, part, out, offset, concat)
    return True


def _is_at(part: SSAValue, whole: SSAValue, offset: int) -> bool:
    """Whether a value is the memory of another one from an element on."""
    inside, around = storage_of(part), storage_of(whole)
    start = around.offset + offset * element_bytes(whole)
    return (inside.root, inside.offset) == (around.root, start)


def _insert_scratch(op: KernelOp, target: Target) -> SSAValue | None:
    size = op.scratch_bytes(target)
    return _insert_buffer(op, MemRefType(i8, [size]), "scratch") if size else None


def _insert_buffer(op: Operation, memref: MemRefType[Attribute], hint: str | None) -> SSAValue:
    buffer = _insert_before(op, AllocOp([], [], memref)).results[0]
    buffer.name_hint = hint
    return buffer


def _shaped(
    memory: SSAValue,
    memref: MemRefType[Attribute],
    before: Operation,
    offset: int = 0,
    origin: Operation | None = None,
) -> SSAValue:
    """The elements from ``offset`` on of some memory, in a shape."""
    if memory.type == memref:
        return memory
    return _insert_before(before, ViewOp(memory, memref, offset), origin).results[0]


def _insert_before(op: Operation, new: Operation, origin: Operation | None = None) -> Operation:
    """Insert an operation that comes from ``origin``, or from the one that it is before."""
    copy_location(origin or op, new)
    Rewriter.insert_op(new, InsertPoint.before(op))
    return new


def _in_destination_form(op: KernelOp, out: SSAValue, scratch: SSAValue | None) -> KernelOp:
    values = {**op.operand_groups(), "out": (out,)}
    if scratch is not None:
        values["scratch"] = (scratch,)
    segments = ("operandSegmentSizes", "resultSegmentSizes")
    converted = type(op).build(
        operands=[values[name] for name, _ in op.get_irdl_definition().operands],
        properties={k: v for k, v in op.properties.items() if k not in segments},
        attributes=op.attributes,
        result_types=[None],
    )
    copy_location(op, converted)
    return converted


def _copy_the_rest(terminator: ReturnOp, homes: _Homes) -> None:
    """Fill the outputs and states that no kernel op writes, then return nothing.

    What states become of states is copied twice: none is overwritten before all have been read.
    """
    written = set(homes.returned.values())
    rest = [(n, v) for n, v in enumerate(tuple(terminator.operands)) if n not in written]
    values = {number: _safe(terminator, value, homes.outputs[number]) for number, value in rest}
    for number, value in values.items():
        _insert_copy(terminator, value, homes.outputs[number], 0, _origin(value, terminator))
    terminator.operands = ()


def _safe(terminator: ReturnOp, value: SSAValue, memory: SSAValue) -> SSAValue:
    """The value, or a copy of it if it is an old state that becomes a new one."""
    if role_of(memory) != "state" or role_of(storage_of(value).root) != "state":
        return value
    buffer = _insert_buffer(terminator, _as_memref(value), value.name_hint)
    _insert_copy(terminator, value, buffer, 0, _origin(value, terminator))
    return buffer


def _origin(value: SSAValue, terminator: ReturnOp) -> Operation:
    return value.op if isinstance(value, OpResult) else terminator


def _insert_copy(
    before: Operation, value: SSAValue, memory: SSAValue, offset: int, origin: Operation
) -> None:
    """Copy a value to the elements from ``offset`` on of some memory."""
    flat = MemRefType(element_of(value), [element_count(value)])
    target = _shaped(memory, flat, before, offset, origin)
    copy = CopyOp.build(
        operands=[value, target, None],
        properties={
            "offset": IntegerAttr(0, i64),
            "strides": DenseArrayBase.from_list(i64, [1]),
        },
        result_types=[None],
    )
    _insert_before(before, copy, origin)


def _erase_unused_views(block: Block) -> None:
    for op in reversed(tuple(block.ops)):
        if isinstance(op, ViewOp) and not op.result.uses:
            block.erase_op(op)
