"""The casts between real, quantized and stored values."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    AnyFloat,
    IntegerType,
    Signedness,
    TensorType,
    UnrankedTensorType,
)
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.quant.base import QuantizedType, StoredType
from cmlir.dialects.quant.placement import verify_placement

_INVERSE = {"quant.qcast": "quant.dcast", "quant.scast": "quant.scast"}
"""Each cast that undoes another one without loss, where the types agree."""


class QuantCastOp(IRDLOperation, HasFolderInterface):
    """Base of the casts: one value in, one of the same shape out, scalars and tensors alike."""

    input = operand_def()
    result = result_def()

    traits = traits_def(Pure())
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def __init__(self, input: SSAValue, result_type: Attribute):
        super().__init__(operands=[input], result_types=[result_type])

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """cast(inverse(x)) == x, if x has the result's type."""
        producer = self.input.owner
        if not isinstance(producer, QuantCastOp) or producer.name != _INVERSE.get(self.name):
            return None
        return (producer.input,) if producer.input.type == self.result.type else None


@irdl_op_definition
class DequantizeCastOp(QuantCastOp):
    """Codes to the real numbers they stand for: scale * (q - zero_point)."""

    name = "quant.dcast"

    def verify_(self) -> None:
        quantized = _quantized(self.input, "operand #0")
        real = _real(self.result, "result #0")
        _verify_quantization(self, quantized, real)


@irdl_op_definition
class QuantizeCastOp(QuantCastOp):
    """Real numbers to codes: round(x / scale) + zero_point, limited to the storage range."""

    name = "quant.qcast"

    def verify_(self) -> None:
        real = _real(self.input, "operand #0")
        quantized = _quantized(self.result, "result #0")
        _verify_quantization(self, quantized, real)


@irdl_op_definition
class StorageCastOp(QuantCastOp):
    """Codes to the integers that store them, or back; the bits stay as they are."""

    name = "quant.scast"

    def verify_(self) -> None:
        source = _stored(self.input, "operand #0")
        target = _stored(self.result, "result #0")
        _verify_shapes(self)
        match source, target:
            case (QuantizedType() as quantized, IntegerType() as integer):
                _verify_storage(self, quantized, integer)
            case (IntegerType() as integer, QuantizedType() as quantized):
                _verify_storage(self, quantized, integer)
            case _:
                raise VerifyException(
                    "input must be integer and result must be quantized, or vice versa"
                )


def _verify_quantization(op: QuantCastOp, quantized: QuantizedType, real: Attribute) -> None:
    _verify_shapes(op)
    if quantized.expressed_type != real:
        raise VerifyException("expressed type in quantized type expected to match float type")
    verify_placement(quantized, op.input.type)


def _verify_storage(op: QuantCastOp, quantized: QuantizedType, integer: IntegerType) -> None:
    if not isinstance(quantized, StoredType) or quantized.storage_type != integer:
        raise VerifyException("storage type in quantized type expected to match integer type")
    verify_placement(quantized, op.input.type)


def _verify_shapes(op: QuantCastOp) -> None:
    if _shape(op.input.type) != _shape(op.result.type):
        raise VerifyException(
            "input and result must be both scalars or both tensors with matching shape"
        )


def _shape(candidate: Attribute) -> tuple[int, ...] | str:
    if isinstance(candidate, TensorType):
        return candidate.get_shape()
    return "unranked" if isinstance(candidate, UnrankedTensorType) else "scalar"


def _element(value: SSAValue) -> Attribute:
    """The type of a scalar, or of a tensor's elements."""
    if isinstance(value.type, TensorType | UnrankedTensorType):
        return value.type.element_type
    return value.type


def _quantized(value: SSAValue, name: str) -> QuantizedType:
    element = _element(value)
    if isinstance(element, QuantizedType):
        return element
    raise VerifyException(
        f"{name} must be scalar or tensor of quantized type, but got {value.type}"
    )


def _real(value: SSAValue, name: str) -> AnyFloat:
    element = _element(value)
    if isinstance(element, AnyFloat):
        return element
    raise VerifyException(
        f"{name} must be scalar or tensor of floating-point, but got {value.type}"
    )


def _stored(value: SSAValue, name: str) -> QuantizedType | IntegerType:
    element = _element(value)
    if isinstance(element, QuantizedType):
        return element
    if isinstance(element, IntegerType) and element.signedness.data == Signedness.SIGNLESS:
        return element
    raise VerifyException(
        f"{name} must be scalar or tensor of signless integer or quantized type, "
        f"but got {value.type}"
    )
