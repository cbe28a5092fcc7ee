"""What all aten operations share."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, TypeAlias

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure

from cmlir.dialects.assembly import NamedFormatOp
from cmlir.dialects.deferred import np
from cmlir.dialects.shapes import broadcast_shapes, require_shape, shape_of

if TYPE_CHECKING:
    import numpy.typing as npt

AnyTensor = TensorType[Attribute]

Float32: TypeAlias = "npt.NDArray[np.float32]"
Numbers: TypeAlias = "npt.NDArray[Any]"


class UnaryOp(NamedFormatOp):
    """result[i] = f(input[i]); shape kept."""

    input = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        require_shape(self.result, shape_of(self.input), "result")


class PointwiseOp(UnaryOp):
    """A unary operation that carries its meaning, in single precision as PyTorch computes it."""

    @abstractmethod
    def evaluate(self, values: Float32) -> Float32:
        """The function itself, on an array of any shape; may give inf and NaN."""


class BinaryOp(NamedFormatOp):
    """result[i] = f(lhs[i], rhs[i]) with PyTorch's broadcasting."""

    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    result = result_def(AnyTensor)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        shape = broadcast_shapes(shape_of(self.lhs), shape_of(self.rhs))
        require_shape(self.result, shape, "result")


class ArithmeticOp(BinaryOp):
    """A function of two numbers of one type that carries its meaning, as PyTorch computes it."""

    @staticmethod
    @abstractmethod
    def evaluate(lhs: Numbers, rhs: Numbers) -> Numbers:
        """The function itself, on arrays that broadcast; may give inf and NaN.

        Raises ZeroDivisionError for integers that are divided by 0.
        """
