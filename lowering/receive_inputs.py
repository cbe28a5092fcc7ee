"""Inputs that may be written over get a place in the arena, if less memory is needed so.

func @main(%x : …)  op %x    ->    receive %x out(%b); op %b    with %b = memref.alloc

The caller may write an input right into its place, and then needs no other memory for it.  Without
this pass the input has memory of its own, which is lent to buffers that fit into it: worse where
the largest buffers do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp
from xdsl.ir import BlockArgument
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects.cortex_m import ReceiveOp
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    entry_function,
    is_received,
    module_integer,
    overwrites_inputs,
    role_of,
)
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.locations import copy_location
from cmlir.lowering.assign_addresses import AssignAddresses
from cmlir.lowering.overlap_operands import OverlapOperands
from cmlir.lowering.reuse_operands import ReuseOperands

SHARING = (ReuseOperands(), OverlapOperands())
"""What decides which values share memory, before they have addresses."""


@dataclass(frozen=True)
class ReceiveInputs(ModulePass):
    """All inputs in the arena, or none."""

    name = "receive-inputs"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = entry_function(op)
        if not overwrites_inputs(function) or not _inputs(function):
            return
        trial = op.clone()
        _receive(entry_function(trial))
        if _planned_bytes(ctx, trial) < _planned_bytes(ctx, op):
            _receive(function)


def memory_bytes(planned: ModuleOp) -> int:
    """What arena and inputs take together."""
    return module_integer(planned, ARENA_BYTES) + sum(
        byte_size(argument)
        for argument in entry_function(planned).body.block.args
        if role_of(argument) == "input" and not is_received(argument)
    )


def _planned_bytes(ctx: Context, module: ModuleOp) -> int:
    planned = module.clone()
    for step in (*SHARING, AssignAddresses()):
        step.apply(ctx, planned)
    return memory_bytes(planned)


def _inputs(function: FuncOp) -> list[BlockArgument]:
    """Those that are read."""
    arguments = function.body.block.args
    return [a for a in arguments if role_of(a) == "input" and a.uses]


def _receive(function: FuncOp) -> None:
    for argument in reversed(_inputs(function)):
        reader = next(iter(argument.uses)).operation
        assert isinstance(argument.type, MemRefType)
        buffer = AllocOp([], [], argument.type)
        buffer.memref.name_hint = argument.name_hint
        argument.replace_all_uses_with(buffer.memref)
        receive = ReceiveOp.build(operands=[argument, buffer.memref, None], result_types=[None])
        for new in (receive, buffer):
            copy_location(reader, new)
            Rewriter.insert_op(new, InsertPoint.at_start(function.body.block))
