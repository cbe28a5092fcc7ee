"""One readable assembly format for operations with many named parameters.

    %y = cortex_m.linear %x, %w sums(%k) {input_offset = 3, clamp = #cortex_m.clamp<-128, 127>}
         : (tensor<8x32xi8>, tensor<64x32xi8>, tensor<64xi32>) -> tensor<8x64xi8>

Required operands come first, those of a variadic operand among them; optional ones follow as
``name(%value)`` in the order of their definition; then the properties without their types (i64 and
f64 only), further attributes in the same braces, and the functional type.  xDSL's declarative
formats cannot print a functional type when several operands are optional, which is why this is
written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
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
from xdsl.irdl import IRDLOperation, OpDef, OptionalDef, VariadicDef
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer


class NamedFormatOp(IRDLOperation):
    """Base class of operations that print and parse in the format described above.

    At most one result, at most one variadic operand.  A symbol property called ``symbol`` is
    printed first, as ``@name``.
    """

    def operand_groups(self) -> dict[str, tuple[SSAValue, ...]]:
        """The operands by name in the order of the text: required ones first.

        One value each, none for an optional operand that is absent, any number for a variadic one.
        """
        definition = self.get_irdl_definition()
        return {name: _as_group(getattr(self, name)) for name in _text_order(definition)}

    def print(self, printer: Printer) -> None:
        symbol = self.properties.get("symbol")
        if isinstance(symbol, SymbolRefAttr):
            printer.print_string(" ")
            printer.print_attribute(symbol)
        groups = self.operand_groups()
        optional = _optional(self.get_irdl_definition())
        required = [v for name, group in groups.items() if name not in optional for v in group]
        printer.print_string(" " if required else "")
        printer.print_list(required, printer.print_operand)
        for name in optional:
            for value in groups[name]:
                printer.print_string(f" {name}(")
                printer.print_operand(value)
                printer.print_string(")")
        self._print_parameters(printer)
        printer.print_string(" : ")
        types = [value.type for group in groups.values() for value in group]
        printer.print_attribute(FunctionType.from_lists(types, [r.type for r in self.results]))

    def _print_parameters(self, printer: Printer) -> None:
        hidden = ("operandSegmentSizes", "resultSegmentSizes", "symbol")
        names = [n for n in self.get_irdl_definition().properties if n in self.properties]
        shown = {n: self.properties[n] for n in names if n not in hidden}
        if not shown and not self.attributes:
            return

        def print_parameter(name: str) -> None:
            printer.print_identifier_or_string_literal(name)
            if name in shown:
                _print_property(printer, shown[name])
            else:
                _print_attribute(printer, self.attributes[name])

        printer.print_string(" {")
        printer.print_list([*shown, *self.attributes], print_parameter)
        printer.print_string("}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        definition = cls.get_irdl_definition()
        properties: dict[str, Attribute] = {}
        if "symbol" in definition.properties:
            properties["symbol"] = SymbolRefAttr(parser.parse_symbol_name())
        unresolved = _parse_operands(parser, definition)
        attributes = dict(parser.parse_optional_attr_dict())
        for name in definition.properties:
            if name in attributes:
                properties[name] = _as_property(attributes.pop(name))
        parser.parse_punctuation(":")
        position = parser.pos
        signature = parser.parse_type()
        if not isinstance(signature, FunctionType):
            parser.raise_error("expected a functional type", position, parser.pos)
        _check_results(parser, definition, signature, position)
        flat = [operand for group in unresolved.values() for operand in group]
        values = iter(parser.resolve_operands(flat, signature.inputs.data, position))
        operands = {name: [next(values) for _ in group] for name, group in unresolved.items()}
        return cls.build(
            operands=[operands[name] for name, _ in definition.operands],
            result_types=[signature.outputs.data],
            properties=properties,
            attributes=attributes,
        )


def _optional(definition: OpDef) -> list[str]:
    return [name for name, kind in definition.operands if isinstance(kind, OptionalDef)]


def _required(definition: OpDef) -> list[str]:
    return [name for name, kind in definition.operands if not isinstance(kind, OptionalDef)]


def _text_order(definition: OpDef) -> list[str]:
    return [*_required(definition), *_optional(definition)]


def _as_group(operand: SSAValue | Sequence[SSAValue] | None) -> tuple[SSAValue, ...]:
    if operand is None:
        return ()
    return (operand,) if isinstance(operand, SSAValue) else tuple(operand)


def _parse_operands(parser: Parser, definition: OpDef) -> dict[str, list[UnresolvedOperand]]:
    """The operands by name, in the order of the text."""
    position = parser.pos
    listed = parser.parse_optional_undelimited_comma_separated_list(
        parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
    )
    operands = list(listed or ())
    groups: dict[str, list[UnresolvedOperand]] = {}
    for name, size in _group_sizes(parser, definition, len(operands), position).items():
        groups[name], operands = operands[:size], operands[size:]
    for name in _optional(definition):
        groups[name] = []
        if parser.parse_optional_keyword(name):
            with parser.in_parens():
                groups[name].append(parser.parse_unresolved_operand())
    return groups


def _group_sizes(parser: Parser, definition: OpDef, count: int, position: int) -> dict[str, int]:
    """How many of ``count`` listed operands each required one takes; a variadic one takes what
    the others leave."""
    kinds, names = dict(definition.operands), _required(definition)
    variadic = [name for name in names if isinstance(kinds[name], VariadicDef)]
    single = len(names) - len(variadic)
    if count != single and not (variadic and count > single):
        wanted = f"operands for {', '.join(names)}" if names else "no operands"
        parser.raise_error(f"expected {wanted}, but got {count}", position, parser.pos)
    return {name: count - single if name in variadic else 1 for name in names}


def _check_results(
    parser: Parser, definition: OpDef, signature: FunctionType, position: int
) -> None:
    """At most one result; exactly one where it is not optional."""
    ((_, kind),) = definition.results
    least, expected = (0, "at most") if isinstance(kind, OptionalDef) else (1, "exactly")
    count = len(signature.outputs)
    if not least <= count <= 1:
        message = f"expected {expected} one result type, but got {count}"
        parser.raise_error(message, position, parser.pos)


def _print_property(printer: Printer, value: Attribute) -> None:
    """As ``_print_attribute``, and arrays of i64 without their type."""
    if isinstance(value, DenseArrayBase) and value.elt_type == i64:
        printer.print_string(" = [" + ", ".join(map(str, value.iter_values())) + "]")
        return
    _print_attribute(printer, value)


def _print_attribute(printer: Printer, value: Attribute) -> None:
    """``= value``, without its type where reading it back gives that type."""
    if isinstance(value, UnitAttr):
        return
    printer.print_string(" = ")
    if isinstance(value, IntegerAttr) and value.type == i64:
        printer.print_string(str(value.value.data))
    elif isinstance(value, FloatAttr) and value.type == f64 and _is_decimal(value.value.data):
        printer.print_float(value.value.data, f64)
    else:
        printer.print_attribute(value)


def _is_decimal(value: float) -> bool:
    """Whether an f64 prints in decimal; infinities, NaN and large integers do in hexadecimal,
    which would read back as an integer."""
    text = StringIO()
    Printer(text).print_float(value, f64)
    return not text.getvalue().startswith("0x")


def _as_property(value: Attribute) -> Attribute:
    """``[0, 2, 1]`` reads as an ArrayAttr of i64; properties hold it as a dense array."""
    if not isinstance(value, ArrayAttr):
        return value
    integers = [e.value.data for e in value if isinstance(e, IntegerAttr) and e.type == i64]
    if len(integers) != len(value):
        return value
    return DenseArrayBase.from_list(i64, integers)
