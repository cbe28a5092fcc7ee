"""Masks and indices that a program computes from constants alone: torch computes them at import.

`torch.ones(n, n).tril()`, `arange(n)[None] <= arange(n)[:, None]` and the like: what comes of them
matters, not how they are written.  Parameters are left as they are, and so is what rearranges or
repeats a constant, and what is one repeated number: nothing of these needs to be stored.  Of what
else follows from constants alone torch computes what the dialect has no operation for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
from torch.fx import Graph, Node

from cmlir.frontend.ops import HANDLERS, fill, indexing, joins, shape

_ATEN = torch.ops.aten

_MASK_OPERATIONS = frozenset(
    {
        _ATEN.masked_fill.Scalar,
        _ATEN.masked_fill.Tensor,
        _ATEN.tril.default,
        _ATEN.triu.default,
        _ATEN.where.Scalar,
        _ATEN.where.ScalarOther,
        _ATEN.where.ScalarSelf,
        _ATEN.where.self,
    }
)
"""What makes masks of float constants."""

_LEFT = frozenset({*fill.HANDLERS, *indexing.HANDLERS, *joins.HANDLERS, *shape.HANDLERS})


def constant_nodes(graph: Graph, stored: frozenset[Node]) -> frozenset[Node]:
    """The nodes whose tensors are to be computed at import; `stored` are parameters and buffers."""
    known, masks, folded = set(stored), set[Node](), set[Node]()
    for node in graph.nodes:
        if node.op != "call_function" or not _is_computable(node.target):
            continue
        operands = node.all_input_nodes
        if not known.issuperset(operands) or not isinstance(node.meta.get("val"), torch.Tensor):
            continue
        known.add(node)
        if _is_mask_or_index(node, masks):
            masks.add(node)
            if not _is_left(node):
                folded.add(node)
        elif node.target not in HANDLERS:
            folded.add(node)
    return frozenset(folded)


def computed_constants(
    graph: Graph, stored: Mapping[Node, torch.Tensor]
) -> dict[Node, torch.Tensor]:
    """The tensors of `constant_nodes`."""
    values = dict(stored)
    wanted = constant_nodes(graph, frozenset(stored))
    with torch.no_grad():
        for node in wanted:
            _compute(node, values)
    return {node: values[node] for node in graph.nodes if node in wanted}


def _compute(node: Node, values: dict[Node, torch.Tensor]) -> None:
    for step in _missing(node, values):
        args, kwargs = torch.fx.map_arg((step.args, step.kwargs), lambda operand: values[operand])
        values[step] = step.target(*args, **kwargs)  # pyright: ignore[reportCallIssue]


def _missing(node: Node, values: Mapping[Node, torch.Tensor]) -> Iterator[Node]:
    """What must be computed for a node, in order, the node itself last."""
    pending, seen = [node], set[Node]()
    while pending:
        step = pending.pop()
        if step in values:
            continue
        if step in seen:
            yield step
            continue
        seen.add(step)
        pending.append(step)
        pending.extend(step.all_input_nodes)


def _is_computable(target: object) -> bool:
    """Whether an operation of torch has the same result each time and changes nothing."""
    if not isinstance(target, torch._ops.OpOverload) or target.namespace not in ("aten", "prims"):
        return False
    return torch.Tag.nondeterministic_seeded not in target.tags and not target._schema.is_mutable


def _is_mask_or_index(node: Node, masks: set[Node]) -> bool:
    """Whether a node that follows from constants is one, or follows from one."""
    if not node.meta["val"].dtype.is_floating_point or node.target in _MASK_OPERATIONS:
        return True
    return any(operand in masks for operand in node.all_input_nodes)


def _is_left(node: Node) -> bool:
    """Whether the node has elements of its operand, or one repeated number."""
    if node.target not in _LEFT:
        return False
    return all(n.meta["val"].dtype == node.meta["val"].dtype for n in node.all_input_nodes[:1])
