"""Windows that slide over the spatial axes of an image: convolutions and pooling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

Numbers = tuple[int, ...]
"""One for each spatial axis."""


@dataclass(frozen=True)
class Window:
    """Where windows lie: ``padding`` elements stand before the first element of each axis and
    ``padding_behind`` after the last one; the elements of a window are ``dilations`` apart.
    """

    strides: Numbers
    padding: Numbers
    padding_behind: Numbers
    dilations: Numbers

    @property
    def properties(self) -> dict[str, Attribute]:
        """By the names that operations give them."""
        names = ("strides", "padding", "padding_behind", "dilations")
        return {
            name: DenseArrayBase.from_list(i64, numbers)
            for name, numbers in zip(names, astuple(self), strict=True)
        }

    def spans(self, kernel: Sequence[int]) -> Numbers:
        """From the first element of a window to its last one, both counted."""
        return tuple(d * (k - 1) + 1 for d, k in zip(self.dilations, kernel, strict=True))

    def counts(self, sizes: Sequence[int], kernel: Sequence[int]) -> Numbers:
        """How many windows fit along each axis.

            (size + padding + padding_behind - span) // stride + 1

        Raises VerifyException for numbers that make no window, or that do not belong together.
        """
        rank = len(sizes)
        for name, numbers, least in (
            ("kernel", kernel, 1),
            ("strides", self.strides, 1),
            ("dilations", self.dilations, 1),
            ("padding", self.padding, 0),
            ("padding_behind", self.padding_behind, 0),
        ):
            if len(numbers) != rank or min(numbers, default=least) < least:
                raise VerifyException(
                    f"{name} {list(numbers)} must be {rank} numbers of at least {least}"
                )
        padded = [
            a + b + c for a, b, c in zip(sizes, self.padding, self.padding_behind, strict=True)
        ]
        rooms = [size - span for size, span in zip(padded, self.spans(kernel), strict=True)]
        if min(rooms) < 0:
            raise VerifyException(
                f"a window of {list(self.spans(kernel))} does not fit into {padded}"
            )
        return tuple(room // stride + 1 for room, stride in zip(rooms, self.strides, strict=True))
