"""Parsing and printing the pieces that quantized types are written with.

storage  ::= (`i` | `u`) width (`<` min `:` max `>`)?
params   ::= scale (`:` zero-point)?
tensor   ::= `{` (params | tensor) (`,` (params | tensor))* `}`
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyFloat, IntegerType, Signedness, f64
from xdsl.parser import AttrParser
from xdsl.printer import Printer

MAX_STORAGE_BITS = 32


@dataclass(frozen=True)
class Params:
    """Scales and zero points, flattened in row-major order, and the shape they were written in."""

    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    shape: tuple[int, ...]


def storage_limits(storage: IntegerType) -> tuple[int, int]:
    """Smallest and largest code of an integer type; only `ui` types are unsigned."""
    width = storage.width.data
    if storage.signedness.data == Signedness.UNSIGNED:
        return 0, 2**width - 1
    return -(2 ** (width - 1)), 2 ** (width - 1) - 1


def canonical_storage(storage: IntegerType) -> IntegerType:
    """`ui` for unsigned codes, signless `i` for signed ones."""
    if storage.signedness.data == Signedness.UNSIGNED:
        return storage
    return IntegerType(storage.width)


def parse_storage(parser: AttrParser) -> tuple[IntegerType, int, int]:
    """Parse a storage type and its range; an unsigned type comes back as `ui`."""
    position = parser.pos
    storage = _parse_storage_type(parser)
    if not 0 < storage.width.data <= MAX_STORAGE_BITS:
        message = f"illegal storage type size: {storage.width.data}"
        parser.raise_error(message, position, parser.pos)
    lowest, highest = storage_limits(storage)
    if parser.parse_optional_punctuation("<") is None:
        return storage, lowest, highest
    minimum = _parse_bounded(parser, "minimum", lowest, highest)
    parser.parse_punctuation(":")
    maximum = _parse_bounded(parser, "maximum", lowest, highest)
    parser.parse_punctuation(">")
    return storage, minimum, maximum


def _parse_storage_type(parser: AttrParser) -> IntegerType:
    position = parser.pos
    parsed = parser.parse_optional_type()
    if isinstance(parsed, IntegerType):
        return canonical_storage(parsed)
    identifier = None if parsed else parser.parse_optional_identifier()
    width = re.fullmatch(r"u(\d+)", identifier or "")
    if width is None:
        message = "illegal storage type: expected i or u and a width, such as i8 or u8"
        parser.raise_error(message, position, parser.pos)
    return IntegerType(int(width[1]), Signedness.UNSIGNED)


def _parse_bounded(parser: AttrParser, name: str, lowest: int, highest: int) -> int:
    position = parser.pos
    value = parser.parse_integer(allow_boolean=False)
    if not lowest <= value <= highest:
        parser.raise_error(f"illegal storage type {name}: {value}", position, parser.pos)
    return value


def print_storage(printer: Printer, storage: IntegerType, minimum: int, maximum: int) -> None:
    """Print a storage type, and its range where it is not the whole of the type's."""
    prefix = "u" if storage.signedness.data == Signedness.UNSIGNED else "i"
    printer.print_string(f"{prefix}{storage.width.data}")
    if (minimum, maximum) != storage_limits(storage):
        printer.print_string(f"<{minimum}:{maximum}>")


def parse_expressed(parser: AttrParser) -> AnyFloat:
    position = parser.pos
    expressed = parser.parse_type()
    if not isinstance(expressed, AnyFloat):
        parser.raise_error("expressed type must be floating point", position, parser.pos)
    return expressed


def parse_float(parser: AttrParser) -> float:
    """Parse a float, written in decimal or as the hexadecimal bits of an f64."""
    position = parser.pos
    value = parser.parse_number()
    if isinstance(value, float):
        return value
    digits = parser.lexer.input.slice(position, position + 2) or ""
    if digits.lower() != "0x" or value >= 2**64:
        message = "expected a floating point literal, not an integer"
        parser.raise_error(message, position, parser.pos)
    return struct.unpack("<d", struct.pack("<Q", value))[0]


def parse_params(parser: AttrParser) -> tuple[float, int]:
    """Parse a scale and its zero point, which is 0 where none is written."""
    scale = parse_float(parser)
    if parser.parse_optional_punctuation(":") is None:
        return scale, 0
    return scale, parser.parse_integer(allow_boolean=False)


def print_params(printer: Printer, scale: float, zero_point: int) -> None:
    """Print a scale, so that it reads back bit for bit, and its zero point unless that is 0."""
    printer.print_float(scale, f64)
    if zero_point:
        printer.print_string(f":{zero_point}")


def parse_params_tensor(parser: AttrParser) -> Params:
    """Parse a braced, possibly nested list of scales and zero points; all rows equally long."""
    params = _parse_optional_rows(parser)
    if params is None:
        parser.raise_error("expected a list of scales in braces")
    return params


def _parse_optional_rows(parser: AttrParser) -> Params | None:
    position = parser.pos
    rows = parser.parse_optional_comma_separated_list(
        parser.Delimiter.BRACES, lambda: _parse_row(parser)
    )
    if rows is None:
        return None
    if not rows:
        parser.raise_error("expected at least one scale", position, parser.pos)
    shape = rows[0].shape
    if any(row.shape != shape for row in rows):
        message = "ranks and sizes of the rows are not consistent"
        parser.raise_error(message, position, parser.pos)
    return Params(
        tuple(scale for row in rows for scale in row.scales),
        tuple(zero_point for row in rows for zero_point in row.zero_points),
        (len(rows), *shape),
    )


def _parse_row(parser: AttrParser) -> Params:
    rows = _parse_optional_rows(parser)
    if rows is not None:
        return rows
    scale, zero_point = parse_params(parser)
    return Params((scale,), (zero_point,), ())


def print_params_tensor(printer: Printer, params: Params, expressed: AnyFloat) -> None:
    """Print the parameters as lists nested by their shape; the scales are values of `expressed`."""
    scales = tuple(_shortest(scale, expressed) for scale in params.scales)
    _print_rows(printer, Params(scales, params.zero_points, params.shape))


def _print_rows(printer: Printer, params: Params, level: int = 0, start: int = 0) -> int:
    """Print one level of nesting from parameter number `start`; returns the next number."""
    if level == len(params.shape):
        print_params(printer, params.scales[start], params.zero_points[start])
        return start + 1
    printer.print_string("{")
    for row in range(params.shape[level]):
        printer.print_string(", " if row else "")
        start = _print_rows(printer, params, level + 1, start)
    printer.print_string("}")
    return start


def _shortest(value: float, kind: AnyFloat) -> float:
    """The number of six digits that rounds to this value of type `kind`, else the value."""
    short = float(f"{value:.5e}")
    return short if kind.round(short) == value else value


def parse_optional_block_sizes(parser: AttrParser) -> list[tuple[int, int]] | None:
    """Parse `{axis:size, ...}`, if there is a brace."""
    return parser.parse_optional_comma_separated_list(
        parser.Delimiter.BRACES, lambda: _parse_block(parser)
    )


def _parse_block(parser: AttrParser) -> tuple[int, int]:
    axis = parser.parse_integer(allow_boolean=False)
    parser.parse_punctuation(":")
    return axis, parser.parse_integer(allow_boolean=False)
