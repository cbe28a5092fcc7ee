"""Linear layers on int8 or int16, and batched matrix products on int8."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import I64, IntegerAttr, i8, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.codes import (
    CODES,
    is_wide,
    require_clamp,
    require_wide,
    require_zero_point,
)
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code, up_to_vectors
from cmlir.dialects.cortex_m.packed import (
    LINEAR_BYTES,
    WEIGHTS,
    channels_at_once,
    is_packed,
)
from cmlir.dialects.cortex_m.target import Target, target_of
from cmlir.dialects.shapes import (
    broadcast_shapes,
    element_of,
    require_element,
    require_shape,
    shape_of,
)


@irdl_op_definition
class LinearOp(KernelOp):
    """A linear layer, with one rescale or one per output channel.

        out[b, n] = clamp(rescale_n(start[n] + sum_k x[b, k] * w[n, k]) + output_offset)

    with x = input + input_offset, w = weights + weights_offset, and start = bias where ``bias`` is
    given.  Targets with MVE take ``sums`` instead, which already hold bias[n] + input_offset *
    sum_k w[n, k] and are read as the start of a plain sum over input * w; so does a result of i16,
    on every target.  A rescale of more than one pair has one per row of ``weights``.

    Weights have i8, or i4 without offset: then the result has i8 and every target takes either
    start, ``bias`` with one rescale pair alone.

    An ``input`` of i16 has a result of i16, no offsets and a ``bias``: of i32, with which sums wrap
    at 32 bits as always, or of i64, with which they have 64 bits and are rescaled by REQ64.
    """

    name = "cortex_m.linear"
    input = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    bias = opt_operand_def(AnyBuffer)
    sums = opt_operand_def(AnyBuffer)
    input_offset = prop_def(IntegerAttr[I64])
    weights_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        if is_packed(self.weights):
            return "arm_fully_connected_s4" if self.sums is None else "cmlir_linear_s4"
        if self.has_wide_input:
            is_public = self.bias is not None and element_of(self.bias) == i64
            is_public = is_public and not self.rescale.per_channel
            return "arm_fully_connected_s16" if is_public else "cmlir_linear_s16"
        if is_wide(self.destination):
            return "cmlir_linear_s8_s16"
        if self.rescale.per_channel:
            return "arm_fully_connected_per_channel_s8"
        return "arm_fully_connected_s8"

    @property
    def has_wide_input(self) -> bool:
        """Whether the codes that are read have 16 bits."""
        return is_wide(self.input)

    @property
    def is_int8_alone(self) -> bool:
        """Whether codes and weights all have 8 bits, as for the kernels that take layers apart."""
        values = (self.input, self.weights, self.destination)
        return all(element_of(value) == i8 for value in values)

    def scratch_bytes(self, target: Target) -> int:
        """For weights of 4 bits, unpacked."""
        if not is_packed(self.weights) or self.sums is None:
            return 0
        channels, depth = shape_of(self.weights)
        return up_to_vectors(depth * channels_at_once(channels, depth, LINEAR_BYTES))

    def macs(self) -> int:
        return math.prod(shape_of(self.input)) * shape_of(self.weights)[0]

    def verify_kernel(self) -> None:
        require_element(self.input, CODES, "input")
        require_element(self.weights, [i8] if self.has_wide_input else WEIGHTS, "weights")
        require_element(self.destination, [i8] if is_packed(self.weights) else CODES, "out")
        input_shape, weights_shape = shape_of(self.input), shape_of(self.weights)
        if len(weights_shape) != 2 or not input_shape or input_shape[-1] != weights_shape[1]:
            raise VerifyException(
                f"input {input_shape} does not fit weights {weights_shape}: "
                "expected [..., K] and [N, K]"
            )
        require_shape(self.destination, (*input_shape[:-1], weights_shape[0]), "out")
        self._verify_start(weights_shape[0])
        self._verify_parameters(weights_shape[0])

    def _verify_start(self, channels: int) -> None:
        if self.bias is not None and self.sums is not None:
            raise VerifyException("bias is part of sums: give one of the two")
        if self.has_wide_input:
            self._verify_wide_start(channels)
            return
        if is_packed(self.weights):
            self._verify_packed()
        elif self.sums is None and target_of(self).mve:
            raise VerifyException(
                f"{target_of(self).name} needs sums, into which the bias is folded"
            )
        if self.sums is None and is_wide(self.destination):
            raise VerifyException("a result of i16 needs sums, into which the bias is folded")
        for name, value in (("bias", self.bias), ("sums", self.sums)):
            if value is not None:
                require_element(value, [i32], name)
                require_shape(value, (channels,), name)

    def _verify_wide_start(self, channels: int) -> None:
        offsets = {
            "input_offset": self.input_offset.value.data,
            "weights_offset": self.weights_offset.value.data,
            "output_offset": self.output_offset.value.data,
        }
        require_wide(self.bias, self.destination, offsets, self.rescale)
        assert self.bias is not None
        require_shape(self.bias, (channels,), "bias")

    def _verify_packed(self) -> None:
        if self.sums is None and self.rescale.per_channel:
            raise VerifyException("weights of i4 with a rescale per channel need sums")
        if self.weights_offset.value.data:
            raise VerifyException("weights_offset must be 0 for weights of i4")

    def _verify_parameters(self, channels: int) -> None:
        require_code("input_offset", self.input_offset.value.data, -127, 128)
        require_code("weights_offset", self.weights_offset.value.data, -127, 128)
        require_zero_point("output_offset", self.output_offset.value.data, self.destination)
        require_clamp(self.clamp, self.destination)
        if len(self.rescale.pairs) not in (1, channels):
            raise VerifyException(
                f"rescale has {len(self.rescale.pairs)} pairs for {channels} channels"
            )
        if self.rescale.per_channel and self.weights_offset.value.data:
            raise VerifyException("weights_offset must be 0 when the rescale is per channel")


def verify_product(
    lhs: SSAValue, rhs: SSAValue, out: SSAValue, element: Attribute, results: Sequence[Attribute]
) -> None:
    """Raises VerifyException unless out[.., i, j], of one of the types `results`, can be a sum over
    k of lhs[.., i, k] and rhs[.., j, k], of ranks 2 to 4, with leading axes that may be 1 against
    the other's.
    """
    for name, value in (("lhs", lhs), ("rhs", rhs)):
        require_element(value, [element], name)
    require_element(out, results, "out")
    left, right = shape_of(lhs), shape_of(rhs)
    if not 2 <= len(left) == len(right) <= 4:
        raise VerifyException(f"operands must have one rank of 2 to 4, but have {left} and {right}")
    if left[-1] != right[-1]:
        raise VerifyException(f"contraction sizes differ: {left} and {right}")
    batch = broadcast_shapes(left[:-2], right[:-2])
    require_shape(out, (*batch, left[-2], right[-2]), "out")


@irdl_op_definition
class BatchMatmulOp(KernelOp):
    """A product of two activations, for each of a batch of matrices.

        out[n, h, i, j] = clamp(rescale(sum_k a[n, h, i, k] * b[n, h, j, k]) + output_offset)

    with a = lhs + lhs_offset and b = rhs + rhs_offset.  Both operands have the contraction last:
    ``rhs`` is the transpose of the mathematical factor.  Ranks 2 to 4; the leading axes of either
    operand may be 1 against the other's.  The result has i8 or i16.
    """

    name = "cortex_m.batch_matmul"
    lhs = operand_def(AnyBuffer)
    rhs = operand_def(AnyBuffer)
    lhs_offset = prop_def(IntegerAttr[I64])
    rhs_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def wide(self) -> bool:
        """Whether the result has 16 bits, which CMSIS-NN's kernel does not give."""
        return is_wide(self.destination)

    @property
    def kernel(self) -> str:
        return "cmlir_strided_matmul_s8_s16" if self.wide else "arm_batch_matmul_s8"

    def scratch_bytes(self, target: Target) -> int:
        return 4 * shape_of(self.destination)[-1] if target.mve and not self.wide else 0

    def macs(self) -> int:
        return math.prod(shape_of(self.destination)) * shape_of(self.lhs)[-1]

    def verify_kernel(self) -> None:
        verify_product(self.lhs, self.rhs, self.destination, i8, CODES)
        require_code("lhs_offset", self.lhs_offset.value.data, -127, 128)
        require_code("rhs_offset", self.rhs_offset.value.data, -127, 128)
        require_zero_point("output_offset", self.output_offset.value.data, self.destination)
        require_clamp(self.clamp, self.destination)
        if self.rescale.per_channel:
            raise VerifyException("a batch matmul has one rescale pair")
