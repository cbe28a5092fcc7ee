"""Recurrent layers: one operator for each direction of each layer, as `cmlir.frontend.recurrences`
defines them, and what they quantize between two steps.

PT2E quantizes the results of nodes.  So that calibration sees what a layer keeps from step to step,
it is two operators until then: all its cells (of a GRU, all its states) and, made from those, all
that it hands on.  `settle_recurrences` then tells both of the parameters that were found, and makes
one operator of them where nothing else reads the cells.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch.fx import Graph, GraphModule, Node

from cmlir.frontend import recurrences
from cmlir.quantizer.locations import insert_call
from cmlir.quantizer.op_families import GRU_HIDDEN, RECURRENT, aten
from cmlir.quantizer.values import Values

__all__ = ["recurrences", "settle_recurrences", "use_recurrences"]

_OPS = torch.ops.cmlir
_LAYERS = {
    aten.lstm.input: "lstm",
    aten.gru.input: "gru",
    aten.rnn_tanh.input: "tanh",
    aten.rnn_relu.input: "relu",
}
_CELLS = {
    aten.lstm_cell.default: "lstm",
    aten.gru_cell.default: "gru",
    aten.rnn_tanh_cell.default: "tanh",
    aten.rnn_relu_cell.default: "relu",
}


def use_recurrences(graph: Graph) -> None:
    """lstm(x, (h, c), W) == lstm_hidden(x, h, lstm_cells(x, h, c, W), W), for each layer and
    direction; likewise for GRUs and plain recurrent layers

    Those with projections, or with parameters that are computed, stay as they are.
    """
    constants = Values.of(graph).constants
    for node in graph.nodes:
        kind = _LAYERS.get(node.target) or _CELLS.get(node.target)
        if kind is None:
            continue
        call = _Call.of_layers(node, kind) if node.target in _LAYERS else _Call.of_cell(node, kind)
        if call.fits and constants.issuperset(call.parameters):
            _replace(node, call)
            for user in list(node.users):
                graph.erase_node(user)
            graph.erase_node(node)
    graph.eliminate_dead_code()


@dataclass(frozen=True)
class _Call:
    """A call of ATen's operators; a cell is a layer of one step."""

    node: Node
    kind: str
    input: Node
    initial: Sequence[Node]
    parameters: Sequence[Node]
    has_biases: bool = True
    layers: int = 1
    directions: int = 1
    batch_first: bool = False
    is_cell: bool = False

    @staticmethod
    def of_layers(node: Node, kind: str) -> _Call:
        input, initial, parameters, has_biases, layers, _, _, bidirectional, batch_first = node.args
        states = initial if isinstance(initial, Sequence) else [initial]
        return _Call(
            *(node, kind, input, states, parameters, has_biases, layers),  # pyright: ignore[reportArgumentType]
            *(1 + bool(bidirectional), bool(batch_first)),
        )

    @staticmethod
    def of_cell(node: Node, kind: str) -> _Call:
        input, initial, *parameters = node.args
        states = initial if isinstance(initial, Sequence) else [initial]
        given = [parameter for parameter in parameters if parameter is not None]
        return _Call(node, kind, input, states, given, len(given) == 4, is_cell=True)  # pyright: ignore[reportArgumentType]

    @property
    def fits(self) -> bool:
        """Whether every layer has two weights and, if any, two biases: no projection."""
        each = 4 if self.has_biases else 2
        return len(self.parameters) == each * self.layers * self.directions

    def weights(self, index: int) -> list[Node | None]:
        """Those of one direction of one layer: two weights, two biases."""
        each = 4 if self.has_biases else 2
        found = list(self.parameters[each * index : each * (index + 1)])
        return [*found, *[None] * (4 - each)]


def _replace(node: Node, call: _Call) -> None:
    """Put operators for all directions of all layers in place of a call."""
    value = call.input
    if call.is_cell:
        value = insert_call(node, aten.unsqueeze.default, (value, 0))
    elif call.batch_first:
        value = insert_call(node, aten.transpose.int, (value, 0, 1))
    last: list[list[Node]] = []
    for layer in range(call.layers):
        outputs: list[Node] = []
        for direction in range(call.directions):
            made = _Direction(call, value, layer * call.directions + direction, direction == 1)
            hidden, kept = made.insert()
            outputs.append(hidden)
            last.append([made.last(state) for state in kept])
        value = (
            outputs[0] if len(outputs) == 1 else insert_call(node, aten.cat.default, (outputs, -1))
        )
    if call.is_cell:
        _replace_results(node, last[0])
        return
    if call.batch_first:
        value = insert_call(node, aten.transpose.int, (value, 0, 1))
    stacked = [
        insert_call(node, aten.stack.default, (list(group),)) for group in zip(*last, strict=True)
    ]
    _replace_results(node, [value, *stacked])


