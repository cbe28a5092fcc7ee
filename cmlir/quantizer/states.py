"""Buffers that the model changes when it runs: calibration must not change the user's."""

from __future__ import annotations

from torch import Tensor
from torch.fx import GraphModule, Node

from cmlir.quantizer.values import is_mutating


def take_states(model: GraphModule) -> dict[str, Tensor]:
    """Give the graph copies of the buffers that it changes; returns their first values by name."""
    initial: dict[str, Tensor] = {}
    for node in model.graph.find_nodes(op="get_attr"):
        if _is_changed(node):
            name = str(node.target)
            initial[name] = model.get_buffer(name).detach().clone()
            set_buffer(model, name, initial[name].clone())
    return initial


def put_back(model: GraphModule, initial: dict[str, Tensor]) -> None:
    """The states as they were when they were taken."""
    for name, value in initial.items():
        set_buffer(model, name, value)


def set_buffer(model: GraphModule, name: str, value: Tensor) -> None:
    owner, _, attribute = name.rpartition(".")
    module = model.get_submodule(owner)
    persistent = attribute not in module._non_persistent_buffers_set
    module.register_buffer(attribute, value, persistent)


def _is_changed(node: Node) -> bool:
    return any(is_mutating(user) for user in node.users)
