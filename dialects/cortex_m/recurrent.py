"""Recurrent layers on int8, with cells of 16 bits: one call for all steps.

`kernels/include/cmlir_nn.h` has the arithmetic.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import I64, IntegerAttr, StringAttr, i8, i16, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.cortex_m.attributes import ClampAttr, RescaleAttr
from cmlir.dialects.cortex_m.kernel import AnyBuffer, KernelOp, require_code
from cmlir.dialects.cortex_m.target import Target
from cmlir.dialects.shapes import require_element, require_shape, shape_of

LEAST_CELL_BITS, MOST_CELL_BITS = -7, 15


class RecurrentOp(KernelOp):
    """Base class: all steps of one direction of a layer with H units and G gates.

    ``input`` [T, B, I] and ``hidden`` [B, H] are codes, ``input_weights`` [G * H, I] and
    ``hidden_weights`` [G * H, H] are codes with zero point 0.  Gate j is

        in_j = rescale(input_sums[j] + sum_k input[k] * input_weights[j, k], input_rescale_j)
        hid_j = rescale(hidden_sums[j] + sum_k hidden[k] * hidden_weights[j, k], hidden_rescale_j)
        gate_j = in_j + bias[j] + hid_j

    with 24 bits behind the point; the sums hold what the zero points contribute.  ``rescale``,
    ``output_offset`` and ``clamp`` make codes of h.
    """

    GATES: ClassVar[int]
    COMPUTED: ClassVar[int]
    """Gates that the kernel computes at each step."""

    input = operand_def(AnyBuffer)
    hidden = operand_def(AnyBuffer)
    input_weights = operand_def(AnyBuffer)
    hidden_weights = operand_def(AnyBuffer)
    input_sums = operand_def(AnyBuffer)
    hidden_sums = operand_def(AnyBuffer)
    bias = operand_def(AnyBuffer)
    reverse = prop_def(IntegerAttr[I64])
    input_rescale = prop_def(RescaleAttr)
    hidden_rescale = prop_def(RescaleAttr)
    rescale = prop_def(RescaleAttr)
    output_offset = prop_def(IntegerAttr[I64])
    clamp = prop_def(ClampAttr)

    @property
    def units(self) -> int:
        return shape_of(self.hidden)[1]

    @property
    def result_element(self) -> Attribute:
        return i8

    def scratch_bytes(self, target: Target) -> int:
        """Gates and halves of them, one element's cells and h."""
        del target
        return (8 * self.COMPUTED + 3) * self.units

    def macs(self) -> int:
        steps, batch, inputs = shape_of(self.input)
        return steps * batch * self.COMPUTED * self.units * (inputs + self.units)

    def verify_kernel(self) -> None:
        shape, hidden = shape_of(self.input), shape_of(self.hidden)
        if len(shape) != 3 or len(hidden) != 2 or shape[1] != hidden[0] or not shape[0]:
            raise VerifyException(f"input {shape} and hidden {hidden} must be [T, B, I] and [B, H]")
        rows = self.GATES * self.units
        for name, value, size in (
            ("input_weights", self.input_weights, shape[2]),
            ("hidden_weights", self.hidden_weights, self.units),
        ):
            require_element(value, [i8], name)
            require_shape(value, (rows, size), name)
        for name, value in (("input", self.input), ("hidden", self.hidden)):
            require_element(value, [i8], name)
        for name, value in (("input_sums", self.input_sums), ("hidden_sums", self.hidden_sums)):
            require_element(value, [i32], name)
            require_shape(value, (rows,), name)
        require_element(self.bias, [i32], "bias")
        require_shape(self.bias, (self.biases * self.units,), "bias")
        require_element(self.destination, [self.result_element], "out")
        require_shape(self.destination, (shape[0], *hidden), "out")
        self._verify_numbers(rows)

    @property
    def biases(self) -> int:
        """For how many gates there are biases."""
        return self.GATES

    def _verify_numbers(self, rows: int) -> None:
        if self.reverse.value.data not in (0, 1):
            raise VerifyException(f"reverse must be 0 or 1, but is {self.reverse.value.data}")
        for name, rescale in (("input", self.input_rescale), ("hidden", self.hidden_rescale)):
            if len(rescale.pairs) != rows or any(shift < 0 for _, shift in rescale.pairs):
                raise VerifyException(
                    f"{name}_rescale must have {rows} pairs with shifts of 0 or more"
                )
        if self.rescale.per_channel:
            raise VerifyException("rescale must be one pair")
        require_code("output_offset", self.output_offset.value.data)
        if not -128 <= self.clamp.bounds[0] <= self.clamp.bounds[1] <= 127:
            raise VerifyException(f"clamp {self.clamp.bounds} is no range of 8-bit codes")


