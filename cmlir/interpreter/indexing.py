"""Elements chosen or replaced by indices."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import PythonValues
from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.errors import InvalidInputError
from cmlir.interpreter.aten_reals import on_reals
from cmlir.interpreter.kernel_calls import kernel
from cmlir.interpreter.tables import functions_of
from cmlir.interpreter.values import Array, location_of


def rows(op: Operation, table: Array, indices: Array) -> Array:
    """The rows; raises InvalidInputError for an index that the table does not have."""
    outside = (indices < 0) | (indices >= len(table))
    if np.any(outside):
        raise InvalidInputError(
            f"{op.name}: index {indices[outside].flat[0]} is not in a table of {len(table)} rows",
            where=location_of(op),
        )
    return table[indices]


def _embedding(op: aten.EmbeddingOp, args: PythonValues) -> PythonValues:
    """Codes move as they are: the table and the result have the same parameters."""
    return (np.asarray(rows(op, *args)),)


def checked(op: aten.CheckedIndexOp | cortex_m.CheckIndicesOp, indices: Array) -> Array:
    """From the start; raises InvalidInputError for one that the axis does not have."""
    return from_start(op, indices, op.size.value.data, bool(op.from_end))


def from_start(op: Operation, indices: Array, size: int, from_end: bool) -> Array:
    outside = (indices < (-size if from_end else 0)) | (indices >= size)
    if np.any(outside):
        raise InvalidInputError(
            f"{op.name}: index {indices[outside].flat[0]} is not in an axis of {size}",
            where=location_of(op),
        )
    return np.where(indices < 0, indices + size, indices).astype(indices.dtype)


def with_slices(
    op: aten.SlicesOp | cortex_m.SlicesOp, input: Array, indices: Array, source: Array
) -> Array:
    """The input with slices replaced, or added to; raises InvalidInputError for one that it does
    not have."""
    axis = op.dim.value.data
    places = from_start(op, indices, input.shape[axis], from_end=True)
    result = input.copy()
    slices = np.moveaxis(result, axis, 0)
    adds = isinstance(op, _ADDING)
    for index, values in zip(places, np.moveaxis(source, axis, 0), strict=True):
        slices[index] = slices[index] + values if adds else values
    return result


_ADDING = (aten.IndexAddOp, cortex_m.IndexAddOp, cortex_m.F32IndexAddOp)


def _index_copy(op: aten.IndexCopyOp, args: PythonValues) -> PythonValues:
    """Codes move as they are: the input, the source and the result have the same parameters."""
    return (with_slices(op, *args),)


INDEXING = functions_of(
    "Indexing",
    {
        aten.CheckedIndexOp: lambda op, args: (checked(op, *args),),
        aten.EmbeddingOp: _embedding,
        aten.IndexAddOp: on_reals(with_slices),
        aten.IndexCopyOp: _index_copy,
        cortex_m.CheckIndicesOp: kernel(checked),
        cortex_m.EmbeddingOp: kernel(rows),
        cortex_m.F32IndexAddOp: kernel(with_slices),
        cortex_m.IndexAddOp: kernel(with_slices),
        cortex_m.IndexCopyOp: kernel(with_slices),
    },
)
