"""The op interface of everything that becomes one kernel call.

A kernel op has two forms.  On tensors it is pure and has a result; on memrefs it writes into
``out`` and may use ``scratch``.  What planner, interpreter and emitter must agree on - the kernel
contract - are methods of the op, so that each is stated once:

* ``kernel``: the C function that is called;
* ``scratch_bytes(target)``: working memory that the call needs, 16-byte aligned;
* ``aliasing_inputs()``: the operands whose memory the output may take, start on start;
* ``overlap()``: the operand that the result may overlap otherwise, and by how much;
* ``macs()``: multiply-accumulate operations, for reports.

Data need the alignment of their element type, scratch 16 bytes; no kernel reads or writes outside
its operands.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence, Set

from xdsl.dialects.builtin import MemRefType, TensorType, i8
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    opt_operand_def,
    opt_result_def,
    traits_def,
)
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.cortex_m.bands import Overlap
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import ShapedTypes, element_count, element_of, shape_of, shaped

AnyBuffer = TensorType.constr() | MemRefType.constr()
"""Constraint of operands that are tensors before planning and memrefs after."""

__all__ = ["AnyBuffer", "KernelOp", "irdl_op_definition"]


class WritesOut(MemoryEffect):
    """Pure on tensors; on memrefs the op writes."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return set() if op.results else {EffectInstance(MemoryEffectKind.WRITE)}


class KernelOp(NamedFormatOp):
    """Base class: one call of one C kernel (see the module's text for the contract)."""

    out = opt_operand_def(MemRefType)
    scratch = opt_operand_def(MemRefType)
    result = opt_result_def(TensorType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(WritesOut())

    @property
    @abstractmethod
    def kernel(self) -> str:
        """The name of the C function."""

    def scratch_bytes(self, target: Target) -> int:
        """Bytes of working memory on ``target``."""
        del target
        return 0

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        """Operands that the output may overwrite in place, as both our and Arm's kernel allow."""
        return ()

    def overlap(self) -> Overlap | None:
        """An operand that the result may overlap at a distance; None if there is none."""
        return None

    def macs(self) -> int:
        """Multiply-accumulate operations of one call."""
        return 0

    @property
    def inputs(self) -> tuple[SSAValue, ...]:
        """The operands that are read: all but ``out`` and ``scratch``."""
        groups = self.operand_groups()
        read = (group for name, group in groups.items() if name not in ("out", "scratch"))
        return tuple(value for group in read for value in group)

    @property
    def destination(self) -> SSAValue:
        """What is written: the result on tensors, ``out`` on memrefs."""
        value = self.result if self.result is not None else self.out
        if value is None:
            raise VerifyException(f"{self.name} has neither a result nor an out operand")
        return value

    @property
    def result_type(self) -> ShapedTypes:
        return shaped(self.destination)

    def verify_form(self) -> None:
        """Tensors in and a result, or memrefs in and ``out``; raises VerifyException otherwise."""
        if (self.result is None) == (self.out is None):
            raise VerifyException(
                "expected either a result (on tensors) or an out operand (on memrefs)"
            )
        if self.result is not None and self.scratch is not None:
            raise VerifyException("scratch belongs to the form on memrefs")
        expected = TensorType if self.result is not None else MemRefType
        for operand in self.operands:
            if not isinstance(operand.type, expected):
                raise VerifyException(
                    f"all operands must be {expected.name}, but one is {operand.type}"
                )
        if self.scratch is not None and element_of(self.scratch) != i8:
            raise VerifyException(f"scratch must be a memref of i8, but is {self.scratch.type}")

    def verify_(self) -> None:
        self.verify_form()
        self.verify_kernel()

    def verify_kernel(self) -> None:
        """Checks of the single op, shapes and parameters; raises VerifyException."""


def elementwise_count(op: KernelOp) -> int:
    return element_count(op.destination)


def same_shape(values: Sequence[SSAValue | Attribute]) -> None:
    """Raises VerifyException unless all values have one shape."""
    shapes = [shape_of(v) for v in values]
    if any(s != shapes[0] for s in shapes):
        raise VerifyException(f"shapes differ: {', '.join(map(str, shapes))}")


def require_code(name: str, value: int, least: int = -128, greatest: int = 127) -> None:
    """Raises VerifyException unless an offset is in the range that the kernels take."""
    if not least <= value <= greatest:
        raise VerifyException(f"{name} {value} is not in [{least}, {greatest}]")


def up_to_vectors(size: int) -> int:
    """Bytes up to the next multiple of 16, so that what follows is aligned to a vector."""
    return (size + 15) & ~15
