"""Reading several rearranged tensors side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cmlir.lowering.strided import Layout, Step, Steps, merged


def together(layouts: Sequence[Layout]) -> list[tuple[int, tuple[int, ...]]] | None:
    """The fewest (size, stride of each layout) that describe layouts of one shape at once.

    None if steps would have to be cut where they cannot be.
    """
    found: list[tuple[int, tuple[int, ...]]] = []
    for axes in zip(*(layout.axes for layout in layouts), strict=True):
        cut = _cut_alike([merged(steps) for steps in axes])
        if cut is None:
            return None
        for size, strides in cut:
            if found and found[-1][1] == tuple(size * stride for stride in strides):
                found[-1] = (found[-1][0] * size, strides)
            else:
                found.append((size, strides))
    return found


def _cut_alike(axes: Sequence[Steps]) -> list[tuple[int, tuple[int, ...]]] | None:
    """The steps of several axes of one size, cut until they have the same sizes."""
    left = [list(steps) for steps in axes]
    found: list[tuple[int, tuple[int, ...]]] = []
    while all(left):
        common = math.gcd(*(steps[-1][0] for steps in left))
        if common == 1:
            return None
        found.insert(0, (common, tuple(_take(steps, common) for steps in left)))
    return found


def _take(left: list[Step], size: int) -> int:
    """Remove ``size`` elements, which divide the last step's, from that step; its stride."""
    count, stride = left.pop()
    if count > size:
        left.append((count // size, stride * size))
    return stride
