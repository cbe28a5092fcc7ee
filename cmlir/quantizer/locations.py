"""Where a node comes from in the user's program, and how rewritten nodes keep it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import torch
from torch._guards import detect_fake_mode
from torch.fx import Graph, GraphModule, Node
from torch.fx.graph import _Namespace as Namespace

LOCATION_KEYS = ("nn_module_stack", "stack_trace")
"""The node metadata that hold the module path and the source lines."""

_TORCH_FOLDER = str(Path(torch.__file__).parent)
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')

_QUANTIZE = "quantized_decomposed::quantize"
_DEQUANTIZE = "quantized_decomposed::dequantize"


def insert_call(
    before: Node,
    target: torch._ops.OpOverload,
    args: Sequence[object],
    like: Node | None = None,
    **options: object,
) -> Node:
    """A call of `target` in front of `before`, at the location of `like` (by default `before`);
    `options` are its keyword arguments."""
    with before.graph.inserting_before(before):
        node = before.graph.call_function(target, tuple(args), options)  # pyright: ignore[reportArgumentType]
    copy_location(like or before, node)
    values = torch.fx.map_arg(node.args, lambda operand: operand.meta["val"])
    with detect_fake_mode([before.meta["val"], *values]) or torch.no_grad():
        node.meta["val"] = target(*values, **options)
    return node


def name_by_operators(graph: Graph) -> None:
    """Name calls by their operators and order, as torch.export will name them in the quantized
    program: settings go by these names."""
    names = Namespace()
    for node in graph.nodes:
        if node.op != "call_function":
            names.create_name(node.name, None)
    for node in graph.nodes:
        if node.op == "call_function":
            packet = getattr(node.target, "overloadpacket", node.target)
            node.name = names.create_name(packet.__name__, None)
    graph._graph_namespace = names


def copy_location(source: Node, target: Node) -> None:
    """Give the target node the module path and source line of the source node."""
    for key in LOCATION_KEYS:
        if key in source.meta:
            target.meta[key] = source.meta[key]


def locate_quantization(model: GraphModule) -> None:
    """Give each quantize the location of the op before it, each dequantize that of its reader.

    At the ends of the graph, where there is none, it is that of the op on the other side.
    """
    for node in reversed(model.graph.nodes):
        if _is_call_of(node, _DEQUANTIZE):
            copy_location(next(iter(node.users), node), node)
    for node in model.graph.nodes:
        if _is_call_of(node, _QUANTIZE):
            source = node.all_input_nodes[0]
            copy_location(source if _has_location(source) else next(iter(node.users)), node)
        elif _is_call_of(node, _DEQUANTIZE) and not _has_location(node):
            copy_location(node.all_input_nodes[0], node)


def module_path(node: Node) -> str:
    """The path of the module that the node was traced in; "" for the outermost one."""
    stack = node.meta.get("nn_module_stack") or {}
    return list(stack.values())[-1][0] if stack else ""


def place_of(node: Node) -> str | None:
    """The node's name, module path and the user's source line, for error messages."""
    if node.op != "call_function":
        return None
    parts = [f"node '{node.name}'"]
    if path := module_path(node):
        parts.append(f"module '{path}'")
    frames = _FRAME.findall(node.meta.get("stack_trace") or "")
    own = [frame for frame in frames if not frame[0].startswith(_TORCH_FOLDER)] or frames
    if own:
        parts.append("{}:{}".format(*own[-1]))
    return ", ".join(parts)


def describe_value(node: Node) -> str:
    """The node's value in words, for error messages."""
    if node.op == "placeholder":
        return f"input '{node.target}'"
    if node.op == "get_attr":
        return f"constant '{node.target}'"
    return f"the result of {node.target}"


def _has_location(node: Node) -> bool:
    return bool(node.meta.get("nn_module_stack"))


def _is_call_of(node: Node, prefix: str) -> bool:
    target = node.target
    return isinstance(target, torch._ops.OpOverload) and target.name().startswith(prefix)
