"""Kernels of integers that are no codes, and the quotient of codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cmlir.dialects import aten, cortex_m
from cmlir.dialects.cortex_m.fixed_point import Int64, requantize
from cmlir.errors import InvalidInputError
from cmlir.interpreter.aten_reals import COMPARISONS
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array, cast_elements, dtype_of, location_of


def _cast(op: cortex_m.CastOp, values: Array) -> Array:
    return cast_elements(values, dtype_of(op.destination.type))


_FUNCTIONS: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "bitwise_and": aten.BitwiseAndOp.evaluate,
    "bitwise_or": aten.BitwiseOrOp.evaluate,
    "bitwise_xor": aten.BitwiseXorOp.evaluate,
    "floor_divide": aten.FloorDivideOp.evaluate,
    "fmod": aten.FmodOp.evaluate,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "mul": np.multiply,
    "remainder": aten.RemainderOp.evaluate,
    "shift_left": aten.ShiftLeftOp.evaluate,
    "shift_right": aten.ShiftRightOp.evaluate,
    "sub": np.subtract,
    "trunc_divide": aten.TruncDivideOp.evaluate,
}


def _integer(op: cortex_m.IntegerOp, lhs: Array, rhs: Array) -> Array:
    """Raises InvalidInputError for a division by 0."""
    with np.errstate(over="ignore"):
        try:
            return _FUNCTIONS[op.function.data](lhs, rhs)
        except ZeroDivisionError as error:
            raise InvalidInputError(f"{op.name}: {error}", where=location_of(op)) from error


def _compare(op: cortex_m.CompareTensorsOp, lhs: Array, rhs: Array) -> Array:
    return COMPARISONS[op.predicate.data](lhs, rhs)


def _sum(_: cortex_m.SumIntegersOp, values: Array) -> Array:
    return values.sum(axis=1, dtype=np.int64)


def _div(op: cortex_m.BroadcastDivOp, lhs: Array, rhs: Array, factors: Array) -> Int64:
    chosen = factors.astype(np.int64)[rhs.astype(np.int64) + 128]
    multipliers, shifts = chosen[..., 0], chosen[..., 1]
    x = (lhs.astype(np.int64) + op.lhs_offset.value.data) * np.where(multipliers < 0, -1, 1)
    x, multipliers, shifts = np.broadcast_arrays(x, np.abs(multipliers), shifts)
    scaled: Any = requantize(x, multipliers, shifts)
    return np.clip(scaled + op.output_offset.value.data, *op.clamp.bounds)


INTEGER_KERNELS = functions_of(
    "IntegerKernels",
    {
        cortex_m.BroadcastDivOp: kernel(_div),
        cortex_m.CastOp: kernel(_cast),
        cortex_m.CompareTensorsOp: kernel(_compare),
        cortex_m.IntegerOp: kernel(_integer),
        cortex_m.SumIntegersOp: kernel(_sum),
    },
)
