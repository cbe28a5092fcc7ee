"""Elements in order along an axis: sorted, or each with all that are before it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.interpreter import PythonValues

from cmlir.dialects import aten, cortex_m
from cmlir.interpreter.aten_reals import on_reals
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array


def _argsort(op: aten.ArgsortOp | cortex_m.ArgsortOp, values: Array) -> Array:
    """Stable; a descending order is that of the reversed row, whose equal elements stay."""
    if not bool(op.descending):
        order = np.argsort(values, axis=-1, kind="stable")
    else:
        order = values.shape[-1] - 1 - np.argsort(values[..., ::-1], axis=-1, kind="stable")
        order = order[..., ::-1]
    return order[..., : op.count.value.data].astype(np.int64)


def _argsort_codes(op: aten.ArgsortOp, args: PythonValues) -> PythonValues:
    """Codes have the order of the numbers that they stand for."""
    return (_argsort(op, *args),)


_FUNCTIONS: dict[str, Callable[..., Array]] = {
    "max": np.maximum.accumulate,
    "min": np.minimum.accumulate,
    "prod": np.multiply.accumulate,
    "sum": np.add.accumulate,
}


def _cumulate(values: Array, function: str, axis: int) -> Array:
    """Floats in double precision, one after the other."""
    wide = values.astype(np.float64) if np.issubdtype(values.dtype, np.floating) else values
    with np.errstate(all="ignore"):
        return _FUNCTIONS[function](wide, axis=axis, dtype=wide.dtype).astype(values.dtype)


def _cumulate_reals(op: aten.CumulateOp, values: Array) -> Array:
    return _cumulate(values, op.function.data, op.dim.value.data)


def _cumulate_blocks(op: cortex_m.CumulateOp | cortex_m.F32CumulateOp, values: Array) -> Array:
    return _cumulate(values, op.function.data, 1)


ORDER = functions_of(
    "Order",
    {
        aten.ArgsortOp: _argsort_codes,
        aten.CumulateOp: on_reals(_cumulate_reals),
        cortex_m.ArgsortOp: kernel(_argsort),
        cortex_m.CumulateOp: kernel(_cumulate_blocks),
        cortex_m.F32CumulateOp: kernel(_cumulate_blocks),
    },
)
