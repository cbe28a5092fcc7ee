"""Windows, picked pixels, interpolation and transposed convolution against plain loops."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fixed_point import rescale, wrap
from support.golden_images import integers
from support.kernel_library import Array, Context, Dims, KernelLibrary, Memory, PerChannel
from support.kernel_strategies import quick

seeds = st.integers(0, 2**32 - 1)
INT8 = (-128, 127)


class Draw:
    """Random images, axes and factors."""

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)

    def between(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high, endpoint=True))

    def image(self) -> Array:
        shape = [self.between(1, top) for top in (2, 6, 7, 19)]
        return self.rng.integers(*INT8, shape, np.int8, endpoint=True)

    def spans(self, size: int, dilation: int = 1) -> list[tuple[int, int]]:
        """(start, count) of some windows inside an axis."""
        starts = [self.between(0, size - 1) for _ in range(self.between(1, 6))]
        return [(s, self.between(1, (size - 1 - s) // dilation + 1)) for s in starts]

    def clamp(self) -> tuple[int, int]:
        low, high = sorted((self.between(*INT8), self.between(*INT8)))
        return low, high

    def factor(self) -> tuple[int, int]:
        return self.between(2**30, 2**31 - 1), self.between(-12, 1)


def numbers(memory: Memory, values: object) -> object:
    return memory.input(np.array(values, np.int32))


def dims(array: Array, height: int, width: int) -> tuple[Dims, Dims, tuple[int, ...]]:
    shape = (array.shape[0], height, width, array.shape[3])
    return Dims(*array.shape), Dims(*shape), shape


def run(library: KernelLibrary, memory: Memory, function: str, *arguments: object) -> Array:
    """The last argument is what the function writes."""
    assert library.call(function, *arguments) == 0
    out = arguments[-1]
    return out.value()  # pyright: ignore[reportAttributeAccessIssue]


@quick
@given(seeds)
def test_window_max(library: KernelLibrary, seed: int) -> None:
    draw = Draw(seed)
    x, clamp = draw.image(), draw.clamp()
    dilations = draw.between(1, 3), draw.between(1, 3)
    rows, columns = (draw.spans(x.shape[1 + k], dilations[k]) for k in (0, 1))
    before, after, shape = dims(x, len(rows), len(columns))
    with library.memory() as memory:
        result = run(
            library,
            memory,
            "cmlir_window_max_s8",
            before,
            memory.input(x),
            numbers(memory, rows),
            numbers(memory, columns),
            *dilations,
            integers(*clamp),
            after,
            memory.output(shape, np.int8),
        )
    for y, (row, height) in enumerate(rows):
        for c, (column, width) in enumerate(columns):
            window = x[
                :,
                row : row + height * dilations[0] : dilations[0],
                column : column + width * dilations[1] : dilations[1],
            ][:, :height, :width]
            expected = np.clip(window.max(axis=(1, 2)), *clamp)
            np.testing.assert_array_equal(result[:, y, c], expected)


@quick
@given(seeds)
def test_window_mean(library: KernelLibrary, seed: int) -> None:
    draw = Draw(seed)
    x, clamp = draw.image(), draw.clamp()
    rows, columns = draw.spans(x.shape[1]), draw.spans(x.shape[2])
    kinds = [draw.between(0, 1) for _ in rows], [draw.between(0, 1) for _ in columns]
    factors = [draw.factor() for _ in range(4)]
    offsets = draw.between(-127, 128), draw.between(*INT8)
    before, after, shape = dims(x, len(rows), len(columns))
    with library.memory() as memory:
        result = run(
            library,
            memory,
            "cmlir_window_mean_s8",
            before,
            memory.input(x),
            numbers(memory, rows),
            numbers(memory, columns),
            numbers(memory, [2 * kind for kind in kinds[0]]),
            numbers(memory, kinds[1]),
            offsets[0],
            numbers(memory, [m for m, _ in factors]),
            numbers(memory, [s for _, s in factors]),
            offsets[1],
            integers(*clamp),
            after,
            memory.output(shape, np.int8),
        )
    for n, y, c, channel in np.ndindex(*shape):
        (row, height), (column, width) = rows[y], columns[c]
        window = x[n, row : row + height, column : column + width, channel].astype(int)
        factor = factors[2 * kinds[0][y] + kinds[1][c]]
        expected = rescale(int((window + offsets[0]).sum()), *factor, offsets[1], *clamp)
        assert result[n, y, c, channel] == expected


@quick
@given(seeds, st.sampled_from([np.int8, np.int16, np.float32]))
def test_pick(library: KernelLibrary, seed: int, dtype: type) -> None:
    draw = Draw(seed)
    x = draw.image().astype(dtype)
    rows, columns = (
        [draw.between(0, size - 1) for _ in range(draw.between(0, 7))] for size in x.shape[1:3]
    )
    if draw.between(0, 1):
        columns = [*range(x.shape[2]), *columns]
    before, after, shape = dims(x, len(rows), len(columns))
    with library.memory() as memory:
        result = run(
            library,
            memory,
            "cmlir_pick",
            before,
            memory.input(x),
            x.itemsize,
            numbers(memory, rows),
            numbers(memory, columns),
            after,
            memory.output(shape, dtype),
        )
    np.testing.assert_array_equal(result, x[:, rows][:, :, columns])


@quick
@given(seeds)
def test_resample(library: KernelLibrary, seed: int) -> None:
    draw = Draw(seed)
    x, clamp, factor = draw.image(), draw.clamp(), (draw.between(2**30, 2**31 - 1), -20)
    offsets = draw.between(-127, 128), draw.between(*INT8)
    axes: list[tuple[Array, Array]] = []
    for size in x.shape[1:3]:
        count = (draw.between(1, 6), draw.between(1, 4))
        places = draw.rng.integers(0, size, count)
        axes.append((places, draw.rng.integers(-512, 512, count, endpoint=True)))
    (rows, row_weights), (columns, column_weights) = axes
    before, after, shape = dims(x, len(rows), len(columns))
    with library.memory() as memory:
        taps = [
            Taps(
                memory.input(places.astype(np.int32)).address,
                memory.input(weights.astype(np.int32)).address,
                places.shape[1],
            )
            for places, weights in axes
        ]
        result = run(
            library,
            memory,
            "cmlir_resample_s8",
            before,
            memory.input(x),
            *taps,
            offsets[0],
            *factor,
            offsets[1],
            integers(*clamp),
            after,
            memory.output(shape, np.int8),
        )
    for y, c in itertools.product(range(len(rows)), range(len(columns))):
        window = x[:, rows[y]][:, :, columns[c]].astype(int) + offsets[0]
        sums = np.einsum("nijc,i,j->nc", window, row_weights[y], column_weights[c])
        expected = [rescale(int(total), *factor, offsets[1], *clamp) for total in sums.ravel()]
        assert result[:, y, c].ravel().tolist() == expected


class Taps(PerChannel):
    """cmlir_taps"""

    _fields_ = [("taps", Dims._fields_[0][1])]


def by_phases(filters: Array, strides: tuple[int, int], dilations: tuple[int, int]) -> list[Array]:
    """[O, taps, taps, C] of each phase, from the definition: tap k meets remainder k * d."""
    kernel = filters.shape[1:3]
    remainders = [
        [k * dilations[axis] % strides[axis] for k in range(kernel[axis])] for axis in (0, 1)
    ]
    return [
        filters[:, np.array(remainders[0]) == i][:, :, np.array(remainders[1]) == j]
        for i, j in np.ndindex(*strides)
    ]


def spread(
    x: Array, filters: Array, groups: int, places: tuple[tuple[int, int], ...], room: Array
) -> None:
    """Adds every product to where it belongs in ``room`` [N, H, W, O], which begins at 0."""
    strides, padding, dilations = places
    outputs, height, width, depth = filters.shape
    per_group = outputs // groups
    for n, r, s, i, j in np.ndindex(*x.shape[:3], height, width):
        y = r * strides[0] - padding[0] + i * dilations[0]
        c = s * strides[1] - padding[1] + j * dilations[1]
        if not (0 <= y < room.shape[1] and 0 <= c < room.shape[2]):
            continue
        for g in range(groups):
            o = slice(g * per_group, (g + 1) * per_group)
            room[n, y, c, o] += filters[o, i, j] @ x[n, r, s, g * depth : (g + 1) * depth]


@quick
@given(seeds)
def test_transposed_convolution(library: KernelLibrary, seed: int) -> None:
    draw = Draw(seed)
    groups = (1, 1, 2, 3)[draw.between(0, 3)]
    depth, outputs = draw.between(1, 9), groups * draw.between(1, 5)
    kernel = draw.between(1, 4), draw.between(1, 4)
    strides, dilations = (
        (draw.between(1, 3), draw.between(1, 3)),
        (
            draw.between(1, 3),
            draw.between(1, 2),
        ),
    )
    padding = draw.between(0, 2), draw.between(0, 2)
    size, counts = (
        (draw.between(1, 4), draw.between(1, 4)),
        (draw.between(1, 8), draw.between(1, 8)),
    )
    x = draw.rng.integers(*INT8, (2, *size, groups * depth), np.int8, endpoint=True)
    filters = draw.rng.integers(*INT8, (outputs, *kernel, depth), np.int8, endpoint=True)
    bias = draw.rng.integers(-9999, 9999, outputs).astype(np.int32)
    offsets, clamp = (draw.between(-127, 128), draw.between(*INT8)), draw.clamp()
    factors = [(draw.between(2**30, 2**31 - 1), draw.between(-12, -6)) for _ in range(outputs)]
    phases = by_phases(filters, strides, dilations)
    sums = np.stack([bias + offsets[0] * p.sum(axis=(1, 2, 3), dtype=np.int32) for p in phases])
    tiles = (*strides[::-1], *padding[::-1], 0, 0, *dilations[::-1])
    params = integers(*offsets, *tiles, *clamp)
    in_dims, out_dims = Dims(*x.shape), Dims(2, *counts, outputs)
    filter_dims = Dims(outputs, *kernel, depth)
    with library.memory() as memory:
        needed = library.call(
            "cmlir_transpose_conv_s8_get_buffer_size", params, in_dims, filter_dims, out_dims
        )
        scratch = memory.output((needed,), np.int8)
        arrays = [np.array(f, np.int32) for f in zip(*factors, strict=True)]
        result = run(
            library,
            memory,
            "cmlir_transpose_conv_s8",
            Context(scratch.address, needed),
            params,
            PerChannel(*(memory.input(array).address for array in arrays)),
            in_dims,
            memory.input(x),
            filter_dims,
            memory.input(np.concatenate([p.ravel() for p in phases])),
            memory.input(sums.astype(np.int32)),
            out_dims,
            memory.output((2, *counts, outputs), np.int8),
        )
    accumulators = np.zeros((2, *counts, outputs), np.int64) + bias
    spread(
        x.astype(int) + offsets[0],
        filters.astype(int),
        groups,
        (strides, padding, dilations),
        accumulators,
    )
    for place in np.ndindex(*accumulators.shape):
        total = wrap(int(accumulators[place]))
        assert result[place] == rescale(total, *factors[place[3]], offsets[1], *clamp)


@pytest.mark.parametrize("channels", [(3, 2), (4, 3)])
def test_channels_that_are_no_groups_are_refused(
    library: KernelLibrary, channels: tuple[int, int]
) -> None:
    """Of the input, and of a group: 3 do not divide into groups of 2."""
    params = integers(*[0] * 2, *[1] * 2, *[0] * 4, *[1] * 2, -128, 127)
    whole, group = channels
    status = library.call(
        "cmlir_transpose_conv_s8",
        Context(None, 0),
        params,
        PerChannel(None, None),
        Dims(1, 1, 1, whole),
        None,
        Dims(1, 1, 1, group),
        None,
        None,
        Dims(1, 1, 1, 4),
        None,
    )
    assert status == -1
