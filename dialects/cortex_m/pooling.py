"""Pooling of images (see ``image``)."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.codes import is_wide
from cmlir.dialects.cortex_m.image import ImageOp
from cmlir.dialects.cortex_m.kernel import AnyBuffer
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import shape_of


class PoolOp(ImageOp):
    """Base class: one code for each window and channel, of those inside the image."""

    input = operand_def(AnyBuffer)
    kernel_size = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel_shape(self) -> tuple[int, int]:
        height, width = self.kernel_size.get_values()
        return height, width

    def verify_kernel(self) -> None:
        size = tuple(self.kernel_size.get_values())
        if len(size) != 2 or min(size) < 1:
            raise VerifyException(f"kernel_size must be two numbers from 1 up: {size}")
        self.verify_image(self.input, shape_of(self.input)[-1])
        for axis in (0, 1):
            self._verify_axis(axis)

    def _verify_axis(self, axis: int) -> None:
        """The first and the last window have the fewest pixels inside."""
        size, count = shape_of(self.input)[1 + axis], shape_of(self.destination)[1 + axis]
        before = self.padding.get_values()[axis]
        last = (count - 1) * self.strides.get_values()[axis] - before
        if self.kernel_shape[axis] <= before or last >= size:
            raise VerifyException(f"a window lies outside the image along axis {1 + axis}")


@irdl_op_definition
class MaxPoolOp(PoolOp):
    """out = clamp(the largest code of each window)"""

    name = "cortex_m.max_pool"

    @property
    def kernel(self) -> str:
        if is_wide(self.image):
            return "arm_max_pool_s16"
        return self._in_bands("arm_max_pool_s8", "cmlir_max_pool_bands_s8")


@irdl_op_definition
class AvgPoolOp(PoolOp):
    """out = clamp(the sum of each window / the number of its pixels inside the image)

    Rounded to nearest, ties away from zero; scale and zero point are the input's.
    """

    name = "cortex_m.avg_pool"

    @property
    def kernel(self) -> str:
        if is_wide(self.image):
            return "arm_avgpool_s16"
        return self._in_bands("arm_avgpool_s8", "cmlir_avgpool_bands_s8")

    def scratch_bytes(self, target: Target) -> int:
        """CMSIS-NN's sums, where it has DSP instructions alone."""
        return 4 * shape_of(self.input)[3] if target.dsp and not target.mve else 0
