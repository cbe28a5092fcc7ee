"""Convolutions and pooling over one or two spatial axes, channels in front as in PyTorch."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import I64, BoolAttr, DenseArrayBase, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.shapes import element_of, require_element, require_shape, shape_of
from cmlir.dialects.windows import Numbers, Window


class WindowOp(NamedFormatOp):
    """Base class: windows slide over the axes behind batch and channels."""

    strides = prop_def(DenseArrayBase.constr(i64))
    padding = prop_def(DenseArrayBase.constr(i64))
    padding_behind = prop_def(DenseArrayBase.constr(i64))
    dilations = prop_def(DenseArrayBase.constr(i64))
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    @property
    def window(self) -> Window:
        numbers = (self.strides, self.padding, self.padding_behind, self.dilations)
        return Window(*(tuple(array.get_values()) for array in numbers))

    @property
    def kernel_shape(self) -> Numbers:
        """The size of a window along each spatial axis."""
        raise NotImplementedError

    def verify_windows(self, image: SSAValue, channels: int) -> None:
        """Raises VerifyException unless the result has one element a window and channel."""
        shape = shape_of(image)
        if not 3 <= len(shape) <= 4:
            raise VerifyException(f"input {shape} must be [N, C, size…], 1 or 2 spatial axes")
        counts = self.window.counts(shape[2:], self.kernel_shape)
        require_shape(self.result, (shape[0], channels, *counts), "result")


@irdl_op_definition
class ConvOp(WindowOp):
    """result[n, o, y…] = bias[o] + the sum over c and k… of
    input[n, g + c, y * stride + k * dilation - padding…] * weight[o, c, k…].

    input [N, C, size…], weight [O, C / groups, kernel…], bias [O]; g is the first channel of the
    group of o.  Outside the input there are zeros.
    """

    name = "aten.conv"
    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    groups = prop_def(IntegerAttr[I64])

    def __init__(
        self,
        input: SSAValue,
        weight: SSAValue,
        bias: SSAValue | None,
        window: Window,
        groups: int,
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input, weight, [] if bias is None else [bias]],
            properties={**window.properties, "groups": IntegerAttr(groups, i64)},
            result_types=[result_type],
        )

    @property
    def kernel_shape(self) -> Numbers:
        return shape_of(self.weight)[2:]

    def verify_(self) -> None:
        shape, weight_shape = shape_of(self.input), shape_of(self.weight)
        groups = self.groups.value.data
        if len(shape) != len(weight_shape):
            raise VerifyException(
                f"input {shape} does not fit weight {weight_shape}: "
                "expected [N, C, size…] and [O, C / groups, kernel…]"
            )
        if groups < 1 or weight_shape[0] % groups or shape[1] != groups * weight_shape[1]:
            raise VerifyException(
                f"{shape[1]} channels do not fit weight {weight_shape} in {groups} groups"
            )
        if self.bias is not None:
            require_shape(self.bias, weight_shape[:1], "bias")
        self.verify_windows(self.input, weight_shape[0])


class PoolOp(WindowOp):
    """Base class: one number for each window and channel."""

    input = operand_def(AnyTensor)
    kernel = prop_def(DenseArrayBase.constr(i64))

    @property
    def kernel_shape(self) -> Numbers:
        return tuple(self.kernel.get_values())


@irdl_op_definition
class MaxPoolOp(PoolOp):
    """result = the largest element of each window, of those inside the input.

    ``ceil_mode`` is a larger ``padding_behind``.
    """

    name = "aten.max_pool"

    def __init__(
        self, input: SSAValue, kernel: Sequence[int], window: Window, result_type: Attribute
    ):
        super().__init__(
            operands=[input],
            properties={**window.properties, "kernel": DenseArrayBase.from_list(i64, kernel)},
            result_types=[result_type],
        )

    def verify_(self) -> None:
        require_element(self.result, [element_of(self.input)], "result")
        self.verify_windows(self.input, shape_of(self.input)[1])


@irdl_op_definition
class AvgPoolOp(PoolOp):
    """result = the sum of each window / a divisor.

    The divisor is ``divisor`` where it is given; else the number of elements of the window inside
    the input or, with ``count_include_pad``, inside the input with ``padding`` zeros on both sides
    of each axis.  ``ceil_mode`` is a larger ``padding_behind``.
    """

    name = "aten.avg_pool"
    count_include_pad = prop_def(BoolAttr)
    divisor = opt_prop_def(IntegerAttr[I64])

    def __init__(
        self,
        input: SSAValue,
        kernel: Sequence[int],
        window: Window,
        count_include_pad: bool,
        divisor: int | None,
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input],
            properties={
                **window.properties,
                "kernel": DenseArrayBase.from_list(i64, kernel),
                "count_include_pad": BoolAttr.from_bool(count_include_pad),
                "divisor": None if divisor is None else IntegerAttr(divisor, i64),
            },
            result_types=[result_type],
        )

    def verify_(self) -> None:
        if any(d != 1 for d in self.window.dilations):
            raise VerifyException("average pooling has no dilations")
        if self.divisor is not None and not self.divisor.value.data:
            raise VerifyException("divisor must not be 0")
        self.verify_windows(self.input, shape_of(self.input)[1])

    def divisors(self, axis: int) -> list[int]:
        """How many elements of each window along one axis count, where there is no divisor."""
        window, size = self.window, shape_of(self.input)[2 + axis]
        pad = window.padding[axis] if bool(self.count_include_pad) else 0
        starts = (
            k * window.strides[axis] - window.padding[axis]
            for k in range(shape_of(self.result)[2 + axis])
        )
        span = self.kernel_shape[axis]
        return [min(start + span, size + pad) - max(start, -pad) for start in starts]
