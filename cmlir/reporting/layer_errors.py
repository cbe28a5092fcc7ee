"""How much each layer of a quantized program differs from the float one, and where it begins.

Both programs are modules at stage "import", and are run on the same samples by the interpreter. A
layer is an operation that computes; what is compared is what later layers see of it, after it was
quantized. The float program is either the model as it was before quantization, so that rounded
weights count, or the quantized program without the casts of its activations.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from cmlir.dialects import aten, locations, quant
from cmlir.dialects.cortex_m.plan import entry_function
from cmlir.dialects.quant.codes import dequantize, quantize
from cmlir.interpreter import Step, evaluate, trace
from cmlir.lowering.constants import is_constant
from cmlir.lowering.movement import MOVEMENT

Array = npt.NDArray[Any]

SILENT = -math.inf
EXACT = math.inf


@dataclass(frozen=True)
class LayerError:
    """One layer over all samples.

    ``sqnr_db`` is the ratio of the float result's power to that of the difference, in decibels,
    with all errors of earlier layers; ``own_sqnr_db`` that of the layer alone, on the float
    program's inputs to it. ``largest`` is the largest difference, ``largest_steps`` the same in
    steps of the result's scale. ``saturated`` is the share of results beyond the range of codes.
    The last three are 0 or None where the result is not quantized.
    """

    index: int
    op: str
    source: str
    module: str
    sqnr_db: float
    own_sqnr_db: float
    largest: float
    largest_steps: float | None
    saturated: float | None


def layer_errors(
    quantized: ModuleOp, samples: Sequence[Sequence[Array]], reference: ModuleOp | None = None
) -> tuple[LayerError, ...]:
    """The error of each layer of ``quantized``, in the order of the program.

    ``reference`` is the float program; layers that it does not have (rewritten before quantization)
    are left out. Without one, rounded weights are taken for granted.
    """
    layers = [op for op in entry_function(quantized).body.block.ops if _is_layer(op)]
    base = _without_activation_casts(quantized) if reference is None else reference
    sums = {op: _Sums() for op in layers}
    for sample in samples:
        floats = _float_steps(layers, trace(base, *sample), by_place=reference is not None)
        values = _values(quantized, sample)
        for op in layers:
            if op in floats:
                _add(sums[op], op, values, floats[op])
    return tuple(sums[op].error(index, op) for index, op in enumerate(layers) if sums[op].count)


@dataclass
class _Sums:
    signal: float = 0.0
    noise: float = 0.0
    own_noise: float = 0.0
    largest: float = 0.0
    outside: int = 0
    count: int = field(default=0)

    def error(self, index: int, op: Operation) -> LayerError:
        place = locations.of(op)
        kind = _quantized_result(op)
        scale = kind.scale if isinstance(kind, quant.UniformQuantizedType) else None
        return LayerError(
            index=index,
            op=op.name,
            source=str(place or ""),
            module=place.module if place else "",
            sqnr_db=_decibels(self.signal, self.noise),
            own_sqnr_db=_decibels(self.signal, self.own_noise),
            largest=self.largest,
            largest_steps=None if scale is None else self.largest / scale,
            saturated=None if scale is None else self.outside / self.count,
        )


def _decibels(signal: float, noise: float) -> float:
    if noise == 0:
        return EXACT
    return 10 * math.log10(signal / noise) if signal else SILENT


def _add(sums: _Sums, op: Operation, values: Mapping[SSAValue, Array], step: Step) -> None:
    wanted = step.results[0].astype(np.float64)
    seen = _as_seen(op, values[op.results[0]])
    own = _as_seen(op, _alone(op, values, step))
    if seen.shape != wanted.shape:
        return
    kept = np.isfinite(wanted)  # what a mask fills in has no error
    difference = np.where(kept, seen - wanted, 0.0)
    sums.signal += float(np.square(wanted[kept]).sum())
    sums.noise += float(np.square(difference).sum())
    sums.own_noise += float(np.square(np.where(kept, own - wanted, 0.0)).sum())
    sums.largest = max(sums.largest, float(np.abs(difference).max(initial=0.0)))
    sums.outside += _outside(op, values[op.results[0]])
    sums.count += wanted.size


def _alone(op: Operation, values: Mapping[SSAValue, Array], step: Step) -> Array:
    """The layer's result on the float program's activations and its own constants."""
    same = len(step.operands) == len(op.operands)
    operands = [
        step.operands[i]
        if same and not is_constant(value) and _fits(step.operands[i], values[value])
        else values[value]
        for i, value in enumerate(op.operands)
    ]
    return evaluate(op, *operands)[0]


def _fits(array: Array, other: Array) -> bool:
    return array.shape == other.shape and array.dtype == other.dtype


def _as_seen(op: Operation, result: Array) -> npt.NDArray[np.float64]:
    kind = _quantized_result(op)
    if kind is not None:
        result = dequantize(quantize(result, kind), kind)
    return result.astype(np.float64)


def _outside(op: Operation, result: Array) -> int:
    """How many results are further beyond the range of codes than rounding takes back."""
    kind = _quantized_result(op)
    if not isinstance(kind, quant.UniformQuantizedType):
        return 0
    codes = result.astype(np.float64) / kind.scale + kind.zero_point
    beyond = (codes < kind.storage_min - 0.5) | (codes > kind.storage_max + 0.5)
    return int((beyond & np.isfinite(codes)).sum())


def _quantized_result(op: Operation) -> Any:
    """The type in which all that comes later sees the result; None if something sees floats."""
    casts = [use.operation for use in op.results[0].uses]
    kinds = {
        quant.quantized_element_type(cast.result)
        if isinstance(cast, quant.QuantizeCastOp)
        else None
        for cast in casts
    }
    return kinds.pop() if len(kinds) == 1 else None


def _is_layer(op: Operation) -> bool:
    """Operations on activations that compute: neither constants nor rearrangements."""
    if not op.name.startswith("aten.") or len(op.results) != 1:
        return False
    if isinstance(op, (aten.ConstantOp, aten.FullOp, *MOVEMENT)):
        return False
    is_real = "f32" in str(op.results[0].type)
    return is_real and not all(is_constant(value) for value in op.operands)


def _without_activation_casts(module: ModuleOp) -> ModuleOp:
    """The same program in float, but for its constants: dcast(qcast(x)) is x."""
    real = module.clone()
    for op in list(real.walk()):
        if isinstance(op, quant.DequantizeCastOp):
            cast = op.input.owner
            if isinstance(cast, quant.QuantizeCastOp) and not is_constant(cast.input):
                op.result.replace_all_uses_with(cast.input)
    return real


def _values(module: ModuleOp, sample: Sequence[Array]) -> dict[SSAValue, Array]:
    """Every value of a run."""
    values: dict[SSAValue, Array] = {}
    for step in trace(module, *sample):
        values |= zip(step.op.results, step.results, strict=True)
        values |= {
            value: array
            for value, array in zip(step.op.operands, step.operands, strict=True)
            if isinstance(value, BlockArgument)
        }
    return values


def _float_steps(
    layers: Sequence[Operation], steps: Iterable[Step], by_place: bool
) -> dict[Operation, Step]:
    """The float program's step of each layer: in order, or by the place in the model."""
    found = [step for step in steps if _is_layer(step.op)]
    if not by_place:
        return dict(zip(layers, found, strict=True))
    places: dict[object, list[Step]] = defaultdict(list)
    for step in found:
        places[_place(step.op)].append(step)
    wanted: dict[object, list[Operation]] = defaultdict(list)
    for op in layers:
        wanted[_place(op)].append(op)
    return {
        op: step
        for place, ops in wanted.items()
        if len(ops) == len(places[place])
        for op, step in zip(ops, places[place], strict=True)
    }


def _place(op: Operation) -> tuple[str, str, str, int]:
    place = locations.of(op) or locations.SourceLocation("")
    name = "aten.softmax" if op.name == "aten.safe_softmax" else op.name
    return name, place.module, place.file, place.line
