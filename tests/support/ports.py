"""What a program takes and gives: the types of its inputs and outputs, and their scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    f32,
)
from xdsl.ir import Attribute, SSAValue

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.cortex_m.plan import entry_function, role_of
from cmlir.dialects.shapes import element_of, shape_of
from cmlir.dialects.states import is_state, states_of

Array = npt.NDArray[Any]

_MOVEMENT = (
    aten.CloneOp,
    aten.ExpandOp,
    aten.PermuteOp,
    aten.SelectOp,
    aten.SliceOp,
    aten.ViewOp,
    cortex_m.CopyOp,
    cortex_m.TransposeOp,
    cortex_m.ViewOp,
)
"""What leaves the scale of a tensor's values as it is."""


@dataclass(frozen=True)
class Port:
    """An input or output."""

    shape: tuple[int, ...]
    element: Attribute
    quantized: quant.StoredType | None
    """What its codes mean, if they are codes."""
    step: float | None
    """The size of a quantization step: 1 for codes; None for floats of no known scale."""

    @property
    def is_float(self) -> bool:
        return isinstance(self.element, AnyFloat)


def input_ports(module: ModuleOp) -> list[Port]:
    """The inputs of the module's function, in order."""
    function = entry_function(module)
    arguments = [a for a in function.body.block.args if role_of(a) != "output" and not is_state(a)]
    return [_port(a, _entry(function.arg_attrs, a.index), scale_after(a)) for a in arguments]


def output_ports(module: ModuleOp) -> list[Port]:
    """The outputs: results on tensors, arguments on memrefs."""
    function = entry_function(module)
    arguments = [a for a in function.body.block.args if role_of(a) == "output"]
    if arguments:
        return [_port(a, _entry(function.arg_attrs, a.index), None) for a in arguments]
    terminator = function.body.block.last_op
    assert terminator is not None
    states = {state.result for state in states_of(function)}
    returned = [(i, v) for i, v in enumerate(terminator.operands) if i not in states]
    return [_port(v, _entry(function.res_attrs, i), scale_before(v)) for i, v in returned]


def scale_before(value: SSAValue) -> float | None:
    """The scale of the codes that floats were dequantized from, seen through movements."""
    match value.owner:
        case quant.DequantizeCastOp() as op:
            quantized = quant.quantized_element_type(op.input)
            per_tensor = isinstance(quantized, quant.UniformQuantizedType)
            return quantized.scale if per_tensor else None
        case cortex_m.DequantizeOp() as op:
            return op.scale.value.data
        case op if isinstance(op, _MOVEMENT):
            return scale_before(op.input)
        case _:
            return None


def scale_after(value: SSAValue) -> float | None:
    """The scale with which a float is quantized first, seen through movements."""
    found = (_scale_of_use(use.operation) for use in value.uses)
    return next((scale for scale in found if scale is not None), None)


def _scale_of_use(op: object) -> float | None:
    match op:
        case quant.QuantizeCastOp():
            quantized = quant.quantized_element_type(op.result)
            per_tensor = isinstance(quantized, quant.UniformQuantizedType)
            return quantized.scale if per_tensor else None
        case cortex_m.QuantizeOp():
            return op.scale.value.data
        case _ if isinstance(op, _MOVEMENT) and op.result is not None:
            return scale_after(op.result)
        case _:
            return None


def _entry(attributes: ArrayAttr[DictionaryAttr] | None, index: int) -> DictionaryAttr:
    return DictionaryAttr({}) if attributes is None else attributes.data[index]


def _port(value: SSAValue, entry: DictionaryAttr, scale: float | None) -> Port:
    element = element_of(value)
    if isinstance(element, AnyFloat):
        return Port(shape_of(value), element, None, scale)
    quantized = element if isinstance(element, quant.StoredType) else _described(element, entry)
    return Port(shape_of(value), element, quantized, 1.0)


def _described(element: Attribute, entry: DictionaryAttr) -> quant.UniformQuantizedType | None:
    """The quantized type of plain integers whose scale an argument or result attribute names."""
    scale, zero_point = entry.data.get("cmlir.scale"), entry.data.get("cmlir.zero_point")
    if not isinstance(element, IntegerType) or not isinstance(scale, FloatAttr):
        return None
    offset = zero_point.value.data if isinstance(zero_point, IntegerAttr) else 0
    return quant.UniformQuantizedType(element, f32, scale.value.data, offset)


def code_range(port: Port) -> tuple[int, int]:
    """The least and greatest code that an integer port may hold."""
    if port.quantized is not None:
        return port.quantized.storage_min, port.quantized.storage_max
    assert isinstance(port.element, IntegerType)
    width = min(port.element.width.data, 16)
    return int(np.iinfo(f"i{width // 8}").min), int(np.iinfo(f"i{width // 8}").max)
