"""Which values get 16 bits instead of 8, by the name of a recipe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from torch.fx import Graph, GraphModule, Node

from cmlir.errors import InvalidInputError
from cmlir.quantizer.observers import ActivationObserver
from cmlir.quantizer.op_families import (
    LINEAR,
    MATMULS,
    NORMS,
    SOFTMAXES,
    SUMS,
    WEIGHTED,
    aten,
    is_of_tensors,
    is_transposed,
    scale_factor,
)
from cmlir.quantizer.overrides import Override, Settings
from cmlir.quantizer.values import Values, constant_weights, is_fused, is_mask

RECIPES = ("int8", "int16-residual", "int16", "a16w8", "auto", "a8w4")
"""int8: nothing; int16-residual: the residual stream; int16: all that norms, sums and softmax read
in 16 bits; a16w8: what linear layers and convolutions read and give; auto: what of "int16" 8 bits
round too coarsely; a8w4: nothing, but weights have 4."""

LEAST_SIGNAL_TO_NOISE = 30.0
"""In dB: what the recipe "auto" takes as enough of a value in 8 bits.  A normal distribution whose
extremes are 4 standard deviations away has 39, one with outliers ten times as far away 19."""


def check_recipe(recipe: str) -> None:
    """Raises InvalidInputError for a name that is not in RECIPES."""
    if recipe not in RECIPES:
        raise InvalidInputError(f"no recipe {recipe!r}", advice=f"one of {', '.join(RECIPES)}")


def of_recipe(recipe: str, settings: Settings) -> Settings:
    """The settings with what a recipe says of weights, which overrides differ from."""
    if recipe != "a8w4":
        return settings
    return replace(settings, overrides=(Override("*", weight_bits=4), *settings.overrides))


def has_narrow_kernel(node: Node) -> bool:
    """Whether the operator's kernels read weights of 4 bits."""
    return node.target in WEIGHTED and not is_transposed(node)


def reads_wide(node: Node) -> bool:
    """Whether the operator's kernels read 16-bit codes; a masked softmax reads them by its mask."""
    return node.target in NORMS | SOFTMAXES or is_of_tensors(node) or is_mask(node)


def is_sum_of_tensors(node: Node) -> bool:
    """Whether the node is x + y or x - y of two tensors."""
    return node.target in SUMS and is_of_tensors(node)


def may_be_wide(graph: Graph, values: Values) -> frozenset[Node]:
    """The origins of all values that could have 16 bits: what makes them and moves them can.

    Products of two computed tensors only where something reads them so: attention's scores, but not
    its results.
    """
    members: dict[Node, list[Node]] = {}
    for node in graph.nodes:
        members.setdefault(values.origins[node], []).append(node)
    read = _read_origins(graph, values)
    return frozenset(
        o
        for o, group in members.items()
        if _can_be_wide(o, group, values) and (o.target not in MATMULS or o in read)
    )


def _can_be_wide(origin: Node, group: list[Node], values: Values) -> bool:
    if any(values.computes(node) for node in group if node is not origin):
        return False
    if values.computes(origin):
        fits = origin.target in NORMS | MATMULS | {LINEAR} or is_of_tensors(origin)
        return fits and not is_fused(origin)
    is_table = any(node.target is aten.embedding.default for node in group)
    return origin in values.constants and is_table


def noisy_values(observed: GraphModule) -> frozenset[str]:
    """The origins that int8 rounds too coarsely, of a graph that was calibrated for int8."""
    observers = [m for m in observed.modules() if type(m) is ActivationObserver]
    return frozenset(
        o.origin for o in observers if o.count and o.signal_to_noise() < LEAST_SIGNAL_TO_NOISE
    )


def wide_values(
    graph: Graph, values: Values, recipe: str, noisy: frozenset[str], settings: Settings
) -> frozenset[Node]:
    """The origins of the values with 16 bits: those of the recipe, but for what is overridden.

    `noisy` are the names of those that 8 bits round too coarsely.
    Raises InvalidInputError for overrides that do not fit the graph.
    """
    able = may_be_wide(graph, values)
    constants = values.constants
    weighted = (n for n in graph.nodes if has_narrow_kernel(n) and constant_weights(n, constants))
    settings.check_used(graph, able, weighted)
    match recipe:
        case "int16-residual":
            chosen = residual_stream(graph, values, able)
        case "int16":
            chosen = read_as_wide(graph, values, able)
        case "auto":
            chosen = frozenset(o for o in read_as_wide(graph, values, able) if o.name in noisy)
        case _:
            chosen = frozenset[Node]()
    overridden = {origin: settings.bits_of(origin) for origin in able}
    wide = frozenset(o for o in able if (overridden[o] or (16 if o in chosen else 8)) == 16)
    return wide | _scaled(graph, values, wide, settings)


def read_as_wide(graph: Graph, values: Values, able: frozenset[Node]) -> frozenset[Node]:
    """The origins among `able` that something reads in 16 bits, perhaps scaled by a number."""
    return able & _read_origins(graph, values)


def _read_origins(graph: Graph, values: Values) -> frozenset[Node]:
    read = set[Node]()
    for node in reversed(graph.nodes):
        reads = reads_wide(node) and (values.computes(node) or is_mask(node))
        if reads or (node in read and scale_factor(node) is not None):
            read.update(values.origins[operand] for operand in values.operands(node))
    return frozenset(read)


def _scaled(
    graph: Graph, values: Values, wide: frozenset[Node], settings: Settings
) -> frozenset[Node]:
    """Values y = x * c with a number c > 0 that have the codes of an x of 16 bits: what reads them
    in 16 bits gets them so."""
    read, found = _read_origins(graph, values), set[Node]()
    for node in graph.nodes:
        if node not in read or scale_factor(node) is None or settings.bits_of(node) == 8:
            continue
        if not wide.union(found).isdisjoint(values.origins[x] for x in values.operands(node)):
            found.add(node)
    return frozenset(found)


def residual_stream(graph: Graph, values: Values, able: frozenset[Node]) -> frozenset[Node]:
    """The origins of sums of two computed tensors and of what goes into them, but no products.

    The residual stream of a Transformer: embeddings, results of the output projections, norms and
    sums.
    """
    stream = set[Node]()
    for node in graph.nodes:
        if is_sum_of_tensors(node) and values.computes(node):
            stream.update(values.origins[operand] for operand in (node, *_computed(node, values)))
    return frozenset(o for o in stream & able if o.target not in MATMULS)


def _computed(total: Node, values: Values) -> Iterator[Node]:
    for operand in total.all_input_nodes:
        if operand not in values.constants:
            yield operand
