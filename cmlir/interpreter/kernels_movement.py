"""Kernels that move elements without computing."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import as_strided

from cmlir.dialects import cortex_m
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array, dtype_of, shape_of_type


def _transpose(op: cortex_m.TransposeOp, elements: Array) -> Array:
    return elements.transpose(op.permutation.get_values())


def _receive(op: cortex_m.ReceiveOp, elements: Array) -> Array:
    del op
    return elements


def _copy(op: cortex_m.CopyOp, elements: Array) -> Array:
    """The verifier has checked that every index stays inside the input."""
    first = np.ascontiguousarray(elements).reshape(-1)[op.offset.value.data :]
    strides = [stride * elements.itemsize for stride in op.strides.iter_values()]
    return as_strided(first, shape_of_type(op.destination.type), strides, writeable=False)


def _concat(op: cortex_m.ConcatOp, *parts: Array) -> Array:
    return np.concatenate(parts, axis=op.axis.value.data)


def _fill(op: cortex_m.FillOp) -> Array:
    dtype, value = dtype_of(op.destination.type), op.value.value.data
    whole = np.rint(value) if np.issubdtype(dtype, np.integer) else value
    return np.full(shape_of_type(op.destination.type), whole).astype(dtype)


MOVEMENT_KERNELS = functions_of(
    "MovementKernels",
    {
        cortex_m.ConcatOp: kernel(_concat),
        cortex_m.CopyOp: kernel(_copy),
        cortex_m.ReceiveOp: kernel(_receive),
        cortex_m.FillOp: kernel(_fill),
        cortex_m.TransposeOp: kernel(_transpose),
    },
)
