"""Transposed convolutions, taken apart: which taps of a kernel meet at which elements.

Element y of the result takes in tap k from element (y + padding - k * dilation) / stride of the
input, where that is an integer.  So the elements with one remainder of (y + padding) by the stride,
a *phase*, take in the same taps, and each tap belongs to one phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cmlir.dialects.windows import Numbers

Taps = tuple[int, ...]


def taps_of_phases(kernel: int, stride: int, dilation: int) -> list[Taps]:
    """The taps of each phase along one axis, in order; a phase may have none."""
    taps = range(kernel)
    return [tuple(k for k in taps if k * dilation % stride == phase) for phase in range(stride)]


def phases(
    kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> Iterator[tuple[Taps, Taps]]:
    """(taps along the height, taps along the width) of every phase, rows of phases in order."""
    rows, columns = (
        taps_of_phases(*numbers) for numbers in zip(kernel, strides, dilations, strict=True)
    )
    for row in rows:
        for column in columns:
            yield row, column


def transposed_sizes(
    sizes: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[int],
    output_padding: Sequence[int],
    dilations: Sequence[int],
) -> Numbers:
    """(size - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1"""
    numbers = zip(sizes, kernel, strides, padding, output_padding, dilations, strict=True)
    return tuple((n - 1) * s - 2 * p + d * (k - 1) + o + 1 for n, k, s, p, o, d in numbers)
