"""An op whose kernel may work in place writes over an operand that nothing needs afterwards.

op1 out(%a); op2 %a out(%b); op3 %b    ->    op1 out(%a); op2 %a out(%a); op3 %a
op1 out(%a); op2 %a out(%out0)         ->    op1 out(%out0); op2 %out0 out(%out0)
op1 %x out(%a); op2 %a                 ->    op1 %x out(%x); op2 %x    for an overwritable input
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp
from xdsl.ir import Block, BlockArgument, SSAValue
from xdsl.passes import ModulePass

from cmlir.dialects.cortex_m import KernelOp, ViewOp
from cmlir.dialects.cortex_m.plan import (
    entry_function,
    is_writable,
    kernel_calls,
    receiver_of,
    role_of,
)
from cmlir.dialects.cortex_m.storage import Storage, byte_size, storage_of
from cmlir.dialects.locations import copy_location


@dataclass(frozen=True)
class ReuseOperands(ModulePass):
    """One buffer for an operand that dies and the result that may take its memory."""

    name = "reuse-operands"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = entry_function(op)
        uses = _uses(function)
        for call in kernel_calls(function):
            _reuse(call, uses)


def _uses(function: FuncOp) -> dict[SSAValue, list[KernelOp]]:
    """The calls that touch each root, in order."""
    uses: dict[SSAValue, list[KernelOp]] = {}
    for call in kernel_calls(function):
        for operand in call.operands:
            uses.setdefault(storage_of(operand).root, []).append(call)
    return uses


def _reuse(call: KernelOp, uses: dict[SSAValue, list[KernelOp]]) -> None:
    """Give the result the memory of an operand that it may have, if there is one."""
    out = storage_of(call.destination)
    if not out.covers_root or uses[out.root][0] is not call:
        return
    for operand in call.aliasing_inputs():
        dying = storage_of(operand)
        if uses[dying.root][-1] is not call or not _fits(call, dying, out):
            continue
        kept, other = dying.root, out.root
        if isinstance(out.root, BlockArgument):
            kept, other = other, kept
        uses[kept] = uses.pop(dying.root) + uses.pop(out.root)
        _replace(other, kept)
        return


def _fits(call: KernelOp, dying: Storage, out: Storage) -> bool:
    """The operand is a whole buffer of the result's size, and the call reads it in no other way."""
    if not _can_share(dying.root, out.root) or dying.size != out.size:
        return False
    allowed = call.aliasing_inputs()
    readings = [value for value in call.inputs if storage_of(value).root is dying.root]
    return all(value in allowed and storage_of(value).covers_root for value in readings)


def _can_share(dying: SSAValue, out: SSAValue) -> bool:
    """Whether one of them is an unplaced buffer, and the other exists where that is made."""
    if isinstance(dying, BlockArgument):
        is_free = role_of(dying) == "input" and is_writable(dying)
        return is_free and isinstance(out.owner, AllocOp)
    if not isinstance(dying.owner, AllocOp):
        return False
    if isinstance(out, BlockArgument):
        return receiver_of(dying) is None
    return isinstance(out.owner, AllocOp) and dying.owner.is_before_in_block(out.owner)


def _replace(buffer: SSAValue, by: SSAValue) -> None:
    """Use the memory of ``by`` instead of the allocated ``buffer``."""
    alloc = buffer.owner
    assert isinstance(alloc, AllocOp)
    assert byte_size(buffer) == byte_size(by)
    block = alloc.parent_block()
    assert isinstance(block, Block)
    replacement = by
    if by.type != buffer.type:
        view = ViewOp(by, buffer.type)
        copy_location(alloc, view)
        block.insert_op_before(view, alloc)
        replacement = view.result
    buffer.replace_all_uses_with(replacement)
    block.erase_op(alloc)
