"""Rewrite gated linear units into operations that have int8 kernels."""

from __future__ import annotations

from torch.fx import Graph

from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.op_families import aten


def decompose_gates(graph: Graph) -> None:
    """glu(x, dim) == a * sigmoid(b), a and b being the halves of x along dim"""
    for node in graph.find_nodes(op="call_function", target=aten.glu.default):
        x, dim = node.args[0], node.args[1] if len(node.args) > 1 else -1
        half = node.meta["val"].shape[dim]
        a = insert_call(node, aten.slice.Tensor, (x, dim, 0, half))
        b = insert_call(node, aten.slice.Tensor, (x, dim, half, 2 * half))
        gate = insert_call(node, aten.sigmoid.default, (b,))
        node.replace_all_uses_with(insert_call(node, aten.mul.Tensor, (a, gate)))
        graph.erase_node(node)
