"""Recurrent layers: all steps of one direction of one layer.

With input [T, B, I], hidden (and cell) [B, H], weights [G * H, I] and [G * H, H], biases [G * H] or
none, and a result [T, B, H].  The gates lie one behind the other along the first axis of the
weights, in PyTorch's order.  ``reverse`` is 1 for a layer that goes from the last step to the
first.

What a layer keeps from step to step is quantized if the properties say so: to 8 bits, by
``hidden_scale`` and ``hidden_zero_point``, what is multiplied by ``hidden_weight``, h; to 16 bits,
by ``cell_scale``, what the cells of an LSTM or the units of a GRU hold, c.  Q8 and Q16 stand for
that; a scale of 0 for none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from xdsl.dialects.builtin import I64, FloatAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
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
from cmlir.dialects.shapes import require_shape, shape_of


class RecurrentOp(NamedFormatOp):
    """Base class: W is ``input_weight``, b its bias, U ``hidden_weight``, d its bias."""

    GATES: ClassVar[int]

    input = operand_def(AnyTensor)
    hidden = operand_def(AnyTensor)
    input_weight = operand_def(AnyTensor)
    hidden_weight = operand_def(AnyTensor)
    input_bias = opt_operand_def(AnyTensor)
    hidden_bias = opt_operand_def(AnyTensor)
    reverse = prop_def(IntegerAttr[I64])
    hidden_scale = prop_def(FloatAttr)
    hidden_zero_point = prop_def(IntegerAttr[I64])
    result = result_def(AnyTensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(Pure())

    def __init__(
        self,
        operands: Mapping[str, SSAValue | None],
        properties: Mapping[str, Attribute],
        result_type: Attribute,
    ):
        given = {name: [] if value is None else [value] for name, value in operands.items()}
        names = [name for name, _ in self.get_irdl_definition().operands]
        super().__init__(
            operands=[given.get(name, []) for name in names],
            properties=properties,
            result_types=[result_type],
        )

    @property
    def biases(self) -> tuple[SSAValue, ...]:
        return tuple(v for v in (self.input_bias, self.hidden_bias) if v is not None)

    def verify_(self) -> None:
        shape, hidden = shape_of(self.input), shape_of(self.hidden)
        if len(shape) != 3 or len(hidden) != 2 or shape[1] != hidden[0] or not shape[0]:
            raise VerifyException(f"input {shape} and hidden {hidden} must be [T, B, I] and [B, H]")
        rows = self.GATES * hidden[1]
        require_shape(self.input_weight, (rows, shape[2]), "input_weight")
        require_shape(self.hidden_weight, (rows, hidden[1]), "hidden_weight")
        for bias in self.biases:
            require_shape(bias, (rows,), "bias")
        require_shape(self.result, (shape[0], *hidden), "result")
        if self.reverse.value.data not in (0, 1):
            raise VerifyException(f"reverse must be 0 or 1, but is {self.reverse.value.data}")


class LstmBaseOp(RecurrentOp):
    """i, f, g, o = W x_t + b + U h + d

    c = Q16(sigmoid(f) * c + sigmoid(i) * tanh(g));  h = Q8(sigmoid(o) * tanh(c))
    """

    GATES: ClassVar[int] = 4


class GruBaseOp(RecurrentOp):
    """r, z = sigmoid(W x_t + b + U h + d);  n = tanh(W x_t + b + r * (U h + d))

    c = Q16((1 - z) * n + z * c);  h = Q8(c)
    """

    GATES: ClassVar[int] = 3


class KeepingOp(RecurrentOp):
    """``cell`` [B, H] is what c is at first."""

    cell = operand_def(AnyTensor)
    cell_scale = prop_def(FloatAttr)

    def verify_(self) -> None:
        super().verify_()
        require_shape(self.cell, shape_of(self.hidden), "cell")


@irdl_op_definition
class LstmOp(KeepingOp, LstmBaseOp):
    """Every h."""

    name = "aten.lstm"


@irdl_op_definition
class LstmCellsOp(KeepingOp, LstmBaseOp):
    """Every c."""

    name = "aten.lstm_cells"


@irdl_op_definition
class LstmHiddenOp(LstmBaseOp):
    """Every h, where every c is known: ``cells`` [T, B, H]."""

    name = "aten.lstm_hidden"
    cells = operand_def(AnyTensor)

    def verify_(self) -> None:
        super().verify_()
        require_shape(self.cells, shape_of(self.result), "cells")


@irdl_op_definition
class GruOp(KeepingOp, GruBaseOp):
    """Every h."""

    name = "aten.gru"


@irdl_op_definition
class GruStatesOp(KeepingOp, GruBaseOp):
    """Every c."""

    name = "aten.gru_states"


@irdl_op_definition
class RnnOp(RecurrentOp):
    """h = function(W x_t + b + U h + d), with ``function`` "tanh" or "relu"."""

    name = "aten.rnn"
    GATES: ClassVar[int] = 1
    function = prop_def(StringAttr)

    def verify_(self) -> None:
        super().verify_()
        if self.function.data not in ("tanh", "relu"):
            raise VerifyException(f'function must be "tanh" or "relu", but is {self.function}')
