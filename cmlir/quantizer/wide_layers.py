"""Linear layers and convolutions on activations of 16 bits, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from torch.fx import Graph, Node

from cmlir.errors import InvalidInputError
from cmlir.quantizer.op_families import (
    AVERAGE_POOLS,
    CLAMPS,
    LINEAR,
    NEAREST,
    NORMS,
    PADS,
    REDUCTIONS,
    WEIGHTED,
    aten,
    is_of_tensors,
    is_transposed,
)
from cmlir.quantizer.overrides import Settings, visible
from cmlir.quantizer.values import Values, is_fused

_MAX_POOLS = frozenset(
    {
        aten.max_pool1d.default,
        aten.max_pool2d.default,
        aten.max_pool2d_with_indices.default,
    }
)

_MOVED_IN_8_BITS = frozenset(
    {
        *NEAREST,
        *PADS,
        aten.adaptive_max_pool1d.default,
        aten.adaptive_max_pool2d.default,
        aten.amax.default,
        aten.amin.default,
        aten.max.default,
        aten.max.dim,
        aten.min.default,
        aten.min.dim,
    }
)
"""Data movement without a kernel for 16 bits."""


@dataclass(frozen=True)
class WideLayers:
    """The layers that read and give 16 bits, with the averages between them; and the origins of
    values with 16 bits on account of them."""

    layers: frozenset[Node]
    origins: frozenset[Node]

    @staticmethod
    def of(graph: Graph, values: Values, every: bool, settings: Settings) -> WideLayers:
        """All layers that can, if `every`, or those that an override names.

        Raises InvalidInputError for an override that names none.
        """
        able = [node for node in graph.nodes if _is_able_layer(node, values)]
        _check_used(able, settings)
        layers = {node for node in able if settings.has_wide_activations(node, every)}
        search = _Search(graph, values, settings)
        origins = search.origins(layers)
        while more := search.between(layers, origins):
            layers |= more
            origins = search.origins(layers)
        return WideLayers(frozenset(n for n in layers if not is_of_tensors(n)), origins)


def _check_used(able: list[Node], settings: Settings) -> None:
    for override in settings.overrides:
        if override.wide_activations and not any(override.fits(visible(n)) for n in able):
            names = ", ".join(node.name for node in able[:20]) or "none of this model"
            raise InvalidInputError(
                f"no layer that {override.pattern!r} fits can have 16-bit activations",
                advice=f"linear layers and convolutions can: {names}",
            )


def _is_able_layer(node: Node, values: Values) -> bool:
    """Whether the node is a linear layer or convolution that has kernels for 16 bits."""
    if node.target not in WEIGHTED or not values.computes(node):
        return False
    if node.args[1] not in values.constants or is_transposed(node):
        return False
    return node.target is LINEAR or _is_plain_convolution(node)


def _is_plain_convolution(node: Node) -> bool:
    """Whether channels are in one group, or each in a group of its own."""
    image, weight = (arg.meta["val"].shape for arg in node.args[:2] if isinstance(arg, Node))
    return weight[1] in (1, image[1 - len(weight)])


@dataclass(frozen=True)
class _Search:
    graph: Graph
    values: Values
    settings: Settings

    def origins(self, layers: set[Node]) -> frozenset[Node]:
        """Those of what the layers read and give, but for what has to have 8 bits."""
        members: dict[Node, list[Node]] = {}
        for node in self.graph.nodes:
            members.setdefault(self.values.origins[node], []).append(node)
        read = {self.values.origins[operand] for n in layers for operand in _operands(n)}
        found = read | {self.values.origins[_result(node)] for node in layers}
        return frozenset(o for o in found if self._can_be_wide(o, members[o], layers))

    def between(self, layers: set[Node], origins: frozenset[Node]) -> set[Node]:
        """Averages of values with 16 bits, and sums and products of two such, not yet found."""
        return {
            node
            for node in self.graph.nodes
            if node not in layers
            and (_is_average(node) or is_of_tensors(node))
            and self.values.computes(node)
            and self.settings.bits_of(_result(node)) != 8
            and all(self.values.origins[operand] in origins for operand in _operands(node))
        }

    def _can_be_wide(self, origin: Node, group: list[Node], layers: set[Node]) -> bool:
        if self.settings.bits_of(origin) == 8 or any(map(_is_moved_in_8_bits, group)):
            return False
        if any(self.values.computes(node) for node in group if node is not origin):
            return False
        if not self.values.computes(origin):
            return origin not in self.values.constants and not self.values.moves(origin)
        source = _unclamped(origin)
        if is_fused(origin) or source in layers:
            return not is_fused(origin)
        return source.target in NORMS | {LINEAR} or is_of_tensors(source)


def _operands(node: Node) -> Iterator[Node]:
    """The activations that a layer or what lies between reads."""
    places = node.args[:2] if is_of_tensors(node) else node.args[:1]
    return (operand for operand in places if isinstance(operand, Node))


def _result(node: Node) -> Node:
    """The node whose value the kernel of a node gives: the last of the clamps behind it."""
    while is_fused(node):
        node = next(iter(node.users))
    return node


def _unclamped(node: Node) -> Node:
    """The node that computes what a node and clamps before it make, as one kernel."""
    while node.target in CLAMPS:
        source = node.args[0]
        if not isinstance(source, Node) or not is_fused(source):
            return node
        node = source
    return node


def _is_moved_in_8_bits(node: Node) -> bool:
    if node.target in _MAX_POOLS:
        dilations = node.args[4:5] or (1,)
        return any(number != 1 for number in _numbers(dilations[0]))
    return node.target in _MOVED_IN_8_BITS


def _is_average(node: Node) -> bool:
    """Whether the node is an average that divides by one number, of images alone."""
    source = node.args[0] if node.args else None
    if not isinstance(source, Node) or node.target not in AVERAGE_POOLS | REDUCTIONS:
        return False
    shape = tuple(source.meta["val"].shape)
    if node.target in AVERAGE_POOLS:
        padding, ceil_mode = (*node.args[3:5], *(0, False)[len(node.args[3:5]) :])
        return not any(_numbers(padding)) and not ceil_mode
    if node.target in (aten.adaptive_avg_pool1d.default, aten.adaptive_avg_pool2d.default):
        sizes = tuple(node.meta["val"].shape)
        return not any(size % result for size, result in zip(shape[-2:], sizes[-2:], strict=True))
    if node.target is not aten.mean.dim or not 3 <= len(shape) <= 4:
        return False
    axes = sorted(axis % len(shape) for axis in _numbers(node.args[1]))
    return axes == list(range(2, len(shape)))


def _numbers(argument: object) -> Iterable[int]:
    return argument if isinstance(argument, list | tuple) else (argument,)  # pyright: ignore[reportReturnType, reportUnknownVariableType]
