"""Masks: softmax of what they leave, selection, comparisons with a number, logic.

Truth values are i1, one byte each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from xdsl.dialects.builtin import (
    I64,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code, same_shape
from cmlir.dialects.cortex_m.softmax import LONGEST_ROW
from cmlir.dialects.shapes import (
    element_count,
    element_of,
    require_element,
    require_shape,
    shape_of,
)

MOST_AXES = 8
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")
"""In the order of ``cmlir_comparison``."""


def verify_reads(
    operand: SSAValue, offset: int, strides: Sequence[int], shape: Sequence[int], name: str
) -> None:
    """Raises VerifyException unless offset + sum_k i_k * strides[k] stays inside the operand."""
    if len(strides) != len(shape) or len(shape) > MOST_AXES:
        raise VerifyException(
            f"{name} has {len(strides)} strides for shape {tuple(shape)}, rank at most {MOST_AXES}"
        )
    spans = [stride * (size - 1) for stride, size in zip(strides, shape, strict=True)]
    first = offset + sum(min(span, 0) for span in spans)
    last = offset + sum(max(span, 0) for span in spans)
    if not 0 <= first <= last < element_count(operand):
        raise VerifyException(
            f"reads elements {first} to {last} of {name}, which has {element_count(operand)}"
        )


class Masked(Protocol):
    """What says which elements of rows are kept, as in `MaskedSoftmaxOp`."""

    @property
    def mask(self) -> SSAValue | None: ...
    @property
    def mask_offset(self) -> IntegerAttr[I64] | None: ...
    @property
    def mask_strides(self) -> DenseArrayBase[I64] | None: ...
    @property
    def diagonal(self) -> IntegerAttr[I64] | None: ...


def verify_mask(op: Masked, shape: Sequence[int]) -> None:
    """Raises VerifyException unless mask and diagonal fit rows of ``shape``."""
    given = {v is not None for v in (op.mask, op.mask_offset, op.mask_strides)}
    if len(given) > 1:
        raise VerifyException("mask, mask_offset and mask_strides belong together")
    if op.diagonal is not None and len(shape) < 2:
        raise VerifyException("a diagonal needs two axes")
    if op.mask is None or op.mask_offset is None or op.mask_strides is None:
        return
    require_element(op.mask, [i1], "mask")
    strides = list(op.mask_strides.get_values())
    verify_reads(op.mask, op.mask_offset.value.data, strides, shape, "mask")
    if strides[-1] not in (0, 1):
        raise VerifyException(f"the last stride of mask must be 0 or 1, but is {strides[-1]}")


@irdl_op_definition
class MaskedSoftmaxOp(KernelOp):
    """Softmax along the last axis of what is kept; all else gets probability 0.

    Kept is element [.., i, j] if flat(mask)[mask_offset + sum_k i_k * mask_strides[k]] holds and
    j <= i + diagonal; a mask or a diagonal that is absent leaves out nothing.  A row of which
    nothing is kept gets probability 0 throughout.  ``exponentials``, ``output_rescale`` and
    ``output_offset`` are those of ``cortex_m.softmax``, for a result of i8.
    """

    name = "cortex_m.masked_softmax"
    input = operand_def(AnyBuffer)
    exponentials = operand_def(AnyBuffer)
    mask = opt_operand_def(AnyBuffer)
    mask_offset = opt_prop_def(IntegerAttr[I64])
    mask_strides = opt_prop_def(DenseArrayBase.constr(i64))
    diagonal = opt_prop_def(IntegerAttr[I64])
    output_rescale = opt_prop_def(RescaleAttr)
    output_offset = opt_prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return "cmlir_masked_softmax_s8"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        require_element(self.input, [i8], "input")
        require_element(self.destination, [i8], "out")
        same_shape([self.input, self.destination])
        shape = shape_of(self.input)
        if not 1 <= len(shape) <= MOST_AXES or shape[-1] > LONGEST_ROW:
            raise VerifyException(
                f"rows must have 1 to {LONGEST_ROW} elements and the input 1 to {MOST_AXES} axes, "
                f"but its shape is {shape}"
            )
        require_element(self.exponentials, [i32], "exponentials")
        require_shape(self.exponentials, (256,), "exponentials")
        if self.mask is None and self.diagonal is None:
            raise VerifyException("expected a mask or a diagonal")
        verify_mask(self, shape)
        self._verify_output()

    def _verify_output(self) -> None:
        if (self.output_rescale is None) != (self.output_offset is None):
            raise VerifyException("output_rescale and output_offset belong together")
        if self.output_rescale is not None and self.output_offset is not None:
            require_code("output_offset", self.output_offset.value.data)
            if self.output_rescale.per_channel:
                raise VerifyException("output_rescale must be one pair")


@irdl_op_definition
class WhereOp(KernelOp):
    """out = lhs where the condition holds, else rhs.

    Each operand is read at offsets[n] + sum_k i_k * its strides[k] of its flat elements, n = 0 for
    the condition, 1 for lhs, 2 for rhs.
    """

    name = "cortex_m.where"
    condition = operand_def(AnyBuffer)
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    offsets = prop_def(DenseArrayBase.constr(i64))
    condition_strides = prop_def(DenseArrayBase.constr(i64))
    lhs_strides = prop_def(DenseArrayBase.constr(i64))
    rhs_strides = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel(self) -> str:
        return "cmlir_where"

    @property
    def readings(self) -> tuple[tuple[SSAValue, int, tuple[int, ...]], ...]:
        """(operand, offset, strides) of condition, lhs and rhs."""
        operands = (self.condition, self.lhs, self.rhs)
        strides = (self.condition_strides, self.lhs_strides, self.rhs_strides)
        return tuple(
            (operand, offset, tuple(steps.get_values()))
            for operand, offset, steps in zip(
                operands, self.offsets.get_values(), strides, strict=True
            )
        )

    def verify_kernel(self) -> None:
        require_element(self.condition, [i1], "condition")
        require_element(self.lhs, [element_of(self.destination)], "lhs")
        require_element(self.rhs, [element_of(self.destination)], "rhs")
        if len(self.offsets) != 3:
            raise VerifyException(f"expected 3 offsets, but got {len(self.offsets)}")
        names = ("condition", "lhs", "rhs")
        for name, (operand, offset, strides) in zip(names, self.readings, strict=True):
            verify_reads(operand, offset, strides, shape_of(self.destination), name)


_SUFFIXES: dict[Attribute, str] = {f32: "f32", i8: "s8", i32: "s32", i64: "s64"}


@irdl_op_definition
class CompareOp(KernelOp):
    """out = (input ``predicate`` number); no comparison with NaN holds but "ne"."""

    name = "cortex_m.compare"
    input = operand_def(AnyBuffer)
    predicate = prop_def(StringAttr)
    number = prop_def(FloatAttr)

    @property
    def kernel(self) -> str:
        return f"cmlir_compare_{_SUFFIXES[element_of(self.input)]}"

    def verify_kernel(self) -> None:
        require_element(self.input, list(_SUFFIXES), "input")
        require_element(self.destination, [i1], "out")
        same_shape([self.input, self.destination])
        if self.predicate.data not in PREDICATES:
            raise VerifyException(
                f'predicate "{self.predicate.data}" is none of {", ".join(PREDICATES)}'
            )
        number = self.number.value.data
        if element_of(self.input) != f32 and not (
            number.is_integer() and -(2**31) <= number < 2**31
        ):
            raise VerifyException(f"number {number} is no 32-bit integer")


class _LogicOp(KernelOp):
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return f"cmlir_{self.name.removeprefix('cortex_m.')}"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.lhs, self.rhs)

    def verify_kernel(self) -> None:
        for name, value in (("lhs", self.lhs), ("rhs", self.rhs), ("out", self.destination)):
            require_element(value, [i1], name)
        same_shape([self.lhs, self.rhs, self.destination])


@irdl_op_definition
class LogicalAndOp(_LogicOp):
    """out = lhs and rhs."""

    name = "cortex_m.logical_and"


@irdl_op_definition
class LogicalOrOp(_LogicOp):
    """out = lhs or rhs."""

    name = "cortex_m.logical_or"


@irdl_op_definition
class LogicalXorOp(_LogicOp):
    """out = lhs or rhs, but not both."""

    name = "cortex_m.logical_xor"


@irdl_op_definition
class LogicalNotOp(KernelOp):
    """out = not input."""

    name = "cortex_m.logical_not"
    input = operand_def(AnyBuffer)

    @property
    def kernel(self) -> str:
        return "cmlir_logical_not"

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return (self.input,)

    def verify_kernel(self) -> None:
        for name, value in (("input", self.input), ("out", self.destination)):
            require_element(value, [i1], name)
        same_shape([self.input, self.destination])
