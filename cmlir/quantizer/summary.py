"""What was quantized how, read off a quantized program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch.export import ExportedProgram
from torch.fx import Node

from cmlir.quantizer.locations import module_path

_QUANTIZE = torch.ops.quantized_decomposed.quantize_per_tensor.default
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

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest number that has a code of its own."""
        ends = (self.least - self.zero_point, self.greatest - self.zero_point)
        return self.scale * ends[0], self.scale * ends[1]


@dataclass(frozen=True)
class QuantizationSummary:
    """The quantized values of a program, weights apart, in order; `str` gives it in words."""

    values: tuple[QuantizedValue, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many values have each dtype."""
        return dict(Counter(value.dtype for value in self.values))

    def of_dtype(self, dtype: str) -> tuple[QuantizedValue, ...]:
        return tuple(value for value in self.values if value.dtype == dtype)

    def __str__(self) -> str:
        counts = ", ".join(f"{count} in {dtype}" for dtype, count in sorted(self.counts.items()))
        wide = [_line(value) for value in self.values if value.dtype != "int8"]
        return "\n".join([f"quantized values: {counts or 'none'}", *wide])


def quantization_summary(program: ExportedProgram) -> QuantizationSummary:
    """Which values a quantized program has in how many bits.

    A value that is read in 16 and in 8 bits is there twice. Constants of 16 bits, such as tables of
    embeddings, go by the name of what reads them.
    """
    return QuantizationSummary(tuple(dict.fromkeys(_values(program))))


def _values(program: ExportedProgram) -> Iterator[QuantizedValue]:
    for node in program.graph.find_nodes(op="call_function", target=_QUANTIZE):
        _, scale, zero_point, least, greatest, dtype = node.args
        made = _made_by(node)
        name = str(dtype).removeprefix("torch.")
        yield QuantizedValue(made.name, module_path(made), name, scale, zero_point, least, greatest)
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
    return f"  {value.dtype}: {value.name}{where}, {low:.4g} to {high:.4g}"
