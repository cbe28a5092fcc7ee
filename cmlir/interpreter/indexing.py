"""Elements chosen or replaced by indices."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import PythonValues
from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m
from cmlir.errors import InvalidInputError
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


def with_slices(
    op: aten.IndexCopyOp | cortex_m.IndexCopyOp, input: Array, indices: Array, source: Array
) -> Array:
    """The input with slices replaced; raises InvalidInputError for one that it does not have."""
    axis = op.dim.value.data
    size = input.shape[axis]
    outside = (indices < -size) | (indices >= size)
    if np.any(outside):
        raise InvalidInputError(
            f"{op.name}: index {indices[outside].flat[0]} is not in an axis of {size}",
            where=location_of(op),
        )
    result = input.copy()
    slices = np.moveaxis(result, axis, 0)
    for index, values in zip(indices, np.moveaxis(source, axis, 0), strict=True):
        slices[index] = values
    return result


def _index_copy(op: aten.IndexCopyOp, args: PythonValues) -> PythonValues:
    """Codes move as they are: the input, the source and the result have the same parameters."""
    return (with_slices(op, *args),)


INDEXING = functions_of(
    "Indexing",
    {
        aten.EmbeddingOp: _embedding,
        aten.IndexCopyOp: _index_copy,
        cortex_m.EmbeddingOp: kernel(rows),
        cortex_m.IndexCopyOp: kernel(with_slices),
    },
)
