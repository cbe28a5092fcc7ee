"""Aten operations that only rearrange elements: codes move as they are.

Where the quantized types of input and result differ, the operation requantizes on the way, as the
Q/DQ graph does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from xdsl.interpreter import PythonValues
from xdsl.ir import Operation

from cmlir.dialects import aten
from cmlir.interpreter.tables import Run, functions_of
from cmlir.interpreter.values import Array, element_type, from_reals, shape_of_type, to_reals

Move: TypeAlias = Callable[[Any, Array], Array]
"""(operation, elements) to the elements of the result, whatever they are."""


def moving(move: Move) -> Run:
    """Move the elements themselves if their type stays, else the numbers they stand for."""

    def run(op: aten.UnaryOp, args: PythonValues) -> PythonValues:
        source, target = op.input.type, op.result.type
        if element_type(source) == element_type(target):
            return (np.asarray(move(op, args[0])),)
        return (from_reals(move(op, to_reals(args[0], source)), target),)

    return run


def _view(op: aten.ViewOp, elements: Array) -> Array:
    return elements.reshape(shape_of_type(op.result.type))


def _permute(op: aten.PermuteOp, elements: Array) -> Array:
    return elements.transpose(op.dims.get_values())


def _expand(op: aten.ExpandOp, elements: Array) -> Array:
    return np.broadcast_to(elements, shape_of_type(op.result.type))


def _clone(_: aten.CloneOp, elements: Array) -> Array:
    return elements


def _slice(op: aten.SliceOp, elements: Array) -> Array:
    dim, start, step = (p.value.data for p in (op.dim, op.start, op.step))
    count = shape_of_type(op.result.type)[dim]
    return elements.take(range(start, start + count * step, step), axis=dim)


def _select(op: aten.SelectOp, elements: Array) -> Array:
    return elements.take(op.index.value.data, axis=op.dim.value.data)


def _cat(op: aten.CatOp, tensors: PythonValues) -> PythonValues:
    """The types of the tensors and of the result are the same, so elements move as they are."""
    return (np.concatenate(tensors, axis=op.dim.value.data),)


_MEANINGS: dict[type[Operation], Move] = {
    aten.CloneOp: _clone,
    aten.ExpandOp: _expand,
    aten.PermuteOp: _permute,
    aten.SelectOp: _select,
    aten.SliceOp: _slice,
    aten.ViewOp: _view,
}

ATEN_MOVEMENT = functions_of(
    "AtenMovement",
    {aten.CatOp: _cat, **{op_type: moving(move) for op_type, move in _MEANINGS.items()}},
)
