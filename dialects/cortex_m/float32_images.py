"""What computes in float on images [N, H, W, C]: convolutions, windows, interpolation."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import DenseArrayBase, StringAttr, f32, f64, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.float32 import FloatOp, require_function
from cmlir.dialects.cortex_m.kernel import AnyBuffer
from cmlir.dialects.shapes import require_element, require_shape, shape_of
from cmlir.dialects.spans import Spans

WINDOWS = ("max", "mean")


def _verify_images(input: SSAValue, destination: SSAValue, channels: int) -> None:
    """Raises VerifyException unless both are f32 images of one batch."""
    for name, value in (("input", input), ("out", destination)):
        require_element(value, [f32], name)
        if len(shape_of(value)) != 4:
            raise VerifyException(f"{name} must be [N, H, W, C], but is {shape_of(value)}")
    out = shape_of(destination)
    require_shape(destination, (shape_of(input)[0], *out[1:3], channels), "out")


@irdl_op_definition
class F32ConvOp(FloatOp):
    """out[n, y, x, o] = bias[o] + the sum over i, j, c of
    in[n, (y * sy + i * dy - py) / ty, (x * sx + j * dx - px) / tx, g + c] * weights[o, i, j, c]

    strides (sy, sx), padding (py, px), which may be negative, dilations (dy, dx), spread (ty, tx):
    what is no integer or outside the image adds nothing, so that a transposed convolution is one of
    its kind.  Sums go in order in single precision; the bias is added last.
    """

    name = "cortex_m.f32_conv"
    input = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    bias = opt_operand_def(AnyBuffer)
    strides = prop_def(DenseArrayBase.constr(i64))
    padding = prop_def(DenseArrayBase.constr(i64))
    dilations = prop_def(DenseArrayBase.constr(i64))
    spread = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel(self) -> str:
        return "cmlir_convolve_f32"

    def macs(self) -> int:
        return math.prod(shape_of(self.destination)) * math.prod(shape_of(self.weights)[1:])

    def verify_kernel(self) -> None:
        weights, shape = shape_of(self.weights), shape_of(self.input)
        require_element(self.weights, [f32], "weights")
        if len(weights) != 4 or len(shape) != 4 or not weights[3] or shape[3] % weights[3]:
            raise VerifyException(f"weights {weights} must be [O, KH, KW, C / groups] for {shape}")
        if weights[0] % (shape[3] // weights[3]):
            raise VerifyException(
                f"{weights[0]} channels do not divide into {shape[3] // weights[3]} groups"
            )
        _verify_images(self.input, self.destination, weights[0])
        if self.bias is not None:
            require_element(self.bias, [f32], "bias")
            require_shape(self.bias, weights[:1], "bias")
        for name in ("strides", "dilations", "spread", "padding"):
            numbers = tuple(getattr(self, name).get_values())
            if len(numbers) != 2 or (name != "padding" and min(numbers) < 1):
                raise VerifyException(f"{name} must be two numbers, positive ones: {numbers}")


@irdl_op_definition
class F32WindowOp(FloatOp):
    """out = the largest number of each window, or its sum / (row_divisors[y] * column_divisors[x])

    ``rows`` and ``columns`` are the start and the count of every window, whose elements lie
    ``dilations`` apart.  Sums go in order in double precision and are rounded once.
    """

    name = "cortex_m.f32_window"
    input = operand_def(AnyBuffer)
    function = prop_def(StringAttr)
    rows = prop_def(DenseArrayBase.constr(i64))
    columns = prop_def(DenseArrayBase.constr(i64))
    dilations = prop_def(DenseArrayBase.constr(i64))
    row_divisors = prop_def(DenseArrayBase.constr(i64))
    column_divisors = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel(self) -> str:
        return f"cmlir_window_{self.function.data}_f32"

    @property
    def spans(self) -> tuple[Spans, Spans]:
        axes = zip((self.rows, self.columns), self.dilations.get_values(), strict=True)
        rows, columns = (Spans.of_flat(a.get_values(), d) for a, d in axes)
        return rows, columns

    def verify_kernel(self) -> None:
        require_function(self.function.data, WINDOWS)
        _verify_images(self.input, self.destination, shape_of(self.input)[-1])
        dilations = tuple(self.dilations.get_values())
        if len(dilations) != 2 or min(dilations) < 1:
            raise VerifyException(f"dilations must be two numbers from 1 up: {dilations}")
        sizes, results = shape_of(self.input)[1:3], shape_of(self.destination)[1:3]
        for spans, size, count in zip(self.spans, sizes, results, strict=True):
            if not len(spans.starts) == len(spans.counts) == count or not spans.is_within(size):
                raise VerifyException("rows and columns must be windows inside the image, one each")
        divisors = (self.row_divisors.get_values(), self.column_divisors.get_values())
        if tuple(map(len, divisors)) != results or not all((*divisors[0], *divisors[1])):
            raise VerifyException("divisors must be one for each row and column, none of them 0")


@irdl_op_definition
class F32ResampleOp(FloatOp):
    """out[n, y, x, c] = the sum over i, j of
    row_weights[y, i] * column_weights[x, j] * in[n, rows[y, i], columns[x, j], c]

    In double precision, the sum over j first; rounded once.
    """

    name = "cortex_m.f32_resample"
    input = operand_def(AnyBuffer)
    rows = prop_def(DenseArrayBase.constr(i64))
    row_weights = prop_def(DenseArrayBase.constr(f64))
    columns = prop_def(DenseArrayBase.constr(i64))
    column_weights = prop_def(DenseArrayBase.constr(f64))

    @property
    def kernel(self) -> str:
        return "cmlir_resample_f32"

    @property
    def taps(self) -> tuple[int, int]:
        """How many rows and columns a result is made of."""
        _, height, width, _ = shape_of(self.destination)
        return len(self.rows) // height, len(self.columns) // width

    def verify_kernel(self) -> None:
        _verify_images(self.input, self.destination, shape_of(self.input)[-1])
        (height, width), taps = shape_of(self.input)[1:3], self.taps
        _, out_height, out_width, _ = shape_of(self.destination)
        for places, weights, size, count in (
            (self.rows, self.row_weights, height, out_height * taps[0]),
            (self.columns, self.column_weights, width, out_width * taps[1]),
        ):
            numbers = tuple(places.get_values())
            if not count or len(numbers) != count or len(weights) != count:
                raise VerifyException("places and weights must be as many as results times taps")
            if min(numbers) < 0 or max(numbers) >= size:
                raise VerifyException(f"places {list(numbers)} are not all in an axis of {size}")
