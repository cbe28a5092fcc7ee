"""What all quantized types share: an expressed type, and integer codes with a range."""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyFloat, IntAttr, IntegerType, NoneAttr, Signedness
from xdsl.ir import ParametrizedAttribute, TypeAttribute
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.quant import syntax


@dataclass(frozen=True, init=False)
class QuantizedType(ParametrizedAttribute, TypeAttribute, ABC):
    """Base of all quantized types."""

    expressed_type: AnyFloat | NoneAttr


@dataclass(frozen=True, init=False)
class StoredType(QuantizedType, ABC):
    """Base of the quantized types that have integer codes."""

    storage: IntegerType
    """The type of the codes: `ui` if they are unsigned, else signless."""
    minimum: IntAttr
    maximum: IntAttr

    @property
    def storage_type(self) -> IntegerType:
        """The signless integer type that holds the codes."""
        return IntegerType(self.storage.width)

    @property
    def is_signed(self) -> bool:
        return self.storage.signedness.data != Signedness.UNSIGNED

    @property
    def storage_min(self) -> int:
        """The smallest code that may occur."""
        return self.minimum.data

    @property
    def storage_max(self) -> int:
        """The largest code that may occur."""
        return self.maximum.data

    def verify(self) -> None:
        width = self.storage.width.data
        if not 0 < width <= syntax.MAX_STORAGE_BITS:
            raise VerifyException(f"illegal storage type size: {width}")
        lowest, highest = syntax.storage_limits(self.storage)
        if not lowest <= self.storage_min < self.storage_max <= highest:
            bounds = f"({self.storage_min}:{self.storage_max})"
            raise VerifyException(f"illegal storage min and storage max: {bounds}")

    def print_storage(self, printer: Printer) -> None:
        """Print the storage type, its range and the expressed type."""
        syntax.print_storage(printer, self.storage, self.storage_min, self.storage_max)
        if not isinstance(self.expressed_type, NoneAttr):
            printer.print_string(":")
            printer.print_attribute(self.expressed_type)


def storage_parameters(
    storage: IntegerType, minimum: int | None, maximum: int | None
) -> tuple[IntegerType, IntAttr, IntAttr]:
    """The first parameters of a stored type; the range is the whole of the type's by default."""
    storage = syntax.canonical_storage(storage)
    lowest, highest = syntax.storage_limits(storage)
    return (
        storage,
        IntAttr(lowest if minimum is None else minimum),
        IntAttr(highest if maximum is None else maximum),
    )
