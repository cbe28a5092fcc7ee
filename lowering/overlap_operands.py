"""An op that can work through an image in bands may write its result over what it has read.

conv %x out(%y)    ->    conv %x out(%y) {band_rows = 4}    with scratch as that needs

Where a band's call is done and what it reads is known, so input and result may lie over one another
at a distance, which the addresses keep.  Only ops of the peak get bands, as long as each
takes less memory by that, and only if the arena gets smaller in the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import MemRefType, ModuleOp, i8
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from cmlir.dialects.cortex_m import target_of
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.plan import (
    ARENA_BYTES,
    aligned,
    entry_function,
    kernel_calls,
    module_integer,
)
from cmlir.dialects.cortex_m.storage import byte_size
from cmlir.dialects.locations import copy_location
from cmlir.lowering.assign_addresses import AssignAddresses, placement_problem
from cmlir.lowering.placement import least_at


@dataclass(frozen=True)
class OverlapOperands(ModulePass):
    """Bands for the ops at the peak."""

    name = "overlap-operands"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        trial = op.clone()
        if _set_bands(trial) and _arena(ctx, trial) < _arena(ctx, op):
            _set_bands(op)


def _arena(ctx: Context, module: ModuleOp) -> int:
    placed = module.clone()
    AssignAddresses().apply(ctx, placed)
    return module_integer(placed, ARENA_BYTES)


def _set_bands(module: ModuleOp) -> bool:
    """Give bands to the ops at the peak until one of them needs what it needs; whether any did."""
    function, changed = entry_function(module), False
    while peaks := _in_bands_at_peak(function):
        for op in peaks:
            _set_band_rows(op)
        changed = True
    return changed


def _in_bands_at_peak(function: FuncOp) -> list[ImageOp]:
    """The ops with which most memory is needed, if each of them takes less in bands."""
    calls, needed = kernel_calls(function), _needed(function)
    peak = max(needed, default=0)
    found: list[ImageOp] = []
    for call, bytes_needed in zip(calls, needed, strict=True):
        if bytes_needed < peak:
            continue
        if not isinstance(call, ImageOp) or not _gains(function, call, peak):
            return []
        found.append(call)
    return found


def _needed(function: FuncOp) -> list[int]:
    """The bytes of the arena that no placement goes below, at each call."""
    problem = placement_problem(function)
    return [least_at(problem, step) for step in range(len(kernel_calls(function)))]


def _gains(function: FuncOp, op: ImageOp, peak: int) -> bool:
    """Whether less than the peak is needed for an op if it works in bands."""
    in_bands = op.in_bands(target_of(op))
    if in_bands is None:
        return False
    _, scratch = in_bands
    saved = aligned(byte_size(op.scratch)) - aligned(scratch) if op.scratch is not None else 0
    op.set_band_rows(op.fitting_band_rows())
    needed = _needed(function)[kernel_calls(function).index(op)]
    op.set_band_rows(None)
    return needed - saved < peak


def _set_band_rows(op: ImageOp) -> None:
    """Bands, and no more scratch than they need."""
    op.set_band_rows(op.fitting_band_rows())
    size, scratch = op.scratch_bytes(target_of(op)), op.scratch
    if scratch is None or byte_size(scratch) <= size:
        return
    given = scratch.owner
    assert isinstance(given, AllocOp)
    smaller = AllocOp([], [], MemRefType(i8, [size]))
    smaller.memref.name_hint = scratch.name_hint
    copy_location(given, smaller)
    Rewriter.insert_op(smaller, InsertPoint.before(given))
    scratch.replace_all_uses_with(smaller.memref)
    Rewriter.erase_op(given)
