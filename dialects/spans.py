"""Which elements of an axis belong together: windows written out, one for each result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from cmlir.dialects.windows import Window


@dataclass(frozen=True)
class Spans:
    """Result k of an axis: ``counts[k]`` elements from ``starts[k]`` on, ``dilation`` apart."""

    starts: tuple[int, ...]
    counts: tuple[int, ...]
    dilation: int = 1

    @classmethod
    def of_window(cls, window: Window, axis: int, kernel: int, size: int, results: int) -> Self:
        """What of each window lies inside the axis."""
        step, dilation = window.strides[axis], window.dilations[axis]
        first = [k * step - window.padding[axis] for k in range(results)]
        taps = [[t for t in range(kernel) if 0 <= start + t * dilation < size] for start in first]
        starts = [f + t[0] * dilation if t else 0 for f, t in zip(first, taps, strict=True)]
        return cls(tuple(starts), tuple(map(len, taps)), dilation)

    @classmethod
    def adaptive(cls, size: int, results: int) -> Self:
        """As even as it goes: from floor(k * size / results) to ceil((k + 1) * size / results)."""
        starts = [k * size // results for k in range(results)]
        ends = [-(-(k + 1) * size // results) for k in range(results)]
        return cls(tuple(starts), tuple(e - s for s, e in zip(starts, ends, strict=True)))

    @property
    def flat(self) -> tuple[int, ...]:
        """start, count, start, count, …"""
        return tuple(n for pair in zip(self.starts, self.counts, strict=True) for n in pair)

    @classmethod
    def of_flat(cls, numbers: Iterable[int], dilation: int = 1) -> Self:
        given = tuple(numbers)
        return cls(given[::2], given[1::2], dilation)

    def elements(self) -> list[list[int]]:
        """The indices of each result's elements."""
        pairs = zip(self.starts, self.counts, strict=True)
        return [[start + k * self.dilation for k in range(count)] for start, count in pairs]

    def is_within(self, size: int) -> bool:
        """Whether every span has an element, and all of them lie inside the axis."""
        ends = [s + (c - 1) * self.dilation for s, c in zip(self.starts, self.counts, strict=True)]
        return min((*self.starts, 0)) >= 0 and min((*self.counts, 1)) >= 1 and max(ends) < size