class KeepingOp(RecurrentOp):
    """Base class: ``cell`` [B, H], with ``cell_bits`` bits behind the point, is kept besides."""

    cell = operand_def(AnyBuffer)
    cell_bits = prop_def(IntegerAttr[I64])

    def verify_kernel(self) -> None:
        super().verify_kernel()
        require_element(self.cell, [i16], "cell")
        require_shape(self.cell, shape_of(self.hidden), "cell")
        require_code("cell_bits", self.cell_bits.value.data, LEAST_CELL_BITS, MOST_CELL_BITS)


@irdl_op_definition
class LstmOp(KeepingOp):
    """i, f, g, o are the gates; c = sigmoid(f) * c + sigmoid(i) * tanh(g)

    h = sigmoid(o) * tanh(c), the result for each step.
    """

    name = "cortex_m.lstm"
    GATES: ClassVar[int] = 4
    COMPUTED: ClassVar[int] = 4

    @property
    def kernel(self) -> str:
        return "cmlir_lstm_s8"


@irdl_op_definition
class LstmCellsOp(KeepingOp):
    """The same; its result is c for each step."""

    name = "cortex_m.lstm_cells"
    GATES: ClassVar[int] = 4
    COMPUTED: ClassVar[int] = 4

    @property
    def kernel(self) -> str:
        return "cmlir_lstm_cells_s8"

    @property
    def result_element(self) -> Attribute:
        return i16

    def macs(self) -> int:
        """Nothing needs the last gate of the last step."""
        _, batch, inputs = shape_of(self.input)
        return super().macs() - batch * self.units * (inputs + self.units)


@irdl_op_definition
class LstmHiddenOp(RecurrentOp):
    """h for each step, where c is known: ``cells`` [T, B, H]."""

    name = "cortex_m.lstm_hidden"
    GATES: ClassVar[int] = 4
    COMPUTED: ClassVar[int] = 1
    cells = operand_def(AnyBuffer)
    cell_bits = prop_def(IntegerAttr[I64])

    @property
    def kernel(self) -> str:
        return "cmlir_lstm_hidden_s8"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        require_element(self.cells, [i16], "cells")
        require_shape(self.cells, shape_of(self.destination), "cells")
        require_code("cell_bits", self.cell_bits.value.data, LEAST_CELL_BITS, MOST_CELL_BITS)


@irdl_op_definition
class GruOp(KeepingOp):
    """r, z, n are the gates, the halves of the last one apart: n = in_n + sigmoid(r) * hid_n

    c = (1 - sigmoid(z)) * tanh(n) + sigmoid(z) * c;  h = c, the result for each step.  ``bias`` has
    one part more, which belongs to hid_n.
    """

    name = "cortex_m.gru"
    GATES: ClassVar[int] = 3
    COMPUTED: ClassVar[int] = 3

    @property
    def kernel(self) -> str:
        return "cmlir_gru_s8"

    @property
    def biases(self) -> int:
        return 4


@irdl_op_definition
class GruStatesOp(KeepingOp):
    """The same; its result is c for each step."""

    name = "cortex_m.gru_states"
    GATES: ClassVar[int] = 3
    COMPUTED: ClassVar[int] = 3

    @property
    def kernel(self) -> str:
        return "cmlir_gru_states_s8"

    @property
    def biases(self) -> int:
        return 4

    @property
    def result_element(self) -> Attribute:
        return i16


@irdl_op_definition
class RnnOp(RecurrentOp):
    """h = tanh(gate) or, with ``function`` "relu", max(gate, 0); the result for each step."""

    name = "cortex_m.rnn"
    GATES: ClassVar[int] = 1
    COMPUTED: ClassVar[int] = 1
    function = prop_def(StringAttr)

    @property
    def kernel(self) -> str:
        return "cmlir_rnn_s8"

    def verify_kernel(self) -> None:
        super().verify_kernel()
        if self.function.data not in ("tanh", "relu"):
            raise VerifyException(f'function must be "tanh" or "relu", but is {self.function}')
