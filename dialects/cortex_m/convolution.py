"""Convolutions of images (see ``image``)."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import RescaleAttr
from cmlir.dialects.cortex_m.codes import is_wide, require_wide
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.kernel import AnyBuffer, require_code, up_to_vectors
from cmlir.dialects.cortex_m.packed import (
    FILTER_BYTES,
    WEIGHTS,
    channels_at_once,
    is_packed,
)
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import require_element, require_shape, shape_of

TILE_CHANNELS = 16
"""So many channels our depthwise convolution takes at a time."""

BLOCK_PIXELS = 32
"""So many windows are gathered at once, at most."""

BLOCK_BYTES = 8192
"""What is gathered at once, if a window is small."""

BAND_PIXELS = 32
"""Pixels of a band of a pointwise convolution: what its product takes at a time."""

BAND_BYTES = 2048
"""Of the result of a convolution, about as many as a band has: enough for it to be fast."""

ROW_GROUPS = 16
"""So many groups of four windows are computed at once where rows are swept over."""

CMSIS_CHANNELS = 124
"""So many channels CMSIS-NN's depthwise convolution takes at a time."""


class WeightedOp(ImageOp):
    """Base class: products with weights, one rescale for each output channel.

    The start of a sum is ``bias``, or ``sums`` which already hold bias + input_offset * the sum of
    the channel's weights; outside the image the input is -input_offset, so that it adds nothing.
    Weights of i4 are unpacked in scratch, where there are sums.

    An ``input`` of i16 has no offsets and a ``bias``: of i32 or, with sums of 64 bits that REQ64
    rescales, of i64.
    """

    input = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    bias = opt_operand_def(AnyBuffer)
    sums = opt_operand_def(AnyBuffer)
    dilations = prop_def(DenseArrayBase.constr(i64))
    input_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)

    @property
    def extent(self) -> int:
        return self.dilations.get_values()[0] * (self.kernel_shape[0] - 1) + 1

    def verify_weighted(self, channels: int) -> None:
        """Raises VerifyException unless every output channel has its numbers."""
        require_element(self.weights, [i8] if is_wide(self.input) else WEIGHTS, "weights")
        if (self.bias is None) == (self.sums is None):
            raise VerifyException("expected either bias or sums, of which it is a part")
        elements = self._verify_wide() if is_wide(self.input) else [i32]
        for name, value in (("bias", self.bias), ("sums", self.sums)):
            if value is not None:
                require_element(value, elements, name)
                require_shape(value, (channels,), name)
        if len(self.rescale.pairs) != channels:
            raise VerifyException(
                f"rescale has {len(self.rescale.pairs)} pairs for {channels} channels"
            )
        dilations = tuple(self.dilations.get_values())
        if len(dilations) != 2 or min(dilations) < 1:
            raise VerifyException(f"dilations must be two numbers from 1 up: {dilations}")
        require_code("input_offset", self.input_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
        self.verify_image(self.input, channels)

    def wide_biases(self) -> list[Attribute]:
        """The element types that the bias may have where the input has i16."""
        return [i32, i64]

    def _verify_wide(self) -> list[Attribute]:
        offsets = {
            "input_offset": self.input_offset.value.data,
            "output_offset": self.output_offset.value.data,
        }
        require_wide(self.bias, self.destination, offsets, self.rescale)
        return self.wide_biases()


@irdl_op_definition
class ConvOp(WeightedOp):
    """out[n, y, x, o] = clamp(rescale_o(start[o] + sum over i, j, c of
    in[n, y * sy + i * dy - py, x * sx + j * dx - px, g + c] * weights[o, i, j, c]) + output_offset)

    weights [O, KH, KW, C / groups]: how many groups there are follows from the channels, and g is
    the first channel of the group of o.
    """

    name = "cortex_m.conv"

    @property
    def kernel_shape(self) -> tuple[int, int]:
        _, height, width, _ = shape_of(self.weights)
        return height, width

    @property
    def is_pointwise(self) -> bool:
        """Whether every pixel of the result comes from one pixel of the image, and all are read."""
        shape, weights = shape_of(self.input), shape_of(self.weights)
        return (
            weights[1:] == (1, 1, shape[3])
            and set(self.strides.get_values()) == {1}
            and shape_of(self.destination)[1:3] == shape[1:3]
            and not any(self.padding.get_values())
        )

    @property
    def kernel(self) -> str:
        if is_packed(self.weights):
            return "arm_convolve_wrapper_s4" if self.sums is None else "cmlir_convolve_s4"
        if is_wide(self.input):
            return "arm_convolve_wrapper_s16"
        if self.sums is not None:
            return self._in_bands("cmlir_convolve_s8", "cmlir_convolve_bands_s8")
        return "arm_convolve_wrapper_s8" if self.is_pointwise else "arm_convolve_s8"

    def fitting_band_rows(self) -> int | None:
        if self.sums is None or is_packed(self.weights) or not self._is_single:
            return None
        _, _, width, channels = shape_of(self.destination)
        if self.is_pointwise:
            return BAND_PIXELS * max(1, BAND_BYTES // (BAND_PIXELS * channels))
        return -(-BAND_BYTES // (width * channels))

    def in_rows(self, image: SSAValue) -> tuple[int, int, int, int]:
        """Pixels are rows where each is made of one."""
        images, height, width, channels = shape_of(image)
        if self.is_pointwise:
            return images, height * width, 1, channels
        return images, height, width, channels

    def scratch_bytes(self, target: Target) -> int:
        """Rows of the image or a block of windows; CMSIS-NN's functions take four, as if there were
        no groups, and two of 16 bits, or with MVE four."""
        if is_wide(self.input):
            depth = math.prod(shape_of(self.weights)[1:])
            return 64 * -(-depth // 8) if target.mve else 4 * depth
        if is_packed(self.weights) and self.sums is not None:
            channels, *window = shape_of(self.weights)
            depth, at_once = math.prod(window), self._unpacked_channels()
            rest = self._window_bytes(target, at_once == channels)
            return up_to_vectors(depth * at_once) + rest
        return self._window_bytes(target, by_rows=True)

    def _unpacked_channels(self) -> int:
        channels, *window = shape_of(self.weights)
        if window[2] != shape_of(self.input)[3]:
            return channels
        return channels_at_once(channels, math.prod(window), FILTER_BYTES)

    def _window_bytes(self, target: Target, by_rows: bool) -> int:
        """Where it is not for all channels at once, windows are gathered, not taken by rows."""
        if self.is_pointwise:
            return 0
        if self.sums is None:
            return 4 * up_to_vectors(math.prod(self.kernel_shape) * shape_of(self.input)[3])
        rows = self._row_bytes() if target.mve and by_rows else 0
        depth = math.prod(shape_of(self.weights)[1:])
        return rows or depth * self._block_pixels(depth)

    def _block_pixels(self, window_bytes: int) -> int:
        images, _, columns, _ = shape_of(self.destination)
        fitting = max(4, min(BLOCK_PIXELS, BLOCK_BYTES // window_bytes) & ~3)
        return min(fitting, images * self._most_rows() * columns)

    def _most_rows(self) -> int:
        """Of the result, in one call."""
        return max((band.end - band.first for band in self.bands()), default=0)

    def _row_bytes(self) -> int:
        """By the vector kernel for one group without dilation (kernels/source/cmlir_convolve.h)."""
        _, height, width, channels = shape_of(self.weights)
        dilations = set(self.dilations.get_values())
        if channels != shape_of(self.input)[3] or dilations != {1}:
            return 0
        columns = shape_of(self.destination)[2]
        if not all(shape_of(self.destination)[:3]):
            return 0
        step, stride = self.strides.get_values()
        blocks, groups = -(-channels // 16), -(-columns // 4)
        sweeps = 12 * blocks <= channels and width % 3 != 1 and height <= 16
        if sweeps and max(step, stride) <= 2:
            at_once = min(max(1, ROW_GROUPS // groups), self._most_rows())
            pixels = (4 * groups - 1) * stride + -(-width // 3) * 3
            return ((at_once - 1) * step + height) * 16 * blocks * pixels
        pitch = up_to_vectors(height * width * channels)
        rest = height * ((columns - 1) * stride + width) * channels + 16
        count = self._block_pixels(pitch)
        return rest + (self._windows_kept(count) + count) * pitch

    def _windows_kept(self, count: int) -> int:
        """A row of windows beside ``count`` new ones, if those below take lines from them."""
        _, height, width, channels = shape_of(self.weights)
        line, lines = width * channels, max(0, height - self.strides.get_values()[0])
        one_by_one, together = lines * -(-line // 16), -(-lines * line // 16)
        columns = shape_of(self.destination)[2]
        return columns if 0 < 2 * together <= one_by_one and columns <= count else 0

    def macs(self) -> int:
        return math.prod(shape_of(self.destination)) * math.prod(shape_of(self.weights)[1:])

    def verify_kernel(self) -> None:
        weights, shape = shape_of(self.weights), shape_of(self.input)
        if len(weights) != 4 or not weights[3] or len(shape) != 4 or shape[3] % weights[3]:
            raise VerifyException(f"weights {weights} must be [O, KH, KW, C / groups] for {shape}")
        if weights[0] % (shape[3] // weights[3]):
            raise VerifyException(
                f"{weights[0]} channels do not divide into {shape[3] // weights[3]} groups"
            )
        if is_packed(self.weights) and self.sums is None and weights[3] != shape[3]:
            raise VerifyException("weights of i4 in groups need sums")
        if is_wide(self.input) and shape[3] != weights[3]:
            raise VerifyException("a convolution of i16 has no groups")
        self.verify_weighted(weights[0])


@irdl_op_definition
class DepthwiseConvOp(WeightedOp):
    """The same for groups of one input channel: weights [KH, KW, O], and output channel o reads
    input channel o // (O / C).
    """

    name = "cortex_m.depthwise_conv"

    @property
    def kernel_shape(self) -> tuple[int, int]:
        height, width, _ = shape_of(self.weights)
        return height, width

    @property
    def multiplier(self) -> int:
        """Output channels for each input channel."""
        return shape_of(self.weights)[2] // shape_of(self.input)[3]

    @property
    def kernel(self) -> str:
        if is_packed(self.weights):
            bias = self.sums is None
            return "arm_depthwise_conv_wrapper_s4" if bias else "cmlir_depthwise_conv_s4"
        if is_wide(self.input):
            return "arm_depthwise_conv_wrapper_s16"
        if self.sums is None:
            return "arm_depthwise_conv_wrapper_s8"
        return self._in_bands("cmlir_depthwise_conv_s8", "cmlir_depthwise_conv_bands_s8")

    def fitting_band_rows(self) -> int | None:
        """Twice as many as the kernel for 3x3 makes of the six rows that it takes at a time."""
        if self.sums is None or is_packed(self.weights) or not self._is_single:
            return None
        return 8 // min(8, self.strides.get_values()[0])

    def scratch_bytes(self, target: Target) -> int:
        """Planes of a tile of channels; CMSIS-NN's function takes more, or a convolution's."""
        if self.sums is not None:
            planes = self._plane_bytes() if target.mve else 0
            packed = is_packed(self.weights)
            return planes + (up_to_vectors(math.prod(shape_of(self.weights))) if packed else 0)
        taps, channels = math.prod(self.kernel_shape), shape_of(self.weights)[2]
        if is_wide(self.input):
            size = taps * shape_of(self.input)[3]
            return 8 * size + 8 if target.mve else 2 * size * target.dsp
        if not target.mve:
            return 2 * taps * shape_of(self.input)[3] if target.dsp else 0
        if shape_of(self.input)[3] == 1 and channels > 1:
            return 4 * up_to_vectors(taps) + taps * channels
        return 4 * CMSIS_CHANNELS * taps

    def _plane_bytes(self) -> int:
        """By the kernel for 3x3 with strides 1 or 2: six rows of each column of a strip, for fours
        of channels."""
        strides = set(self.strides.get_values())
        usual = self.kernel_shape == (3, 3) and strides in ({1}, {2}) and self.multiplier == 1
        if not usual or any(d != 1 for d in self.dilations.get_values()):
            return 0
        _, _, width, channels = shape_of(self.destination)
        columns = (width - 1) * strides.pop() + 3
        tile = (min(channels, TILE_CHANNELS) + 3) & ~3
        return tile * 6 * columns + 16

    def macs(self) -> int:
        return math.prod(shape_of(self.destination)) * math.prod(self.kernel_shape)

    def wide_biases(self) -> list[Attribute]:
        return [i64]

    def verify_kernel(self) -> None:
        weights, shape = shape_of(self.weights), shape_of(self.input)
        if len(weights) != 3 or len(shape) != 4 or not shape[3] or weights[2] % shape[3]:
            raise VerifyException(f"weights {weights} must be [KH, KW, n * C] for {shape}")
        self.verify_weighted(weights[2])