def _replace_results(node: Node, results: Sequence[Node]) -> None:
    if isinstance(node.meta["val"], torch.Tensor):
        node.replace_all_uses_with(results[0])
        return
    for user in list(node.users):
        assert user.target is operator.getitem
        user.replace_all_uses_with(results[user.args[1]])  # pyright: ignore[reportArgumentType,reportCallIssue]


@dataclass(frozen=True)
class _Direction:
    """One direction of one layer of a call; `index` counts both."""

    call: _Call
    input: Node
    index: int
    reverse: bool

    def insert(self) -> tuple[Node, list[Node]]:
        """h at all steps, and the values at all steps of whose last ones are the results."""
        weights = self.call.weights(self.index)
        rest = (*weights, self.reverse)
        hidden, *cells = (self._initial(state) for state in self.call.initial)
        match self.call.kind:
            case "lstm":
                after = self._insert(_OPS.lstm_cells.default, self.input, hidden, *cells, *rest)
                made = self._insert(_OPS.lstm_hidden.default, self.input, hidden, after, *rest)
                return made, [made, after]
            case "gru":
                return self._insert_gru(hidden, rest)
            case function:
                made = self._insert(_OPS.rnn.default, self.input, hidden, *rest, function)
                return made, [made]

    def _insert_gru(self, cell: Node, rest: Sequence[object]) -> tuple[Node, list[Node]]:
        """The last result has 16 bits only if the first state is given: it may be kept."""
        begins = _is_zero(self.call.initial[0])
        hidden = self._initial(self.call.initial[0])
        if not begins:
            hidden = self._insert(_OPS.gru_hidden.default, cell)
        states = self._insert(_OPS.gru_states.default, self.input, hidden, cell, *rest)
        made = self._insert(_OPS.gru_hidden.default, states, hidden)
        return made, [made if begins else states]

    def last(self, values: Node) -> Node:
        steps = self.input.meta["val"].shape[0]
        return self._insert(aten.select.int, values, 0, 0 if self.reverse else steps - 1)

    def _initial(self, state: Node) -> Node:
        """What the layer begins with; each one has zeros of its own, to be quantized its way."""
        shape = state.meta["val"].shape
        if _is_zero(state):
            return self._insert(aten.zeros.default, list(shape if self.call.is_cell else shape[1:]))
        return state if self.call.is_cell else self._insert(aten.select.int, state, 0, self.index)

    def _insert(self, target: torch._ops.OpOverload, *args: object) -> Node:
        return insert_call(self.call.node, target, args)


def _is_zero(node: Node) -> bool:
    return node.target is aten.zeros.default


def settle_recurrences(model: GraphModule) -> None:
    """Write the quantization of what is kept between steps to the operators that keep it."""
    found = [n for n in model.graph.nodes if n.op == "call_function" and n.target in RECURRENT]
    for node in found:
        if node.target in _WHOLE:
            _settle_cells(node)
        elif node.target is _OPS.rnn.default:
            node.args = (*node.args, *_behind(node))
    for node in found:
        if node.target is GRU_HIDDEN:
            node.replace_all_uses_with(node.args[0])  # pyright: ignore[reportArgumentType]
    model.graph.eliminate_dead_code()
    model.graph.lint()
    model.recompile()


_WHOLE = {
    _OPS.gru_states.default: (_OPS.gru_hidden.default, _OPS.gru.default),
    _OPS.lstm_cells.default: (_OPS.lstm_hidden.default, _OPS.lstm.default),
}
"""What reads all cells, and what stands for both."""


def _settle_cells(cells: Node) -> None:
    maker, whole = _WHOLE[cells.target]  # pyright: ignore[reportArgumentType]
    readers = list(_readers(cells))
    hidden = [reader for reader in readers if reader.target is maker]
    parameters = _behind(hidden[0]) if hidden else _before(cells.args[1])
    cells.args = (*cells.args, *parameters, _behind(cells)[0])
    for reader in hidden:
        if len(hidden) == len(readers):
            reader.target, reader.args = whole, cells.args
        elif maker is not GRU_HIDDEN:
            reader.args = (*reader.args, *parameters)


def _readers(node: Node) -> Iterator[Node]:
    """What reads the quantized value of a node."""
    for quantize in node.users:
        for dequantize in quantize.users:
            yield from dequantize.users


def _behind(node: Node) -> tuple[float, int]:
    """Scale and zero point of the quantize behind a node."""
    (quantize,) = node.users
    return quantize.args[1], quantize.args[2]  # pyright: ignore[reportReturnType]


def _before(value: object) -> tuple[float, int]:
    """Scale and zero point of the dequantize that a value comes from, elements unchanged."""
    assert isinstance(value, Node)
    if value.target is torch.ops.quantized_decomposed.dequantize_per_tensor.default:
        return value.args[1], value.args[2]  # pyright: ignore[reportReturnType]
    return _before(value.all_input_nodes[0])
