"""Tensors become memrefs: every kernel op writes into a buffer that it is given.

    func @main(%x : tensor<A>) -> tensor<B>    ->    func @main(%x : memref<A>, %out0 : memref<B>)
    %y = op %x : A -> B                        ->    %b = memref.alloc; op %x out(%b)
    return %y, the result of a kernel op       ->    op %x out(%out0): no copy
    return %x, an argument, constant or part   ->    cortex_m.copy %x out(%out0)

Views stay views, so nothing else moves.  Values that are returned twice are copied the second time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    LocationAttr,
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

from cmlir.dialects.cortex_m import ConstantOp, CopyOp, KernelOp, Target, ViewOp, target_of
from cmlir.dialects.cortex_m.plan import ROLE, entry_function
from cmlir.dialects.cortex_m.storage import storage_of
from cmlir.dialects.locations import copy_location, of
from cmlir.dialects.shapes import element_count, element_of, shape_of
from cmlir.errors import UnsupportedError


@dataclass(frozen=True)
class Bufferize(ModulePass):
    """cortex_m on tensors -> destination-passing form on memrefs, not yet placed."""

    name = "bufferize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function, target = entry_function(op), target_of(op)
        block = function.body.block
        terminator = _require_lowered(block)
        outputs = _make_arguments(function)
        homes = _direct_homes(terminator.operands, outputs)
        for inner in tuple(block.ops):
            _convert(inner, homes, target)
        _copy_the_rest(terminator, outputs, homes)
        _erase_unused_views(block)


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
    """Arguments become memrefs, and each result one more argument, which is returned here."""
    block = function.body.block
    signature = function.function_type
    inputs = [_as_memref(t) for t in signature.inputs]
    for argument, memref in zip(tuple(block.args), inputs, strict=True):
        Rewriter.replace_value_with_new_type(argument, memref)
        block.args[argument.index].location = argument.location
    outputs = [_as_memref(t) for t in signature.outputs]
    arguments = tuple(block.insert_arg(memref, len(block.args)) for memref in outputs)
    for index, argument in enumerate(arguments):
        argument.name_hint = f"out{index}"
        argument.location = function.location
    function.arg_attrs = ArrayAttr(
        [
            *_with_role(function.arg_attrs, len(inputs), "input"),
            *_with_role(function.res_attrs, len(outputs), "output"),
        ]
    )
    function.res_attrs = None
    function.function_type = FunctionType.from_lists([*inputs, *outputs], [])
    return arguments


def _with_role(
    attributes: ArrayAttr[DictionaryAttr] | None, count: int, role: str
) -> list[DictionaryAttr]:
    existing = attributes.data if attributes else (DictionaryAttr({}),) * count
    return [DictionaryAttr({**entry.data, ROLE: StringAttr(role)}) for entry in existing]


def _direct_homes(
    returned: Sequence[SSAValue], outputs: Sequence[BlockArgument]
) -> dict[SSAValue, BlockArgument]:
    """The results of kernel ops that are written straight into an output: those returned whole."""
    homes: dict[SSAValue, BlockArgument] = {}
    for value, output in zip(returned, outputs, strict=True):
        storage = storage_of(value)
        if isinstance(storage.root.owner, KernelOp) and storage.covers_root:
            homes.setdefault(storage.root, output)
    return homes


def _convert(op: Operation, homes: Mapping[SSAValue, BlockArgument], target: Target) -> None:
    if isinstance(op, ConstantOp | ViewOp):
        Rewriter.replace_value_with_new_type(op.result, _as_memref(op.result))
    elif isinstance(op, KernelOp) and op.result is not None:
        out = _insert_destination(op, homes.get(op.result))
        scratch = _insert_scratch(op, target)
        block = op.parent_block()
        assert block is not None
        block.insert_op_before(_in_destination_form(op, out, scratch), op)
        op.result.replace_all_uses_with(out)
        block.erase_op(op)


def _insert_destination(op: KernelOp, home: BlockArgument | None) -> SSAValue:
    """Where the op writes: its output argument in the shape of the result, or a new buffer."""
    memref = _as_memref(op.destination)
    if home is None:
        return _insert_buffer(op, memref, op.destination.name_hint)
    if home.type == memref:
        return home
    return _insert_before(op, ViewOp(home, memref)).results[0]


def _insert_scratch(op: KernelOp, target: Target) -> SSAValue | None:
    size = op.scratch_bytes(target)
    return _insert_buffer(op, MemRefType(i8, [size]), "scratch") if size else None


def _insert_buffer(op: Operation, memref: MemRefType[Attribute], hint: str | None) -> SSAValue:
    buffer = _insert_before(op, AllocOp([], [], memref)).results[0]
    buffer.name_hint = hint
    return buffer


def _insert_before(op: Operation, new: Operation) -> Operation:
    copy_location(op, new)
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


def _copy_the_rest(
    terminator: ReturnOp,
    outputs: Sequence[BlockArgument],
    homes: Mapping[SSAValue, BlockArgument],
) -> None:
    """Fill the outputs that no kernel op writes, then return nothing."""
    written = set(homes.values())
    for value, output in zip(tuple(terminator.operands), outputs, strict=True):
        if output not in written:
            _insert_copy(terminator, value, output)
    terminator.operands = ()


def _insert_copy(terminator: ReturnOp, value: SSAValue, output: BlockArgument) -> None:
    flat = MemRefType(element_of(value), [element_count(value)])
    location = _location_of(value, terminator)
    target = output if output.type == flat else ViewOp(output, flat)
    copy = CopyOp.build(
        operands=[value, target, None],
        properties={
            "offset": IntegerAttr(0, i64),
            "strides": DenseArrayBase.from_list(i64, [1]),
        },
        result_types=[None],
    )
    for new in (target, copy):
        if isinstance(new, Operation):
            _insert_before(terminator, new).location = location


def _location_of(value: SSAValue, terminator: ReturnOp) -> LocationAttr:
    return value.op.location if isinstance(value, OpResult) else terminator.location


def _erase_unused_views(block: Block) -> None:
    for op in reversed(tuple(block.ops)):
        if isinstance(op, ViewOp) and not op.result.uses:
            block.erase_op(op)
