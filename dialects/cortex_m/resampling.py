"""Int8 images of another size (NHWC): windows of any kind, pixels that are picked, interpolation.

Numbers along (height, width) are in this order.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i64
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of
from cmlir.dialects.spans import Spans

GREATEST_WEIGHT = 1 << 14
"""Of interpolation, along one axis."""


class ResizingOp(KernelOp):
    """Base class: an image [N, H, W, C] to one of another height and width."""

    input = operand_def(AnyBuffer)

    def verify_image(self) -> None:
        """Raises VerifyException unless input and result are images of one batch and depth."""
        shape, out = shape_of(self.input), shape_of(self.destination)
        if len(shape) != 4 or len(out) != 4:
            raise VerifyException(f"input and out must be [N, H, W, C], but are {shape}, {out}")
        require_shape(self.destination, (shape[0], *out[1:3], shape[3]), "out")


def _verify_spans(name: str, spans: Spans, size: int, results: int) -> None:
    if len(spans.starts) != results or len(spans.counts) != results:
        raise VerifyException(f"{name} must have a start and a count for each of {results} results")
    if not spans.is_within(size):
        raise VerifyException(f"{name} must be windows inside the image, which has {size}")


class WindowsOp(ResizingOp):
    """Base class: ``rows`` and ``columns`` are the start and the count of every window."""

    rows = prop_def(DenseArrayBase.constr(i64))
    columns = prop_def(DenseArrayBase.constr(i64))
    clamp = prop_def(ClampAttr)

    @property
    def dilation(self) -> tuple[int, int]:
        """From an element of a window to the next one."""
        return 1, 1

    @property
    def spans(self) -> tuple[Spans, Spans]:
        axes = zip((self.rows, self.columns), self.dilation, strict=True)
        rows, columns = (Spans.of_flat(a.get_values(), d) for a, d in axes)
        return rows, columns

    def verify_windows(self) -> None:
        """Raises VerifyException unless every result has a window inside the image."""
        self.verify_image()
        require_element(self.input, [i8], "input")
        require_element(self.destination, [i8], "out")
        sizes, results = shape_of(self.input)[1:3], shape_of(self.destination)[1:3]
        named = zip(("rows", "columns"), self.spans, sizes, results, strict=True)
        for name, spans, size, count in named:
            _verify_spans(name, spans, size, count)


@irdl_op_definition
class WindowMaxOp(WindowsOp):
    """out = clamp(the largest code of each window), elements of which lie ``dilations`` apart"""

    name = "cortex_m.window_max"
    dilations = prop_def(DenseArrayBase.constr(i64))

    @property
    def dilation(self) -> tuple[int, int]:
        height, width = self.dilations.get_values()
        return height, width

    @property
    def kernel(self) -> str:
        return "cmlir_window_max_s8"

    def verify_kernel(self) -> None:
        dilations = tuple(self.dilations.get_values())
        if len(dilations) != 2 or min(dilations) < 1:
            raise VerifyException(f"dilations must be two numbers from 1 up: {dilations}")
        self.verify_windows()


@irdl_op_definition
class WindowMeanOp(WindowsOp):
    """out = clamp(rescale_k(the sum of (in + input_offset) over each window) + output_offset)

    Windows may have different divisors: k is row_kinds[y] * (the number of column kinds) +
    column_kinds[x].
    """

    name = "cortex_m.window_mean"
    row_kinds = prop_def(DenseArrayBase.constr(i64))
    column_kinds = prop_def(DenseArrayBase.constr(i64))
    input_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_window_mean_s8"

    def verify_kernel(self) -> None:
        self.verify_windows()
        rows, columns = self.row_kinds.get_values(), self.column_kinds.get_values()
        if (len(rows), len(columns)) != shape_of(self.destination)[1:3]:
            raise VerifyException("row_kinds and column_kinds must have a number for each result")
        kinds = (max(rows) + 1) * (max(columns) + 1)
        if min((*rows, *columns)) < 0 or kinds != len(self.rescale.pairs):
            raise VerifyException(
                f"rescale has {len(self.rescale.pairs)} pairs for {kinds} kinds of windows"
            )
        require_code("input_offset", self.input_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)


def _verify_places(name: str, places: Sequence[int], size: int, count: int) -> None:
    if len(places) != count or min(places, default=0) < 0 or max(places, default=-1) >= size:
        raise VerifyException(f"{name} must be {count} numbers below {size}, but are {places}")


@irdl_op_definition
class PickOp(ResizingOp):
    """out[n, y, x, c] = in[n, rows[y], columns[x], c]"""

    name = "cortex_m.pick"
    rows = prop_def(DenseArrayBase.constr(i64))
    columns = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel(self) -> str:
        return "cmlir_pick"

    def verify_kernel(self) -> None:
        self.verify_image()
        require_element(self.destination, [element_of(self.input)], "out")
        (height, width), out = shape_of(self.input)[1:3], shape_of(self.destination)
        _verify_places("rows", tuple(self.rows.get_values()), height, out[1])
        _verify_places("columns", tuple(self.columns.get_values()), width, out[2])


@irdl_op_definition
class ResampleOp(ResizingOp):
    """out[n, y, x, c] = clamp(rescale(the sum over i, j of row_weights[y, i] *
    column_weights[x, j] * (in[n, rows[y, i], columns[x, j], c] + input_offset)) + output_offset)
    """

    name = "cortex_m.resample"
    rows = prop_def(DenseArrayBase.constr(i64))
    row_weights = prop_def(DenseArrayBase.constr(i64))
    columns = prop_def(DenseArrayBase.constr(i64))
    column_weights = prop_def(DenseArrayBase.constr(i64))
    input_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_resample_s8"

    @property
    def taps(self) -> tuple[int, int]:
        """How many rows and columns a result is made of."""
        _, height, width, _ = shape_of(self.destination)
        return len(self.rows) // height, len(self.columns) // width

    def verify_kernel(self) -> None:
        self.verify_image()
        require_element(self.input, [i8], "input")
        require_element(self.destination, [i8], "out")
        if self.rescale.per_channel:
            raise VerifyException("rescale must be one pair")
        require_code("input_offset", self.input_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
        (height, width), taps = shape_of(self.input)[1:3], self.taps
        _, out_height, out_width, _ = shape_of(self.destination)
        for name, places, weights, size, count in (
            ("rows", self.rows, self.row_weights, height, out_height * taps[0]),
            ("columns", self.columns, self.column_weights, width, out_width * taps[1]),
        ):
            _verify_places(name, tuple(places.get_values()), size, max(count, 1))
            numbers = weights.get_values()
            if len(numbers) != len(places) or max(map(abs, numbers)) > 2 * GREATEST_WEIGHT - 1:
                raise VerifyException(f"{name} must have weights of 16 bits, as many as places")
