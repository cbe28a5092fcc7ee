"""Short, located messages for what is wrong with a program."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import FileLineColLoc, LocationAttr, UnknownLoc
from xdsl.ir import Operation
from xdsl.utils.exceptions import ParseError, VerifyException

_EXCERPT = 100
"""The most characters of a source line to show: a line may hold megabytes of weights."""


def describe_parse_error(error: ParseError) -> str:
    """`file:line:column: error: message`, and the line with a mark under the place."""
    location = error.span.get_location()
    source = error.span.input
    start = source.get_start_of_line(error.span.start)
    line = source.slice(start, source.get_end_of_line(error.span.start)) or ""
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    column = error.span.start - start
    first = max(0, column - _EXCERPT // 2)
    return (
        f"{location}: error: {error.msg}\n"
        f"{text[first : first + _EXCERPT]}\n"
        f"{' ' * (column - first)}^"
    )


def locate_verify_error(error: VerifyException, root: Operation) -> VerifyException:
    """The same error with the innermost operation under `root` that does not verify, and its place.

    Gives back the error as it is where all operations verify, as after a pass that failed.
    """
    cause = _verify_error(root)
    if cause is None:
        return error
    culprit = root
    while (inner := _first_invalid(_children(culprit))) is not None:
        culprit, cause = inner
    located = VerifyException(f"{_prefix(culprit.location)}error: '{culprit.name}': {cause}")
    for note in getattr(error, "__notes__", ()):
        located.add_note(note)
    return located


def _first_invalid(ops: Iterator[Operation]) -> tuple[Operation, VerifyException] | None:
    found = ((op, _verify_error(op)) for op in ops)
    return next(((op, error) for op, error in found if error is not None), None)


def _children(op: Operation) -> Iterator[Operation]:
    return (child for region in op.regions for block in region.blocks for child in block.ops)


def _verify_error(op: Operation) -> VerifyException | None:
    try:
        op.verify()
    except VerifyException as error:
        return error
    return None


def _prefix(location: LocationAttr) -> str:
    if isinstance(location, UnknownLoc):
        return ""
    if isinstance(location, FileLineColLoc):
        place = location.filename.data, location.line.data, location.column.data
        return ":".join(map(str, place)) + ": "
    return f"{location}: "
