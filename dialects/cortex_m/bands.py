"""Working through an image in bands of rows, so that input and result may share memory.

A band is some rows of the result, or pixels of it where each is made of one pixel.  Its call reads
all that it reads before it writes its last byte, and nothing but the rows of the input that its
windows touch; so, with bands from the first row on, what a band writes must end before the first
byte that it or a later band reads.  With r1 the end of a band and lo the first row that it reads,

    result + r1 * row of the result <= input + lo * row of the input    for all bands,

and from the last row on, with r0 the begin of a band and hi the end of what it reads,

    result + r0 * row of the result >= input + hi * row of the input    for all bands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.ir import SSAValue


@dataclass(frozen=True)
class Overlap:
    """``operand`` and the result may share bytes if the result begins at least ``below`` bytes
    before the operand, or at least ``above`` bytes behind its begin; both can be negative.
    """

    operand: SSAValue
    below: int
    above: int

    def allows(self, operand: int, result: int) -> bool:
        """Whether the two may begin at these bytes."""
        return result <= operand - self.below or result >= operand + self.above


@dataclass(frozen=True)
class Band:
    """Rows ``first`` to ``end`` of the result, made of rows ``read_first`` to ``read_end``."""

    first: int
    end: int
    read_first: int
    read_end: int


@dataclass(frozen=True)
class Window:
    """How the rows of a result follow from those of an image, of ``height`` rows."""

    height: int
    extent: int
    stride: int
    padding: int

    def bands(self, rows: int, of: int) -> Iterator[Band]:
        """From the first row to row ``of``, ``rows`` at a time."""
        for first in range(0, of, rows):
            end = min(first + rows, of)
            read_first = min(max(0, first * self.stride - self.padding), self.height)
            read_end = (end - 1) * self.stride - self.padding + self.extent
            yield Band(first, end, read_first, min(max(read_first, read_end), self.height))


def overlap_of(operand: SSAValue, row_bytes: tuple[int, int], bands: tuple[Band, ...]) -> Overlap:
    """The distances at which the rules above hold, of one image.

    row_bytes: of a row of the operand, and of one of the result.
    """
    read, written = row_bytes
    below = max(band.end * written - band.read_first * read for band in bands)
    above = max(band.read_end * read - band.first * written for band in bands)
    return Overlap(operand, below, above)
