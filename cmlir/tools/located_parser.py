"""A parser that gives each operation without a location its place in the file, as mlir-opt does."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from xdsl.context import Context
from xdsl.dialects.builtin import UNKNOWN_LOC, FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError


class LocatedParser(Parser):
    """Parses as its base does, and fails with nothing but a ParseError, whatever the text.

    `line_offset` is the number of lines of the file that come before `text`.
    """

    def __init__(self, ctx: Context, text: str, name: str, line_offset: int = 0):
        self._line_offset = line_offset
        lengths = (len(line) + 1 for line in text.split("\n"))
        self._line_starts = list(accumulate(lengths, initial=0))
        super().__init__(ctx, text, name)

    def parse_operation(self) -> Operation:
        start = self.pos
        op = super().parse_operation()
        self._locate(op, start)
        return op

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        try:
            module = super().parse_module(allow_implicit_module)
        except ParseError:
            raise
        except Exception as error:
            self.raise_error(str(error) or type(error).__name__)
        self._locate(module, 0)
        return module

    def _locate(self, op: Operation, position: int) -> None:
        if op.location != UNKNOWN_LOC:
            return
        line = bisect_right(self._line_starts, position)
        column = position - self._line_starts[line - 1] + 1
        name = StringAttr(self.lexer.input.name)
        op.location = FileLineColLoc(name, IntAttr(line + self._line_offset), IntAttr(column))
