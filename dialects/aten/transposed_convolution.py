"""Transposed convolutions over one or two spatial axes, channels in front as in PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from xdsl.dialects.builtin import I64, DenseArrayBase, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.aten.base import AnyTensor
from cmlir.dialects.phases import transposed_sizes
from cmlir.dialects.shapes import require_shape, shape_of
from cmlir.dialects.windows import Numbers


@dataclass(frozen=True)
class Spread:
    """Where a transposed convolution puts the products of an element; numbers for each axis."""

    strides: Numbers
    padding: Numbers
    output_padding: Numbers
    dilations: Numbers

    @property
    def properties(self) -> dict[str, Attribute]:
        """By the names that operations give them."""
        names = ("strides", "padding", "output_padding", "dilations")
        return {
            name: DenseArrayBase.from_list(i64, numbers)
            for name, numbers in zip(names, astuple(self), strict=True)
        }

    def sizes(self, sizes: Sequence[int], kernel: Sequence[int]) -> Numbers:
        """Of the result; raises VerifyException for numbers that make none."""
        rank = len(sizes)
        for name, numbers, least in (
            ("kernel", kernel, 1),
            ("strides", self.strides, 1),
            ("padding", self.padding, 0),
            ("output_padding", self.output_padding, 0),
            ("dilations", self.dilations, 1),
        ):
            if len(numbers) != rank or min(numbers, default=least) < least:
                raise VerifyException(
                    f"{name} {list(numbers)} must be {rank} numbers of at least {least}"
                )
        return transposed_sizes(
            sizes, kernel, self.strides, self.padding, self.output_padding, self.dilations
        )


@irdl_op_definition
class ConvTransposeOp(NamedFormatOp):
    """result[n, o, y…] = bias[o] + the sum over all c, i… and k… with
    y = i * stride - padding + k * dilation of input[n, c, i…] * weight[c, o - g, k…].

    input [N, C, size…], weight [C, O / groups, kernel…], bias [O]; c runs over the channels of the
    group of o, and g is the group's first output channel.  ``output_padding`` elements more stand
    behind the last one.
    """

    name = "aten.conv_transpose"
    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    groups = prop_def(IntegerAttr[I64])
    strides = prop_def(DenseArrayBase.constr(i64))
    padding = prop_def(DenseArrayBase.constr(i64))
    output_padding = prop_def(DenseArrayBase.constr(i64))
    dilations = prop_def(DenseArrayBase.constr(i64))
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def __init__(
        self,
        input: SSAValue,
        weight: SSAValue,
        bias: SSAValue | None,
        spread: Spread,
        groups: int,
        result_type: Attribute,
    ):
        super().__init__(
            operands=[input, weight, [] if bias is None else [bias]],
            properties={**spread.properties, "groups": IntegerAttr(groups, i64)},
            result_types=[result_type],
        )

    @property
    def spread(self) -> Spread:
        numbers = (self.strides, self.padding, self.output_padding, self.dilations)
        return Spread(*(tuple(array.get_values()) for array in numbers))

    @property
    def kernel_shape(self) -> Numbers:
        return shape_of(self.weight)[2:]

    def verify_(self) -> None:
        shape, weight_shape = shape_of(self.input), shape_of(self.weight)
        groups = self.groups.value.data
        if not 3 <= len(shape) == len(weight_shape) <= 4:
            raise VerifyException(
                f"input {shape} does not fit weight {weight_shape}: "
                "expected [N, C, size…] and [C, O / groups, kernel…], 1 or 2 spatial axes"
            )
        if groups < 1 or shape[1] % groups or shape[1] != weight_shape[0]:
            raise VerifyException(
                f"{shape[1]} channels do not fit weight {weight_shape} in {groups} groups"
            )
        channels = groups * weight_shape[1]
        if self.bias is not None:
            require_shape(self.bias, (channels,), "bias")
        sizes = self.spread.sizes(shape[2:], self.kernel_shape)
        require_shape(self.result, (shape[0], channels, *sizes), "result")
