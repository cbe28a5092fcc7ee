"""The calls of ops that take indices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from xdsl.ir import SSAValue

from cmlir.codegen.call import Addresses, Call, integer
from cmlir.codegen.integer_calls import element
from cmlir.dialects import cortex_m as cm
from cmlir.dialects.cortex_m.storage import element_bytes
from cmlir.dialects.shapes import element_count, shape_of


def _indices(value: SSAValue, at: Addresses) -> tuple[str, str, str]:
    return at(value), str(element_bytes(value)), str(element_count(value))


def _embedding(op: cm.EmbeddingOp, at: Addresses) -> Call:
    rows, *row = shape_of(op.table)
    row_bytes = math.prod(row) * element_bytes(op.table)
    indices = _indices(op.indices, at)
    return Call((at(op.table), str(rows), str(row_bytes), *indices, at(op.destination)))


def _check_indices(op: cm.CheckIndicesOp, at: Addresses) -> Call:
    from_end = str(int(bool(op.from_end)))
    return Call((*_indices(op.input, at), integer(op.size), from_end, at(op.destination)))


def _sizes(op: cm.SlicesOp) -> tuple[int, int, int]:
    """How often, the size of the axis, elements of a slice."""
    shape, dim = shape_of(op.input), op.dim.value.data
    return math.prod(shape[:dim]), shape[dim], math.prod(shape[dim + 1 :])


def _index_copy(op: cm.IndexCopyOp, at: Addresses) -> Call:
    outer, size, count = _sizes(op)
    sizes = map(str, (outer, size, count * element_bytes(op.input)))
    indices = _indices(op.indices, at)
    return Call((at(op.input), at(op.source), *indices, *sizes, at(op.destination)))


def _index_add(op: cm.IndexAddOp | cm.F32IndexAddOp, at: Addresses) -> Call:
    sizes, indices = map(str, _sizes(op)), _indices(op.indices, at)
    kind = element(op.input)
    return Call((at(op.input), at(op.source), *indices, *sizes, kind, at(op.destination)))


INDEX_CALLS: dict[type[cm.KernelOp], Callable[[Any, Addresses], Call]] = {
    cm.CheckIndicesOp: _check_indices,
    cm.EmbeddingOp: _embedding,
    cm.F32IndexAddOp: _index_add,
    cm.IndexAddOp: _index_add,
    cm.IndexCopyOp: _index_copy,
}
