"""One readable assembly format for operations with many named parameters.

    %y = cortex_m.linear %x, %w sums(%k) {input_offset = 3, clamp = #cortex_m.clamp<-128, 127>}
         : (tensor<8x32xi8>, tensor<64x32xi8>, tensor<64xi32>) -> tensor<8x64xi8>

Required operands come first, optional ones as ``name(%value)`` in the order of their definition;
then the properties without their types (i64 and f64 only), further attributes in the same braces,
and the functional type.  xDSL's declarative formats cannot print a functional type when several
operands are optional, which is why this is written out.
"""

from __future__ import annotations

import math
from typing import Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    SymbolRefAttr,
    UnitAttr,
    f64,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer


class NamedFormatOp(IRDLOperation):
    """Base class of operations that print and parse in the format described above.

    At most one result.  A symbol property called ``symbol`` is printed first, as ``@name``.
    """

    def named_operands(self) -> dict[str, SSAValue]:
        """The operands that are present by name, required ones first: the order of the text."""
        definitions = self.get_irdl_definition().operands
        ordered = sorted(definitions, key=lambda d: isinstance(d[1], OptionalDef))
        values = {name: getattr(self, name) for name, _ in ordered}
        return {name: value for name, value in values.items() if value is not None}

    def print(self, printer: Printer) -> None:
        optional = {n for n, d in self.get_irdl_definition().operands if isinstance(d, OptionalDef)}
        symbol = self.properties.get("symbol")
        if isinstance(symbol, SymbolRefAttr):
            printer.print_string(" ")
            printer.print_attribute(symbol)
        operands = self.named_operands()
        for index, (name, value) in enumerate(operands.items()):
            before = f" {name}(" if name in optional else ", " if index else " "
            printer.print_string(before)
            printer.print_operand(value)
            printer.print_string(")" if name in optional else "")
        self._print_parameters(printer)
        printer.print_string(" : ")
        types = [value.type for value in operands.values()]
        printer.print_attribute(FunctionType.from_lists(types, [r.type for r in self.results]))

    def _print_parameters(self, printer: Printer) -> None:
        hidden = ("operandSegmentSizes", "resultSegmentSizes", "symbol")
        parameters = {k: v for k, v in self.properties.items() if k not in hidden}
        parameters |= self.attributes
        if not parameters:
            return
        order = [*self.get_irdl_definition().properties, *self.attributes]
        printer.print_string(" {")
        names = sorted(parameters, key=order.index)
        printer.print_list(names, lambda n: _print_parameter(printer, n, parameters[n]))
        printer.print_string("}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        definition = cls.get_irdl_definition()
        properties: dict[str, Attribute] = {}
        if "symbol" in definition.properties:
            properties["symbol"] = SymbolRefAttr(parser.parse_symbol_name())
        unresolved: dict[str, UnresolvedOperand] = {}
        required = [n for n, d in definition.operands if not isinstance(d, OptionalDef)]
        for index, name in enumerate(required):
            if index:
                parser.parse_punctuation(",")
            unresolved[name] = parser.parse_unresolved_operand()
        for name, operand_def in definition.operands:
            if isinstance(operand_def, OptionalDef) and parser.parse_optional_keyword(name):
                with parser.in_parens():
                    unresolved[name] = parser.parse_unresolved_operand()
        attributes = _parse_parameters(parser)
        for name in definition.properties:
            if name in attributes:
                properties[name] = _as_property(attributes.pop(name))
        parser.parse_punctuation(":")
        position = parser.pos
        signature = parser.parse_type()
        if not isinstance(signature, FunctionType):
            parser.raise_error("expected a functional type", position, parser.pos)
        values = parser.resolve_operands(
            list(unresolved.values()), list(signature.inputs.data), position
        )
        operands = dict(zip(unresolved, values, strict=True))
        return cls.build(
            operands=[_operand_group(operands.get(n), d) for n, d in definition.operands],
            result_types=[
                list(signature.outputs)
                if isinstance(d, OptionalDef)
                else _only_result(parser, signature)
                for _, d in definition.results
            ],
            properties=properties,
            attributes=attributes,
        )


def _operand_group(value: SSAValue | None, operand_def: object) -> SSAValue | list[SSAValue]:
    if isinstance(operand_def, OptionalDef):
        return [] if value is None else [value]
    assert value is not None
    return value


def _only_result(parser: Parser, signature: FunctionType) -> Attribute:
    if len(signature.outputs) != 1:
        parser.raise_error("expected exactly one result type")
    return signature.outputs.data[0]


def _print_parameter(printer: Printer, name: str, value: Attribute) -> None:
    printer.print_string(name)
    if isinstance(value, UnitAttr):
        return
    printer.print_string(" = ")
    if isinstance(value, IntegerAttr) and value.type == i64:
        printer.print_string(str(value.value.data))
    elif isinstance(value, FloatAttr) and value.type == f64 and math.isfinite(value.value.data):
        printer.print_float(value.value.data, f64)
    elif isinstance(value, DenseArrayBase) and value.elt_type == i64:
        printer.print_string("[" + ", ".join(map(str, value.iter_values())) + "]")
    else:
        printer.print_attribute(value)


def _parse_parameters(parser: Parser) -> dict[str, Attribute]:
    attributes = parser.parse_optional_attr_dict()
    return dict(attributes)


def _as_property(value: Attribute) -> Attribute:
    """``[0, 2, 1]`` reads as an ArrayAttr of i64; properties hold it as a dense array."""
    if not isinstance(value, ArrayAttr):
        return value
    integers = [e.value.data for e in value if isinstance(e, IntegerAttr) and e.type == i64]
    if len(integers) != len(value):
        return value
    return DenseArrayBase.from_list(i64, integers)
