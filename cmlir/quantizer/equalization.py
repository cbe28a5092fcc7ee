"""Equalization: the scales of channels move from a value into the weights that read it.

    linear(norm(x; g, b); W)   == linear(norm(x; g / s, b / s); W * s)
    linear(f(linear(x; V, c)); W) == linear(f(linear(x; V / s, c / s)); W * s)

with a factor s > 0 for each channel, and f any of: relu and leaky relu, the weighted sum of
attention, and what moves elements.  Both sides are equal but for rounding.  A channel that is much
larger than the others no longer sets the step of all: its size is in the weights, which have a
scale for each output channel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.fx import Graph, GraphModule, Node

from cmlir.quantizer.canonical_graph import evaluate, store
from cmlir.quantizer.channels import Reading, readings
from cmlir.quantizer.op_families import LINEAR, NORMS
from cmlir.quantizer.values import Values, is_fused

STRENGTHS = (0.25, 0.5, 0.75, 1.0)
"""What is tried for a in s = (largest value)^a / (largest weight)^(1 - a), channel by channel."""

LEAST_GAIN = 3.0
"""In dB: how much smaller the expected error must become for a value to be equalized."""

_PARAMETERS = {LINEAR: (1, 2), **dict.fromkeys(NORMS, (2, 3))}
"""Which operands of a source are the rows, or numbers, of its channels."""


@dataclass(frozen=True)
class Channels:
    """What calibration saw of the channels of a value, its last axis: [channels] each."""

    peaks: Tensor
    squares: Tensor
    """The means of the squares."""


def equalize(model: GraphModule, seen: Mapping[str, Channels]) -> list[str]:
    """Scale the channels of norms and linear layers where that pays, given what was seen of them.

    `seen` goes by the names of the nodes whose results are quantized.  Returns those of the values
    that were equalized.
    """
    changed: list[str] = []
    constants = Values.of(model.graph).constants
    for source in _sources(model.graph, constants):
        found = readings(source, constants)
        channels = seen.get(_quantized(source).name)
        if not found or channels is None:
            continue
        weights = [evaluate(model, reading.weight) for reading in found]
        factors = _factors(channels, found, weights)
        if factors is not None:
            _scale_source(model, source, factors)
            for reading, weight in zip(found, weights, strict=True):
                scaled = weight * factors[reading.channels]
                reading.linear.update_arg(1, store(model, reading.weight, scaled, "_equalized"))
            changed.append(_quantized(source).name)
    model.graph.eliminate_dead_code()
    model.recompile()
    return changed


def _sources(graph: Graph, constants: frozenset[Node]) -> Iterator[Node]:
    for node in list(graph.nodes):
        if node.target not in _PARAMETERS or node in constants:
            continue
        parameters = list(_parameters(node))
        if parameters and all(p in constants and len(p.users) == 1 for _, p in parameters):
            yield node


def _parameters(source: Node) -> Iterator[tuple[int, Node]]:
    for index in _PARAMETERS[source.target]:  # pyright: ignore[reportArgumentType]
        parameter = source.args[index] if index < len(source.args) else None
        if isinstance(parameter, Node):
            yield index, parameter
        elif index == _PARAMETERS[source.target][0]:  # pyright: ignore[reportArgumentType]
            return


def _quantized(source: Node) -> Node:
    """The node behind which the value is quantized: that of a relu that is computed with it."""
    while is_fused(source):
        source = next(iter(source.users))
    return source


def _scale_source(model: GraphModule, source: Node, factors: Tensor) -> None:
    for index, parameter in list(_parameters(source)):
        value = evaluate(model, parameter)
        scaled = value / factors.reshape(-1, *[1] * (value.dim() - 1))
        source.update_arg(index, store(model, parameter, scaled, "_equalized"))


def _factors(channels: Channels, found: list[Reading], weights: list[Tensor]) -> Tensor | None:
    """[channels], or None where none is expected to gain enough."""
    size = len(channels.peaks)
    largest, squares = torch.zeros(size), torch.zeros(size)
    for reading, weight in zip(found, weights, strict=True):
        largest.scatter_reduce_(0, reading.channels, weight.abs().amax(0), "amax")
        squares.scatter_add_(0, reading.channels, weight.square().sum(0))
    used = (channels.peaks > 0) & (largest > 0)
    if not bool(used.any()):
        return None
    rows = [(r.channels, w.abs()) for r, w in zip(found, weights, strict=True)]
    tried = [torch.ones(size)]
    tried += [_balanced(channels.peaks, largest, used, strength) for strength in STRENGTHS]
    errors = [_error(channels, squares, rows, factors) for factors in tried]
    best = min(range(len(tried)), key=errors.__getitem__)
    gains = errors[0] > errors[best] * 10 ** (LEAST_GAIN / 10)
    return tried[best] if gains else None


def _balanced(peaks: Tensor, largest: Tensor, used: Tensor, strength: float) -> Tensor:
    """s = peak^a / weight^(1 - a), with a geometric mean of 1; 1 where a channel is not used."""
    logarithms = strength * peaks.clamp(min=1e-30).log()
    logarithms -= (1 - strength) * largest.clamp(min=1e-30).log()
    logarithms -= logarithms[used].mean()
    return torch.where(used, logarithms.clamp(-20, 20).exp(), 1.0)


def _error(
    channels: Channels, squares: Tensor, rows: list[tuple[Tensor, Tensor]], factors: Tensor
) -> float:
    """The expected squared error of what the linear layers give, up to a constant.

    The value's step is that of its largest channel, and reaches the results by the weights; a
    weight's step is that of the largest of its row, and reaches them by the value.
    """
    step = float((channels.peaks / factors).max())
    of_value = step**2 * float((squares * factors**2).sum())
    of_weights = 0.0
    for index, magnitudes in rows:
        steps = (magnitudes * factors[index]).amax(1)
        energy = (channels.squares / factors**2)[index].sum()
        of_weights += float((steps.square().sum()) * energy)
    return of_value + of_weights
