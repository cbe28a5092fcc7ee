"""Bring a float graph into the few forms that the annotation knows.

The rewrites keep every value except for rounding: what a reader of the quantized graph sees is
still the user's computation, with its module paths and source lines.
"""

from __future__ import annotations

import itertools
import math
import operator

import torch
from torch.fx import Graph, GraphModule, Node

from cmlir.errors import UnsupportedError
from cmlir.quantizer.locations import copy_location, insert_call, place_of
from cmlir.quantizer.op_families import LINEAR, MATMULS, aten, is_float32
from cmlir.quantizer.values import Values, is_mutating

_IDENTITIES = frozenset(
    {
        aten.alias.default,
        aten.detach.default,
        aten.detach_.default,
        aten.dropout.default,
        aten.lift_fresh_copy.default,
    }
)
_CONVERSIONS = frozenset(
    {
        aten._to_copy.default,
        aten.to.dtype,
        aten.to.dtype_layout,
        aten.to.other,
        aten.type_as.default,
    }
)
_OPAQUE = frozenset(
    {
        aten._transformer_encoder_layer_fwd.default,
        aten._native_multi_head_attention.default,
    }
)
_IN_PLACE = frozenset(
    {
        aten.add_.Tensor,
        aten.clamp_.default,
        aten.div_.Tensor,
        aten.dropout_.default,
        aten.elu_.default,
        aten.hardsigmoid_.default,
        aten.hardswish_.default,
        aten.hardtanh_.default,
        aten.leaky_relu_.default,
        aten.mul_.Tensor,
        aten.relu6_.default,
        aten.relu_.default,
        aten.sigmoid_.default,
        aten.silu_.default,
        aten.sub_.Tensor,
        aten.tanh_.default,
    }
)
_TRANSPOSES = frozenset({aten.t.default, aten.transpose.int, aten.permute.default})
_TAKES_NUMBERS = frozenset({aten.add.Tensor, aten.sub.Tensor})
_SCALABLE = frozenset({aten.mul.Tensor, aten.mul.Scalar, aten.div.Tensor, aten.div.Scalar})


def refuse_unreadable(graph: Graph) -> None:
    """Raise UnsupportedError for fused transformer layers, in-place ops and training dropout."""
    for node in graph.nodes:
        if node.target in _OPAQUE:
            raise UnsupportedError(
                f"{node.target}: a transformer layer that was captured as one opaque operator",
                where=place_of(node),
                advice="export with torch.export.export(model, inputs, strict=False), or call "
                "torch.backends.mha.set_fastpath_enabled(False) before exporting",
            )
        if node.target in _IN_PLACE:
            raise UnsupportedError(
                f"{node.target} modifies its operand in place",
                where=place_of(node),
                advice="call exported.run_decompositions({}) before .module(), "
                "or let cmlir.quantize do it",
            )
        if node.target is aten.dropout.default and node.args[2]:
            raise UnsupportedError(
                "dropout is active: the program was exported in training mode",
                where=place_of(node),
                advice="call model.eval() before torch.export.export",
            )


def remove_identities(graph: Graph) -> None:
    """dropout(x) == detach(x) == alias(x) == lift_fresh_copy(x) == x.to(x.dtype) == x"""
    for node in graph.find_nodes(op="call_function", target=aten._assert_tensor_metadata.default):
        graph.erase_node(node)
    for node in graph.nodes:
        if node.target in _IDENTITIES or _keeps_dtype(node):
            node.replace_all_uses_with(node.all_input_nodes[0])
            graph.erase_node(node)


def use_reshape(graph: Graph) -> None:
    """view(x) == reshape(x), which does not depend on how x lies in memory

    Rewrites of what comes before a view may change that.
    """
    for node in graph.find_nodes(op="call_function", target=aten.view.default):
        node.target = aten.reshape.default


def _keeps_dtype(node: Node) -> bool:
    """Whether the node converts a tensor to the dtype that it has."""
    if node.target not in _CONVERSIONS:
        return False
    return node.meta["val"].dtype == node.all_input_nodes[0].meta["val"].dtype


def use_numbers(model: GraphModule) -> None:
    """x * tensor(c) == tensor(c) * x == x * c, likewise x + tensor(c) and x - tensor(c);
    x / c == x * (1 / c)"""
    constants = Values.of(model.graph).constants
    for node in model.graph.nodes:
        if node.target not in _TAKES_NUMBERS | _SCALABLE or not is_float32(node):
            continue
        left, right = node.args[:2]
        number = _number(model, right, constants)
        if number is None and node.target is aten.mul.Tensor:
            left, right = right, left
            number = _number(model, right, constants)
        if number is None or not _keeps_shape(left, node):
            continue
        _use_number(node, left, number)


