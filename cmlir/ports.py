"""What a planned program takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType, ModuleOp, StringAttr, f32
from xdsl.ir import Attribute, BlockArgument

from cmlir.dialects import quant
from cmlir.dialects.cortex_m.plan import entry_function, role_of
from cmlir.dialects.quant.codes import quantize
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.interpreter.values import dtype_of


@dataclass(frozen=True)
class Port:
    """An input or output: PyTorch name, shape and dtype; parameters where it crosses as codes."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    quantized: quant.UniformQuantizedType | None

    def quantize(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Codes of real numbers, as the program's own quantize would give them."""
        assert self.quantized is not None
        return quantize(values.astype(np.float32), self.quantized)


def input_ports(module: ModuleOp) -> list[Port]:
    """The inputs of a planned module, in PyTorch's order."""
    return _ports(module, "input")


def output_ports(module: ModuleOp) -> list[Port]:
    """The outputs of a planned module: the flattened leaves, in PyTorch's order."""
    return _ports(module, "output")


def _ports(module: ModuleOp, role: str) -> list[Port]:
    function = entry_function(module)
    assert function.arg_attrs is not None, "the module is not planned"
    described = zip(function.body.block.args, function.arg_attrs, strict=True)
    arguments = [(a, entry.data) for a, entry in described if role_of(a) == role]
    return [_port(a, entry, f"{role}_{index}") for index, (a, entry) in enumerate(arguments)]


def _port(argument: BlockArgument, attributes: Mapping[str, Attribute], fallback: str) -> Port:
    name, element = attributes.get("cmlir.name"), element_of(argument)
    scale, zero_point = attributes.get("cmlir.scale"), attributes.get("cmlir.zero_point")
    quantized = None
    if isinstance(scale, FloatAttr) and isinstance(element, IntegerType):
        zero = zero_point.value.data if isinstance(zero_point, IntegerAttr) else 0
        quantized = quant.UniformQuantizedType(element, f32, scale.value.data, zero)
    label = name.data if isinstance(name, StringAttr) else fallback
    return Port(label, shape_of(argument), dtype_of(element), quantized)
