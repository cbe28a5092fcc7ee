"""Whose memory a value is, through views."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import FixedBitwidthType
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.memory import ViewOp
from cmlir.dialects.cortex_m.packed import is_packed
from cmlir.dialects.shapes import element_count, element_of


@dataclass(frozen=True)
class Storage:
    """Bytes ``offset`` to ``offset + size`` of the memory that ``root`` stands for.

    ``root`` is no view: a buffer, a constant, a function argument, the result of a kernel op.
    """

    root: SSAValue
    offset: int
    size: int

    @property
    def covers_root(self) -> bool:
        return self.offset == 0 and self.size == byte_size(self.root)


def element_bytes(value: SSAValue | Attribute) -> int:
    """Bytes of one element; raises VerifyException for a type of which none has whole bytes."""
    element = element_of(value)
    if not isinstance(element, FixedBitwidthType) or is_packed(value):
        raise VerifyException(f"elements of type {element} have no size in memory")
    return element.size


def byte_size(value: SSAValue | Attribute) -> int:
    """Bytes of a whole tensor or memref, which are dense: of i4, two elements in each."""
    if is_packed(value):
        return -(-element_count(value) // 2)
    return element_count(value) * element_bytes(value)


def storage_of(value: SSAValue) -> Storage:
    """Where the value is, seen through any chain of ``cortex_m.view``."""
    root, offset = value, 0
    while isinstance(root, OpResult) and isinstance(root.op, ViewOp):
        view = root.op
        offset += view.offset.value.data * element_bytes(value)
        root = view.input
    return Storage(root, offset, byte_size(value))
