"""Which observer chose the parameters of each value: kept in the metadata of the program."""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch.fx import GraphModule, Node

from cmlir.quantizer.observers import ActivationObserver, ScaledObserver, WideObserver
from cmlir.quantizer.weight_observers import WeightObserver

KEY = "cmlir.observer"
"""In the metadata "custom" of quantize operators, of what reads weights and tables."""

_QUANTIZE = torch.ops.quantized_decomposed.quantize_per_tensor.default

Chosen: TypeAlias = dict[tuple[str, torch.dtype | None], str]
"""From the name of a node and the dtype that its result is quantized to; without a dtype, of the
constant that the node reads."""


def chosen_observers(observed: GraphModule) -> Chosen:
    """What chose parameters by another way than the least and the greatest value."""
    chosen: Chosen = {}
    for node in observed.graph.find_nodes(op="call_module"):
        observer = observed.get_submodule(str(node.target))
        method = _method(observer)
        if method == "minmax":
            continue
        source = node.all_input_nodes[0]
        if isinstance(observer, WeightObserver) or source.op == "get_attr":
            chosen.update({(reader.name, None): method for reader in node.users})
        else:
            chosen[source.name, observer.dtype] = method
    return chosen


def write_observers(converted: GraphModule, chosen: Chosen) -> None:
    """Note the observers at the nodes that they belong to."""
    for node in converted.graph.nodes:
        key = (node.name, None)
        if node.target is _QUANTIZE:
            key = (node.all_input_nodes[0].name, node.args[5])
        if method := chosen.get(key):
            node.meta["custom"] = {**node.meta.get("custom", {}), KEY: method}


def observer_of(node: Node) -> str:
    """Which observer chose the parameters of a quantize operator."""
    return str(node.meta.get("custom", {}).get(KEY, "minmax"))


def _method(observer: torch.nn.Module) -> str:
    if isinstance(observer, WeightObserver):
        return observer.method
    is_own = isinstance(observer, ActivationObserver)
    if not is_own or isinstance(observer, ScaledObserver | WideObserver):
        return "minmax"
    return observer.range()[1]
