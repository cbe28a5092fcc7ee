"""Elements chosen by indices."""

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


INDEXING = functions_of(
    "Indexing", {aten.EmbeddingOp: _embedding, cortex_m.EmbeddingOp: kernel(rows)}
)
