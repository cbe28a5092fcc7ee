"""Running patterns so that every new operation has a location."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr, ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
)


@dataclass
class LocatedRewritePattern(RewritePattern):
    """A pattern whose new operations take the location of the matched one, if they have none."""

    pattern: RewritePattern

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        with _inserting_at(op.location, rewriter):
            self.pattern.match_and_rewrite(op, rewriter)


def apply_patterns(module: ModuleOp, *patterns: RewritePattern) -> None:
    """Apply patterns and erase dead operations until nothing changes."""
    greedy = GreedyRewritePatternApplier([LocatedRewritePattern(p) for p in patterns])
    PatternRewriteWalker(greedy).rewrite_module(module)


@contextmanager
def _inserting_at(location: LocationAttr, rewriter: PatternRewriter) -> Iterator[None]:
    def locate(op: Operation) -> None:
        if isinstance(op.location, UnknownLoc):
            op.location = location

    rewriter.operation_insertion_handler.append(locate)
    try:
        yield
    finally:
        rewriter.operation_insertion_handler.remove(locate)
