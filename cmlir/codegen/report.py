"""What a planned program costs: memory, operations, and what runs in float."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.ir import BlockArgument

from cmlir.codegen.buffers import BufferRecord, buffer_records
from cmlir.codegen.program import Program, origin, read_program
from cmlir.dialects.cortex_m import (
    CompareOp,
    ConcatOp,
    CopyOp,
    FloatOp,
    KernelOp,
    PadOp,
    PickOp,
    TransposeOp,
)
from cmlir.dialects.cortex_m.plan import (
    ARENA_LOWER_BOUND,
    ARENA_OPTIMAL,
    ORDER_OPTIMAL,
    entry_function,
    live_bytes,
    module_flag,
    module_integer,
    place_of,
)
from cmlir.dialects.cortex_m.storage import byte_size, storage_of
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.errors import InvalidInputError

MOVEMENT = (ConcatOp, CopyOp, PadOp, PickOp, TransposeOp)
"""Ops that only move data."""


@dataclass(frozen=True)
class OpRecord:
    """One kernel call.  ``index`` is its place in the program, ``source`` where it came from
    (FX node, file and line, module path); ``live_bytes`` what of the arena is in use during it."""

    index: int
    op: str
    kernel: str
    source: str
    macs: int
    output_bytes: int
    scratch_bytes: int
    live_bytes: int


@dataclass(frozen=True)
class FloatRecord:
    """One op that computes in float, with the shape of its result; ``why`` says what keeps what it
    stands for from running on integers, "" if that is not known."""

    index: int
    op: str
    shape: tuple[int, ...]
    source: str
    why: str


@dataclass(frozen=True)
class Report:
    """Sizes in bytes; report.json is this as JSON."""

    target: str
    arena_bytes: int
    arena_lower_bound: int
    """The largest sum of bytes that live at once, less what inputs and outputs can hold of them."""
    arena_optimal: bool
    """Whether it is proved that no plan for the same order of operations has a smaller arena."""
    order_optimal: bool
    """Whether it is proved that no plan for any order of operations has a smaller arena."""
    weight_bytes: int
    """Weights, biases and kernel sums: all that is in weights.c and weights.bin."""
    state_bytes: int
    """What is kept from call to call."""
    io_bytes: int
    """The buffers that the caller provides for inputs and outputs."""
    macs: int
    movement_ops: int
    """Ops that only move data."""
    moved_bytes: int
    """What they write."""
    float_ops: tuple[FloatRecord, ...]
    ops: tuple[OpRecord, ...]
    peak_op: OpRecord | None
    """The first op during which most of the arena is in use; None if no op uses it."""
    buffers: tuple[BufferRecord, ...]
    """All memory but constants, by memory and first use."""
    constant_bytes: dict[str, int]
    """By symbol of the module."""
    place: dict[str, str]
    """The memories that were asked for, by what they are to hold."""

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=2, ensure_ascii=True) + "\n"


def make_report(module: ModuleOp) -> Report:
    """The report of a planned module; raises InvalidInputError for any other."""
    program = read_program(module, "model")
    live = live_bytes(entry_function(module))
    ops = [_record(i, op, live[i]) for i, op in enumerate(program.calls)]
    constants = {c.symbol: c.data.nbytes for c in program.constants.values()}
    return Report(
        target=program.target.name,
        arena_bytes=program.arena_bytes,
        arena_lower_bound=module_integer(module, ARENA_LOWER_BOUND),
        arena_optimal=module_flag(module, ARENA_OPTIMAL),
        order_optimal=module_flag(module, ORDER_OPTIMAL),
        weight_bytes=sum(constants.values()),
        state_bytes=program.state_bytes,
        io_bytes=sum(port.own_bytes for port in (*program.inputs, *program.outputs)),
        macs=sum(op.macs for op in ops),
        moved_bytes=sum(
            byte_size(op.destination) for op in program.calls if isinstance(op, MOVEMENT)
        ),
        movement_ops=sum(isinstance(op, MOVEMENT) for op in program.calls),
        float_ops=_float_records(program),
        ops=tuple(ops),
        peak_op=_peak(ops),
        buffers=buffer_records(program, entry_function(module)),
        constant_bytes=constants,
        place=place_of(module),
    )


def _record(index: int, op: KernelOp, live: int) -> OpRecord:
    return OpRecord(
        index=index,
        op=op.name,
        kernel=op.kernel,
        source=origin(op),
        macs=op.macs(),
        output_bytes=byte_size(op.destination),
        scratch_bytes=0 if op.scratch is None else byte_size(op.scratch),
        live_bytes=live,
    )


def _float_records(program: Program) -> tuple[FloatRecord, ...]:
    return tuple(
        FloatRecord(index, op.name, shape_of(op.destination), origin(op), why)
        for index, op in enumerate(program.calls)
        if (why := _why_in_float(op)) is not None
    )


def _why_in_float(op: KernelOp) -> str | None:
    """The reason, as far as it is known; None for what runs on integers, and for what asks an
    input that is a float whether it masks: that is a boundary, as quantizing it would be.
    """
    match op:
        case FloatOp():
            return "" if op.why is None else op.why.data
        case CompareOp() if element_of(op.input) == f32:
            from_outside = isinstance(storage_of(op.input).root, BlockArgument)
            return None if from_outside else "the numbers that it compares are not quantized"
        case _:
            return None


def _peak(ops: Sequence[OpRecord]) -> OpRecord | None:
    peak = max(ops, key=lambda op: op.live_bytes, default=None)
    return peak if peak and peak.live_bytes else None


def report_from_json(text: str) -> Report:
    """The report that ``Report.to_json`` wrote; raises InvalidInputError for anything else."""
    try:
        fields: dict[str, Any] = json.loads(text)
        peak = fields["peak_op"]
        fields["float_ops"] = tuple(FloatRecord(**_tupled(r, "shape")) for r in fields["float_ops"])
        fields["ops"] = tuple(OpRecord(**record) for record in fields["ops"])
        fields["peak_op"] = OpRecord(**peak) if peak else None
        fields["buffers"] = tuple(BufferRecord(**_tupled(r, "contents")) for r in fields["buffers"])
        return Report(**fields)
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInputError(
            f"report.json cannot be read: {error}", advice="compile the program again"
        ) from error


def _tupled(record: dict[str, Any], name: str) -> dict[str, Any]:
    record[name] = tuple(record[name])
    return record
