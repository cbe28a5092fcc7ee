"""Recognize rows that are divided by their length, as F.normalize does.

    x / max(|x|, eps) == rms_norm(x) / sqrt(N)    for rows of N elements and a small eps

Computed step by step in int8 the length would lose all precision that short rows need.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from torch.fx import Graph, Node

from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.op_families import aten, is_float32

LARGEST_EPS = 1e-5
"""From here on a row could be so short that eps shows."""
_REPEATS = frozenset({aten.expand.default, aten.expand_as.default, aten.broadcast_to.default})


def fuse_unit_rows(graph: Graph) -> None:
    """x / max(|x|, eps), also without eps, becomes rms_norm(x) * N^(-1/2)."""
    for node in list(graph.nodes):
        if node.target is not aten.div.Tensor or not is_float32(node):
            continue
        rows = _Rows.of(*node.args)
        if rows is not None:
            node.replace_all_uses_with(rows.normalized(node))


@dataclass(frozen=True)
class _Rows:
    """x along one axis."""

    x: Node
    axis: int
    eps: float

    @staticmethod
    def of(x: Any, divisor: Any) -> _Rows | None:
        """From the operands of a quotient; None if it is another one."""
        if not isinstance(x, Node) or not isinstance(divisor, Node):
            return None
        length, eps = _at_least(divisor.args[0] if divisor.target in _REPEATS else divisor)
        if not isinstance(length, Node) or not 0 <= eps <= LARGEST_EPS:
            return None
        axes = _axes_of_length(length, x)
        if axes is None or len(axes) != 1:
            return None
        return _Rows(x, axes[0] % x.meta["val"].dim(), eps)

    def normalized(self, before: Node) -> Node:
        last, size = self.x.meta["val"].dim() - 1, self.x.meta["val"].shape[self.axis]
        x = self.x
        if self.axis != last:
            x = insert_call(before, aten.transpose.int, (x, self.axis, last))
        epsilon = self.eps**2 / size
        rows = insert_call(before, aten.rms_norm.default, (x, [size], None, epsilon))
        unit = insert_call(before, aten.mul.Tensor, (rows, 1 / math.sqrt(size)))
        if self.axis == last:
            return unit
        return insert_call(before, aten.transpose.int, (unit, self.axis, last))


def _at_least(node: Any) -> tuple[Any, float]:
    """(length, eps) of max(length, eps); eps is 0 where there is no bound."""
    if not isinstance(node, Node):
        return node, 0.0
    if node.target in (aten.clamp_min.default, aten.clamp.default):
        bounds = [*node.args[1:], *node.kwargs.values()]
        if len(bounds) == 1 and isinstance(bounds[0], int | float):
            return node.args[0], float(bounds[0])
    return node, 0.0


def _axes_of_length(node: Node, x: Node) -> list[int] | None:
    """The axes along which the node is the length of x, with the axes kept."""
    given: tuple[Any, ...] = node.args
    if node.target is aten.linalg_vector_norm.default and given[0] is x:
        order, dims, keepdim = (*given[1:4], None, None, None)[:3]
        return list(dims) if order == 2 and dims and keepdim else None
    if node.target is not aten.sqrt.default:
        return None
    total = given[0]
    if not isinstance(total, Node) or total.target is not aten.sum.dim_IntList:
        return None
    summed: tuple[Any, ...] = total.args
    square, dims, keepdim = (*summed[:3], None, None)[:3]
    return list(dims) if _is_square(square, x) and dims and keepdim else None


def _is_square(node: Any, x: Node) -> bool:
    if not isinstance(node, Node):
        return False
    return (node.target, node.args) in (
        (aten.pow.Tensor_Scalar, (x, 2)),
        (aten.mul.Tensor, (x, x)),
        (aten.square.default, (x,)),
    )
