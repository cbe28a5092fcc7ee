"""Which linear layers read the channels of a value, and where each channel lies in what they read.

The channels are the indices of the value's last axis.  They are followed through what moves
elements by moving their numbers.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.fx import Node

from cmlir.quantizer.op_families import DATA_MOVEMENT, LINEAR, MATMULS, aten

HOMOGENEOUS = frozenset({aten.relu.default, aten.leaky_relu.default})
"""f(x * s) == f(x) * s for s > 0."""

_SELECTIONS = frozenset(
    {
        aten.amax.default,
        aten.amin.default,
        aten.embedding.default,
        aten.max.default,
        aten.max.dim,
        aten.max_pool1d.default,
        aten.max_pool2d.default,
        aten.min.default,
        aten.min.dim,
    }
)
"""What gives elements by their size, or by indices: these may be of different channels."""

_MOVES = DATA_MOVEMENT - _SELECTIONS


@dataclass(frozen=True)
class Reading:
    """A linear layer that reads the value: its input's column k is channel channels[k]."""

    linear: Node
    weight: Node
    channels: Tensor


def readings(source: Node, constants: frozenset[Node]) -> list[Reading]:
    """All that reads the channels of `source`; empty if something but linear layers does."""
    numbers = torch.arange(source.meta["val"].shape[-1]).expand(source.meta["val"].shape)
    found: list[Reading] = []
    pending: list[tuple[Node, object]] = [(source, numbers)]
    while pending:
        node, numbers = pending.pop()
        if not node.users:
            return []
        for reader in node.users:
            reading = _reading(node, reader, numbers, constants)
            if isinstance(reading, Reading):
                found.append(reading)
            elif reading is not None:
                pending.append((reader, reading))
            else:
                return []
    return found


def _reading(
    node: Node, reader: Node, numbers: object, constants: frozenset[Node]
) -> Reading | object | None:
    """A linear layer's reading, the numbers of the reader's result, or None for anything else."""
    others = [operand for operand in reader.all_input_nodes if operand is not node]
    if reader.target is operator.getitem:
        return numbers[reader.args[1]]  # pyright: ignore[reportIndexIssue]
    if not isinstance(numbers, Tensor):
        return None
    if reader.target is LINEAR and reader.args[0] is node:
        return _of_linear(reader, numbers, constants)
    if reader.target in HOMOGENEOUS:
        return numbers
    if reader.target in MATMULS and reader.args[1] is node and reader.args[0] is not node:
        return _of_sum(reader, numbers)
    if reader.target in _MOVES and not others:
        return reader.target(numbers, *reader.args[1:], **reader.kwargs)  # pyright: ignore[reportCallIssue]
    return None


def _of_linear(linear: Node, numbers: Tensor, constants: frozenset[Node]) -> Reading | None:
    weight, rows = linear.args[1], numbers.reshape(-1, numbers.shape[-1])
    if not isinstance(weight, Node) or weight not in constants or len(weight.users) > 1:
        return None
    return Reading(linear, weight, rows[0]) if bool((rows == rows[0]).all()) else None


def _of_sum(matmul: Node, numbers: Tensor) -> Tensor | None:
    """p @ v: each element is a weighted sum of a column of v, which must be of one channel."""
    if numbers.dim() < 2 or not bool((numbers == numbers[..., :1, :]).all()):
        return None
    shape = matmul.meta["val"].shape
    return numbers[..., :1, :].expand(shape) if numbers.dim() == len(shape) else None
