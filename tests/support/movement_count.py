"""How much a program moves, at any stage before planning."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from cmlir.dialects import aten, cortex_m, quant
from cmlir.dialects.cortex_m.storage import element_bytes
from cmlir.dialects.shapes import element_count
from cmlir.lowering.constants import is_constant

MOVES = (
    aten.CloneOp,
    aten.ExpandOp,
    aten.PermuteOp,
    aten.SelectOp,
    aten.SliceOp,
    cortex_m.CopyOp,
    cortex_m.TransposeOp,
)
"""What may have to write its elements anew; a view never does."""


@dataclass(frozen=True)
class Movement:
    """Operations that move elements, and the bytes of their results."""

    ops: int
    bytes: int

    def __le__(self, other: Movement) -> bool:
        return self.ops <= other.ops and self.bytes <= other.bytes


def movement_of(module: ModuleOp, *kinds: type[Operation]) -> Movement:
    """What the program moves, or only the operations of some kinds; constants do not count."""
    moves = [op for op in module.walk() if isinstance(op, kinds or MOVES) and not _of_constant(op)]
    return Movement(len(moves), sum(_result_bytes(op) for op in moves))


def _of_constant(op: Operation) -> bool:
    return isinstance(op, aten.UnaryOp) and is_constant(op.input)


def _result_bytes(op: Operation) -> int:
    (result,) = op.results
    quantized = quant.quantized_element_type(result)
    if quantized is None:
        return element_count(result) * element_bytes(result)
    return element_count(result) * (quantized.storage_type.width.data // 8)
