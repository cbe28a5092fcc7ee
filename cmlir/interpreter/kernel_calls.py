"""How a kernel operation runs in its two forms: pure on tensors, and on memory as in C."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from xdsl.interpreter import PythonValues
from xdsl.ir import SSAValue

from cmlir.dialects.cortex_m import KernelOp, target_of
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.errors import InvalidInputError
from cmlir.interpreter.memory import poison
from cmlir.interpreter.tables import Run
from cmlir.interpreter.values import Array, dtype_of, location_of

Compute: TypeAlias = Callable[..., Array]
"""(operation, inputs …) to the numbers to be stored, of any dtype that holds them."""


def kernel(compute: Compute) -> Run:
    """The meaning of a kernel operation, from that of its numbers."""

    def run(op: KernelOp, args: PythonValues) -> PythonValues:
        values: dict[SSAValue, Array] = dict(zip(op.operands, args, strict=True))
        if op.result is None:
            _run_on_memory(op, values, compute)
            return ()
        result = compute(op, *(values[operand] for operand in op.inputs))
        return (np.array(result, dtype_of(op.result.type), order="C"),)

    return run


def _run_on_memory(op: KernelOp, values: dict[SSAValue, Array], compute: Compute) -> None:
    """Write `out` and leave garbage in `scratch`.

    Both are garbage from the start, for a kernel may write before it has read everything: an input
    that shares their memory is lost, unless the contract allows it and both start at the same byte.
    """
    assert op.out is not None
    out = values[op.out]
    scratch = values[op.scratch] if op.scratch is not None else np.empty(0, np.int8)
    _require_scratch(op, scratch)
    in_place = [v for v in op.aliasing_inputs() if _start(values[v]) == _start(out)]
    if isinstance(op, ImageOp) and op.band_rows is not None:
        values[op.image] = _read_in_bands(op, values[op.image], out)
    inputs = [values[v].copy() if v in in_place else values[v] for v in op.inputs]
    poison(out)
    poison(scratch)
    out[...] = compute(op, *inputs)
    poison(scratch)


def _read_in_bands(op: ImageOp, image: Array, out: Array) -> Array:
    """What an op reads that leaves garbage in each band of its result before it reads for it.

    Raises InvalidInputError if that garbage is what it reads.
    """
    found = image.copy()
    now, before = image.reshape(op.in_rows(op.image)), found.reshape(op.in_rows(op.image))
    result = out.reshape(op.in_rows(op.destination))
    for band in op.bands():
        poison(result[0, band.first : band.end])
        rows = slice(band.read_first, band.read_end)
        if (now[0, rows] != before[0, rows]).any():
            raise InvalidInputError(
                f"{op.name} overwrites rows {rows.start} to {rows.stop} before it has read them",
                where=location_of(op),
            )
    return found


def _start(array: Array) -> int:
    return array.__array_interface__["data"][0]


def _require_scratch(op: KernelOp, scratch: Array) -> None:
    needed = op.scratch_bytes(target_of(op))
    if scratch.nbytes < needed:
        raise InvalidInputError(
            f"{op.name} needs {needed} bytes of scratch, but has {scratch.nbytes}",
            where=location_of(op),
        )
