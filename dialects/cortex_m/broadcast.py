"""Pointwise int8 arithmetic on operands that repeat along axes: what repeats is stored once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from xdsl.dialects.builtin import I64, IntegerAttr, i8, i32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr
from cmlir.dialects.cortex_m.elementwise import BinaryOp, SumOp
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.shapes import broadcast_shapes, require_element, require_shape, shape_of

MOST_LOOPS = 8
"""Nested loops that the kernels have."""


class Broadcasting(Protocol):
    """A kernel op on two operands that may repeat along axes of its result."""

    @property
    def lhs(self) -> SSAValue: ...
    @property
    def rhs(self) -> SSAValue: ...
    @property
    def destination(self) -> SSAValue: ...


@dataclass(frozen=True)
class Loops:
    """Nested loops over a result in order, and the operands' strides in elements in each."""

    sizes: tuple[int, ...]
    lhs_strides: tuple[int, ...]
    rhs_strides: tuple[int, ...]


def broadcast_loops(op: Broadcasting) -> Loops:
    """The fewest loops: axes of size 1 dropped, neighbours joined where neither operand jumps."""
    shape = shape_of(op.destination)
    lhs, rhs = (_strides(shape_of(value), len(shape)) for value in (op.lhs, op.rhs))
    loops: list[tuple[int, int, int]] = []
    for size, a, b in zip(shape, lhs, rhs, strict=True):
        if size == 1:
            continue
        if loops and loops[-1][1:] == (a * size, b * size):
            loops[-1] = (loops[-1][0] * size, a, b)
        else:
            loops.append((size, a, b))
    sizes, a, b = zip(*loops or [(1, 1, 1)], strict=True)
    return Loops(sizes, a, b)


def _strides(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """Row-major, 0 along axes of size 1 and along those that are missing in front."""
    strides, step = [0] * rank, 1
    for axis, size in enumerate(reversed(shape), start=1):
        strides[-axis] = step if size > 1 else 0
        step *= size
    return tuple(strides)


def verify_broadcast(op: Broadcasting) -> None:
    """Raises VerifyException unless the result has PyTorch's shape and the kernel enough loops."""
    shape = broadcast_shapes(shape_of(op.lhs), shape_of(op.rhs))
    require_shape(op.destination, shape, "out")
    loops = len(broadcast_loops(op).sizes)
    if loops > MOST_LOOPS:
        raise VerifyException(f"{loops} loops are needed, but the kernel has {MOST_LOOPS}")


def whole_operands(op: Broadcasting) -> tuple[SSAValue, ...]:
    """The operands that repeat along no axis, which the result may overwrite."""
    shape = shape_of(op.destination)
    return tuple(value for value in (op.lhs, op.rhs) if shape_of(value) == shape)


@irdl_op_definition
class BroadcastMulOp(BinaryOp):
    """``cortex_m.mul`` with PyTorch's broadcasting."""

    name = "cortex_m.broadcast_mul"

    @property
    def kernel(self) -> str:
        return "cmlir_broadcast_mul_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return whole_operands(self)

    def verify_shapes(self) -> None:
        verify_broadcast(self)


@irdl_op_definition
class BroadcastAddOp(SumOp):
    """``cortex_m.add`` with PyTorch's broadcasting."""

    name = "cortex_m.broadcast_add"

    @property
    def kernel(self) -> str:
        return "cmlir_broadcast_add_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return whole_operands(self)

    def verify_shapes(self) -> None:
        verify_broadcast(self)


@irdl_op_definition
class BroadcastDivOp(KernelOp):
    """out = clamp(rescale[rhs](lhs + lhs_offset) + output_offset) with PyTorch's broadcasting.

    ``factors`` has for each of the 256 codes of ``rhs`` the multiplier, of either sign, and the
    shift that stand for its reciprocal and the scales.
    """

    name = "cortex_m.broadcast_div"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    factors = operand_def(AnyBuffer)
    lhs_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_broadcast_div_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return whole_operands(self)

    def verify_kernel(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs), ("out", self.destination)):
            require_element(value, [i8], name)
        require_element(self.factors, [i32], "factors")
        require_shape(self.factors, (256, 2), "factors")
        verify_broadcast(self)
        require_code("lhs_offset", self.lhs_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
