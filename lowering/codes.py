"""The map that a program makes from one value's codes to another's."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import SSAValue

from cmlir.dialects import aten, quant
from cmlir.dialects.deferred import np
from cmlir.dialects.quant.codes import Codes, all_codes, dequantize, quantize
from cmlir.lowering.movement import per_tensor

WIDEST = 16
"""Bits of storage up to which every code is looked at."""


@dataclass(frozen=True)
class CodeChain:
    """quantize(f_n(… f_1(dequantize(source)))), each f_k a pointwise operation."""

    source: SSAValue
    steps: tuple[aten.PointwiseOp, ...]
    target: quant.UniformQuantizedType

    @property
    def source_type(self) -> quant.UniformQuantizedType:
        found = per_tensor(self.source)
        assert found is not None
        return found

    def map(self) -> Codes:
        """The target's code for each of the source's, from the least to the greatest."""
        values = dequantize(all_codes(self.source_type), self.source_type)
        with np.errstate(all="ignore"):
            for step in self.steps:
                values = step.evaluate(values)
        return quantize(values, self.target)

    def is_identity(self) -> bool:
        """Whether every code stays what it is and the storage types agree."""
        if self.source_type.storage != self.target.storage:
            return False
        return np.array_equal(self.map(), all_codes(self.source_type))


def chain_of(op: quant.QuantizeCastOp) -> CodeChain | None:
    """The chain that ends in ``op``; None unless it starts at narrow codes of one scale."""
    target, steps, value = per_tensor(op.result), [], op.input
    while isinstance(value.owner, aten.PointwiseOp):
        steps.insert(0, value.owner)
        value = value.owner.input
    cast = value.owner
    if target is None or not isinstance(cast, quant.DequantizeCastOp):
        return None
    source = per_tensor(cast.input)
    if source is None or source.storage_type.width.data > WIDEST:
        return None
    return CodeChain(cast.input, tuple(steps), target)