def _use_number(node: Node, operand: Node, number: float) -> None:
    if node.target not in _SCALABLE:
        node.args = (operand, number)
        return
    if node.target in (aten.div.Tensor, aten.div.Scalar):
        number = 1 / number if number else math.inf
    if math.isfinite(number):
        node.target = aten.mul.Tensor
        node.args = (operand, number)


def _keeps_shape(operand: object, node: Node) -> bool:
    if not isinstance(operand, Node) or not is_float32(operand):
        return False
    return operand.meta["val"].shape == node.meta["val"].shape


def _number(model: GraphModule, operand: object, constants: frozenset[Node]) -> float | None:
    """The operand's value if it is a number, or a constant tensor of one element."""
    if isinstance(operand, int | float):
        return float(operand)
    if not isinstance(operand, Node) or operand not in constants:
        return None
    return float(evaluate(model, operand)) if operand.meta["val"].numel() == 1 else None


def evaluate(model: GraphModule, node: Node) -> torch.Tensor:
    """The value of a constant node."""
    if node.op == "get_attr":
        return operator.attrgetter(str(node.target))(model).detach()
    args, kwargs = torch.fx.map_arg((node.args, node.kwargs), lambda arg: evaluate(model, arg))
    with torch.no_grad():
        return node.target(*args, **kwargs)  # pyright: ignore[reportCallIssue]


def multiply_out_alpha(graph: Graph) -> None:
    """add(x, y, alpha=c) == add(x, y * c); sub(x, y, alpha=c) == sub(x, y * c);
    the sign of c chooses between add and sub"""
    opposite = {aten.add.Tensor: aten.sub.Tensor, aten.sub.Tensor: aten.add.Tensor}
    for node in graph.nodes:
        alpha = node.kwargs.get("alpha", 1)
        if node.target not in opposite or alpha == 1 or not is_float32(node):
            continue
        left, right = node.args
        node.kwargs = {}
        if not isinstance(right, Node):
            node.args = (left, right * alpha)
            continue
        if alpha < 0:
            node.target = opposite[node.target]
        if abs(alpha) != 1:
            right = insert_call(node, aten.mul.Tensor, (right, float(abs(alpha))))
        node.args = (left, right)


def use_linear(graph: Graph) -> None:
    """x @ W == linear(x, W^T); addmm(b, x, W) == linear(x, W^T, b), for constant W [K, N], b [N].

    A linear's weight is quantized per output channel.
    """
    constants = Values.of(graph).constants
    for node in graph.nodes:
        if not is_float32(node):
            continue
        if node.target in MATMULS:
            x, weight, bias = *node.args, None
        elif node.target is aten.addmm.default and not node.kwargs:
            bias, x, weight = node.args
            if bias not in constants or bias.meta["val"].dim() != 1:
                continue
        else:
            continue
        if weight in constants and x not in constants and weight.meta["val"].dim() == 2:
            _replace_by_linear(node, x, weight, bias)


def _replace_by_linear(node: Node, x: Node, weight: Node, bias: Node | None) -> None:
    if weight.target in _TRANSPOSES:
        transposed = weight.all_input_nodes[0]
    else:
        transposed = insert_call(node, aten.transpose.int, (weight, 0, 1))
    linear = insert_call(node, LINEAR, (x, transposed, bias) if bias else (x, transposed))
    node.replace_all_uses_with(linear)
    node.graph.erase_node(node)


def store_parameters(model: GraphModule) -> None:
    """linear(x, f(W), g(b)) == linear(x, V, c), where V = f(W) and c = g(b) are constants

    The packed projections of attention are split into such parts.
    """
    constants = Values.of(model.graph).constants
    stored: dict[Node, Node] = {}
    for node in model.graph.find_nodes(op="call_function", target=LINEAR):
        for index, value in enumerate(node.args[1:], 1):
            if value in constants and value.op == "call_function":
                if value not in stored:
                    stored[value] = store(model, value, evaluate(model, value), "_parameter")
                node.update_arg(index, stored[value])


def store(model: GraphModule, constant: Node, value: torch.Tensor, prefix: str) -> Node:
    """A buffer with a new value for a constant, read where the constant was."""
    name = next(n for i in itertools.count() if not hasattr(model, n := f"{prefix}{i}"))
    model.register_buffer(name, value.contiguous())
    with model.graph.inserting_before(constant):
        node = model.graph.get_attr(name)
    copy_location(constant, node)
    node.meta["val"] = constant.meta["val"]
    return node


def has_in_place_ops(graph: Graph) -> bool:
    """Whether some op of the graph, other than detach, writes to one of its operands."""
    return any(is_mutating(node) and node.target not in _IDENTITIES for node in graph.nodes)
