"""Indexing by constant tensors: views, and rows of a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import torch
from torch.fx import GraphModule, Node

from cmlir.quantizer.canonical_graph import evaluate
from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.op_families import aten
from cmlir.quantizer.values import Values

_INTEGERS = (torch.int32, torch.int64)


def use_rows(model: GraphModule) -> None:
    """x[i, j] == rows[i * size + j], where rows are x with its first two axes as one, for constant
    integers i, j >= 0; for any number of axes.  A view of x if it takes all rows in order."""
    constants = Values.of(model.graph).constants
    for node in model.graph.find_nodes(op="call_function", target=aten.index.Tensor):
        source, indices = cast("tuple[Node, Sequence[Node | None]]", node.args)
        known = [i for i in indices if i in constants and i.meta["val"].dtype in _INTEGERS]
        if len(known) < len(indices) or source in constants:
            continue
        if all(bool((evaluate(model, index) >= 0).all()) for index in known):
            _use_rows(model, node, source, known)


def _use_rows(model: GraphModule, node: Node, source: Node, indices: Sequence[Node]) -> None:
    shape, result = list(source.meta["val"].shape), list(node.meta["val"].shape)
    place = indices[0]
    for index, size in zip(indices[1:], shape[1:], strict=False):
        scaled = insert_call(node, aten.mul.Tensor, (place, size))
        place = insert_call(node, aten.add.Tensor, (scaled, index))
    count = math.prod(shape[: len(indices)])
    rows = source
    if evaluate(model, place).reshape(-1).tolist() != list(range(count)):
        places = insert_call(node, aten.reshape.default, (place, [-1]))
        table = insert_call(node, aten.reshape.default, (source, [count, *shape[len(indices) :]]))
        rows = insert_call(node, aten.index_select.default, (table, 0, places))
    node.replace_all_uses_with(insert_call(node, aten.reshape.default, (rows, result)))
    node.graph.erase_node(node)
