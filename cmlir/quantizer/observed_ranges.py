"""What observers saw and chose, read off the observed graph, and kept in a program's metadata."""

from __future__ import annotations

from typing import TypeAlias

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e.observer import ObserverBase

from cmlir.quantizer.equalization import Channels
from cmlir.quantizer.observers import ActivationObserver, ScaledObserver, WideObserver
from cmlir.quantizer.weight_observers import WeightObserver

EQUALIZED = "cmlir.equalized"
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
        if method == "minmax" or not isinstance(observer, ObserverBase):
            continue
        source = node.all_input_nodes[0]
        if isinstance(observer, WeightObserver) or source.op == "get_attr":
            chosen.update({(reader.name, None): method for reader in node.users})
        else:
            chosen[source.name, observer.dtype] = method
    return chosen


def see_channels(observed: GraphModule) -> None:
    """Let all observers of computed values record each of their channels."""
    for observer in _own_observers(observed):
        observer.by_channel = not observer.constant


def seen_channels(observed: GraphModule) -> dict[str, Channels]:
    """What was seen of the channels of values, by the names of the nodes that make them."""
    return {
        o.origin: Channels(o.peaks, o.squares / o.rows)
        for o in _own_observers(observed)
        if o.by_channel and o.peaks.dim()
    }


def _own_observers(observed: GraphModule) -> list[ActivationObserver]:
    return [m for m in observed.modules() if type(m) is ActivationObserver]


def write_observers(converted: GraphModule, chosen: Chosen, equalized: tuple[str, ...]) -> None:
    """Note the observers at the nodes that they belong to, and which values were equalized."""
    for node in converted.graph.nodes:
        key = (node.name, None)
        if node.target is _QUANTIZE:
            key = (node.all_input_nodes[0].name, node.args[5])
        if method := chosen.get(key):
            _note(node, KEY, method)
        if node.target is _QUANTIZE and key[0] in equalized:
            _note(node, EQUALIZED, "yes")


def _note(node: Node, key: str, value: str) -> None:
    node.meta["custom"] = {**node.meta.get("custom", {}), key: value}


def is_equalized(node: Node) -> bool:
    """Whether the channels of what a quantize operator quantizes were scaled."""
    return EQUALIZED in node.meta.get("custom", {})


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
