"""Linear layers together with what follows, or by blocks of rows: no result in between as a whole.

A linear layer's rows know nothing of one another.  Start values are ``sums`` on every target: the
kernels would compute them again for each block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    I64,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    TensorType,
    i8,
    i32,
)
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.codes import require_clamp
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import require_element, require_shape, shape_of


def _rows(value: SSAValue) -> int:
    return math.prod(shape_of(value)[:-1])


def _verify_layer(
    shape: Sequence[int], weights: SSAValue, sums: SSAValue, rescale: RescaleAttr
) -> tuple[int, ...]:
    """The shape of a layer's result; raises VerifyException for constants that do not fit."""
    require_element(weights, [i8], "weights")
    require_element(sums, [i32], "sums")
    weights_shape = shape_of(weights)
    if len(weights_shape) != 2 or not shape or shape[-1] != weights_shape[1]:
        raise VerifyException(
            f"input {tuple(shape)} does not fit weights {weights_shape}: "
            "expected [..., K] and [N, K]"
        )
    channels = weights_shape[0]
    require_shape(sums, (channels,), "sums")
    if len(rescale.pairs) not in (1, channels):
        raise VerifyException(f"rescale has {len(rescale.pairs)} pairs for {channels} channels")
    return (*shape[:-1], channels)


def _in_place(input: SSAValue, out: SSAValue) -> tuple[SSAValue, ...]:
    """A block of rows is written when it has been read: in place where rows have equal widths."""
    return (input,) if shape_of(input)[-1] == shape_of(out)[-1] else ()


def _verify_rows(input: SSAValue, out: SSAValue, shape: Sequence[int], block_rows: int) -> None:
    require_element(input, [i8], "input")
    require_element(out, [i8], "out")
    require_shape(out, shape, "out")
    if not 1 <= block_rows <= max(_rows(input), 1):
        raise VerifyException(f"block_rows must be 1 to {_rows(input)}, but is {block_rows}")


def _verify_table(table: DenseIntOrFPElementsAttr) -> None:
    if table.type != TensorType(i8, [256]):
        raise VerifyException(f"table must be a tensor<256xi8>, but is {table.type}")


@irdl_op_definition
class LinearTableOp(KernelOp):
    """``cortex_m.linear`` and ``cortex_m.table`` on its codes.

        code[b, n] = saturated(rescale_n(sums[n] + sum_k input[b, k] * w[n, k]) + output_offset)
        out[b, n]  = table[code[b, n] + 128]

    with w = weights + weights_offset; the start values ``sums`` are those of ``cortex_m.linear``.
    """

    name = "cortex_m.linear_table"
    input = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    sums = operand_def(AnyBuffer)
    weights_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    table = prop_def(DenseIntOrFPElementsAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_linear_table_s8"

    def macs(self) -> int:
        return _rows(self.input) * math.prod(shape_of(self.weights))

    def verify_kernel(self) -> None:
        require_element(self.input, [i8], "input")
        require_element(self.destination, [i8], "out")
        shape = _verify_layer(shape_of(self.input), self.weights, self.sums, self.rescale)
        require_shape(self.destination, shape, "out")
        require_code("weights_offset", self.weights_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
        _verify_table(self.table)


@irdl_op_definition
class BlockedLinearOp(KernelOp):
    """``cortex_m.linear`` by blocks of rows, which may be in place where the widths are equal.

    The start values ``sums`` are those of ``cortex_m.linear``.
    """

    name = "cortex_m.blocked_linear"
    input = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    sums = operand_def(AnyBuffer)
    block_rows = prop_def(IntegerAttr[I64])
    weights_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_blocked_linear_s8"

    def scratch_bytes(self, target: Target) -> int:
        """A block of the result."""
        del target
        return self.block_rows.value.data * shape_of(self.weights)[0]

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return _in_place(self.input, self.destination)

    def macs(self) -> int:
        return _rows(self.input) * math.prod(shape_of(self.weights))

    def verify_kernel(self) -> None:
        shape = _verify_layer(shape_of(self.input), self.weights, self.sums, self.rescale)
        _verify_rows(self.input, self.destination, shape, self.block_rows.value.data)
        require_code("weights_offset", self.weights_offset.value.data, -127, 128)
        require_code("output_offset", self.output_offset.value.data)
        require_clamp(self.clamp, self.destination)


@irdl_op_definition
class FeedForwardOp(KernelOp):
    """Two ``cortex_m.linear``, one behind the other, by blocks of rows.

        hidden[b, h] = clamp(rescale_h(hidden_sums[h] + sum_k input[b, k] * w[h, k]) + offset)
        out[b, n]    = clamp(rescale_n(sums[n] + sum_h table[hidden[b, h]] * v[n, h]) + offset)

    w and v are hidden_weights + hidden_weights_offset and weights + weights_offset; ``table``, as
    in ``cortex_m.table``, is left out where it is absent.  ``block_rows`` rows of ``hidden`` exist
    at a time.
    """

    name = "cortex_m.feed_forward"
    input = operand_def(AnyBuffer)
    hidden_weights = operand_def(AnyBuffer)
    hidden_sums = operand_def(AnyBuffer)
    weights = operand_def(AnyBuffer)
    sums = operand_def(AnyBuffer)
    block_rows = prop_def(IntegerAttr[I64])
    hidden_weights_offset = prop_def(IntegerAttr[I64])
    hidden_output_offset = prop_def(IntegerAttr[I64])
    hidden_rescale = prop_def(RescaleAttr)
    hidden_clamp = prop_def(ClampAttr)
    weights_offset = prop_def(IntegerAttr[I64])
    output_offset = prop_def(IntegerAttr[I64])
    rescale = prop_def(RescaleAttr)
    clamp = prop_def(ClampAttr)
    table = opt_prop_def(DenseIntOrFPElementsAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_feed_forward_s8"

    def scratch_bytes(self, target: Target) -> int:
        """A block of the hidden layer."""
        del target
        return self.block_rows.value.data * shape_of(self.hidden_weights)[0]

    def aliasing_inputs(self) -> tuple[SSAValue, ...]:
        return _in_place(self.input, self.destination)

    def macs(self) -> int:
        layers = (shape_of(self.hidden_weights), shape_of(self.weights))
        return _rows(self.input) * sum(map(math.prod, layers))

    def verify_kernel(self) -> None:
        hidden = _verify_layer(
            shape_of(self.input), self.hidden_weights, self.hidden_sums, self.hidden_rescale
        )
        shape = _verify_layer(hidden, self.weights, self.sums, self.rescale)
        _verify_rows(self.input, self.destination, shape, self.block_rows.value.data)
        for name, offset in (
            ("hidden_weights_offset", self.hidden_weights_offset),
            ("weights_offset", self.weights_offset),
        ):
            require_code(name, offset.value.data, -127, 128)
        require_code("hidden_output_offset", self.hidden_output_offset.value.data)
        require_code("output_offset", self.output_offset.value.data)
        for clamp in (self.hidden_clamp, self.clamp):
            require_clamp(clamp, self.destination)
        if self.table is not None:
            _verify_table(self.table)
