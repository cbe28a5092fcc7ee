"""Which nodes of a graph carry the same quantized value.

Data movement changes no code, so everything that moves the elements of one value carries that
value's quantization parameters: the node that made it is their *origin*. A value is quantized once,
right behind its origin.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.fx import Graph, Node

from cmlir.quantizer.op_families import (
    BATCH_NORM,
    BINARY,
    CLAMPS,
    CONVOLUTIONS,
    CREATIONS,
    FUNCTIONS,
    INT8_OPERATORS,
    JOINS,
    NORMS,
    RECURRENT_STATE,
    RECURRENT_WEIGHTS,
    SOFTMAXES,
    UNCLAMPED,
    WEIGHTED,
    WIDE_RECURRENT,
    aten,
    is_data_movement,
    is_float32,
    joined,
    scale_factor,
)


@dataclass(frozen=True)
class Values:
    """The values of one graph, see `Values.of`."""

    constants: frozenset[Node]
    """Nodes known at compile time: parameters, unchanging buffers and what follows from them."""
    origins: dict[Node, Node]
    """The first node, in graph order, that carries the same value as each node."""
    read: frozenset[Node]
    """Nodes whose value reaches an int8 operator, directly or through data movement."""

    @staticmethod
    def of(graph: Graph) -> Values:
        constants = _constants(graph)
        origins = _origins(graph, constants)
        return Values(constants, origins, _read(graph, constants, origins))

    def computes(self, node: Node) -> bool:
        """Whether the node makes a new int8 value."""
        if _is_int8_operator(node, self.constants):
            return True
        return _is_join(node, self.constants) and self.origins[node] is node

    def moves(self, node: Node) -> bool:
        """Whether the node carries the values of its operands, unchanged."""
        return is_data_movement(node) or (
            _is_join(node, self.constants) and self.origins[node] is not node
        )

    def operands(self, node: Node) -> list[Node]:
        """The operands that the node reads, moves or keeps as a state, as int8."""
        keeps = node.target is aten.copy_.default and is_float32(node)
        if node in self.read or self.computes(node) or is_mask(node) or keeps:
            return _operands(node, self.constants)
        return []


def is_fused(node: Node) -> bool:
    """Whether the node's only reader is computed with it, so that only its result is quantized.

    Functions of one number that follow one another are one table.  An int8 kernel clamps its
    result itself; a float op stays in float together with the clamp.
    """
    reader = _only_reader(node)
    if reader is None or not _is_function(reader) or node.op != "call_function":
        return False
    if is_data_movement(node) or scale_factor(node) is not None:
        return False
    return _is_function(node) or (node.target not in UNCLAMPED and _is_clamped(reader))


def _is_clamped(reader: Node | None) -> bool:
    """Whether a value goes through clamps alone until it is quantized."""
    if reader is None or reader.target not in CLAMPS:
        return False
    return not is_fused(reader) or _is_clamped(_only_reader(reader))


def _only_reader(node: Node) -> Node | None:
    return next(iter(node.users)) if len(node.users) == 1 else None


def _is_function(node: Node) -> bool:
    """Whether the node is a function of one number, element by element; not y = x * c, c > 0."""
    if node.target in FUNCTIONS:
        return True
    if node.target not in BINARY or scale_factor(node) is not None:
        return False
    return sum(isinstance(operand, Node) for operand in node.args[:2]) == 1


def constant_weights(node: Node, constants: frozenset[Node]) -> list[Node]:
    """The weights of a linear, convolution or recurrent layer that are known at compile time."""
    places = slice(1, 2) if node.target in WEIGHTED else RECURRENT_WEIGHTS.get(node.target)
    if places is None:
        return []
    return [weight for weight in node.args[places] if weight in constants]  # pyright: ignore[reportReturnType]


def is_mask(node: Node) -> bool:
    """Whether the node is where(keep, scores, -inf) for softmax alone: no value of its own."""
    if node.target is not aten.where.ScalarOther or node.args[2] != -math.inf:
        return False
    return bool(node.users) and all(user.target in SOFTMAXES for user in node.users)


def is_mutating(node: Node) -> bool:
    """Whether the node writes to one of its operands."""
    return isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def _is_int8_operator(node: Node, constants: frozenset[Node]) -> bool:
    if node.target not in INT8_OPERATORS or node in constants or not is_float32(node):
        return False
    needs_constants = node.target in NORMS | CONVOLUTIONS or node.target is BATCH_NORM
    if needs_constants and not constants.issuperset(node.all_input_nodes[1:]):
        return False
    return all(is_float32(operand) for operand in node.all_input_nodes)


def _is_join(node: Node, constants: frozenset[Node]) -> bool:
    return node.target in JOINS and node not in constants and is_float32(node)


def _operands(node: Node, constants: frozenset[Node]) -> list[Node]:
    if _is_join(node, constants):
        return joined(node)
    if is_data_movement(node):
        return node.all_input_nodes[:1]
    if is_mask(node):
        return [node.args[1]]  # pyright: ignore[reportReturnType]
    if not _is_int8_operator(node, constants):
        return []
    weights = constant_weights(node, constants)
    operands = dict.fromkeys(arg for arg in node.args[: _reads(node)] if isinstance(arg, Node))
    return [operand for operand in operands if operand not in weights and not is_mask(operand)]


def _reads(node: Node) -> int:
    """How many of the first operands an int8 operator reads as codes, constant weights aside."""
    if node.target in RECURRENT_WEIGHTS:
        return RECURRENT_WEIGHTS[node.target].start
    return 1 if node.target is BATCH_NORM else 2


def _constants(graph: Graph) -> frozenset[Node]:
    """What deterministic operators make of parameters, unchanging buffers and nothing else."""
    constants: set[Node] = set()
    for node in graph.nodes:
        if node.op == "get_attr" and not any(is_mutating(user) for user in node.users):
            constants.add(node)
        elif node.op == "call_function" and _is_deterministic(node.target):
            operands = node.all_input_nodes
            if constants.issuperset(operands) and (operands or node.target in CREATIONS):
                constants.add(node)
    return frozenset(constants)


def _is_deterministic(target: Callable[..., object] | str) -> bool:
    if target is operator.getitem:
        return True
    if not isinstance(target, torch._ops.OpOverload):
        return False
    return torch.Tag.nondeterministic_seeded not in target.tags and not target._schema.is_mutable


def _origins(graph: Graph, constants: frozenset[Node]) -> dict[Node, Node]:
    """A state that layers begin with has the parameters of what the first of them makes of it, and
    of the others of as many bits."""
    origin: dict[Node, Node] = {}

    def find(node: Node) -> Node:
        while origin[node] is not node:
            node = origin[node]
        return node

    width: dict[Node, bool] = {}
    for node in graph.nodes:
        origin[node] = node
        if is_data_movement(node):
            origin[node] = find(node.all_input_nodes[0])
        elif _is_join(node, constants) or node.target in RECURRENT_STATE:
            roots = list(dict.fromkeys(find(operand) for operand in _sharing(node)))
            wide = node.target in WIDE_RECURRENT
            if not roots or (
                node.target in RECURRENT_STATE and width.setdefault(roots[0], wide) != wide
            ):
                continue
            if len(roots) == 1 or all(_is_observed(root) for root in roots):
                first = min([*roots, node])
                for member in [*roots, node]:
                    origin[member] = first
    return {node: find(node) for node in graph.nodes}


def _sharing(node: Node) -> list[Node]:
    """Operands with whose parameters the result is quantized."""
    place = RECURRENT_STATE.get(node.target)
    if place is None:
        return joined(node)
    return [state for state in node.args[place : place + 1] if isinstance(state, Node)]


def _is_observed(origin: Node) -> bool:
    """Whether the value's parameters come from calibration, so that it may share them."""
    return origin.target not in SOFTMAXES and scale_factor(origin) is None


def _read(graph: Graph, constants: frozenset[Node], origins: dict[Node, Node]) -> frozenset[Node]:
    read: set[Node] = set()
    for node in reversed(graph.nodes):
        reads = _is_int8_operator(node, constants) or _is_join(node, constants) or is_mask(node)
        if reads or (node in read and is_data_movement(node)):
            read.update(_operands(node, constants))
    return frozenset(read)
