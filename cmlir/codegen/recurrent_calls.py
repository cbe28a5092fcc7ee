"""Calls of recurrent layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cmlir.codegen.call import Addresses, Call, bounds, integer, long_array, pair, pointer
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.shapes import shape_of


def _recurrent(op: cm.RecurrentOp, at: Addresses) -> Call:
    steps, batch, inputs = shape_of(op.input)
    kept = op.operand_groups().get("cell") or op.operand_groups().get("cells") or ()
    relu = (str(int(op.function.data == "relu")),) if isinstance(op, cm.RnnOp) else ()
    bits = integer(op.cell_bits) if isinstance(op, cm.KeepingOp | cm.LstmHiddenOp) else "0"
    arrays, names = _rescales(op)
    params = ", ".join(
        (
            *map(str, (steps, batch, inputs, op.units)),
            *(integer(op.reverse), *names, bits, *pair(op.rescale), integer(op.output_offset)),
            f"{{{', '.join(bounds(op.clamp))}}}",
        )
    )
    stored = (op.input_weights, op.hidden_weights, op.input_sums, op.hidden_sums, op.bias)
    return Call(
        (
            *map(at, (op.input, op.hidden, *kept)),
            *("&weights", "&params", *relu, pointer(at, op.scratch), at(op.destination)),
        ),
        (
            *arrays,
            f"static const cmlir_recurrent_params params = {{{params}}};",
            f"const cmlir_recurrent_weights weights = {{{', '.join(map(at, stored))}}};",
        ),
    )


def _rescales(op: cm.RecurrentOp) -> tuple[list[str], list[str]]:
    """Arrays of multipliers and shifts, and their names."""
    arrays: list[str] = []
    names: list[str] = []
    for side, rescale in (("input", op.input_rescale), ("hidden", op.hidden_rescale)):
        multipliers, shifts = zip(*rescale.pairs, strict=True)
        for what, values in (("multipliers", multipliers), ("shifts", shifts)):
            names.append(f"{side}_{what}")
            arrays.append(long_array("int32_t", names[-1], values))
    return arrays, names


RECURRENT_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.GruOp: _recurrent,
    cm.GruStatesOp: _recurrent,
    cm.LstmCellsOp: _recurrent,
    cm.LstmHiddenOp: _recurrent,
    cm.LstmOp: _recurrent,
    cm.RnnOp: _recurrent,
}
