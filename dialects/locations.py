"""Where an operation came from: the FX node, its module in the PyTorch model, and the source line.

A location is a `NameLoc` around a `FileLineColLoc`, so that it prints and parses like any other:

    loc("linear_1|blk.0"("model.py":12:0))

Characters that xDSL's location syntax does not carry (quotes, everything beyond ASCII) are
percent-encoded in the attribute and plain in `SourceLocation`.  Files are base names: a path of the
machine that exported the model has no place in generated code, which must be the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, BlockArgument, Operation

_PLAIN = " !#$&'()*+,-./:;<=>?@[]^_`{}~"
"""Punctuation that needs no encoding: all of ASCII's but the quote, the backslash, `%` and `|`."""


@dataclass(frozen=True)
class SourceLocation:
    """One place in a PyTorch model.

    `node` is the FX node's name, `module` the path of the innermost module ("" for the root),
    `file` the base name of the source file ("" if unknown), `line` its line (0 if unknown).
    """

    node: str
    module: str = ""
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """`linear_1 in module 'blk.0', model.py:12`"""
        text = self.node or "operation"
        if self.module:
            text += f" in module '{self.module}'"
        if self.file:
            text += f", {self.file}:{self.line}"
        return text


def to_attr(location: SourceLocation) -> LocationAttr:
    """The attribute for `Operation.location`."""
    name = f"{_encode(location.node)}|{_encode(location.module)}"
    if not location.file:
        return NameLoc(StringAttr(name), UnknownLoc())
    file = StringAttr(_encode(location.file))
    return NameLoc(StringAttr(name), FileLineColLoc(file, IntAttr(location.line), IntAttr(0)))


def from_attr(attr: Attribute) -> SourceLocation | None:
    """The place that an attribute describes; None if it describes none.

    Takes plain MLIR locations as well: a name is a node, a file and line stand alone.
    """
    if isinstance(attr, FileLineColLoc):
        return SourceLocation("", "", unquote(attr.filename.data), attr.line.data)
    if not isinstance(attr, NameLoc):
        return None
    node, _, module = attr.desc.data.partition("|")
    inner = from_attr(attr.location) or SourceLocation("")
    return SourceLocation(unquote(node), unquote(module), inner.file, inner.line)


def of(value: Operation | BlockArgument) -> SourceLocation | None:
    """The place where an operation or argument came from; None if its location is unknown."""
    return from_attr(value.location)


def copy_location(source: Operation, *targets: Operation) -> None:
    """Give operations that stand in for `source` its location."""
    for target in targets:
        target.location = source.location


def _encode(text: str) -> str:
    return quote(text, safe=_PLAIN)
