"""The quantized types that leave the relation of codes to real numbers open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import AnyFloat, FloatData, IntegerType, NoneAttr, f64
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from cmlir.dialects.quant import syntax
from cmlir.dialects.quant.base import QuantizedType, StoredType, storage_parameters


@irdl_attr_definition
class AnyQuantizedType(StoredType):
    """Codes of unknown meaning: `!quant.any<i8<-8:7>:f32>`; the expressed type may be absent."""

    name = "quant.any"

    def __init__(
        self,
        storage: IntegerType,
        expressed: AnyFloat | None = None,
        storage_min: int | None = None,
        storage_max: int | None = None,
    ):
        super().__init__(
            NoneAttr() if expressed is None else expressed,
            *storage_parameters(storage, storage_min, storage_max),
        )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            position = parser.pos
            storage, minimum, maximum = syntax.parse_storage(parser)
            colon = parser.parse_optional_punctuation(":")
            expressed = None if colon is None else syntax.parse_expressed(parser)
            return _checked(parser, position, cls, storage, expressed, minimum, maximum)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_storage(printer)


@irdl_attr_definition
class CalibratedQuantizedType(QuantizedType):
    """A float type with the range seen in calibration: `!quant.calibrated<f32<-1.0:2.0>>`."""

    name = "quant.calibrated"

    expressed_type: AnyFloat
    min_data: FloatData
    max_data: FloatData

    def __init__(self, expressed: AnyFloat, minimum: float, maximum: float):
        super().__init__(expressed, FloatData(minimum), FloatData(maximum))

    def verify(self) -> None:
        if not self.min_data.data < self.max_data.data:
            bounds = f"({self.min_data.data:e}:{self.max_data.data:e})"
            raise VerifyException(f"illegal min and max: {bounds}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            position = parser.pos
            expressed = syntax.parse_expressed(parser)
            with parser.in_angle_brackets():
                minimum = syntax.parse_float(parser)
                parser.parse_punctuation(":")
                maximum = syntax.parse_float(parser)
            return _checked(parser, position, cls, expressed, minimum, maximum)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.expressed_type)
            with printer.in_angle_brackets():
                printer.print_float(self.min_data.data, f64)
                printer.print_string(":")
                printer.print_float(self.max_data.data, f64)


def _checked(
    parser: AttrParser, position: int, kind: type[ParametrizedAttribute], *arguments: Any
) -> Sequence[Attribute]:
    """The parameters of a new `kind`; what its verifier finds is reported from `position` on."""
    try:
        return kind(*arguments).parameters
    except VerifyException as error:
        parser.raise_error(str(error), position, parser.pos)
