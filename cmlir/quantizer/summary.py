"""What was quantized how, read off a quantized program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch.export import ExportedProgram
from torch.fx import Node

from cmlir.quantizer.locations import module_path
from cmlir.quantizer.observed_ranges import is_equalized, observer_of
from cmlir.quantizer.weight_observers import WEIGHT_MAX

_QUANTIZE = torch.ops.quantized_decomposed.quantize_per_tensor.default
_DEQUANTIZE_CHANNELS = torch.ops.quantized_decomposed.dequantize_per_channel.default
_DEQUANTIZE = torch.ops.quantized_decomposed.dequantize_per_tensor.default


@dataclass(frozen=True)
class QuantizedValue:
    """One value that a program quantizes: real = scale * (code - zero_point)."""

    name: str
    """The node that makes it."""
    module: str
    """Its module's path in the model."""
    dtype: str
    scale: float
    zero_point: int
    least: int
    greatest: int
    observer: str = "minmax"
    """What chose the scale: one of `cmlir.quantize`'s observers."""
    equalized: bool = False
    """Whether its channels were scaled."""

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest number that has a code of its own."""
        ends = (self.least - self.zero_point, self.greatest - self.zero_point)
        return self.scale * ends[0], self.scale * ends[1]


@dataclass(frozen=True)
class QuantizationSummary:
    """The quantized values of a program, weights apart, in order; `str` gives it in words."""

    values: tuple[QuantizedValue, ...]
    weights: tuple[str, ...] = ()
    """What chose the scales of each weight."""
    narrow_weights: tuple[str, ...] = ()
    """The nodes whose weights have 4 bits."""

    @property
    def counts(self) -> dict[str, int]:
        """How many values have each dtype."""
        return dict(Counter(value.dtype for value in self.values))

    def of_dtype(self, dtype: str) -> tuple[QuantizedValue, ...]:
        return tuple(value for value in self.values if value.dtype == dtype)

    def __str__(self) -> str:
        counts = ", ".join(f"{count} in {dtype}" for dtype, count in sorted(self.counts.items()))
        wide = [_line(value) for value in self.values if value.dtype != "int8"]
        lines = [f"quantized values: {counts or 'none'}", *wide]
        chosen = [_line(v) for v in self.values if _is_special(v) and v.dtype == "int8"]
        if others := set(self.weights) - {"minmax"}:
            chosen.append(f"  scales of {len(self.weights)} weights by {', '.join(sorted(others))}")
        if self.narrow_weights:
            chosen.append(f"  weights in 4 bits: those of {', '.join(self.narrow_weights)}")
        return "\n".join(lines + chosen)


def quantization_summary(program: ExportedProgram) -> QuantizationSummary:
    """Which values a quantized program has in how many bits.

    A value that is read in 16 and in 8 bits is there twice. Constants of 16 bits, such as tables of
    embeddings, go by the name of what reads them.
    """
    weights = program.graph.find_nodes(op="call_function", target=_DEQUANTIZE_CHANNELS)
    readers = [next(iter(node.users)) for node in weights if node.args[-1] == torch.int8]
    observers = tuple(observer_of(reader) for reader in readers)
    values = tuple(dict.fromkeys(_values(program)))
    return QuantizationSummary(values, observers, tuple(_narrow(program)))


def _narrow(program: ExportedProgram) -> Iterator[str]:
    """Of constants in [-7, 7], the operators that read them."""
    for node in program.graph.nodes:
        if node.target not in (_DEQUANTIZE, _DEQUANTIZE_CHANNELS):
            continue
        is_constant = node.args[0].op == "placeholder"
        if is_constant and node.args[-2] == WEIGHT_MAX[4] and node.args[-1] == torch.int8:
            yield from (user.name for user in node.users)


def _values(program: ExportedProgram) -> Iterator[QuantizedValue]:
    for node in program.graph.find_nodes(op="call_function", target=_QUANTIZE):
        _, scale, zero_point, least, greatest, dtype = node.args
        made = _made_by(node)
        name = str(dtype).removeprefix("torch.")
        codes = (name, scale, zero_point, least, greatest)
        yield QuantizedValue(
            made.name, module_path(made), *codes, observer_of(node), is_equalized(node)
        )
    for node in program.graph.find_nodes(op="call_function", target=_DEQUANTIZE):
        source, scale, zero_point, least, greatest, dtype = node.args
        if source.op == "placeholder" and dtype == torch.int16 and node.users:
            reader = next(iter(node.users))
            name, place = f"constant of {reader.name}", module_path(reader)
            yield QuantizedValue(name, place, "int16", scale, zero_point, least, greatest)


def _made_by(quantize: Node) -> Node:
    """What is quantized, behind other quantizations of it."""
    node = quantize.all_input_nodes[0]
    while "quantized_decomposed" in str(node.target):
        node = node.all_input_nodes[0]
    return node


def _line(value: QuantizedValue) -> str:
    low, high = value.range
    where = f" in {value.module}" if value.module else ""
    by = f", by {value.observer}" if value.observer != "minmax" else ""
    by += ", equalized" if value.equalized else ""
    return f"  {value.dtype}: {value.name}{where}, {low:.4g} to {high:.4g}{by}"


def _is_special(value: QuantizedValue) -> bool:
    return value.observer != "minmax" or value.equalized
