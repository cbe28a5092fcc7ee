"""Transposed convolutions of int8 images whose channels lie behind the spatial axes (NHWC)."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i8, i32, i64
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import RescaleAttr
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.kernel import AnyBuffer, require_code, up_to_vectors
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.phases import phases
from cmlir.dialects.shapes import element_count, require_element, require_shape, shape_of


@irdl_op_definition
class TransposeConvOp(ImageOp):
    """out[n, y, x, o] = clamp(rescale_o(start[o] + the sum over all (r, s), (i, j) and c with
    y = r * sy - py + i * dy and x = s * sx - px + j * dx of
    (in[n, r, s, g + c] + input_offset) * weights[o, i, j, c]) + output_offset)

    g is the first channel of the group of o.  With ``bias``, the start, weights are
    [O, KH, KW, C], for one group and dilations of 1.  With ``sums`` they lie phase by phase
    (`cmlir.dialects.phases`), those of each as [O, taps, C / groups], and sums[phase, o] hold
    bias + input_offset * the sum of the phase's weights; outside the image the input is
    -input_offset, so that it adds nothing.
    """

    name = "cortex_m.transpose_conv"
    input = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    bias = opt_operand_def(AnyBuffer)
    sums = opt_operand_def(AnyBuffer)
    kernel_size = prop_def(DenseArrayBase.constr(i64))
    groups = prop_def(IntegerAttr[I64])
    dilations = prop_def(DenseArrayBase.constr(i64))
    input_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)

    @property
    def kernel_shape(self) -> tuple[int, int]:
        height, width = self.kernel_size.get_values()
        return height, width

    @property
    def kernel(self) -> str:
        return "arm_transpose_conv_wrapper_s8" if self.sums is None else "cmlir_transpose_conv_s8"

    def fitting_band_rows(self) -> None:
        """A row of the result needs rows of the input that other windows do not describe."""

    @property
    def phases(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The taps (along height, along width) of each phase."""
        strides, dilations = self.strides.get_values(), self.dilations.get_values()
        return list(phases(self.kernel_shape, strides, dilations))

    @property
    def group_channels(self) -> int:
        """Input channels of a group."""
        return shape_of(self.input)[3] // self.groups.value.data

    def scratch_bytes(self, target: Target) -> int:
        """The windows of a row of one phase; for CMSIS-NN's function its two buffers."""
        del target
        if self.sums is None:
            return sum(self.cmsis_buffers())
        most = max(len(rows) * len(columns) for rows, columns in self.phases)
        width, step = shape_of(self.destination)[2], self.strides.get_values()[1]
        return most * self.group_channels * -(-width // step)

    def cmsis_buffers(self) -> tuple[int, int]:
        """Bytes of CMSIS-NN's accumulators, or a convolution's windows, and of turned weights."""
        _, _, width, channels = shape_of(self.input)
        (height, span), outputs = self.kernel_shape, shape_of(self.destination)[3]
        step = max(self.strides.get_values())
        rows = 4 * (width * step + max(span, step)) * outputs * max(height, step)
        windows = 64 * -(-channels * height * span // 16)
        first = up_to_vectors(max(rows, windows))
        return first, outputs * height * span * channels

    def macs(self) -> int:
        taps = math.prod(self.kernel_shape) * shape_of(self.destination)[3]
        return element_count(self.input) * taps // self.groups.value.data

    def verify_kernel(self) -> None:
        size, groups = tuple(self.kernel_size.get_values()), self.groups.value.data
        dilations = tuple(self.dilations.get_values())
        for name, numbers in (("kernel_size", size), ("dilations", dilations)):
            if len(numbers) != 2 or min(numbers) < 1:
                raise VerifyException(f"{name} must be two numbers from 1 up: {numbers}")
        if len(shape_of(self.destination)) != 4:
            raise VerifyException(f"out must be [N, H, W, C], but is {shape_of(self.destination)}")
        channels = shape_of(self.destination)[3]
        require_element(self.input, [i8], "input")
        self.verify_image(self.input, channels)
        if groups < 1 or shape_of(self.input)[3] % groups or channels % groups:
            raise VerifyException(f"channels do not divide into {groups} groups")
        if len(self.rescale.pairs) != channels:
            raise VerifyException(
                f"rescale has {len(self.rescale.pairs)} pairs for {channels} channels"
            )
        require_code("input_offset", self.input_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
        require_element(self.weights, [i8], "weights")
        self._verify_start(channels)

    def _verify_start(self, channels: int) -> None:
        """Weights and start values belong together; see the class."""
        depth = self.group_channels
        if (self.bias is None) == (self.sums is None):
            raise VerifyException("expected either bias or sums, of which it is a part")
        if self.sums is not None:
            require_element(self.sums, [i32], "sums")
            require_shape(self.sums, (len(self.phases), channels), "sums")
            count = math.prod(self.kernel_shape) * channels * depth
            require_shape(self.weights, (count,), "weights")
            return
        assert self.bias is not None
        if self.groups.value.data != 1 or set(self.dilations.get_values()) != {1}:
            raise VerifyException("groups and dilations need sums")
        require_element(self.bias, [i32], "bias")
        require_shape(self.bias, (channels,), "bias")
        require_shape(self.weights, (channels, *self.kernel_shape, depth), "weights")
